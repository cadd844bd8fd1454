import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { failure } from '../api/error-map.js';
import { takeTurn } from '../lib/async/turns.js';
import { mayHoldInexactNumbers, parseMarkingInexact } from '../lib/exact-json.js';
import { HttpRefusal } from './failures.js';

/** Some hundred recipients: what is longer takes milliseconds, and comes in company. */
const LONG_BODY_BYTES = 16 * 1024;

/** JSON is all we read; an empty body is none. Bodies are read only after the hooks that may refuse a call. */
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

  /** Bodies that arrive together are parsed one in a round of the event loop, and what is done with each follows later. */
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
    // Calls back at once.
    void parse(request, text, (error, value) => {
      if (!error) result = { isJson: true, value: mayHoldInexactNumbers(text) ? parseMarkingInexact(text) : value };
    });
    return result;
  }
}

/** Where there is no body nothing is of the type that is named, as `curl -d ''` names a form. */
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
