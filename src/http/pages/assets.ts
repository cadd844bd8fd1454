import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PACKAGE_FOLDER } from '../../lib/version.js';
import { acceptsGzip, addVary } from '../responses/compress.js';
import { PAGE_POLICY } from '../responses/security-headers.js';

export interface Asset {
  readonly url: string;
  readonly type:
    | 'text/html'
    | 'text/css'
    | 'text/javascript'
    | 'text/plain'
    | 'application/json'
    | 'image/svg+xml'
    | 'image/x-icon'
    | 'font/ttf';
  /** Called at the first request: most servers never show their documentation. */
  readonly load: () => Promise<string | Buffer>;
}

/** Where web/build.js puts what browsers load. */
export const BUILT_FOLDER = join(PACKAGE_FOLDER, 'dist');

const BINARY: ReadonlySet<Asset['type']> = new Set(['font/ttf', 'image/x-icon']);

const TYPES: Readonly<Record<string, Asset['type']>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
};

/** The files that web/build.js has put into a folder of `dist`, for the pages that load them. */
export function builtAssets(folder: string, prefix: string): Asset[] {
  const path = join(BUILT_FOLDER, folder);
  return readdirSync(path).map((name) => {
    const type = TYPES[extname(name)];
    if (!type) throw new Error(`${name} in ${path} has no media type here.`);
    return { url: `${prefix}/${name}`, type, load: () => readFile(join(path, name)) };
  });
}

interface Loaded {
  readonly plain: Buffer;
  readonly packed: Buffer;
  readonly etag: string;
}

const compress = promisify(gzip);

/** Serves a page or a file that it loads: compressed if the client accepts that, and with 304 if it is unchanged. */
export function mountAsset(app: FastifyInstance, { url, type, load }: Asset, policy = PAGE_POLICY): void {
  let loading: Promise<Loaded> | undefined;
  app.get(url, async (request, reply) => {
    loading ??= prepare(load);
    const { plain, packed, etag } = await loading.catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    reply
      .type(BINARY.has(type) ? type : `${type}; charset=utf-8`)
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .header('etag', etag);
    addVary(reply);
    if (isUnchanged(request, etag)) return reply.code(304).send();
    return acceptsGzip(request.raw) ? reply.header('content-encoding', 'gzip').send(packed) : reply.send(plain);
  });
}

async function prepare(load: Asset['load']): Promise<Loaded> {
  const plain = Buffer.from(await load());
  return { plain, packed: await compress(plain), etag: etagOf(plain) };
}

/** The version of a file, as browsers send it back to learn whether there is a newer one. */
export function etagOf(content: Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

/** Whether the client has this version. A proxy that compresses responses puts `W/` before the tag. */
export function isUnchanged({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known?.includes(etag) ?? false;
}
