import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import type { Caller } from '../../../src/domain/context.js';
import { type GraphqlApi, startGraphqlApi } from './harness.js';

let api: GraphqlApi;
let caller: Caller;

beforeAll(async () => {
  api = await startGraphqlApi();
  caller = await api.newCaller();
});
afterAll(() => api.stop());
afterEach(() => {
  jest.restoreAllMocks();
});

const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join(' ');
const nested = (depth: number) =>
  `{ message(id: "01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70") { ${'campaign { messages(first: 1) { nodes { message { '.repeat(depth)} id ${'} } } }'.repeat(depth)} } }`;

const REFUSED: Readonly<Record<string, string>> = {
  'many aliases of a root field': `{ ${many(60, (i) => `a${i}: viewer { apiKey { id } }`)} }`,
  'many aliases of a leaf': `{ viewer { apiKey { ${many(60, (i) => `a${i}: id`)} } } }`,
  'aliases multiplied by a fragment': `{ ${many(6, (i) => `a${i}: viewer { ...F }`)} }
    fragment F on Viewer { ${many(6, (i) => `k${i}: apiKey { id }`)} }`,
  'aliases of __typename': `{ ${many(60, (i) => `a${i}: __typename`)} }`,
  depth: nested(4),
  'depth hidden in fragments': `{ message(id: "01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70") { ...A } }
    fragment A on SmsMessage { campaign { messages(first: 1) { nodes { message { ...B } } } } }
    fragment B on SmsMessage { campaign { messages(first: 1) { nodes { message { ...C } } } } }
    fragment C on SmsMessage { campaign { messages(first: 1) { nodes { message { id } } } } }`,
  'a fragment that spreads itself': '{ viewer { ...F } } fragment F on Viewer { apiKey { id } ...F }',
  'fragments in a circle': '{ viewer { ...A } } fragment A on Viewer { ...B } fragment B on Viewer { ...A }',
  'fragments that double at each step': `{ viewer { ...F0 } } ${many(
    60,
    (i) => `fragment F${i} on Viewer { ...F${i + 1} ...F${i + 1} }`,
  )} fragment F60 on Viewer { ${many(30, (i) => `a${i}: apiKey { id }`)} }`,
  'many directives': `{ viewer ${many(60, () => '@include(if: true)')} { apiKey { id } } }`,
  'many unknown directives': `{ viewer ${many(200, (i) => `@d${i}`)} { apiKey { id } } }`,
  'many tokens': `{ ${many(2_000, () => 'viewer')} }`,
  'many conflicting fields': `{ viewer { ${many(300, () => 'apiKey { id }')} } }`,
  'pages within pages': `{ campaigns(first: 100) { nodes { messages(first: 1000) { nodes { id } } } } }`,
  'a page too large by a variable': `query ($n: Int = 1) { campaigns(first: 100) { nodes { messages(first: 100) { nodes { id } } } } }`,
  'pages within edges': `{ campaigns(first: 50) { edges { node { messages(last: 100) { edges { node { message { id } } } } } } } }`,
  'introspection that goes in circles': `{ __schema { types { ${'fields { type { '.repeat(6)} name ${'} }'.repeat(6)} } } }`,
  'nothing but noise': '{'.repeat(5_000),
  'no operation': 'fragment F on Viewer { apiKey { id } }',
  'five megabytes of a comment and no field': `${'#'.repeat(5_000_000)}`,
  'five megabytes of fields': `{ ${'viewer '.repeat(714_000)} }`,
};

describe('a hostile document', () => {
  it.each(Object.entries(REFUSED))('is refused before any resolver runs: %s', async (_, document) => {
    const context = api.contextOf(caller);
    const consume = jest.spyOn(context.rateLimits, 'consume');
    const { status, errors, data } = await api.ask(context, document);
    expect(status).toBe(400);
    expect(data ?? null).toBeNull();
    expect(errors.length).toBeGreaterThan(0);
    for (const { extensions } of errors) expect(extensions.code).toMatch(/^[A-Z_]+$/);
    // Every root field asks for admission first, so nothing has run.
    expect(consume).not.toHaveBeenCalled();
  });

  it('is refused when it comes in a batch', async () => {
    const batch = Array.from({ length: 10 }, () => ({ query: '{ viewer { apiKey { id } } }' }));
    expect(await api.post(caller, batch)).toMatchObject({ status: 400 });
  });

  it('is refused as a GET, which another site could cause', async () => {
    expect(await api.get(caller, '{ viewer { apiKey { id } } }')).toMatchObject({ status: 400 });
  });
});

describe('a decent document', () => {
  it('shows what it costs', async () => {
    const { extensions } = await api.ask(
      caller,
      '{ campaigns(first: 20) { nodes { id messages(first: 50) { nodes { id } } } } }',
    );
    // 5 for the list, 20 campaigns, and for each 5 for its list and 50 lines.
    expect(extensions.cost).toEqual({ requested: 5 + 20 * (1 + 5 + 50), limit: 3000 });
  });

  it('may ask for a page of a thousand recipients', async () => {
    const query =
      'query ($n: Int) { campaign(id: "01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70") { messages(first: $n) { nodes { mobile status } } } }';
    expect(await api.ask(caller, query, { n: 1000 })).toMatchObject({ status: 200, data: { campaign: null } });
  });

  it('may be the introspection of a tool', async () => {
    const { status, data } = await api.ask(caller, getIntrospectionQuery());
    expect(status).toBe(200);
    expect(data.__schema.queryType.name).toBe('Query');
  });
});
