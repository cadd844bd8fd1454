import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { buildPostriderSchema } from '../../src/api/graphql/schema.js';
import { useApi } from '../http/start-api.js';
import { AUDITED_MUTATIONS } from '../support/calls/audited-mutations.js';
import { graphqlCalls } from '../support/calls/generate-graphql-calls.js';
import {
  bareCalls,
  gist,
  leaks,
  type NamingCase,
  namingCases,
  strangerLike,
  valuesOf,
} from '../support/calls/generate-naming-cases.js';
import { ROUTES } from '../support/calls/rest-routes.js';
import { describeTenancySweep, expectAmberUnchanged, type TwoEstates } from '../support/calls/tenancy-sweep.js';
import { isOnCitus } from '../support/database/database.js';
import { doEverythingDue } from '../support/database/everything-due.js';
import { travel } from '../support/database/time-travel.js';
import { interceptQueries, watchStatements } from '../support/database/watch-statements.js';
import { changeInOne, MEMBER_MUTATIONS } from '../support/people/member-of-two.js';
import { countRows, fingerprint, foundEstate, tenantTables } from '../support/people/two-organisations.js';

const api = useApi({ SANDBOX_DELAY_MS: '0', TRUST_PROXY: '1' });
const estates = {} as TwoEstates;

beforeAll(async () => {
  for (const table of await tenantTables(api)) await api.sql(`ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`);
  // At the same time, so that their events and ids lie between each other.
  const [amber, birch] = await Promise.all([
    foundEstate(api, { word: 'amber', digits: '314' }),
    foundEstate(api, { word: 'birch', digits: '271' }),
  ]);
  const before = await fingerprint(api, amber.customer.organisationId);
  Object.assign(estates, { amber, birch, before });
});

/** Statements of one organisation's transactions that do not have its id among their parameters. */
const nameless = new Set<string>();
const stopWatching = watchStatements(({ text, values, organisationId }) => {
  if (organisationId !== null && !isNamed(organisationId, values)) nameless.add(text.replace(/\s+/g, ' ').trim());
});
afterAll(stopWatching);

/** The lock of an idempotency key has the organisation in a longer text. */
function isNamed(organisationId: string, values: readonly unknown[]): boolean {
  return values.some((value) => String(value).includes(organisationId));
}

describe('without row level security', () => {
  it('a transaction of one organisation sees the rows of the other', async () => {
    const { amber, birch } = estates;
    const [row] = await api.services.db.inOrganisation(birch.customer.organisationId, (tx) =>
      tx.sql<{ count: number }>(
        'SELECT count(*)::int AS count FROM sms_messages WHERE organisation_id = :amber AND :birch::uuid IS NOT NULL',
        { amber: amber.customer.organisationId, birch: birch.customer.organisationId },
      ),
    );
    const rows = await countRows(api, amber.customer.organisationId);
    expect(row?.count).toBeGreaterThanOrEqual(rows.sms_messages ?? Number.NaN);
  });

  it('an organisation is founded without a change to another', async () => {
    await foundEstate(api, { word: 'cedar', digits: '161' });
    await expectAmberUnchanged(api, estates);
  });

  describeTenancySweep(api, estates);
});

describe('mutations of things of one’s own, without row level security', () => {
  const calls = graphqlCalls(buildPostriderSchema());

  it.each(Object.entries(AUDITED_MUTATIONS))('change nothing of another: %s', async (name, { arrange, peopleOnly }) => {
    const customer = peopleOnly ? await api.member() : await api.customer();
    const { input, by = customer } = await arrange({ api, customer });
    // Arranging may announce the events of every organisation.
    const before = await fingerprint(api, estates.amber.customer.organisationId);
    const document = calls.find(({ rootField }) => rootField === name)?.document ?? '';
    const answer = await api.graphql(document, { input }, by.headers);
    expect(answer.body).toMatchObject({ data: { [name]: { userErrors: [] } } });
    expect(leaks(estates.amber, answer)).toEqual([]);
    expect(await fingerprint(api, estates.amber.customer.organisationId)).toBe(before);
  });
});

describe('somebody who is in both organisations, without row level security', () => {
  it.each(Object.keys(MEMBER_MUTATIONS))('is changed in one of them alone: %s', async (name) => {
    expect(await changeInOne(api, estates.amber.customer, name)).toEqual({ there: false, here: true });
  });
});

// Citus refuses some of these statements, so they give nothing away.
(isOnCitus() ? describe.skip : describe)('the sweep, when a statement has lost its organisation', () => {
  const cases = namingCases(buildPostriderSchema(), ROUTES);
  const calls = bareCalls(buildPostriderSchema(), ROUTES);
  let restore: () => void = () => undefined;
  afterEach(() => restore());

  /** From now on statements with this piece ask for no organisation. */
  function takeOutConditions(piece: string): void {
    const condition = /(?:"?\w+"?\.)?"?\borganisation_id"? = (\$\d+)/g;
    const plain = (text: string) => text.replaceAll('"', '').replace(/\s+/g, ' ').toLowerCase();
    restore = interceptQueries((_client, sent) => {
      if (!plain(sent.text).includes(piece.toLowerCase())) return sent;
      return { text: sent.text.replace(condition, '$1::uuid IS NOT NULL'), values: sent.values ?? [] };
    });
  }

  it.each([
    ['of one thing', 'FROM campaigns INNER JOIN LATERAL', 'Query.campaign(id) in campaign', 'customer'],
    ['of a list with a filter', 'FROM suppressions WHERE', 'SuppressionFilter.mobile in suppressions', 'customer'],
    [
      'that looks whether there is one',
      'JOIN people ON people.id = memberships.person_id WHERE',
      'InviteMemberInput.email in inviteMember',
      'member',
    ],
    ['of REST', 'FROM sms_messages WHERE', 'GET /v1/sms/messages/{message_id}/ path.message_id', 'customer'],
  ] as const)('finds one %s', async (_, piece, coordinate, caller) => {
    const call = cases.find((one) => one.coordinate === coordinate) as NamingCase;
    const found = async () => {
      const answers = valuesOf(estates.amber, call.names).map(async (value) => {
        const [customer, stranger] = [await api[caller](), strangerLike(value, call.names)];
        const [answer, expected] = [await call.ask(customer, value), await call.ask(customer, stranger)];
        return leaks(estates.amber, answer, value).length > 0 || gist(answer, value) !== gist(expected, stranger);
      });
      return (await Promise.all(answers)).includes(true);
    };
    expect(await found()).toBe(false);
    takeOutConditions(piece);
    expect(await found()).toBe(true);
  });

  it.each([
    ['FROM sms_messages WHERE', 'GraphQL messages'],
    ['FROM sender_ids WHERE', 'GraphQL senderIds'],
    ['FROM invitations WHERE', 'GraphQL invitations'],
    ['FROM events', 'GraphQL events'],
  ])('finds one that lists everything: %s', async (piece, title) => {
    const ends = calls.filter((call) => call.title.startsWith(title));
    const eventsIn = (answers: readonly object[]) => String(JSON.stringify(answers).match(/evt_\w+/g));
    const askAll = () => Promise.all(ends.map(({ ask }) => ask(estates.birch.customer)));
    const own = await askAll();
    expect(own.flatMap((answer) => leaks(estates.amber, answer))).toEqual([]);
    takeOutConditions(piece);
    // The page may be full of the organisations that the sweep has made, with nothing of amber.
    const all = await askAll();
    const differs = eventsIn(all) !== eventsIn(own);
    expect(differs || all.some((answer) => leaks(estates.amber, answer).length > 0)).toBe(true);
  });

  it.each([
    ['UPDATE memberships SET role', 'changeMemberRole'],
    ['DELETE FROM memberships', 'removeMember'],
    ['DELETE FROM invitations WHERE organisation_id = $1 AND invited_by', 'removeMember'],
  ])('finds one that changes rows: %s', async (piece, name) => {
    takeOutConditions(piece);
    expect(await changeInOne(api, estates.amber.customer, name)).toEqual({ there: true, here: true });
  });
});

describe('work in the background, when the transactions of an organisation see every row', () => {
  const DAY = 24 * 3600;
  const agedPast = (services: typeof api.services) => ({
    ...services,
    policy: { ...services.policy, retentionDays: 0, eventRetentionDays: 0 },
  });

  /** Work of amber is found by nobody, so that each row of it that changes was changed in the name of another. */
  async function hideAmberFromTheAgenda(): Promise<void> {
    const { organisationId } = estates.amber.customer;
    for (const table of await tenantTables(api)) {
      await api.sql(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await api.sql(`DROP POLICY IF EXISTS one_organisation ON ${table}`);
      await api.sql(
        `CREATE POLICY all_but_amber ON ${table}
         USING (NOT all_organisations() OR organisation_id <> '${organisationId}')`,
      );
    }
  }

  it('changes nothing of an organisation while it works for another', async () => {
    const { amber, birch } = estates;
    for (const { customer, mobiles } of [amber, birch]) {
      await customer.sendSms({ to: mobiles.sent, message: 'waits to be sent' });
    }
    await hideAmberFromTheAgenda();
    await travel({ query: async (text) => ({ rows: await api.sql(text) }) }, 40 * DAY);
    const before = await Promise.all([amber, birch].map(({ customer }) => fingerprint(api, customer.organisationId)));
    await doEverythingDue(agedPast(api.services));
    const after = await Promise.all([amber, birch].map(({ customer }) => fingerprint(api, customer.organisationId)));
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });

  it('would have had something to do for it', async () => {
    const { organisationId } = estates.amber.customer;
    const before = await fingerprint(api, organisationId);
    for (const table of await tenantTables(api)) await api.sql(`ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`);
    await doEverythingDue(agedPast(api.services));
    expect(await fingerprint(api, organisationId)).not.toBe(before);
  });
});

it('every statement of an organisation’s transactions that reads or writes its rows has named it', async () => {
  const tables = new RegExp(`\\b(${(await tenantTables(api)).join('|')})\\b`);
  expect(nameless.size).toBeGreaterThan(0);
  expect([...nameless].filter((text) => tables.test(text))).toEqual([]);
});
