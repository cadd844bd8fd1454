import { beforeAll, describe, expect, it } from '@jest/globals';
import { type GraphQLInterfaceType, isObjectType } from 'graphql';
import { buildPostriderSchema } from '../../src/api/graphql/schema.js';
import { POLICIES } from '../../src/api/guard/policies.js';
import { useApi } from '../http/start-api.js';
import { graphqlCalls } from '../support/calls/generate-graphql-calls.js';
import { gist } from '../support/calls/generate-naming-cases.js';
import { isOfTable, TEXT_CASES } from '../support/calls/generate-tenant-cases.js';
import { ROUTES } from '../support/calls/rest-routes.js';
import { describeTenancySweep, type TwoEstates } from '../support/calls/tenancy-sweep.js';
import { typesById } from '../support/calls/types-by-id.js';
import { differences } from '../support/differences.js';
import { countRows, fingerprint, foundEstate } from '../support/people/two-organisations.js';

const api = useApi({ SANDBOX_DELAY_MS: '0', RATE_LIMIT_GENERAL: '100000', RATE_LIMIT_PEOPLE: '100000' });
const schema = buildPostriderSchema();
const NONE = { missing: [], stale: [] };

const estates = {} as TwoEstates;
beforeAll(async () => {
  const amber = await foundEstate(api, { word: 'amber', digits: '314' });
  const birch = await foundEstate(api, { word: 'birch', digits: '271' });
  const before = await fingerprint(api, amber.customer.organisationId);
  Object.assign(estates, { amber, birch, before });
});

// Every case calls more often than a minute allows.

const texts = graphqlCalls(schema).flatMap(({ slots }) => slots.filter(isOfTable).map(({ coordinate }) => coordinate));

describe('the cases', () => {
  it('are complete: the table has each text whose type does not tell what it names', () => {
    expect(differences(Object.keys(TEXT_CASES), texts)).toEqual(NONE);
  });

  it('are not complete without one of them', () => {
    const known = Object.keys(TEXT_CASES);
    for (const place of known) {
      const others = known.filter((other) => other !== place);
      expect(differences(others, texts)).toEqual({ missing: [place], stale: [] });
    }
  });

  it('have something to find in every table that holds rows of organisations', async () => {
    const counts = await countRows(api, estates.amber.customer.organisationId);
    expect(Object.entries(counts).filter(([, rows]) => rows === 0)).toEqual([]);
    expect(Object.keys(counts).length).toBeGreaterThanOrEqual(21);
  });
});

describeTenancySweep(api, estates);

describe('a key with the header of another organisation', () => {
  const guarded = ROUTES.filter(({ operation }) => POLICIES[operation]?.for !== 'anybody');
  it.each(['/graphql', ...new Set(guarded.map(({ path }) => path))])('is like no key at all: %s', async (path) => {
    const method = ROUTES.find((route) => route.path === path)?.method ?? 'POST';
    const own = estates.amber.customer.headers;
    const foreign = { ...own, 'x-organisation-id': estates.birch.customer.organisationId };
    const garbage = { ...own, authorization: 'Bearer garbage' };
    const [answer, expected] = await Promise.all(
      [foreign, garbage].map((headers) =>
        api.fetch(path.replace(/\{\w+\}/g, estates.birch.ids.campaign ?? ''), { method, headers }),
      ),
    );
    expect(answer?.status).toBe(401);
    expect(gist(answer as never, 'none')).toBe(gist(expected as never, 'none'));
  });
});

describe('the ids that GraphQL shows', () => {
  let types: ReadonlyMap<string, ReadonlySet<string>>;
  beforeAll(async () => {
    const { customer, ids } = estates.birch;
    const callers = [customer, await api.member('owner', customer.organisationId)];
    types = await typesById(graphqlCalls(schema), callers, Object.values(ids));
  });

  it('are each of one type, since some caches keep objects by their ids alone', () => {
    const withId = Object.values(schema.getTypeMap()).flatMap((type) =>
      isObjectType(type) && 'id' in type.getFields() ? type.name : [],
    );
    const seen = [...types.values()].flatMap((some) => [...some]);
    expect([...types].filter(([, some]) => some.size > 1)).toEqual([]);
    expect(differences(seen, withId)).toEqual(NONE);
  });

  it('lead by `node` to every type of Node', async () => {
    for (const { name } of schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType)) {
      const [id] = [...types].find(([, some]) => some.has(name)) ?? [];
      const query = 'query ($id: UUID!) { node(id: $id) { __typename id } }';
      const { body } = await estates.birch.customer.graphql(query, { id });
      expect(body.data.node).toEqual({ __typename: name, id });
    }
  });
});
