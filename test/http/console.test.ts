import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { resolve } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { parse, validate } from 'graphql';
import { buildPostriderSchema } from '../../src/api/graphql/schema.js';
import { hashOfStyle } from '../../src/http/pages/console.js';
import { useApi, useMember } from './start-api.js';

const api = useApi();
const BUILT = resolve(import.meta.dirname, '../../dist/app');
const DOCUMENTS: Readonly<Record<string, string>> = JSON.parse(readFileSync(resolve(BUILT, 'documents.json'), 'utf8'));
const SCRIPT = readdirSync(resolve(BUILT, 'assets')).find((name) => /^index-.*\.js$/.test(name)) ?? 'none';
const ID = '01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70';
/** As Chromium sends it. */
const BROWSER = 'gzip, deflate, br, zstd';

interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** The bytes as they come, and paths as they are given: `fetch` would unpack the one and tidy up the other. */
function receive(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> {
  const { hostname, port } = new URL(api.url);
  return new Promise((resolveWith, reject) => {
    request({ hostname, port, path, method, headers }, async (answer) => {
      const bytes = Buffer.concat(await answer.toArray());
      resolveWith({ status: answer.statusCode ?? 0, headers: answer.headers, bytes });
    })
      .on('error', reject)
      .end();
  });
}

const FILES = {
  '/app/': 'index.html',
  '/app/documents.json': 'documents.json',
  [`/app/assets/${SCRIPT}`]: `assets/${SCRIPT}`,
};

describe.each(Object.entries(FILES))('%s', (path, file) => {
  const content = readFileSync(resolve(BUILT, file));

  it.each([
    [BROWSER, 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
    ['br;q=0, gzip;q=0', undefined, (bytes: Buffer) => bytes],
    ['nonsense', undefined, (bytes: Buffer) => bytes],
  ])('comes to a client that accepts "%s" as %s', async (accepted, encoding, unpack) => {
    const { status, headers, bytes } = await receive(path, { 'accept-encoding': accepted });
    expect([status, headers['content-encoding'], headers['content-length']]).toEqual([
      200,
      encoding,
      String(bytes.length),
    ]);
    expect(headers.vary).toBe('accept-encoding');
    expect(unpack(bytes).equals(content)).toBe(true);
  });

  it('is not sent again while it has not changed', async () => {
    const { etag = '' } = (await receive(path)).headers;
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    for (const known of [etag, `W/${etag}`, `"older", ${etag}`]) {
      const { status, bytes, headers } = await receive(path, { 'if-none-match': known });
      expect([status, bytes.length, headers.etag]).toEqual([304, 0, etag]);
    }
    expect((await receive(path, { 'if-none-match': '"older"' })).status).toBe(200);
  });

  it('tells its headers to HEAD', async () => {
    const [got, head] = [await receive(path), await receive(path, {}, 'HEAD')];
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'content-security-policy'])
      expect([name, head.headers[name]]).toEqual([name, got.headers[name]]);
  });

  it('is for reading alone', async () => {
    const { status, headers } = await receive(path, {}, 'POST');
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('the page of the console', () => {
  it.each([
    '/app',
    '/app/',
    `/app/${ID}`,
    `/app/${ID}/campaigns/${ID}?status=failed`,
    '/app/nothing.js',
    '/app/%2e%2e/x',
  ])('is what %s shows', async (path) => {
    const { status, headers, bytes } = await receive(path, { 'accept-encoding': 'identity' });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(String(bytes)).toBe(readFileSync(resolve(BUILT, 'index.html'), 'utf8'));
  });

  it('may load and call this server alone, and make no markup of texts', async () => {
    const { headers } = await receive('/app/');
    expect(String(headers['content-security-policy']).split('; ').sort()).toEqual(
      [
        "default-src 'none'",
        "script-src 'self'",
        `style-src 'self' '${hashOfStyle(readFileSync(resolve(BUILT, 'index.html')))}'`,
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self' wss://sms.example.org",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ].sort(),
    );
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  it('has nothing inline but the style that its policy names, and everything that it names is there', async () => {
    const html = readFileSync(resolve(BUILT, 'index.html'), 'utf8');
    const [styles, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [''];
    const { headers } = await receive('/app/');
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`);
    const pictures = /data:image\/svg\+xml,[^"]+/g;
    const others = html.replace(pictures, '').replace(styles, '');
    expect(others).not.toMatch(/<script[^>]*>[^<]|<style|\sstyle=|\son\w+=|https?:/);
    const named = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, url = '']) => url);
    expect(named.length).toBeGreaterThan(1);
    for (const url of named) expect([url, (await receive(url)).status]).toEqual([url, 200]);
  });
});

describe('the files of the console', () => {
  it('are kept by browsers for good, because their names change with them', async () => {
    const { headers } = await receive(`/app/assets/${SCRIPT}`);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  it.each([
    'index-00000000.js',
    `${SCRIPT}.br`,
    `${SCRIPT}/more`,
    '../index.html',
    '..%2findex.html',
    '..%5c..%5cpackage.json',
    '%2e%2e%2f%2e%2e%2f%2e%2e%2fpackage.json',
    '__proto__',
    'constructor',
    'x'.repeat(300),
  ])('are 404 as %s', async (name) => {
    const { status, headers, bytes } = await receive(`/app/assets/${name}`);
    expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
    expect(JSON.parse(String(bytes)).code).toBe('not_found');
  });
});

describe('the documents of the console', () => {
  const member = useMember(api);
  const hashOf = (name: string) =>
    Object.keys(DOCUMENTS).find((hash) => DOCUMENTS[hash]?.startsWith(`query ${name}`)) ?? 'none';
  const WHO_AM_I = hashOf('WhoAmI');
  const UNKNOWN = { status: 400, body: { errors: [{ extensions: { code: 'UNKNOWN_DOCUMENT' } }] } };
  const post = (body: unknown, headers: Record<string, string> = {}, path = '/graphql') =>
    member.call('POST', path, body, headers);

  it('fit the schema', () => {
    const schema = buildPostriderSchema();
    expect(Object.values(DOCUMENTS).flatMap((text) => validate(schema, parse(text)).map(String))).toEqual([]);
  });

  it('are run by their hash', async () => {
    const { status, body } = await post({ documentId: WHO_AM_I, variables: {} });
    expect([status, body.data.viewer.organisation.id]).toEqual([200, member.organisationId]);
  });

  it('are run for the caller, and for nobody without one', async () => {
    const body = JSON.stringify({ documentId: WHO_AM_I });
    const answer = await api.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(answer).toMatchObject({ status: 401, body: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] } });
  });

  it('come as a stream to a caller that asks for one', async () => {
    const { status, text } = await post({ documentId: WHO_AM_I }, { accept: 'text/event-stream' });
    expect([status, text]).toEqual([200, expect.stringContaining(member.organisationId)]);
    expect(await post({ documentId: 'none' }, { accept: 'text/event-stream' })).toMatchObject({ status: 400 });
  });

  it.each([
    ['a name that every object has', '__proto__'],
    ['another', 'constructor'],
    ['a hash of another build', 'AAAAAAAAAAAAAAAAAAAAAA'],
    ['nothing', ''],
    ['a number', 7],
    ['null', null],
    ['a list with a hash', [WHO_AM_I]],
    ['an object', { toString: WHO_AM_I }],
    ['a megabyte', 'x'.repeat(1_000_000)],
  ])('are none for %s', async (_, documentId) => {
    // `__proto__` as a value, never as a key, which the parser of bodies refuses.
    expect(await post({ documentId, variables: {} })).toMatchObject(UNKNOWN);
  });

  it('do not replace a text that comes with the hash', async () => {
    const answer = await post({ documentId: WHO_AM_I, query: '{ installation { version } }' });
    expect(answer.body.data).toEqual({ installation: { version: expect.any(String) } });
  });

  it.each([
    ['a batch', () => post([{ documentId: WHO_AM_I }])],
    ['a text', () => post(JSON.stringify(WHO_AM_I))],
    ['GET', () => member.call('GET', `/graphql?documentId=${WHO_AM_I}`)],
    ['/graphql/stream', () => post({ documentId: WHO_AM_I }, {}, '/graphql/stream')],
    ['the query string of a POST', () => post({ variables: {} }, {}, `/graphql?documentId=${WHO_AM_I}`)],
  ])('are not run by %s', async (_, ask) => {
    const { status, text } = await ask();
    expect(text).not.toContain(member.organisationId);
    // A stream says in it what is wrong with its document.
    expect(text).toMatch(/errors|detail/);
    expect([200, 400]).toContain(status);
  });

  it('are counted like any other call, unknown ones too', async () => {
    const { headers } = await post({ documentId: WHO_AM_I });
    const before = Number(headers.get('x-ratelimit-remaining'));
    const unknown = await post({ documentId: 'none' });
    expect(Number(unknown.headers.get('x-ratelimit-remaining'))).toBe(before - 1);
  });
});
