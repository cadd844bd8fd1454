import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { failure } from '../../api/error-map.js';
import { addVary } from '../responses/compress.js';
import { HttpRefusal } from '../responses/failures.js';
import { consolePolicy } from '../responses/security-headers.js';
import { BUILT_FOLDER, etagOf, isUnchanged } from './assets.js';

const BUILT = join(BUILT_FOLDER, 'app');
const ASSETS = join(BUILT, 'assets');

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
};

/** The forms in which the build leaves each file, the smallest first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;

interface Packed extends Readonly<Record<(typeof ENCODINGS)[number], Buffer>> {
  readonly type: string;
  readonly etag: string;
}

/** Serves the console below /app/. Its pages have addresses of their own, which all answer with the same document. */
export function mountConsole(app: FastifyInstance, publicUrl: string): void {
  const page = load(join(BUILT, 'index.html'), 'text/html; charset=utf-8');
  const policy = consolePolicy(publicUrl, hashOfStyle(page.identity));
  // For people who copy the question of a page.
  const documents = load(join(BUILT, 'documents.json'), 'application/json; charset=utf-8');
  const assets = new Map(
    readdirSync(ASSETS).flatMap((name) => {
      const type = TYPES[extname(name)];
      return type ? [[name, load(join(ASSETS, name), type)]] : [];
    }),
  );

  app.get('/app/assets/*', async (request: FastifyRequest<{ Params: { '*': string } }>, reply) => {
    const asset = assets.get(request.params['*']);
    if (!asset) throw new HttpRefusal(failure('not_found', 'This file is not of this version: load the page again.'));
    // The name has a hash of the content.
    return send(request, reply.header('cache-control', 'public, max-age=31536000, immutable'), asset);
  });
  app.get('/app/documents.json', async (request, reply) =>
    send(request, reply.header('cache-control', 'no-cache'), documents),
  );
  const showPage = async (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply.header('content-security-policy', policy).header('cache-control', 'no-cache'), page);
  app.get('/app', showPage);
  app.get('/app/*', showPage);
}

function load(path: string, type: string): Packed {
  const identity = readFileSync(path);
  return { type, etag: etagOf(identity), br: readFileSync(`${path}.br`), gzip: readFileSync(`${path}.gz`), identity };
}

/** The source expression of a content policy for the style inside a page. */
export function hashOfStyle(page: Buffer): string {
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page.toString()) ?? [];
  return `sha256-${createHash('sha256').update(style).digest('base64')}`;
}

function send(request: FastifyRequest, reply: FastifyReply, file: Packed): FastifyReply {
  addVary(reply.type(file.type).header('etag', file.etag));
  if (isUnchanged(request, file.etag)) return reply.code(304).send();
  const accepted = new Negotiator(request.raw).encodings([...ENCODINGS]);
  // Browsers name gzip before br, and like both as much.
  const encoding = ENCODINGS.find((one) => accepted.includes(one)) ?? 'identity';
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(file[encoding]);
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
