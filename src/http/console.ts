import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { failure } from '../api/error-map.js';
import { addVary } from './compress.js';
import { HttpRefusal } from './failures.js';
import { consolePolicy } from './security-headers.js';

/** Where web/build.js puts the console, for the program in `dist` as for tests that import it from `src`. */
const BUILT = resolve(import.meta.dirname, '../../dist/app');
const ASSETS = join(BUILT, 'assets');

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** What the server sends by the encoding that the browser accepts. */
interface Packed {
  readonly type: string;
  readonly br: Buffer;
  readonly gzip: Buffer;
  readonly identity: Buffer;
}

/** Serves the console below /app/. Its pages have addresses of their own, which all answer with the same document. */
export function mountConsole(app: FastifyInstance, publicUrl: string): void {
  const policy = consolePolicy(publicUrl);
  const page = load(join(BUILT, 'index.html'), 'text/html; charset=utf-8');
  const assets = new Map(
    readdirSync(ASSETS)
      .filter((name) => extname(name) in TYPES)
      .map((name) => [name, load(join(ASSETS, name), TYPES[extname(name)] as string)]),
  );
  app.get('/app/assets/:name', async (request: FastifyRequest<{ Params: { name: string } }>, reply) => {
    const asset = assets.get(request.params.name);
    if (!asset) throw new HttpRefusal(failure('not_found', 'This file is not of this version: load the page again.'));
    // The name has a hash of the content.
    return send(request, reply.header('cache-control', 'public, max-age=31536000, immutable'), asset);
  });
  const showPage = async (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply.header('content-security-policy', policy).header('cache-control', 'no-cache'), page);
  // For people who copy the question of a page.
  const documents = readFileSync(join(BUILT, 'documents.json'));
  app.get('/app/documents.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(documents),
  );
  app.get('/app', showPage);
  app.get('/app/*', showPage);
}

function load(path: string, type: string): Packed {
  return {
    type,
    br: readFileSync(`${path}.br`),
    gzip: readFileSync(`${path}.gz`),
    identity: readFileSync(path),
  };
}

function send({ raw }: FastifyRequest, reply: FastifyReply, file: Packed): FastifyReply {
  const encoding = new Negotiator(raw).encoding(['br', 'gzip', 'identity']) as 'br' | 'gzip' | 'identity' | undefined;
  addVary(reply.type(file.type));
  if (encoding === 'br' || encoding === 'gzip') reply.header('content-encoding', encoding);
  return reply.send(file[encoding ?? 'identity']);
}

/** The documents of the console by the hash of their text. */
export type ConsoleDocuments = ReadonlyMap<string, string>;

export function loadConsoleDocuments(): ConsoleDocuments {
  return new Map(Object.entries(JSON.parse(readFileSync(join(BUILT, 'documents.json'), 'utf8'))));
}

/** Puts the text of a document in place of its hash. Other callers send the text itself. */
export function expandDocument(body: unknown, documents: ConsoleDocuments): void {
  if (typeof body !== 'object' || body === null || !('documentId' in body) || 'query' in body) return;
  const { documentId } = body;
  const text = typeof documentId === 'string' ? documents.get(documentId) : undefined;
  if (text === undefined) throw new HttpRefusal(failure('unknown_document'));
  Object.assign(body, { query: text });
}
