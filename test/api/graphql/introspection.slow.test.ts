import { describe, expect, it } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { ANONYMOUS_INTROSPECTIONS } from '../../../src/domain/limits.js';
import { useApi } from '../../http/start-api.js';
import { POLICY } from '../../support/policy.js';

const api = useApi();
const LIMIT = POLICY.callsPerMinute.general;
const NAMES = '{ __schema { queryType { name } } }';

const left = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-remaining'));
describe('introspection', () => {
  it('has one __schema a document', async () => {
    const customer = await api.customer();
    for (const query of [
      '{ a: __schema { queryType { name } } b: __schema { queryType { name } } }',
      '{ __schema { queryType { name } } ...F } fragment F on Query { ... { a: __schema { queryType { name } } } }',
      'query ($yes: Boolean = true) { __schema { queryType { name } } a: __schema @include(if: $yes) { queryType { name } } }',
    ]) {
      const { status, body } = await customer.graphql(query);
      expect([status, body.errors?.[0].extensions.code]).toEqual([400, 'DOCUMENT_TOO_EXPENSIVE']);
    }
  });

  it('counts each field of the schema as a call, as root fields do', async () => {
    const customer = await api.customer();
    const query = `{ a: __type(name: "Query") { name } b: __type(name: "Query") { name } organisation { id } __typename }`;
    expect(left(await customer.graphql(query))).toBe(LIMIT - 3);
    expect(left(await customer.graphql(NAMES))).toBe(LIMIT - 4);
  });

  it('has a cost by its selections, which a circle exceeds', async () => {
    const customer = await api.customer();
    const costOf = async (query: string) => (await customer.graphql(query)).body.extensions.cost;
    const whole = await costOf(getIntrospectionQuery());
    expect(whole.requested).toBeGreaterThan(whole.limit / 4);
    expect(whole.requested).toBeLessThan(whole.limit);
    expect((await costOf(NAMES)).requested).toBeLessThan(5);
    const aliases = Array.from({ length: 18 }, (_, i) => `a${i}: description`).join(' ');
    const query = `{ __schema { types { fields { type { fields { name ${aliases} } } } } } }`;
    const refused = await customer.graphql(query);
    expect([refused.status, refused.body.errors[0].extensions.code]).toEqual([400, 'DOCUMENT_TOO_EXPENSIVE']);
  });

  it('has the same answer from the cache, for these variables alone', async () => {
    const customer = await api.customer();
    const ask = async (name: string, more = {}) => {
      const query = 'query Q($name: String!) { __type(name: $name) { name } __typename }';
      return (await customer.call('POST', '/graphql', { query, variables: { name }, ...more })).body;
    };
    const first = await ask('Query');
    expect(first).toMatchObject({ data: { __type: { name: 'Query' }, __typename: 'Query' } });
    expect(await ask('Query')).toEqual(first);
    expect(await ask('Mutation')).toMatchObject({ data: { __type: { name: 'Mutation' } } });
    expect(await ask('Query', { operationName: 'R' })).toMatchObject({ errors: [{}] });
  });

  it('is answered ten times a minute without a key', async () => {
    for (let count = 0; count < ANONYMOUS_INTROSPECTIONS.points; count += 1)
      expect((await api.graphql(NAMES)).status).toBe(200);
    const refused = await api.graphql(NAMES);
    expect(refused).toMatchObject({ status: 429, body: { errors: [{ extensions: { code: 'THROTTLED' } }] } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // Other documents of the address, and introspection with a key, are not affected.
    expect((await api.graphql('{ __typename }')).status).toBe(200);
    const customer = await api.customer();
    expect((await customer.graphql(NAMES)).status).toBe(200);
  });
});
