import { setTimeout as sleep } from 'node:timers/promises';
import { ApolloClient, gql, HttpLink } from '@apollo/client/core';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client, type Exchange, fetchExchange } from '@urql/core';
import { createClient } from 'graphql-sse';
import { readPage } from '../docs/page.js';
import { repeatedly } from '../support/fleet/repeatedly.js';
import { useCustomer } from './use-customer.js';

const stage = useCustomer();
const names = ['first', 'second', 'third'];

beforeAll(async () => {
  const bulk = { message: 'Hi', recipients: ['12025550100'] };
  for (const name of names) await stage.post('/v1/sms/send-bulk/', { ...bulk, name });
});

const url = () => `${stage.server.url}/graphql`;

describe('a list that is read page by page, into the caches of docs/graphql.md', () => {
  const LIST = `query List($after: String) { campaigns(first: 2, after: $after) {
    edges { cursor node { id name counts { delivered } } } pageInfo { hasNextPage endCursor hasPreviousPage startCursor } } }`;
  // biome-ignore lint/suspicious/noExplicitAny: answers of all shapes.
  const namesIn = (data: any) => data.campaigns.edges.map((edge: any) => edge.node.name);
  const caches = () => import(stage.folder.write('caches.ts', readPage('graphql.md').code('caches.ts')));

  it('is one list in urql, by relayPagination', async () => {
    const { urqlCache } = (await caches()) as { urqlCache: Exchange };
    const warned = jest.spyOn(console, 'warn');
    const client = new Client({
      url: url(),
      exchanges: [urqlCache, fetchExchange],
      fetchOptions: { headers: stage.headers },
    });
    const first = await client.query(LIST, {}).toPromise();
    expect(namesIn(first.data)).toHaveLength(2);
    const { endCursor } = first.data.campaigns.pageInfo;
    const both = await client.query(LIST, { after: endCursor }).toPromise();
    expect(namesIn(both.data).toSorted()).toEqual(names);
    expect(warned).not.toHaveBeenCalled();
  });

  it('is one list in Apollo Client, by relayStylePagination', async () => {
    const { apolloCache } = await caches();
    const client = new ApolloClient({ link: new HttpLink({ uri: url(), headers: stage.headers }), cache: apolloCache });
    const query = client.watchQuery({ query: gql(LIST) });
    const watching = query.subscribe(() => undefined);
    const { data } = await client.query({ query: gql(LIST) });
    // biome-ignore lint/suspicious/noExplicitAny: answers of all shapes.
    await query.fetchMore({ variables: { after: (data as any).campaigns.pageInfo.endCursor } });
    expect(namesIn(client.readQuery({ query: gql(LIST) })).toSorted()).toEqual(names);
    watching.unsubscribe();
    client.stop();
  });
});

async function firstOf<Result>(results: AsyncIterable<Result>): Promise<Result | undefined> {
  for await (const result of results) return result;
  return undefined;
}

describe('a subscription as a stream of events', () => {
  const EVENTS = 'subscription { messageStatusChanged { type } }';
  /** Compared whole, so that a failure shows the errors. */
  const EVENT = { data: { messageStatusChanged: { type: expect.stringMatching(/^SMS_/) } } };
  let sending: ReturnType<typeof repeatedly>;
  beforeAll(() => {
    // A test cannot see when a subscription begins, so messages are sent until the end.
    sending = repeatedly(() => stage.post('/v1/sms/send/', { to: '12025550100', message: 'Hi' }), 300);
  });
  afterAll(() => sending.stop());

  it.each(['/graphql', '/graphql/stream'])('is followed by graphql-sse at %s', async (path) => {
    const client = createClient({ url: stage.server.url + path, headers: stage.headers });
    expect(await firstOf(client.iterate({ query: EVENTS }))).toEqual(EVENT);
    client.dispose();
  });

  it('is repeated by graphql-sse when it was refused because of too many calls', async () => {
    const eager = await stage.server.customer();
    await fetch(`${stage.server.url}/v1/sms/campaigns/`, { headers: eager });
    // Used up by calls that leave the window in a moment.
    await stage.server.sql('UPDATE rate_limits SET totals[1] = totals[62] + 300, second = second - 59 WHERE key = $1', [
      `general:${eager['x-organisation-id']}`,
    ]);
    const retries: number[] = [];
    const client = createClient({
      url: url(),
      headers: eager,
      retry: async (retry) => {
        retries.push(retry);
        await sleep(500);
      },
    });
    const query = 'subscription { campaignProgress(id: "00000000-0000-0000-0000-000000000000") { id } }';
    const begun = await firstOf(client.iterate({ query }));
    expect(begun).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
    expect(retries.length).toBeGreaterThan(0);
    client.dispose();
  });

  it('is followed by urql with fetchSubscriptions, which asks queries at the same address', async () => {
    const client = new Client({
      url: url(),
      exchanges: [fetchExchange],
      fetchSubscriptions: true,
      fetchOptions: { headers: stage.headers },
    });
    const heard = await new Promise((resolve) => {
      const { unsubscribe } = client.subscription(EVENTS, {}).subscribe((result) => {
        resolve(result);
        setImmediate(() => unsubscribe());
      });
    });
    expect(heard).toMatchObject({ ...EVENT, error: undefined });
    const { data } = await client.query('{ viewer { organisation { id } } }', {}).toPromise();
    expect(data.viewer.organisation.id).toBe(stage.headers['x-organisation-id']);
  });

  it('graphql-sse reads the result of a query, and the error of a document', async () => {
    const client = createClient({ url: url(), headers: stage.headers });
    const results: unknown[] = [];
    for await (const result of client.iterate({ query: '{ viewer { scopes } }' })) results.push(result);
    for await (const result of client.iterate({ query: '{ nothing }' })) results.push(result);
    expect(results).toMatchObject([
      { data: { viewer: { scopes: expect.any(Array) } } },
      { errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] },
    ]);
    client.dispose();
  });
});
