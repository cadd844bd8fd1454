import type { TestApi } from '../http/start-api.js';
import type { GraphqlRecorder } from './graphql-recorder.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const QUERY = '{ viewer { apiKey { name } } }';

/** Calls that never get as far as a field, or are refused before it. */
export async function recordDoors(recorder: GraphqlRecorder, api: TestApi): Promise<void> {
  const { headers } = await api.customer();
  const record = async (title: string, init: RequestInit, path = '/graphql') => {
    const sent = { ...headers, ...JSON_TYPE, ...(init.headers as object) };
    recorder.keep(path, title, init.body ?? null, await api.fetch(path, { method: 'POST', ...init, headers: sent }));
  };
  const body = (request: unknown) => ({ body: JSON.stringify(request) });

  await record('a query', body({ query: QUERY }));
  await record('the other media type', {
    ...body({ query: QUERY }),
    headers: { accept: 'application/graphql-response+json' },
  });
  await record('by GET', { method: 'GET' }, `/graphql?query=${encodeURIComponent(QUERY)}`);
  await record('a mutation by GET', { method: 'GET' }, '/graphql?query=mutation%7BsignOut%7D');
  await record('another method', { method: 'DELETE' });
  await record('no JSON', { body: '{' });
  await record('no document', body({}));
  await record('another media type', { body: QUERY, headers: { 'content-type': 'text/plain' } });
  await record('several at once', body([{ query: QUERY }, { query: QUERY }]));
  await record('a document that cannot be parsed', body({ query: '{' }));
  await record('a field that does not exist', body({ query: '{ viewer { nothing } }' }));
  await record(
    'a variable of another type',
    body({ query: 'query ($id: UUID!) { campaign(id: $id) { id } }', variables: { id: 7 } }),
  );
  await record('two operations and no name', body({ query: 'query A { __typename } query B { __typename }' }));
  await record('a document that costs too much', body({ query: COSTLY }));
  await record('a document that is too long', body({ query: `{ ${'__typename '.repeat(9_000)} }` }));
  await record('introspection', body({ query: '{ __schema { queryType { name } } }' }));
  await record('a key that is none', { ...body({ query: QUERY }), headers: { authorization: 'Bearer none' } });
  await record('an organisation that is none', { ...body({ query: QUERY }), headers: { 'x-organisation-id': 'none' } });
  await record('without an organisation', { ...body({ query: QUERY }), headers: { 'x-organisation-id': '' } });
}

const COSTLY = `{ ${Array.from({ length: 10 }, (_, place) => `a${place}: campaigns(first: 100) { nodes { id messages(first: 100) { nodes { id } } } }`).join(' ')} }`;
