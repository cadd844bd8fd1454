import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { failure } from '../api/error-map.js';
import { takeTurn } from '../lib/async/turns.js';
import { mayHoldInexactNumbers, parseMarkingInexact } from '../lib/exact-json.js';
import { HttpRefusal } from './failures.js';

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
    await takeTurn();
    const { isJson, value } = read(request, body);
    if (!isJson) throw malformed();
    await takeTurn();
    return value;
  }

  function read(request: FastifyRequest, body: Buffer): { isJson: boolean; value?: unknown } {
    let result: ReturnType<typeof read> = { isJson: false };
    if (!isUtf8(body)) return result;
    const text = body.toString('utf8');
    // The parser calls back synchronously.
    void parse(request, text, (error, value) => {
      if (!error) result = { isJson: true, value: mayHoldInexactNumbers(text) ? parseMarkingInexact(text) : value };
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

function malformed(): HttpRefusal {
  return new HttpRefusal(failure('malformed_json'));
}
