import { beforeAll, expect, it, jest } from '@jest/globals';
import { createClient as createStreamClient } from 'graphql-sse';
import { signAccessToken } from '../../../src/domain/people/access-token.js';
import { useApi, useCustomer } from '../../http/start-api.js';
import { announceAll, INSERT_EVENTS } from '../../support/event-log.js';
import { socketClient } from '../../support/subscribers.js';

jest.setTimeout(30_000);

const api = useApi();
const QUERY = 'subscription { messageStatusChanged { sequence } }';

const customer = useCustomer(api);
let keyId: string;
beforeAll(async () => {
  const { body } = await customer.graphql('{ viewer { apiKey { keyId } } }');
  keyId = body.data.viewer.apiKey.keyId;
});

/** Headers as a page makes them: with another token each time. */
function tokens(lifeMs: number) {
  let made = 0;
  const headers = () => {
    made += 1;
    const expiresAt = new Date(Date.now() + lifeMs).toISOString();
    const { organisationId } = customer;
    const token = { organisationId, keyId, scopes: ['sms:read'], sessionIds: null, expiresAt } as const;
    const authorization = `Bearer ${signAccessToken(api.services.secretKey, token)}`;
    return { authorization, 'x-organisation-id': organisationId };
  };
  return { headers, made: () => made };
}

/** Events happen until enough has been heard of them. */
async function happenUntil(isEnough: () => boolean) {
  while (!isEnough()) {
    await api.sql(INSERT_EVENTS, [customer.organisationId, 'sms.sent', [crypto.randomUUID()], null]);
    await announceAll(api.services);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

it('a WebSocket closes with 4410 when its token expires, and graphql-ws goes on with another token', async () => {
  const { headers, made } = tokens(1_500);
  const closed: number[] = [];
  const client = socketClient(
    { url: api.url, headers: {} },
    {
      connectionParams: headers,
      retryAttempts: 3,
      retryWait: async () => undefined,
      shouldRetry: (event: CloseEvent) => event.code === 4410,
      on: { closed: ({ code }: CloseEvent) => closed.push(code) },
    },
  );
  const heard: number[] = [];
  const failed: unknown[] = [];
  client.subscribe({ query: QUERY }, { next: () => heard.push(made()), error: (e) => failed.push(e), complete() {} });
  await happenUntil(() => heard.at(-1) === 2);
  expect([heard[0], closed, failed]).toEqual([1, [4410], []]);
  await client.dispose();
});

it.each(['/graphql', '/graphql/stream'])(
  'a stream of %s says TOKEN_EXPIRED and ends, and graphql-sse goes on with another token',
  async (path) => {
    const { headers, made } = tokens(1_500);
    const options = { url: `${api.url}${path}`, headers, retryAttempts: 3, retry: async () => undefined };
    const client = createStreamClient(options);
    const heard: number[] = [];
    const codes: unknown[] = [];
    const ended: unknown[] = [];
    client.subscribe(
      { query: QUERY },
      {
        next: ({ data, errors }) => {
          if (data) heard.push(made());
          else codes.push(errors?.[0]?.extensions?.code);
        },
        error: (error) => ended.push(error),
        complete: () => ended.push('complete'),
      },
    );
    await happenUntil(() => heard.at(-1) === 2);
    expect([heard[0], codes, ended]).toEqual([1, ['TOKEN_EXPIRED'], []]);
    client.dispose();
  },
);

it('a connection with an expired token is refused as a call is', async () => {
  const { headers } = tokens(-1);
  const body = JSON.stringify({ query: QUERY });
  for (const path of ['/graphql', '/graphql/stream']) {
    const sent = { ...headers(), 'content-type': 'application/json', accept: 'text/event-stream' };
    const answer = await api.fetch(path, { method: 'POST', headers: sent, body });
    expect([answer.status, answer.body.errors[0].extensions.code]).toEqual([401, 'TOKEN_EXPIRED']);
  }
  const client = socketClient({ url: api.url, headers: headers() });
  const error = await new Promise((resolve) => {
    client.subscribe({ query: QUERY }, { next() {}, error: resolve, complete() {} });
  });
  expect(error).toMatchObject({ code: 4410, reason: 'The access token has expired: ask for another one.' });
});
