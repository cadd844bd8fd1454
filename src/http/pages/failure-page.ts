import { STATUS_CODES } from 'node:http';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { Failure } from '../../api/error-map.js';
import { NOTHING_HERE } from '../responses/failures.js';
import { escapeHtml, sheet } from './layout.js';

const TITLES: Readonly<Record<number, string>> = {
  401: 'This address needs a key',
  404: 'There is nothing at this address',
  405: 'This address is for programs',
  429: 'Too many calls at the moment',
};

/**
 * Whether a person looks at the response. Browsers prefer HTML for what they show; so does Java's own HTTP client for
 * everything, so at the addresses of the API only a browser that says that it opens a page gets one.
 */
export function isForPerson(request: FastifyRequest): boolean {
  const isHtml = new Negotiator(request.raw).mediaType(['application/json', 'text/html']) === 'text/html';
  return isHtml && (request.headers['sec-fetch-mode'] === 'navigate' || !API.test(request.url));
}

const API = /^\/(v1|callbacks)(?![\w-])/;

/** The same error as programs get, in a page. */
export function failurePage({ status, message }: Failure, requestId: string): string {
  const title = TITLES[status] ?? (status < 500 ? 'This did not work' : 'The server cannot answer at the moment');
  const sentence = message === NOTHING_HERE.message ? 'It may be mistyped, or of another version.' : message;
  return sheet(
    title,
    '',
    `<p class="quiet">${status} ${STATUS_CODES[status] ?? ''}</p>
<h1>${title}</h1>
<p>${escapeHtml(sentence)}</p>
<p class="actions"><a class="button primary" href="/app/">Open the console</a> <a class="button" href="/docs">Read the API</a></p>
<p class="quiet">Request <code>${escapeHtml(requestId)}</code></p>
`,
  );
}
