import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { HttpRefusal, refusal } from './failures.js';

/** JSON is all we read; an empty body is none. Bodies are read only after the hooks that may refuse a call. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    if (!isUtf8(body as Buffer)) return done(malformed());
    void parse(request, body.toString('utf8'), (error, value) => (error ? done(malformed()) : done(null, value)));
  });
}

function malformed(): HttpRefusal {
  return new HttpRefusal(refusal(400, 'malformed_json', 'The request body is not valid JSON.'));
}
