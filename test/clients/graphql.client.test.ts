import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Call, CLIENTS, followByApollo } from './clients.js';
import { useCustomer } from './use-customer.js';

const VIEWER = 'query Viewer { viewer { organisation { id } } }';
const SEND = `mutation Send($input: SendSmsInput!) {
  sendSms(input: $input) { message { id status } userErrors { code path } } }`;
const input = { to: '12025550100', message: 'Hello' };

const stage = useCustomer();
beforeEach(() => stage.server.sql('DELETE FROM rate_limits'));

const call = (more: Partial<Call> = {}): Call => ({
  url: `${stage.server.url}/graphql`,
  headers: stage.headers,
  query: VIEWER,
  ...more,
});

/** As a proxy in front, or a line that breaks, that loses the end of a body. */
const cuttingBodies: typeof fetch = (url, init) =>
  fetch(url, { ...init, ...(init?.body && { body: String(init.body).slice(0, -1) }) });

type Failure = readonly [what: string, code: string, make: () => Promise<Partial<Call>>];
const FAILURES: readonly Failure[] = [
  [
    'a wrong key',
    'UNAUTHENTICATED',
    async () => ({ headers: { ...stage.headers, authorization: 'Bearer pr_test_wrong' } }),
  ],
  ['no key', 'UNAUTHENTICATED', async () => ({ headers: { 'x-organisation-id': stage.headers['x-organisation-id'] } })],
  [
    'no organisation',
    'INVALID_ORGANISATION_HEADER',
    async () => ({ headers: { authorization: stage.headers.authorization } }),
  ],
  [
    'a key without the scope',
    'FORBIDDEN',
    async () => ({ headers: await stage.server.customer(['sms:read']), query: '{ apiKeys { nodes { id } } }' }),
  ],
  ['a field that there is not', 'GRAPHQL_VALIDATION_FAILED', async () => ({ query: '{ nothing }' })],
  [
    'a variable that does not fit',
    'BAD_USER_INPUT',
    async () => ({ query: 'query ($id: UUID!) { campaign(id: $id) { id } }', variables: { id: 'nonsense' } }),
  ],
  [
    'a body that is too large',
    'BODY_TOO_LARGE',
    async () => ({ query: SEND, variables: { input: { ...input, message: 'x'.repeat(4_200_000) } } }),
  ],
  [
    'a body that was cut off',
    'MALFORMED_JSON',
    async () => ({ query: SEND, variables: { input }, fetch: cuttingBodies }),
  ],
  ['a limit that is used up', 'THROTTLED', async () => ({ headers: await throttledCustomer() })],
];

async function throttledCustomer() {
  const other = await stage.server.customer();
  await fetch(`${stage.server.url}/v1/events/`, { headers: other });
  await stage.server.sql('UPDATE rate_limits SET totals[1] = totals[62] + 300');
  return other;
}

describe.each(CLIENTS)('$name', ({ readsBy, graphqlError, ask }) => {
  it(`reads by ${readsBy}`, async () => {
    const methods: unknown[] = [];
    const watched: typeof fetch = (url, init) => {
      methods.push(init?.method);
      return fetch(url, init);
    };
    const { data } = await ask(call({ fetch: watched }));
    expect(data.viewer.organisation.id).toBe(stage.headers['x-organisation-id']);
    expect(methods).toEqual([readsBy]);
  });

  it('sends, and reads why it was refused', async () => {
    const sent = await ask(call({ query: SEND, variables: { input } }));
    expect(sent.data.sendSms).toMatchObject({ message: { status: 'QUEUED' }, userErrors: [] });
    const refused = await ask(call({ query: SEND, variables: { input: { ...input, to: '12' } } }));
    expect(refused.data.sendSms).toMatchObject({ message: null, userErrors: [{ path: ['to'] }] });
  });

  const codeOf = async (made: Partial<Call>) => {
    const { error, extensions } = await ask(call(made));
    return { error, code: extensions?.code };
  };

  it.each(FAILURES)('tells the code of %s: %s', async (_what, code, make) => {
    expect(await codeOf(await make())).toEqual({ error: graphqlError, code });
  });

  it('tells how long to wait', async () => {
    const { extensions } = await ask(call({ headers: await throttledCustomer() }));
    expect(extensions.retryAfterSeconds).toBeGreaterThan(0);
  });

  it('tells that the server cannot work for now', async () => {
    // Whom the server does not remember, so that it has to ask the database.
    const unknown = await stage.server.customer();
    const told = await stage.server.whileDatabaseIsAway(() => codeOf({ headers: unknown }));
    expect(told).toEqual({ error: graphqlError, code: 'UNAVAILABLE' });
  });
});

describe('a subscription of Apollo Client 4', () => {
  const query = 'subscription { messageStatusChanged { type messageId } }';

  it('tells of a message that is sent', async () => {
    const send = () => stage.post('/v1/sms/send/', input);
    const { data } = await followByApollo(call({ query }), send);
    expect(data.messageStatusChanged).toMatchObject({
      type: expect.stringMatching(/^SMS_/),
      messageId: expect.any(String),
    });
  });

  it('is refused with 4403 for a wrong key', async () => {
    const wrong = { ...stage.headers, authorization: 'Bearer pr_test_wrong' };
    expect(await followByApollo(call({ query, headers: wrong }), async () => undefined)).toEqual({ error: '4403' });
  });
});
