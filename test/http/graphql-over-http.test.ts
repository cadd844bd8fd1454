import { type IncomingHttpHeaders, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Answer, type Customer, useApi } from './start-api.js';

const api = useApi();

const VIEWER = '{ viewer { organisation { id } } }';
const SEND = 'mutation { sendSms(input: { to: "12025550100", message: "Hi" }) { message { id } } }';
const GRAPHQL_TYPE = 'application/graphql-response+json; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

type Headers = Readonly<Record<string, string>>;

let customer: Customer;
let member: Customer;
beforeAll(async () => {
  customer = await api.customer();
  member = await api.member();
});

const byGet = (query: string, headers: Headers): Promise<Answer> =>
  api.fetch(`/graphql?query=${encodeURIComponent(query)}`, { headers });

const codeOf = ({ body }: Answer) => body.errors?.[0].extensions.code;

describe('a query by GET', () => {
  it('is answered when it shows a key, without a header made for Apollo', async () => {
    const answer = await byGet(VIEWER, customer.headers);
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { viewer: { organisation: { id: expect.any(String) } } } },
    });
  });

  it('is answered with a cookie when it names an organisation, which no page elsewhere can make it do', async () => {
    expect(await byGet(VIEWER, member.headers)).toMatchObject({ status: 200 });
  });

  it('is refused with a cookie alone: any page can make a browser send it', async () => {
    const answer = await byGet(VIEWER, { cookie: member.headers.cookie as string });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('Cross-Site Request Forgery');
  });

  it('is not made by the cookie when browsers add credentials of their own, as from an address with a password', async () => {
    const basic = { cookie: member.headers.cookie as string, authorization: 'Basic YTpi' };
    expect(await byGet(VIEWER, basic)).toMatchObject({ status: 401 });
  });

  it.each([undefined, GRAPHQL_TYPE])('is refused with 405 when it is a mutation (accepting %s)', async (accept) => {
    for (const { headers } of [customer, member]) {
      const answer = await byGet(SEND, { ...headers, ...(accept && { accept }) });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    }
    expect(await api.sql('SELECT 1 FROM sms_messages')).toEqual([]);
  });
});

describe('an answer in the type that the caller accepts', () => {
  const post = (body: string, headers: Headers) =>
    api.fetch('/graphql', { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
  const ask = (headers: Headers) => post(JSON.stringify({ query: VIEWER }), headers);
  const keyAnd = (headers: Headers) => ({ ...customer.headers, ...headers });

  type Refusal = readonly [what: string, status: number, code: string, call: (accept: Headers) => Promise<Answer>];
  const REFUSALS: readonly Refusal[] = [
    ['a wrong key', 401, 'UNAUTHENTICATED', (accept) => ask(keyAnd({ ...accept, authorization: 'Bearer pr_test_x' }))],
    ['a wrong key by GET', 401, 'UNAUTHENTICATED', (accept) => byGet(VIEWER, { ...accept, authorization: 'Bearer x' })],
    [
      'no organisation',
      400,
      'INVALID_ORGANISATION_HEADER',
      (accept) => ask({ ...accept, authorization: customer.headers.authorization as string }),
    ],
    ['malformed JSON', 400, 'MALFORMED_JSON', (accept) => post('{"query', keyAnd(accept))],
    ['no body', 400, 'BAD_REQUEST', (accept) => post('', keyAnd(accept))],
    ['a body that is too large', 413, 'BODY_TOO_LARGE', (accept) => post('x'.repeat(4_194_305), keyAnd(accept))],
    ['a form', 415, 'UNSUPPORTED_MEDIA_TYPE', (accept) => post('query=x', keyAnd({ ...accept, ...FORM }))],
    [
      'another method',
      405,
      'METHOD_NOT_ALLOWED',
      (accept) => api.fetch('/graphql', { method: 'PUT', headers: accept }),
    ],
    ['no GraphQL', 400, 'GRAPHQL_PARSE_FAILED', (accept) => byGet('{', keyAnd(accept))],
    ['an unknown field', 400, 'GRAPHQL_VALIDATION_FAILED', (accept) => byGet('{ nothing }', keyAnd(accept))],
    ['an outage', 503, 'UNAVAILABLE', (accept) => withoutDatabase(() => ask(keyAnd(accept)))],
    [
      'a key that has used up its limit',
      429,
      'THROTTLED',
      (accept) => whenThrottled((headers) => ask({ ...headers, ...accept })),
    ],
    [
      'a refused document of one who has used up the limit',
      429,
      'THROTTLED',
      (accept) => whenThrottled((headers) => byGet('{ nothing }', { ...headers, ...accept })),
    ],
    [
      'a wrong key at the stream',
      401,
      'UNAUTHENTICATED',
      (accept) => api.fetch('/graphql/stream', { headers: accept }),
    ],
  ];

  it.each(REFUSALS)('%s is answered with %i %s', async (_what, status, code, call) => {
    const answer = await call({ accept: 'application/graphql-response+json,application/json;q=0.9' });
    expect([answer.status, codeOf(answer), answer.headers.get('content-type')]).toEqual([status, code, GRAPHQL_TYPE]);
    expect(Object.keys(answer.body)).not.toContain('data');
  });

  it.each(['application/json', '*/*', 'text/html', 'application/json, application/graphql-response+json;q=0.5'])(
    'is plain JSON to %s',
    async (accept) => {
      const answer = await ask(keyAnd({ accept, authorization: 'Bearer nonsense' }));
      expect([answer.status, answer.headers.get('content-type')]).toEqual([401, JSON_TYPE]);
    },
  );

  it('is plain JSON in REST, whatever is accepted', async () => {
    const answer = await api.fetch('/v1/sms/campaigns/', { headers: { accept: GRAPHQL_TYPE } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([401, JSON_TYPE]);
  });

  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

  /** The database refuses what looks keys up, as one that restarts. */
  async function withoutDatabase(call: () => Promise<Answer>): Promise<Answer> {
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const identify = jest.spyOn(api.faces, 'identify').mockRejectedValueOnce(away);
    return call().finally(() => identify.mockRestore());
  }

  async function whenThrottled(call: (headers: Headers) => Promise<Answer>): Promise<Answer> {
    const other = await api.customer();
    await other.call('GET', '/v1/events/');
    await api.sql('UPDATE rate_limits SET totals[1] = totals[62] + 300 WHERE key LIKE $1', [
      `%${other.organisationId}`,
    ]);
    return call(other.headers);
  }
});

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** As the bytes come, which `fetch` would unpack. */
function receive(path: string, acceptEncoding: string | undefined, body?: object): Promise<Received> {
  const headers = {
    ...customer.headers,
    ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }),
    ...(body && { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const call = request(`${api.url}${path}`, { method: body ? 'POST' : 'GET', headers }, async (answer) => {
      const bytes = Buffer.concat(await answer.toArray());
      resolve({ headers: answer.headers, bytes });
    });
    call.on('error', reject).end(body && JSON.stringify(body));
  });
}

const LIST = '/v1/sms/campaigns/';
const TYPES = '__schema { types { name description } }';
const graphql = (query: string, acceptEncoding = 'gzip, deflate, br') => receive('/graphql', acceptEncoding, { query });

describe('a long answer', () => {
  beforeAll(async () => {
    const recipients = Array.from({ length: 30 }, (_, index) => `1202555${1000 + index}`);
    for (let campaign = 0; campaign < 12; campaign += 1) {
      await customer.call('POST', '/v1/sms/send-bulk/', { message: 'Hello', recipients, name: `Campaign ${campaign}` });
    }
  });

  it.each<[face: string, ask: (acceptEncoding?: string) => Promise<Received>]>([
    ['REST', (acceptEncoding) => receive(LIST, acceptEncoding)],
    ['GraphQL', (acceptEncoding) => receive('/graphql', acceptEncoding, { query: `{ ${TYPES} }` })],
  ])('of %s is compressed for clients that accept gzip, and says the same', async (_, ask) => {
    const [plain, packed] = [await ask(), await ask('gzip, deflate, br')];
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
    for (const { headers, bytes } of [plain, packed]) {
      expect(headers.vary).toMatch(/\baccept-encoding\b/);
      expect(headers['content-length'] ?? String(bytes.length)).toBe(String(bytes.length));
    }
  });

  it.each(['identity', 'br', 'gzip;q=0', '', 'gzip;q=0.1, identity'])('is plain for "%s"', async (acceptEncoding) => {
    const { headers, bytes } = await receive(LIST, acceptEncoding);
    expect(headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(String(bytes)).count).toBe(12);
  });

  it('is plain if it may hold a secret', async () => {
    const id = '019a1f0c-7d10-7c3a-8f21-5b9e2d1c0f34';
    const key =
      'createApiKey(input: { name: "A key", mode: TEST, scopes: [SMS_READ] }) { key apiKey { id name hint mode scopes createdAt } }';
    const answers = [
      await graphql(`{ sessionQr(sessionId: "${id}") { raw } ${TYPES} }`),
      await graphql(`mutation { ${Array.from({ length: 12 }, (_, index) => `k${index}: ${key}`).join(' ')} }`),
    ];
    expect(String(answers[1]?.bytes)).toContain('pr_test_');
    for (const { headers, bytes } of answers) {
      expect(bytes.length).toBeGreaterThan(2_048);
      expect(headers['content-encoding']).toBeUndefined();
    }
  });
});

it('a short answer is not compressed', async () => {
  const { headers } = await receive(`${LIST}?page_size=1`, 'gzip');
  expect(headers['content-encoding']).toBeUndefined();
});
