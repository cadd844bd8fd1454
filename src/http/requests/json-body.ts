import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { failure } from '../../api/error-map.js';
import { yieldToOthers } from '../../lib/async/yield.js';
import { markInexactNumbers } from '../../lib/exact-json.js';
import { HttpRefusal } from '../responses/failures.js';

/** The size of some hundred recipients. Parsing a longer body takes milliseconds. */
const LONG_BODY_BYTES = 16 * 1024;

/**
 * Parses JSON bodies, the only type accepted; an empty body counts as none. Bodies are read after the hooks that may
 * refuse a call.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');

  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    if (isEncoded(request)) return done(encoded());
    if (body.length > LONG_BODY_BYTES) return readInTurns(request, body as Buffer);
    const { isJson, value } = read(request, body as Buffer);
    done(isJson ? null : malformed(), value);
  });

  /** Parses one long body per round of the event loop, so that other calls run in between. */
  async function readInTurns(request: FastifyRequest, body: Buffer): Promise<unknown> {
    await yieldToOthers();
    if (hasManyNames(body)) throw new HttpRefusal(failure('body_too_large', TOO_MANY_NAMES));
    const { isJson, value } = read(request, body);
    if (!isJson) throw malformed();
    await yieldToOthers();
    return value;
  }

  function read(request: FastifyRequest, body: Buffer): { isJson: boolean; value?: unknown } {
    let result: ReturnType<typeof read> = { isJson: false };
    if (!isUtf8(body)) return result;
    // The parser calls back synchronously.
    void parse(request, markInexactNumbers(body.toString('utf8')), (error, value) => {
      if (!error) result = { isJson: true, value };
    });
    return result;
  }
}

/** Removes the content type of a request without a body, as `curl -d ""` sends that of a form. */
export async function forgetTypeOfNothing({ headers }: FastifyRequest): Promise<void> {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
  if (length === '0' && coding === undefined) delete headers['content-type'];
}

function isEncoded({ headers }: FastifyRequest): boolean {
  return !/^(?:identity)?$/i.test(headers['content-encoding'] ?? '');
}

function encoded(): HttpRefusal {
  const message = 'The request body must not be compressed: send it without Content-Encoding.';
  return new HttpRefusal(failure('unsupported_media_type', message), { 'accept-encoding': 'identity' });
}

const MANY_NAMES_BYTES = 128 * 1024;
const NAMES_DRAWN = 4_000;
const NAMES_AT_MOST = 500;
const BYTES_PER_DRAW = 200;
const NAME = /"((?:[^"\\]|\\.)*)"\s*:/;
const TOO_MANY_NAMES = `The request body has more than ${NAMES_AT_MOST} different names of fields and variables.`;

/**
 * Whether a large body has very many different names. JSON.parse takes ten times as long for those as for the same
 * names in each recipient: 0.4 s for 4 MB. Names are drawn at random places, because reading all of them would take
 * as long as parsing an ordinary body.
 */
function hasManyNames(body: Buffer): boolean {
  if (body.length < MANY_NAMES_BYTES) return false;
  const names = new Set<string>();
  for (let draw = 0; draw < NAMES_DRAWN && names.size <= NAMES_AT_MOST; draw += 1) {
    const from = Math.floor(Math.random() * body.length);
    const name = NAME.exec(body.toString('latin1', from, from + BYTES_PER_DRAW))?.[1];
    if (name !== undefined) names.add(name);
  }
  return names.size > NAMES_AT_MOST;
}

function malformed(): HttpRefusal {
  return new HttpRefusal(failure('malformed_json'));
}
