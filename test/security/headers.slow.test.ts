import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { hashOfStyle } from '../../src/http/pages/console.js';
import { consolePolicy, PAGE_POLICY, PEOPLE_POLICY } from '../../src/http/responses/security-headers.js';
import { type Answer, useApi, useCustomer, useMember } from '../http/start-api.js';

const OVER_TLS = useApi();
const PLAIN = useApi({ PUBLIC_URL: 'http://127.0.0.1:8080' });

const ID = '01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70';
const EVIL = 'https://evil.example';
const SEND = 'mutation { sendSms(input: { to: "12025550100", message: "Hi" }) { message { id } } }';

const COMMON = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
  'strict-transport-security': 'max-age=31536000',
};
const CONSOLE = readFileSync(resolve(import.meta.dirname, '../../dist/app/index.html'));
/** They hold nothing of anybody, and are asked for again only when they have changed. */
const PAGE = { ...COMMON, 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-cache' };
const PEOPLE_PAGE = { ...PAGE, 'content-security-policy': PEOPLE_POLICY };
const CONSOLE_PAGE = {
  ...PAGE,
  'content-security-policy': consolePolicy('https://sms.example.org', hashOfStyle(CONSOLE)),
};
/** What tells with what this server is built, or lets pages elsewhere read its answers. */
const NEVER = /^(?:server|x-powered-by|via|access-control-.*|set-cookie)$/;

const JSON_TYPE = 'application/json; charset=utf-8';
const PAGES: Readonly<Record<string, string>> = {
  '/design.css': 'text/css; charset=utf-8',
  '/theme.js': 'text/javascript; charset=utf-8',
  '/favicon.svg': 'image/svg+xml; charset=utf-8',
  '/favicon.ico': 'image/x-icon',
  '/reference/organisation.js': 'text/javascript; charset=utf-8',
  '/reference/docs.js': 'text/javascript; charset=utf-8',
  '/docs': 'text/html; charset=utf-8',
  '/docs/scalar.js': 'text/javascript; charset=utf-8',
  '/openapi.json': JSON_TYPE,
  '/schema.graphql': 'text/plain; charset=utf-8',
  '/graphiql': 'text/html; charset=utf-8',
  '/graphiql/start.js': 'text/javascript; charset=utf-8',
  '/graphiql/schema.json': JSON_TYPE,
  '/graphiql/style.css': 'text/css; charset=utf-8',
};
const BUILT = /^\/graphiql\/[\w.-]+\.(?<kind>js|ttf)$/;
const BUILT_TYPES: Readonly<Record<string, string>> = { js: 'text/javascript; charset=utf-8', ttf: 'font/ttf' };
const PEOPLE_PAGES: Readonly<Record<string, string>> = {
  '/': 'text/html; charset=utf-8',
  '/setup': 'text/html; charset=utf-8',
  '/sign-in': 'text/html; charset=utf-8',
  '/invitation': 'text/html; charset=utf-8',
  ...Object.fromEntries(
    ['app', 'next', 'key', 'set-up', 'sign-in', 'invitation'].map((name) => [
      `/people/${name}.js`,
      'text/javascript; charset=utf-8',
    ]),
  ),
};

/** Every route of the server as it has them, `GET /v1/events`. */
function routesOf(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', path = '', methods = ''] = /^((?:[│ ] {3})*)[├└]── (\S+) \((.*)\)$/.exec(line) ?? [];
    if (!path) return [];
    const depth = indent.length / 4;
    const whole = (above[depth - 1] ?? '') + path;
    above.splice(depth, above.length, whole);
    return methods.split(', ').map((method) => `${method} ${whole.replace('//', '/')}`);
  });
}

function expectHeaders({ headers }: Answer, wanted: Readonly<Record<string, string>>, type: RegExp | string): void {
  const all = Object.fromEntries(headers);
  expect(all).toMatchObject(wanted);
  expect(all['x-request-id']).toMatch(/./);
  expect(Object.keys(all).filter((name) => NEVER.test(name))).toEqual([]);
  if (typeof type === 'string') expect(all['content-type'] ?? '').toBe(type);
  else expect(all['content-type']).toMatch(type);
}

const customer = useCustomer(OVER_TLS);
const member = useMember(OVER_TLS);

const isBodiless = (method: string) => method === 'GET' || method === 'HEAD';

function kindOf(path: string): { readonly headers: Readonly<Record<string, string>>; readonly type: RegExp | string } {
  if (path in PAGES) return { headers: PAGE, type: PAGES[path] ?? '' };
  const built = BUILT.exec(path)?.groups?.kind;
  if (built) return { headers: PAGE, type: BUILT_TYPES[built] ?? '' };
  if (path in PEOPLE_PAGES) return { headers: PEOPLE_PAGE, type: PEOPLE_PAGES[path] ?? '' };
  if (path === '/app' || path === '/app*') return { headers: CONSOLE_PAGE, type: 'text/html; charset=utf-8' };
  if (path === '/app/documents.json') return { headers: { ...COMMON, 'cache-control': 'no-cache' }, type: JSON_TYPE };
  if (path === '/metrics') return { headers: COMMON, type: /^text\/plain; version=/ };
  if (path === '/graphql/stream')
    return { headers: COMMON, type: /^(?:application\/json|text\/event-stream); charset=utf-8$/ };
  return { headers: COMMON, type: /^application\/json; charset=utf-8$/ };
}

describe('every route of the server', () => {
  const callers: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
    nobody: () => ({}),
    'a key': () => customer.headers,
    'a person': () => member.headers,
    'a page elsewhere': () => ({ origin: EVIL }),
  };

  it.each(Object.entries(callers))('answers %s with the headers of its kind', async (_, headersOf) => {
    const routes = routesOf(OVER_TLS.http.app.printRoutes({ commonPrefix: false }));
    expect(routes.length).toBeGreaterThan(80);
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ');
      const url = path.replace(':sequence', '1').replace(/:\w+/g, ID).replace('*', '/x');
      const type = isBodiless(method) ? {} : { 'content-type': 'application/json' };
      const body = method === 'POST' ? '{}' : null;
      const answer = await OVER_TLS.fetch(url, { method, headers: { ...headersOf(), ...type }, body });
      const kind = kindOf(path);
      expectHeaders(answer, kind.headers, kind.type);
    }
    await OVER_TLS.sql('DELETE FROM rate_limits');
  });
});

describe('every kind of failure', () => {
  const json = { 'content-type': 'application/json' };
  const post = (body: string, headers: Readonly<Record<string, string>> = json) => ({ method: 'POST', body, headers });
  it.each<[number, string, RequestInit]>([
    [404, '/nothing', {}],
    [405, '/v1/sms/send/', { method: 'PUT' }],
    [405, '/docs', post('{}')],
    [400, '/v1/sms/send/', post('{')],
    [413, '/v1/suppressions/', post('x'.repeat(4_194_305))],
    [415, '/v1/sms/send/', post('<a/>', { 'content-type': 'text/xml' })],
    [413, '/graphql', post('x'.repeat(4_194_305))],
    [415, '/graphql', post('{}', { 'content-type': 'text/plain' })],
    [400, '/graphql', post('{}')],
    [400, '/%zz', {}],
    [404, '/callbacks/nobody/', post('{}')],
  ])('%i at %s has the headers of every answer', async (status, url, init) => {
    const answer = await OVER_TLS.fetch(url, { ...init, headers: { ...customer.headers, ...init.headers } });
    expect(answer.status).toBe(status);
    expectHeaders(answer, COMMON, JSON_TYPE);
  });

  it.each([404, 405, 400])('%i has them in a page for people too', async (status) => {
    const url = { 404: '/nothing', 405: '/docs', 400: '/%zz' }[status] ?? '';
    const answer = await OVER_TLS.fetch(url, { method: 'POST', headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(answer.status).toBe(status);
    expectHeaders(answer, { ...COMMON, 'content-security-policy': PEOPLE_POLICY }, 'text/html; charset=utf-8');
  });

  it('has them when it is throttled', async () => {
    const other = await OVER_TLS.customer();
    await other.call('GET', '/v1/events/');
    await OVER_TLS.sql('UPDATE rate_limits SET totals[1] = totals[62] + 300');
    for (const path of ['/v1/events/', '/graphql?query={organisation{id}}']) {
      const answer = await other.call('GET', path, undefined, { 'apollo-require-preflight': '1' });
      expect(answer.status).toBe(429);
      expectHeaders(answer, COMMON, JSON_TYPE);
    }
    await OVER_TLS.sql('DELETE FROM rate_limits');
  });

  it('has them when there has never been a request', async () => {
    const upgrade = 'Upgrade: websocket\r\nConnection: Upgrade\r\n';
    for (const bytes of [
      'GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\nLong: ${'x'.repeat(20_000)}\r\n\r\n`,
      `GET /graphql HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`,
      `GET /graphql HTTP/1.1\r\nHost: x\r\n${upgrade}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 7\r\n\r\n`,
    ]) {
      const [head = '', body = ''] = (await rawExchange(bytes)).split('\r\n\r\n');
      const headers = new Headers(
        head
          .split('\r\n')
          .slice(1)
          .map((line) => line.split(': ') as [string, string]),
      );
      expectHeaders({ status: 0, headers, text: body, body: null }, COMMON, JSON_TYPE);
      expect(JSON.parse(body)).toMatchObject({ detail: expect.any(String), code: expect.any(String) });
    }
  });
});

function rawExchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(new URL(OVER_TLS.url).port), '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

describe('a stream of events', () => {
  it('has the headers of every answer', async () => {
    const answer = await customer.listen({ query: 'subscription { messageStatusChanged { sequence } }' });
    expectHeaders(answer, COMMON, 'text/event-stream; charset=utf-8');
  });
});

describe('a server that is reached without TLS', () => {
  it('does not insist on it', async () => {
    const { headers } = await PLAIN.fetch('/livez');
    expect(headers.get('strict-transport-security')).toBeNull();
  });
});

describe('a page of another site', () => {
  const preflight = (path: string, method: string) =>
    OVER_TLS.fetch(path, {
      method: 'OPTIONS',
      headers: {
        origin: EVIL,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type,x-organisation-id',
      },
    });

  it.each(['/graphql', '/graphql/stream', '/v1/sms/send/', '/v1/webhooks/', '/metrics', '/sign-in'])(
    'is not allowed by a preflight of %s',
    async (path) => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const answer = await preflight(path, method);
        expect(answer.status).toBe(204);
        expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      }
    },
  );

  /** What a form or a script can send without asking first, from a browser in which a person has signed in. */
  const asBrowsersDo: readonly [string, Readonly<Record<string, string>>, string][] = [
    ['a form as text', { 'content-type': 'text/plain' }, JSON.stringify({ query: SEND })],
    [
      'a form',
      { 'content-type': 'application/x-www-form-urlencoded' },
      new URLSearchParams({ query: SEND }).toString(),
    ],
    [
      'a form with a file',
      { 'content-type': 'multipart/form-data; boundary=x' },
      `--x\r\nContent-Disposition: form-data; name="operations"\r\n\r\n${JSON.stringify({ query: SEND })}\r\n--x--\r\n`,
    ],
    [
      'text that calls itself JSON',
      { 'content-type': 'text/plain; application/json' },
      JSON.stringify({ query: SEND }),
    ],
    ['a beacon without a type', { 'content-type': '' }, JSON.stringify({ query: SEND })],
  ];
  const ORIGINS: readonly Readonly<Record<string, string>>[] = [
    { origin: EVIL, 'sec-fetch-site': 'cross-site' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://other.example.org', 'sec-fetch-site': 'same-site' },
    // An old browser, which tells nothing.
    {},
  ];

  it.each(asBrowsersDo)('does not act by %s with the cookie of a person', async (_, type, body) => {
    for (const origin of ORIGINS) {
      const answer = await OVER_TLS.fetch('/graphql', {
        method: 'POST',
        headers: { ...member.headers, ...origin, ...type },
        body,
      });
      expect([400, 415]).toContain(answer.status);
    }
    expect(await OVER_TLS.sql(`SELECT 1 FROM sms_messages WHERE organisation_id = '${member.organisationId}'`)).toEqual(
      [],
    );
  });

  it.each(ORIGINS.slice(0, 3))('is nobody even where a preflight would have been needed: %j', async (origin) => {
    const sent = await member.graphql(SEND, {}, origin);
    expect(sent).toMatchObject({ status: 401 });
    const stream = await member.call(
      'GET',
      '/graphql/stream?query=subscription{messageStatusChanged{sequence}}',
      undefined,
      origin,
    );
    expect(stream).toMatchObject({ status: 401 });
  });

  it.each(['cross-site', 'same-site'])('is nobody when a picture calls that comes %s', async (site) => {
    const path = '/graphql/stream?query=subscription{messageStatusChanged{sequence}}';
    expect(await member.call('GET', path, undefined, { 'sec-fetch-site': site })).toMatchObject({ status: 401 });
  });

  it.each(['GET', 'HEAD'])('does not act by %s', async (method) => {
    const path = `/graphql?query=${encodeURIComponent(SEND)}`;
    for (const headers of [{}, { 'apollo-require-preflight': '1' }]) {
      const answer = await member.call(method, path, undefined, headers);
      expect([400, 405]).toContain(answer.status);
    }
    expect(await OVER_TLS.sql(`SELECT 1 FROM sms_messages WHERE organisation_id = '${member.organisationId}'`)).toEqual(
      [],
    );
  });
});
