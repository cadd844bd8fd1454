import { randomUUID } from 'node:crypto';
import { describe, expect, it, jest } from '@jest/globals';
import { describeRest } from '../../src/api/rest/openapi.js';
import { REST_TABLE, ROUTES } from '../support/calls/rest-routes.js';
import { rawSocket } from '../support/subscribers.js';
import { type Answer, useApi, useCustomer, useMember } from './start-api.js';

const ALLOWED = 'https://app.example.org';
const api = useApi({ ALLOWED_ORIGINS: `${ALLOWED},http://127.0.0.1:3000` });
const CLOSED = useApi();

/** Each differs from an allowed origin in one thing, or is what browsers send for pages without one. */
const OTHERS = [
  'https://evil.example',
  'http://app.example.org',
  'https://app.example.org:8443',
  'https://app.example.org.evil.example',
  'https://sub.app.example.org',
  'https://example.org',
  'http://127.0.0.1:3001',
  'null',
];
const SHARED = [
  '/v1/sms/send/',
  '/v1/sms/campaigns',
  '/graphql',
  '/graphql/stream',
  '/openapi.json',
  '/schema.graphql',
];
const VIEWER = JSON.stringify({ query: '{ viewer { organisation { id } person { email } } }' });

const customer = useCustomer(api);
const member = useMember(api);

const preflight = (path: string, origin: string, server = api): Promise<Answer> =>
  server.fetch(path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,x-organisation-id',
    },
  });
const allowanceIn = ({ headers }: Answer) => [...headers.keys()].filter((name) => name.startsWith('access-control-'));
const listIn = ({ headers }: Pick<Answer, 'headers'>, name: string) =>
  (headers.get(name) ?? '').toLowerCase().split(', ');

describe('a preflight', () => {
  it.each(SHARED)('of %s from an allowed origin is answered before authentication, for two hours', async (path) => {
    const identify = jest.spyOn(api.faces, 'identify');
    for (const origin of [ALLOWED, 'http://127.0.0.1:3000']) {
      const answer = await preflight(path, origin);
      expect([answer.status, answer.text, answer.headers.get('access-control-allow-origin')]).toEqual([
        204,
        '',
        origin,
      ]);
      expect(answer.headers.get('access-control-max-age')).toBe('7200');
      expect(answer.headers.get('vary')?.toLowerCase()).toContain('origin');
      const headers = listIn(answer, 'access-control-allow-headers');
      expect(headers).toEqual(expect.arrayContaining(['authorization', 'x-organisation-id', 'content-type', '*']));
      expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
    }
    expect(identify).not.toHaveBeenCalled();
    identify.mockRestore();
  });

  it('allows the method of every route', async () => {
    const allowed = listIn(await preflight('/v1/webhooks/', ALLOWED), 'access-control-allow-methods');
    expect(allowed).toEqual(expect.arrayContaining([...new Set(ROUTES.map(({ method }) => method.toLowerCase()))]));
  });

  it.each(OTHERS)('from %s allows nothing', async (origin) => {
    for (const path of SHARED) expect(allowanceIn(await preflight(path, origin))).toEqual([]);
  });

  it.each(['/', '/sign-in', '/docs', '/graphiql', '/metrics', '/livez', '/callbacks/sandbox', '/people/app.js'])(
    'of %s, which is for no other page, allows nothing',
    async (path) => {
      expect(allowanceIn(await preflight(path, ALLOWED))).toEqual([]);
    },
  );

  it('allows nothing where no origin is configured', async () => {
    for (const path of SHARED) {
      const answer = await preflight(path, ALLOWED, CLOSED);
      expect([allowanceIn(answer), answer.headers.get('vary')?.includes('rigin') ?? false]).toEqual([[], false]);
    }
  });
});

describe('a call of a page with an allowed origin', () => {
  const from = (origin: string, more: Readonly<Record<string, string>> = {}) => ({
    ...customer.headers,
    ...more,
    origin,
  });
  const json = { 'content-type': 'application/json' };
  const post = (path: string, body: string, headers: Readonly<Record<string, string>>) =>
    api.fetch(path, { method: 'POST', body, headers: { ...json, ...headers } });

  function expectReadable(answer: Pick<Answer, 'headers'>): void {
    expect(answer.headers.get('access-control-allow-origin')).toBe(ALLOWED);
    expect(answer.headers.get('vary')?.toLowerCase()).toContain('origin');
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
    const exposed = listIn(answer, 'access-control-expose-headers');
    const said = [...answer.headers.keys()].filter((name) =>
      /^(?:x-request-id|x-?ratelimit|retry|idempotency)/.test(name),
    );
    expect(exposed).toEqual(expect.arrayContaining(said));
  }

  it('can read REST, GraphQL, the descriptions and the headers of their answers', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const send = () => post('/v1/sms/send/', '{"to":"12025550100","message":"Hi"}', from(ALLOWED, key));
    expect(await send()).toMatchObject({ status: 201 });
    const replayed = await send();
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    const answers = [
      replayed,
      await post('/graphql', VIEWER, from(ALLOWED)),
      await api.fetch('/graphql?query={__typename}', { headers: from(ALLOWED) }),
      await api.fetch('/openapi.json', { headers: { origin: ALLOWED } }),
      await api.fetch('/schema.graphql', { headers: { origin: ALLOWED } }),
    ];
    for (const answer of answers) expectReadable(answer);
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200]);
  });

  it('can read a stream of events', async () => {
    const query = encodeURIComponent('subscription { messageStatusChanged { sequence } }');
    const gone = new AbortController();
    const init = { headers: from(ALLOWED), signal: gone.signal };
    const stream = await fetch(`${api.url}/graphql/stream?query=${query}`, init);
    gone.abort();
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expectReadable(stream);
  });

  it('can read what is wrong', async () => {
    const failures: readonly [number, () => Promise<Answer>][] = [
      [401, () => api.fetch('/v1/sms/campaigns/', { headers: { origin: ALLOWED } })],
      [401, () => post('/graphql', VIEWER, { origin: ALLOWED, authorization: 'Bearer x' })],
      [401, () => post('/graphql/stream', VIEWER, { origin: ALLOWED })],
      [400, () => post('/v1/sms/send/', '{', from(ALLOWED))],
      [413, () => post('/v1/sms/send/', 'x'.repeat(1_100_000), from(ALLOWED))],
      [413, () => post('/graphql', 'x'.repeat(4_194_305), from(ALLOWED))],
      [415, () => post('/v1/sms/send/', 'x', from(ALLOWED, { 'content-type': 'text/plain' }))],
      [404, () => api.fetch('/v1/nothing/', { headers: from(ALLOWED) })],
      [405, () => api.fetch('/v1/sms/send/', { headers: from(ALLOWED) })],
      [400, () => api.fetch('/v1/sms/campaigns/%zz/', { headers: from(ALLOWED) })],
      [503, () => whileAway(() => api.fetch('/v1/sms/campaigns/', { headers: from(ALLOWED) }))],
      [503, () => whileAway(() => post('/graphql', VIEWER, from(ALLOWED)))],
      [429, () => whenThrottled((headers) => api.fetch('/v1/events/', { headers: { ...headers, origin: ALLOWED } }))],
      [429, () => whenThrottled((headers) => post('/graphql', VIEWER, { ...headers, origin: ALLOWED }))],
    ];
    for (const [status, call] of failures) {
      const answer = await call();
      expect(answer.status).toBe(status);
      expectReadable(answer);
    }
  });

  it('is unauthenticated when it shows a cookie alone', async () => {
    for (const path of ['/graphql', '/graphql/stream']) {
      const answer = await post(path, VIEWER, { ...member.headers, origin: ALLOWED });
      expect([answer.status, answer.body.errors[0].extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
    }
  });

  it.each(OTHERS)('can be read by no page of %s', async (origin) => {
    const answers = [
      await post('/graphql', VIEWER, from(origin)),
      await api.fetch('/v1/sms/campaigns/', { headers: from(origin) }),
      await api.fetch('/openapi.json', { headers: { origin } }),
    ];
    for (const answer of answers) {
      expect(allowanceIn(answer)).toEqual([]);
      expect(answer.headers.get('vary')?.toLowerCase()).toContain('origin');
    }
  });

  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const whileAway = (call: () => Promise<Answer>) => {
    const identify = jest.spyOn(api.faces, 'identify').mockRejectedValueOnce(away);
    return call().finally(() => identify.mockRestore());
  };

  async function whenThrottled(call: (headers: Readonly<Record<string, string>>) => Promise<Answer>): Promise<Answer> {
    const other = await api.customer();
    await other.call('GET', '/v1/events/');
    await api.sql('UPDATE rate_limits SET totals[1] = totals[62] + 300');
    return call(other.headers).finally(() => api.sql('DELETE FROM rate_limits'));
  }
});

it('every header of the OpenAPI document can be read', async () => {
  const { components } = describeRest(REST_TABLE, api.url, '0.0.0') as { components: { headers: object } };
  const answer = await api.fetch('/openapi.json', { headers: { origin: ALLOWED } });
  const documented = Object.keys(components.headers).map((name) => name.toLowerCase());
  expect(documented).toContain('retry-after');
  expect(listIn(answer, 'access-control-expose-headers')).toEqual(expect.arrayContaining(documented));
});

describe('a WebSocket', () => {
  const open = (origin: string | undefined, server = api) =>
    rawSocket(server.url, origin === undefined ? {} : { origin });

  it.each([ALLOWED, 'https://sms.example.org', 'its own host', undefined])(
    'is opened by a page of %s',
    async (origin) => {
      const raw = await open(origin === 'its own host' ? api.url : origin);
      raw.say({ type: 'connection_init', payload: customer.headers });
      await raw.until('connection_ack');
      raw.socket.terminate();
    },
  );

  it.each(OTHERS)('is refused to a page of %s, whatever its key', async (origin) => {
    await expect(open(origin)).rejects.toThrow('Unexpected server response: 403');
  });

  it('is refused to every other page where no origin is configured', async () => {
    await expect(open(ALLOWED, CLOSED)).rejects.toThrow('Unexpected server response: 403');
  });

  it('of an allowed origin shows its key: the cookie counts for nothing', async () => {
    const raw = await rawSocket(api.url, { origin: ALLOWED, cookie: member.headers.cookie });
    raw.say({ type: 'connection_init', payload: { 'x-organisation-id': member.organisationId } });
    expect((await raw.closed).code).toBe(4403);
  });
});
