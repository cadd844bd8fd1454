import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buildPostriderSchema } from '../../src/api/graphql/schema.js';
import { POLICIES } from '../../src/api/policies.js';
import { ROUTES } from '../../src/api/rest/routes.js';
import { useApi } from '../http/start-api.js';
import { graphqlCalls } from '../support/generate-graphql-calls.js';
import {
  bareCalls,
  gist,
  leaks,
  type NamingCase,
  namingCases,
  strangerLike,
  valuesOf,
} from '../support/generate-naming-cases.js';
import { restCalls } from '../support/generate-rest-calls.js';
import { differences, GRAPHQL_CASES, REST_CASES, ROOT_FIELDS } from '../support/generate-tenant-cases.js';
import { countRows, type Estate, fingerprint, foundEstate } from '../support/two-organisations.js';

const api = useApi({ SANDBOX_DELAY_MS: '0' });
const schema = buildPostriderSchema();
const NONE = { missing: [], stale: [] };

let amber: Estate;
let birch: Estate;
let before: string;
beforeAll(async () => {
  amber = await foundEstate(api, { word: 'amber', digits: '314' });
  birch = await foundEstate(api, { word: 'birch', digits: '271' });
  before = await fingerprint(api, amber.customer.organisationId);
});

// Every case calls more often than a minute allows.
beforeEach(() => api.sql('DELETE FROM rate_limits'));

const calls = graphqlCalls(schema);
const graphqlCoordinates = calls.flatMap(({ slots }) => slots.map((slot) => slot.coordinate));
const rootFields = calls.map((call) => call.rootField);
const restCoordinates = restCalls(ROUTES).flatMap(({ slots }) => slots.map((slot) => slot.coordinate));
const restCases = (cases = REST_CASES) =>
  Object.entries(cases).flatMap(([route, places]) => Object.keys(places).map((place) => `${route} ${place}`));

describe('the cases', () => {
  it('are complete: one for every root field, route, and value that can name something', () => {
    expect(differences(ROOT_FIELDS, rootFields)).toEqual(NONE);
    expect(differences(Object.keys(GRAPHQL_CASES), graphqlCoordinates)).toEqual(NONE);
    expect(
      differences(
        Object.keys(REST_CASES),
        ROUTES.map(({ method, path }) => `${method} ${path}`),
      ),
    ).toEqual(NONE);
    expect(differences(restCases(), restCoordinates)).toEqual(NONE);
  });

  it.each(Object.keys(GRAPHQL_CASES))('are not complete without %s', (coordinate) => {
    const others = Object.keys(GRAPHQL_CASES).filter((other) => other !== coordinate);
    expect(differences(others, graphqlCoordinates)).toEqual({ missing: [coordinate], stale: [] });
  });

  it('are not complete without a root field or a place in a route', () => {
    for (const field of ROOT_FIELDS) {
      const others = ROOT_FIELDS.filter((other) => other !== field);
      expect(differences(others, rootFields)).toEqual({ missing: [field], stale: [] });
    }
    for (const place of restCases()) {
      const others = restCases().filter((other) => other !== place);
      expect(differences(others, restCoordinates)).toEqual({ missing: [place], stale: [] });
    }
  });

  it('have something to find in every table that holds rows of organisations', async () => {
    const counts = await countRows(api, amber.customer.organisationId);
    expect(Object.entries(counts).filter(([, rows]) => rows === 0)).toEqual([]);
    expect(Object.keys(counts).length).toBeGreaterThanOrEqual(21);
  });
});

async function expectNothingToHaveChanged(): Promise<void> {
  expect(await fingerprint(api, amber.customer.organisationId)).toBe(before);
}

/** What a call stores must not change the answer to the next; with an id of somebody else it stores nothing. */
const storesThings = ({ changesThings, names }: NamingCase) => changesThings && names !== 'id';

describe('an organisation that names what is another organisation’s', () => {
  it.each(namingCases(schema, ROUTES))('is answered as for what is nobody’s: $coordinate', async (call) => {
    const expected = new Map<string, string>();
    let asking = call.changesThings ? await api.customer() : birch.customer;
    for (const value of valuesOf(amber, call.names)) {
      const stranger = strangerLike(value, call.names);
      const answer = await call.ask(asking, value);
      // No id looks like more than another, so that one of nobody's stands for all.
      const kind = call.names === 'id' ? 'id' : value;
      if (!expected.has(kind)) expected.set(kind, gist(await call.ask(asking, stranger), stranger));
      expect(gist(answer, value)).toBe(expected.get(kind));
      expect(leaks(amber, answer, value)).toEqual([]);
      expect(answer.status).toBeLessThan(500);
      if (storesThings(call)) asking = await api.customer();
    }
    if (call.changesThings) await expectNothingToHaveChanged();
  });

  it('has changed nothing of it', expectNothingToHaveChanged);
});

describe('an organisation that asks for everything', () => {
  it.each(bareCalls(schema, ROUTES))('gets nothing of another: $title', async ({ ask, changesThings }) => {
    const answer = await ask(birch.customer);
    expect(leaks(amber, answer)).toEqual([]);
    expect(answer.status).toBeLessThan(500);
    if (changesThings) await expectNothingToHaveChanged();
  });

  it('has changed nothing of it', expectNothingToHaveChanged);

  it('counts its own alone', async () => {
    const lists = [
      'campaigns',
      'messages',
      'suppressions',
      'senderIds',
      'sessions',
      'chatMessages',
      'webhookEndpoints',
      'members',
      'invitations',
      'auditLog',
      'apiKeys',
    ];
    const query = `{ ${lists.map((list) => `${list}(first: 1) { totalCount }`).join(' ')} }`;
    const { body } = await birch.customer.call('POST', '/graphql', { query });
    const rows = await countRows(api, birch.customer.organisationId);
    expect(body.data).toEqual({
      campaigns: { totalCount: rows.campaigns },
      messages: { totalCount: rows.sms_messages },
      suppressions: { totalCount: rows.suppressions },
      senderIds: { totalCount: rows.sender_ids },
      sessions: { totalCount: rows.chat_sessions },
      chatMessages: { totalCount: rows.chat_messages },
      webhookEndpoints: { totalCount: rows.webhook_endpoints },
      members: { totalCount: rows.memberships },
      invitations: { totalCount: rows.invitations },
      auditLog: { totalCount: rows.audit_entries },
      apiKeys: { totalCount: rows.api_keys },
    });
  });
});

describe('a key with the header of another organisation', () => {
  const guarded = ROUTES.filter(({ operation }) => POLICIES[operation]?.for !== 'anybody');
  it.each(['/graphql', ...new Set(guarded.map(({ path }) => path))])('is like no key at all: %s', async (path) => {
    const method = ROUTES.find((route) => route.path === path)?.method ?? 'POST';
    const own = amber.customer.headers;
    const foreign = { ...own, 'x-organisation-id': birch.customer.organisationId };
    const garbage = { ...own, authorization: 'Bearer garbage' };
    const [answer, expected] = await Promise.all(
      [foreign, garbage].map((headers) =>
        api.fetch(path.replace(/\{\w+\}/g, birch.ids.campaign ?? ''), { method, headers }),
      ),
    );
    expect(answer?.status).toBe(401);
    expect(gist(answer as never, 'none')).toBe(gist(expected as never, 'none'));
  });
});
