import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type GraphQLNamedInputType, isEnumType, isListType } from 'graphql';
import { graphqlCode } from '../../src/api/error-map.js';
import { UserErrorCode } from '../../src/api/graphql/kernel/user-errors.js';
import { buildPostriderSchema } from '../../src/api/graphql/schema.js';
import { ERROR_CODES } from '../../src/domain/error-codes.js';
import { type Customer, useApi } from '../http/start-api.js';
import { type GraphqlCall, graphqlCalls } from '../support/calls/generate-graphql-calls.js';
import { withValue } from '../support/calls/with-value.js';
import { differences } from '../support/differences.js';
import { type Estate, foundEstate } from '../support/people/two-organisations.js';
import { compareGolden } from './compare-golden.js';
import { recordDoors } from './graphql-doors.js';
import { ELSEWHERE, recordErrors } from './graphql-errors.js';
import { arrange, MUTATIONS_WITH_INPUT } from './graphql-inputs.js';
import { GraphqlRecorder } from './graphql-recorder.js';
import { recordSubscriptions } from './graphql-subscriptions.js';
import { printCases } from './rest-recorder.js';

const api = useApi({ SANDBOX_DELAY_MS: '0', TRUST_PROXY: '1' });
const schema = buildPostriderSchema();
const calls = graphqlCalls(schema);
const ofType = (type: string) => calls.filter(({ document }) => document.startsWith(type));

const NOBODY = {};
/** A key with a scope that little else takes. */
let auditor: Customer;
let estate: Estate;
beforeAll(async () => {
  auditor = await api.customer({ scopes: ['audit:read'] });
  estate = await foundEstate(api, { word: 'amber', digits: '314' });
});

/** Of each query, the id in the estate that it is about. */
const IDS: Readonly<Record<string, string>> = {
  campaign: 'dispatchedCampaign',
  node: 'dispatchedCampaign',
  message: 'message',
  session: 'session',
  sessionQr: 'session',
  groups: 'session',
  chatMessage: 'chatMessage',
  webhookEndpoint: 'webhook',
  campaignProgress: 'dispatchedCampaign',
};

function ownVariables({ rootField, variables }: GraphqlCall): Readonly<Record<string, unknown>> {
  const id = estate.ids[IDS[rootField] ?? ''];
  const named = Object.fromEntries(['id', 'sessionId'].filter((name) => name in variables).map((name) => [name, id]));
  return { ...variables, ...named };
}

/** What the call is, besides its field: nested lists have calls of their own. */
const titleOf = ({ document }: GraphqlCall) => /\{ \w+(?:\([^)]*\))? \{ (\w+)\(/.exec(document)?.[1] ?? 'all of it';

async function recordQueries(recorder: GraphqlRecorder): Promise<void> {
  for (const call of ofType('query')) {
    const { rootField, document: query, variables } = call;
    const { headers } = estate.customer;
    const own = ownVariables(call);
    await recorder.ask(rootField, titleOf(call), { query, variables: own }, headers);
    await recorder.ask(rootField, `${titleOf(call)}, without a key`, { query, variables: own }, NOBODY);
    await recorder.ask(
      rootField,
      `${titleOf(call)}, with the scope audit:read alone`,
      { query, variables: own },
      auditor.headers,
    );
    for (const name of ['id', 'sessionId', 'token'].filter((one) => one in variables)) {
      const strange = { ...own, [name]: randomUUID() };
      await recorder.ask(rootField, `${titleOf(call)}, of nothing`, { query, variables: strange }, headers);
    }
    if ('first' in variables) {
      await recorder.ask(rootField, 'a page of none', { query, variables: { ...own, first: 0 } }, headers);
      if (query.includes('$last')) {
        const misplaced = { ...own, after: 'nowhere' };
        await recorder.ask(rootField, 'a cursor of nothing', { query, variables: misplaced }, headers);
      }
    }
  }
}

async function recordMutations(recorder: GraphqlRecorder): Promise<void> {
  for (const { rootField, document: query, places } of ofType('mutation')) {
    const stage = async () => ({ api, customer: await api.customer() });
    const record = async (title: string, change: (input: unknown) => unknown, by?: object) => {
      const set = await stage();
      const { input, headers = set.customer.headers } = await arrange(rootField, set);
      const variables = { input: change(input) };
      await recorder.ask(rootField, title, { query, variables }, { ...headers, ...by });
      return { variables, headers };
    };
    const { variables, headers } = await record('done', (input) => input);
    await recorder.ask(rootField, 'the same once more', { query, variables }, headers);
    await recorder.ask(rootField, 'without a key', { query, variables }, NOBODY);
    // A caller of its own: one that has been refused sixty times in a minute is throttled.
    const { headers: auditing } = await api.customer({ scopes: ['audit:read'] });
    await recorder.ask(rootField, 'with the scope audit:read alone', { query, variables }, auditing);
    for (const { path, type, coordinate } of places) {
      const bad = badValueOf(type);
      if (bad === undefined) continue;
      await record(`${coordinate}: ${bad === '' ? 'empty' : 'of nothing'}`, (input) =>
        withValue(input, path.slice(1), bad),
      );
    }
  }
}

/** A value that the schema accepts and the program does not. */
function badValueOf(type: GraphQLNamedInputType): unknown {
  if (isEnumType(type) || isListType(type)) return undefined;
  return { String: '', UUID: randomUUID(), PhoneNumber: '12' }[type.name];
}

const KINDS = {
  queries: recordQueries,
  mutations: recordMutations,
  errors: recordErrors,
  subscriptions: recordSubscriptions,
  doors: recordDoors,
};

describe('what GraphQL answers', () => {
  const recorders: GraphqlRecorder[] = [];

  it.each(Object.entries(KINDS))(
    'is what is written down: %s',
    async (kind, record) => {
      const recorder = new GraphqlRecorder(api);
      await record(recorder, api);
      recorders.push(recorder);
      await compareGolden(`graphql-${kind}`, printCases(recorder.cases));
    },
    60_000,
  );

  it('is written down of every root field', () => {
    const fields = new Set(recorders.flatMap(({ cases }) => [...cases.keys()]).filter((name) => !name.startsWith('/')));
    expect(
      differences(
        fields,
        calls.map(({ rootField }) => rootField),
      ),
    ).toEqual({ missing: [], stale: [] });
    expect(
      differences(
        MUTATIONS_WITH_INPUT,
        ofType('mutation').map(({ rootField }) => rootField),
      ),
    ).toEqual({
      missing: [],
      stale: [],
    });
  });

  it('has every code of an error, but for those that other tests have', () => {
    const codes = new Set(recorders.flatMap(({ userErrorCodes, errorCodes }) => [...userErrorCodes, ...errorCodes]));
    const known = [...Object.keys(UserErrorCode), ...ERROR_CODES.map(graphqlCode)];
    expect(
      differences(
        Object.keys(ELSEWHERE),
        known.filter((code) => !codes.has(code)),
      ),
    ).toEqual({
      missing: [],
      stale: [],
    });
  });
});
