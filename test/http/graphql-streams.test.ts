import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Customer, useApi } from './start-api.js';

const api = useApi();
let customer: Customer;
beforeAll(async () => {
  customer = await api.customer();
});
beforeEach(() => api.sql('DELETE FROM rate_limits'));

const CAMPAIGN = 'subscription ($id: UUID!) { campaignProgress(id: $id) { id status } }';
const VIEWER = '{ viewer { organisation { id } } }';
const JSON_BODY = { 'content-type': 'application/json' };

const post = (body: object, accept = 'text/event-stream', headers = customer.headers) =>
  api.fetch('/graphql', { method: 'POST', headers: { ...headers, ...JSON_BODY, accept }, body: JSON.stringify(body) });
const get = (query: Record<string, string>, accept = 'text/event-stream', headers = customer.headers) =>
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
      () => post({ query: CAMPAIGN, variables: { id } }, accept),
      () => get({ query: CAMPAIGN, variables: JSON.stringify({ id }) }, accept),
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
    const remaining = async (answer: ReturnType<typeof post>) =>
      Number((await answer).headers.get('x-ratelimit-remaining'));
    const before = await remaining(post({ query: VIEWER }, 'application/json'));
    const streamed = await remaining(post({ query: CAMPAIGN, variables: { id } }));
    const queried = await remaining(post({ query: VIEWER }));
    expect([before - streamed, streamed - queried]).toEqual([1, 1]);
  });

  it('counts a subscription of a person who has signed in against the limit of that person', async () => {
    const id = await completedCampaign();
    const { headers } = await api.member('owner', customer.organisationId);
    const answer = await post({ query: CAMPAIGN, variables: { id } }, undefined, headers);
    expect(resultsOf(answer.text)).toHaveLength(1);
    expect(answer.headers.get('ratelimit')).toMatch(/^"people";r=599;/);
  });

  it('streams the result of a query or mutation too, and the errors of a document', async () => {
    const viewer = await post({ query: VIEWER });
    expect([viewer.status, viewer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(resultsOf(viewer.text)).toMatchObject([
      { data: { viewer: { organisation: { id: customer.organisationId } } } },
    ]);
    const send = 'mutation { sendSms(input: { to: "12025550100", message: "Hi" }) { message { status } } }';
    expect(resultsOf((await post({ query: send })).text)).toMatchObject([
      { data: { sendSms: { message: { status: 'QUEUED' } } } },
    ]);
    for (const [call, code] of [
      [() => post({ query: '{ nothing }' }), 'GRAPHQL_VALIDATION_FAILED'],
      [() => post({ query: 'subscription { nothing }' }), 'GRAPHQL_VALIDATION_FAILED'],
      [() => post({ query: '{' }), 'GRAPHQL_PARSE_FAILED'],
      [() => get({ query: send }), 'BAD_REQUEST'],
    ] as const) {
      const answer = await call();
      expect([answer.status, resultsOf(answer.text)]).toMatchObject([200, [{ errors: [{ extensions: { code } }] }]]);
    }
  });

  it('refuses by its status a wrong key, a foreign page, a body that is too large, and too many calls', async () => {
    const wrong = { ...customer.headers, authorization: 'Bearer pr_live_wrong' };
    for (const query of [VIEWER, CAMPAIGN]) expect((await post({ query }, undefined, wrong)).status).toBe(401);
    expect((await post({ query: CAMPAIGN }, undefined, {})).status).toBe(401);
    // As a page elsewhere calls, with the cookie and nothing else.
    const { headers } = await api.member('owner', customer.organisationId);
    const cookie = { cookie: headers.cookie as string };
    expect((await get({ query: CAMPAIGN }, undefined, cookie)).status).toBe(400);
    const forged = await get({ query: VIEWER }, undefined, cookie);
    expect(resultsOf(forged.text)).toMatchObject([{ errors: [{ message: expect.stringContaining('CSRF') }] }]);
    const large = await post({ query: CAMPAIGN, variables: { id: 'x'.repeat(300_000) } });
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
    const viewer = await post({ query: VIEWER }, accept);
    expect(viewer.headers.get('content-type')).toMatch(/^application\/graphql-response\+json/);
    const refused = await post({ query: CAMPAIGN, variables: { id: customer.organisationId } }, 'application/json');
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
    const { status, body: answer } = await post(body, 'application/json');
    expect([status, answer.errors[0].extensions.code, answer.errors[0].message]).toEqual([400, code, message]);
  });

  it('a subscription over multipart, as Apollo Client asks without a link of its own', async () => {
    const accept = 'multipart/mixed;boundary=graphql;subscriptionSpec=1.0, application/json';
    const { status, body } = await post({ query: CAMPAIGN, variables: { id: customer.organisationId } }, accept);
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'OPERATION_NOT_SUPPORTED']);
  });
});

describe('/graphql, opened in a browser', () => {
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

  it('leads to GraphiQL', async () => {
    const answer = await get({}, BROWSER, {});
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/graphiql']);
    expect((await api.fetch('/graphiql')).headers.get('content-type')).toMatch(/^text\/html/);
  });

  it('answers programs, and documents in the address, as ever', async () => {
    expect((await get({}, '*/*')).status).toBe(400);
    const answer = await get({ query: VIEWER }, BROWSER);
    expect([answer.status, answer.body.data.viewer.organisation.id]).toEqual([200, customer.organisationId]);
  });
});
