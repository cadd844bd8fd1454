import { describe, expect, it } from '@jest/globals';
import { buildPostriderSchema } from '../../../src/api/graphql/schema.js';
import { POLICIES } from '../../../src/api/guard/policies.js';
import type { Customer, TestApi } from '../../http/start-api.js';
import { download, everyExport, linesOf, linkFor } from '../exports.js';
import { countRows, type Estate, fingerprint } from '../people/two-organisations.js';
import {
  bareCalls,
  gist,
  leaks,
  type NamingCase,
  namingCases,
  strangerLike,
  valuesOf,
} from './generate-naming-cases.js';
import { ROUTES } from './rest-routes.js';

/** Birch calls, and must neither see nor change anything of amber's. */
export interface TwoEstates {
  readonly amber: Estate;
  readonly birch: Estate;
  /** The fingerprint of amber before the calls. */
  readonly before: string;
}

/** Every call that the API has, made by one organisation with the names and ids of another. */
export function describeTenancySweep(api: TestApi, estates: TwoEstates): void {
  const schema = buildPostriderSchema();

  /** Compares answers with what is said of values that are nobody's. */
  function comparing(call: NamingCase) {
    let ofNoId: Promise<string> | undefined;
    const toStranger = async (asking: Customer, value: string) => {
      const stranger = strangerLike(value, call.names);
      return gist(await call.ask(asking, stranger), stranger);
    };
    return async (asking: Customer, value: string) => {
      const answer = await call.ask(asking, value);
      // No id looks like more than another, so that one of nobody's stands for all.
      if (call.names === 'id') ofNoId ??= toStranger(asking, value);
      expect(gist(answer, value)).toBe(await (ofNoId ?? toStranger(asking, value)));
      expect(leaks(estates.amber, answer, value)).toEqual([]);
      expect(answer.status).toBeLessThan(500);
    };
  }

  describe('an organisation that asks for everything', () => {
    it.each(bareCalls(schema, ROUTES))('gets nothing of another: $title', async ({ ask, changesThings }) => {
      const answer = await ask(estates.birch.customer);
      expect(leaks(estates.amber, answer)).toEqual([]);
      expect(answer.status).toBeLessThan(500);
      if (changesThings) await expectAmberUnchanged(api, estates);
    });

    it('has changed nothing of it', () => expectAmberUnchanged(api, estates));

    it('downloads its own rows alone, also after a row of another', async () => {
      const { amber, birch } = estates;
      const rows = await countRows(api, birch.customer.organisationId);
      // A row of the log may have several events.
      const [log] = await api.sql<{ events: number }>(
        'SELECT sum(size)::int AS events FROM events WHERE organisation_id = $1',
        [birch.customer.organisationId],
      );
      const expected = [
        ...[rows.sms_messages, log?.events, rows.suppressions, expect.any(Number)],
        ...[rows.campaigns, rows.chat_messages, rows.inbound_messages, rows.consent_changes],
      ];
      const counted: number[] = [];
      for (const body of everyExport(birch.ids.dispatchedCampaign)) {
        const path = await linkFor(birch.customer, body);
        for (const after of ['', `&after=${amber.ids.message}`, '&after=0']) {
          const answer = await download(api, path + after);
          expect(leaks(amber, { ...answer, body: null })).toEqual([]);
          if (after === '') counted.push(linesOf(answer.text).length);
        }
      }
      expect(counted).toEqual(expected);
    });

    it('counts its own alone', () => expectOwnCounts(api, estates.birch));
  });

  describe('an organisation that names what is another organisation’s', () => {
    const { readings = [], changes = [] } = Object.groupBy(namingCases(schema, ROUTES), ({ changesThings }) =>
      changesThings ? 'changes' : 'readings',
    );

    it.each(readings)('is answered as for what is nobody’s: $coordinate', async (call) => {
      const { amber, birch } = estates;
      const values = valuesOf(amber, call.names);
      const compare = comparing(call);
      await Promise.all(values.map((value) => compare(birch.customer, value)));
    });

    it.each(changes)('is answered as for what is nobody’s, and changes nothing: $coordinate', async (call) => {
      const newCaller = () => (isForPeople(call) ? api.member() : api.customer());
      let asking = await newCaller();
      const compare = comparing(call);
      for (const value of valuesOf(estates.amber, call.names)) {
        await compare(asking, value);
        // What a call stores must not change the answer to the next; with an id of somebody else it stores nothing.
        if (call.names !== 'id') asking = await newCaller();
      }
      await expectAmberUnchanged(api, estates);
    });

    it('has changed nothing of it', () => expectAmberUnchanged(api, estates));
  });
}

export async function expectAmberUnchanged(api: TestApi, { amber, before }: TwoEstates): Promise<void> {
  expect(await fingerprint(api, amber.customer.organisationId)).toBe(before);
}

/** A key would be refused before anything is looked up. */
function isForPeople({ coordinate }: NamingCase): boolean {
  const [, rootField = ''] = coordinate.split(' in ');
  return ['member', 'person'].includes(POLICIES[rootField]?.for ?? '');
}

const COUNTED: Readonly<Record<string, string>> = {
  campaigns: 'campaigns',
  messages: 'sms_messages',
  suppressions: 'suppressions',
  consentChanges: 'consent_changes',
  inboundMessages: 'inbound_messages',
  senderIds: 'sender_ids',
  sessions: 'chat_sessions',
  chatMessages: 'chat_messages',
  webhookEndpoints: 'webhook_endpoints',
  members: 'memberships',
  invitations: 'invitations',
  exportLinks: 'export_links',
  auditLog: 'audit_entries',
  apiKeys: 'api_keys',
};

async function expectOwnCounts(api: TestApi, { customer }: Estate): Promise<void> {
  const lists = Object.keys(COUNTED);
  const query = `{ ${lists.map((list) => `${list}(first: 1) { totalCount }`).join(' ')} }`;
  const { body } = await customer.graphql(query);
  const rows = await countRows(api, customer.organisationId);
  const expected = Object.entries(COUNTED).map(([list, table]) => [list, { totalCount: rows[table] }]);
  expect(body.data).toEqual(Object.fromEntries(expected));
}
