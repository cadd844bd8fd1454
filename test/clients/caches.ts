import { type ApolloCache, ApolloClient, ApolloLink, gql, HttpLink } from '@apollo/client/core';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { Client, type Exchange, fetchExchange, subscriptionExchange } from '@urql/core';
import { OperationTypeNode } from 'graphql';
import { createClient } from 'graphql-ws';
import type { Folder } from './written-files.js';

export interface Front {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Has the caches of docs/graphql.md in `caches.ts`. */
  readonly folder: Folder;
}

interface ListedMessage {
  readonly id: string;
  readonly status: string;
}

/** What a front end does with a cache that keeps each object once. */
export interface Cache {
  /** Reads the messages of a campaign from the server. */
  readList(campaignId: string): Promise<unknown>;
  /** What the cache has of them now. */
  listed(campaignId: string): readonly ListedMessage[];
  readMessage(id: string): Promise<unknown>;
  /** Follows the messages of a campaign, and resolves with the id of the first that changes. */
  firstChanged(campaignId: string): Promise<string>;
  close(): Promise<void>;
}

export const MESSAGE = 'query pageMessageQuery($id: UUID!) { message(id: $id) { id status submissionStatus } }';
export const CHANGES = `subscription pageChangesSubscription($campaignId: UUID!) {
  messageStatusChanged(campaignId: $campaignId) { id message { id status } } }`;
/** `directive` is for Relay. */
export const listOf = (directive = '') => `query pageListQuery($campaignId: UUID!) {
  campaign(id: $campaignId) { id messages(first: 20) ${directive} { edges { node { id to status } } } } }`;

interface ListData {
  readonly campaign: { readonly messages: { readonly edges: readonly { readonly node: ListedMessage }[] } };
}
interface ChangeData {
  readonly messageStatusChanged: { readonly message: ListedMessage };
}

export const nodesOf = (data: unknown) => (data as ListData).campaign.messages.edges.map(({ node }) => node);
export const changedIn = (data: unknown) => (data as ChangeData).messageStatusChanged.message.id;

export const openSocket = ({ url, headers }: Front) =>
  createClient({ url: url.replace(/^http/, 'ws'), connectionParams: headers });

export async function openApollo(front: Front): Promise<Cache> {
  const { apolloCache: cache } = (await import(`${front.folder.path}/caches.ts`)) as { apolloCache: ApolloCache };
  const socket = openSocket(front);
  const link = ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    new GraphQLWsLink(socket),
    new HttpLink({ uri: front.url, headers: front.headers }),
  );
  const client = new ApolloClient({ link, cache });
  const query = gql(listOf());
  return {
    readList: (campaignId) => client.query({ query, variables: { campaignId } }),
    listed: (campaignId) => nodesOf(client.readQuery({ query, variables: { campaignId } })),
    readMessage: (id) => client.query({ query: gql(MESSAGE), variables: { id } }),
    firstChanged: (campaignId) =>
      new Promise((resolve, reject) => {
        client
          .subscribe({ query: gql(CHANGES), variables: { campaignId } })
          .subscribe({ next: ({ data }) => resolve(changedIn(data)), error: reject });
      }),
    async close() {
      client.stop();
      await socket.dispose();
    },
  };
}

export async function openUrql(front: Front): Promise<Cache> {
  const { urqlCache } = (await import(`${front.folder.path}/caches.ts`)) as { urqlCache: Exchange };
  const socket = openSocket(front);
  const forwardSubscription = ({ query = '', variables }: { query?: string; variables?: object }) => ({
    subscribe: (sink: Parameters<typeof socket.subscribe>[1]) => ({
      unsubscribe: socket.subscribe({ query, variables: variables as Record<string, unknown> }, sink),
    }),
  });
  const client = new Client({
    url: front.url,
    exchanges: [urqlCache, fetchExchange, subscriptionExchange({ forwardSubscription } as never)],
    fetchOptions: { headers: front.headers },
  });
  return {
    readList: (campaignId) => client.query(listOf(), { campaignId }).toPromise(),
    listed: (campaignId) => nodesOf(client.readQuery(listOf(), { campaignId })?.data),
    readMessage: (id) => client.query(MESSAGE, { id }).toPromise(),
    firstChanged: (campaignId) =>
      new Promise((resolve) => {
        client.subscription(CHANGES, { campaignId }).subscribe(({ data }) => resolve(changedIn(data)));
      }),
    close: async () => socket.dispose(),
  };
}
