import { ApolloClient, CombinedGraphQLErrors, gql, HttpLink, InMemoryCache } from '@apollo/client/core';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { Client, CombinedError, cacheExchange, fetchExchange } from '@urql/core';
import { ClientError, GraphQLClient } from 'graphql-request';
import { createClient } from 'graphql-ws';

export interface Call {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: string;
  readonly variables?: Record<string, unknown>;
  /** What the client calls the server by. */
  readonly fetch?: typeof fetch;
}

/** What a client tells the program that uses it. */
export interface Told {
  // biome-ignore lint/suspicious/noExplicitAny: answers of all shapes.
  readonly data?: any;
  /** The name of the error that the client makes of it. */
  readonly error?: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: whatever stands there.
  readonly extensions?: any;
}

export interface GraphqlClient {
  readonly name: string;
  /** How it sends queries; mutations go by POST. */
  readonly readsBy: 'GET' | 'POST';
  /** The class of its errors that hold `errors` of an answer. */
  readonly graphqlError: string;
  ask(call: Call): Promise<Told>;
}

/** As their READMEs set them up, but for the cache of answers, which would answer instead of the server. */
const apollo: GraphqlClient = {
  name: 'Apollo Client 4',
  readsBy: 'POST',
  graphqlError: 'CombinedGraphQLErrors',
  async ask({ url, headers, query, variables = {}, fetch }) {
    const link = new HttpLink({ uri: url, headers, ...(fetch && { fetch }) });
    const client = new ApolloClient({ link, cache: new InMemoryCache() });
    const document = gql(query);
    try {
      const isMutation = query.startsWith('mutation');
      const { data } = isMutation
        ? await client.mutate({ mutation: document, variables })
        : await client.query({ query: document, variables });
      return { data };
    } catch (error) {
      const extensions = CombinedGraphQLErrors.is(error) ? error.errors[0]?.extensions : undefined;
      return { error: (error as Error).name, extensions };
    } finally {
      client.stop();
    }
  },
};

const urql: GraphqlClient = {
  name: 'urql',
  readsBy: 'GET',
  graphqlError: 'CombinedError',
  async ask({ url, headers, query, variables = {}, fetch }) {
    const exchanges = [cacheExchange, fetchExchange];
    const client = new Client({ url, exchanges, fetchOptions: { headers }, ...(fetch && { fetch }) });
    const { data, error } = await (query.startsWith('mutation')
      ? client.mutation(query, variables)
      : client.query(query, variables)
    ).toPromise();
    if (!error) return { data };
    // With a networkError there is no code to be read.
    const told = error instanceof CombinedError && !error.networkError ? error.name : 'networkError';
    return { data, error: told, extensions: error.graphQLErrors[0]?.extensions };
  },
};

const graphqlRequest = (readsBy: 'GET' | 'POST'): GraphqlClient => ({
  name: `graphql-request by ${readsBy}`,
  readsBy,
  graphqlError: 'ClientError',
  async ask({ url, headers, query, variables = {}, fetch }) {
    const client = new GraphQLClient(url, { headers, method: readsBy, ...(fetch && { fetch }) });
    try {
      return { data: await client.request(query, variables) };
    } catch (error) {
      if (!(error instanceof ClientError)) return { error: (error as Error).name };
      return { error: 'ClientError', extensions: error.response.errors?.[0]?.extensions };
    }
  },
});

export const CLIENTS: readonly GraphqlClient[] = [apollo, urql, graphqlRequest('POST'), graphqlRequest('GET')];

const AGAIN_MS = 300;

/**
 * Subscribes as Apollo Client does, and returns its first answer, or the code by which the server closes. A test cannot
 * see when a subscription begins, so `happen` is repeated until then.
 */
export async function followByApollo({ url, headers, query }: Call, happen: () => Promise<unknown>): Promise<Told> {
  const socket = createClient({ url: url.replace(/^http/, 'ws'), connectionParams: headers, retryAttempts: 0 });
  const client = new ApolloClient({ link: new GraphQLWsLink(socket), cache: new InMemoryCache() });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Told>((resolve, reject) => {
      timer = setInterval(() => void happen().catch(reject), AGAIN_MS);
      client.subscribe({ query: gql(query) }).subscribe({
        next: ({ data, error }) => resolve(error ? { error: error.message } : { data }),
        error: reject,
      });
      socket.on('closed', (event) => resolve({ error: String((event as CloseEvent).code) }));
    });
  } finally {
    clearInterval(timer);
    client.stop();
    await socket.dispose();
  }
}
