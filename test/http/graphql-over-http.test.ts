import { type IncomingHttpHeaders, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Answer, useApi, useCustomer, useMember } from './start-api.js';

const api = useApi();

const VIEWER = '{ viewer { organisation { id } } }';
const SEND = 'mutation { sendSms(input: { to: "12025550100", message: "Hi" }) { message { id } } }';
const GRAPHQL_TYPE = 'application/graphql-response+json; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

type Headers = Readonly<Record<string, string>>;

const customer = useCustomer(api);
const member = useMember(api);

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
      await customer.sendBulkSms({ recipients, name: `Campaign ${campaign}` });
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

const CAMPAIGN = 'subscription ($id: UUID!) { campaignProgress(id: $id) { id status } }';
const JSON_BODY = { 'content-type': 'application/json' };

const stream = (body: object, accept = 'text/event-stream', headers = customer.headers) =>
  api.fetch('/graphql', { method: 'POST', headers: { ...headers, ...JSON_BODY, accept }, body: JSON.stringify(body) });
const streamByGet = (query: Record<string, string>, accept = 'text/event-stream', headers = customer.headers) =>
  api.fetch(`/graphql?${new URLSearchParams(query)}`, { headers: { ...headers, accept } });

/** The results in a stream that has completed. */
function resultsOf(text: string) {
  expect(text).toMatch(/event: complete\ndata:\n\n$/);
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, json = '']) => JSON.parse(json));
}

async function completedCampaign(): Promise<string> {
  const body = { message: 'Hello', recipients: ['12025550100'] };
  const { campaign_id: id } = (await customer.call('POST', '/v1/sms/send-bulk/', body)).body;
  // No worker runs here. A cancelled campaign is at its end, and so is its subscription.
  await customer.call('POST', `/v1/sms/campaigns/${id}/cancel/`);
  return id;
}

describe('/graphql, asked for a stream of events', () => {
  // As graphql-sse, and urql with `fetchSubscriptions`, ask.
  it.each(['text/event-stream', 'text/event-stream, multipart/mixed'])('streams a subscription: %s', async (accept) => {
    const id = await completedCampaign();
    for (const ask of [
      () => stream({ query: CAMPAIGN, variables: { id } }, accept),
      () => streamByGet({ query: CAMPAIGN, variables: JSON.stringify({ id }) }, accept),
    ]) {
      const answer = await ask();
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
      expect(answer.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
      expect(resultsOf(answer.text).at(-1)).toEqual({ data: { campaignProgress: { id, status: 'CANCELLED' } } });
    }
  });

  it('counts a subscription and a query once each', async () => {
    const id = await completedCampaign();
    await api.sql('DELETE FROM rate_limits');
    const remaining = async (answer: ReturnType<typeof stream>) =>
      Number((await answer).headers.get('x-ratelimit-remaining'));
    const before = await remaining(stream({ query: VIEWER }, 'application/json'));
    const streamed = await remaining(stream({ query: CAMPAIGN, variables: { id } }));
    const queried = await remaining(stream({ query: VIEWER }));
    expect([before - streamed, streamed - queried]).toEqual([1, 1]);
  });

  it('counts a subscription of a person who has signed in against the limit of that person', async () => {
    const id = await completedCampaign();
    const { headers } = await api.member('owner', customer.organisationId);
    const answer = await stream({ query: CAMPAIGN, variables: { id } }, undefined, headers);
    expect(resultsOf(answer.text)).toHaveLength(1);
    expect(answer.headers.get('ratelimit')).toMatch(/^"people";r=599;/);
  });

  it('streams the result of a query or mutation too, and the errors of a document', async () => {
    const viewer = await stream({ query: VIEWER });
    expect([viewer.status, viewer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(resultsOf(viewer.text)).toMatchObject([
      { data: { viewer: { organisation: { id: customer.organisationId } } } },
    ]);
    const send = 'mutation { sendSms(input: { to: "12025550100", message: "Hi" }) { message { status } } }';
    expect(resultsOf((await stream({ query: send })).text)).toMatchObject([
      { data: { sendSms: { message: { status: 'QUEUED' } } } },
    ]);
    for (const [call, code] of [
      [() => stream({ query: '{ nothing }' }), 'GRAPHQL_VALIDATION_FAILED'],
      [() => stream({ query: 'subscription { nothing }' }), 'GRAPHQL_VALIDATION_FAILED'],
      [() => stream({ query: '{' }), 'GRAPHQL_PARSE_FAILED'],
      [() => streamByGet({ query: send }), 'BAD_REQUEST'],
    ] as const) {
      const answer = await call();
      expect([answer.status, resultsOf(answer.text)]).toMatchObject([200, [{ errors: [{ extensions: { code } }] }]]);
    }
  });

  it('refuses by its status a wrong key, a foreign page, a body that is too large, and too many calls', async () => {
    const wrong = { ...customer.headers, authorization: 'Bearer pr_live_wrong' };
    for (const query of [VIEWER, CAMPAIGN]) expect((await stream({ query }, undefined, wrong)).status).toBe(401);
    expect((await stream({ query: CAMPAIGN }, undefined, {})).status).toBe(401);
    // As a page elsewhere calls, with the cookie and nothing else.
    const { headers } = await api.member('owner', customer.organisationId);
    const cookie = { cookie: headers.cookie as string };
    expect((await streamByGet({ query: CAMPAIGN }, undefined, cookie)).status).toBe(400);
    const forged = await streamByGet({ query: VIEWER }, undefined, cookie);
    expect(resultsOf(forged.text)).toMatchObject([{ errors: [{ message: expect.stringContaining('CSRF') }] }]);
    const large = await stream({ query: CAMPAIGN, variables: { id: 'x'.repeat(300_000) } });
    expect([large.status, large.body.errors[0].extensions.code]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it.each(['/graphql', '/graphql/stream'])(
    'refuses a subscription beyond the limit by its status at %s, so that clients repeat it',
    async (path) => {
      const eager = await api.customer();
      await eager.call('GET', '/v1/sms/campaigns/');
      await api.sql('UPDATE rate_limits SET totals[1] = totals[62] + 300');
      const body = JSON.stringify({ query: CAMPAIGN, variables: { id: eager.organisationId } });
      const headers = { ...eager.headers, ...JSON_BODY, accept: 'text/event-stream' };
      const answer = await api.fetch(path, { method: 'POST', headers, body });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([429, 'application/json; charset=utf-8']);
      const wait = answer.body.errors[0].extensions.retryAfterSeconds;
      expect(answer.body).toEqual({
        errors: [{ message: expect.any(String), extensions: { code: 'THROTTLED', retryAfterSeconds: wait } }],
      });
      expect(answer.headers.get('retry-after')).toBe(String(wait));
      expect(answer.headers.get('ratelimit')).toMatch(/^"general";r=0;t=\d+$/);
    },
  );

  it('leaves JSON to callers that prefer it, and says to them what to send for a subscription', async () => {
    // As urql asks for queries.
    const accept = 'application/graphql-response+json, application/graphql+json, application/json, text/event-stream';
    const viewer = await stream({ query: VIEWER }, accept);
    expect(viewer.headers.get('content-type')).toMatch(/^application\/graphql-response\+json/);
    const refused = await stream({ query: CAMPAIGN, variables: { id: customer.organisationId } }, 'application/json');
    expect([refused.status, refused.body.errors[0]]).toMatchObject([
      400,
      { message: expect.stringContaining('text/event-stream'), extensions: { code: 'OPERATION_NOT_SUPPORTED' } },
    ]);
  });
});

describe('what /graphql does not offer', () => {
  const DEFERRED = '{ viewer { ... @defer { scopes } } }';
  it.each([
    ['@defer', { query: DEFERRED }, 'GRAPHQL_VALIDATION_FAILED', 'Unknown directive "@defer".'],
    ['batches', [{ query: VIEWER }, { query: VIEWER }], 'BAD_REQUEST', 'Operation batching disabled.'],
    [
      'persisted queries',
      { extensions: { persistedQuery: { version: 1, sha256Hash: 'ab' } } },
      'PERSISTED_QUERY_NOT_SUPPORTED',
      'PersistedQueryNotSupported',
    ],
  ])('is refused by its code: %s', async (_what, body, code, message) => {
    const { status, body: answer } = await stream(body, 'application/json');
    expect([status, answer.errors[0].extensions.code, answer.errors[0].message]).toEqual([400, code, message]);
  });

  it('a subscription over multipart, as Apollo Client asks without a link of its own', async () => {
    const accept = 'multipart/mixed;boundary=graphql;subscriptionSpec=1.0, application/json';
    const { status, body } = await stream({ query: CAMPAIGN, variables: { id: customer.organisationId } }, accept);
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'OPERATION_NOT_SUPPORTED']);
  });
});

describe('/graphql, opened in a browser', () => {
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

  it('leads to GraphiQL', async () => {
    const answer = await streamByGet({}, BROWSER, {});
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/graphiql']);
    expect((await api.fetch('/graphiql')).headers.get('content-type')).toMatch(/^text\/html/);
  });

  it('answers programs, and documents in the address, as ever', async () => {
    expect((await streamByGet({}, '*/*')).status).toBe(400);
    const answer = await streamByGet({ query: VIEWER }, BROWSER);
    expect([answer.status, answer.body.data.viewer.organisation.id]).toEqual([200, customer.organisationId]);
  });
});
