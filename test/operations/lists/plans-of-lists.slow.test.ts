import { expect, it } from '@jest/globals';
import { readRows } from '../../../src/db/lists/list.js';
import { walkRows } from '../../../src/db/lists/walk.js';
import type { OrganisationTx } from '../../../src/db/postgres/transaction.js';
import { CHAT_SEARCH } from '../../../src/db/sql/chat/messages.js';
import { FIRST_ORGANISATION, listUnannounced } from '../../../src/db/sql/events/announce-events.js';
import { readLog, readLogEnds } from '../../../src/db/sql/events/log.js';
import { API_KEYS, findApiKey } from '../../../src/db/sql/people/api-keys.js';
import { AUDIT_ENTRIES } from '../../../src/db/sql/people/audit-entries.js';
import { findInvitation, INVITATIONS } from '../../../src/db/sql/people/invitations.js';
import { campaignSearch } from '../../../src/db/sql/sms/campaigns/campaigns.js';
import { listChangeRows } from '../../../src/db/sql/sms/messages/messages.js';
import { lockSuppression, SUPPRESSION_SEARCH } from '../../../src/db/sql/sms/recipients/suppressions.js';
import { lockSenderId, SENDER_IDS } from '../../../src/db/sql/sms/senders/sender-ids.js';
import { findWebhooks, WEBHOOKS } from '../../../src/db/sql/webhooks/endpoints.js';
import { ORGANISATION } from '../../support/database/plan-rows.js';
import { type AnyTx, accesses, conditionsOn, describePlans, usePlans } from '../../support/database/plans.js';

describePlans('plans of lists and logs', () => {
  const { explain, planOf } = usePlans();
  const ids = [ORGANISATION];
  it('reading a log follows its key within both bounds, and its end is one look', async () => {
    const wish = { after: 5_000, first: 100, scanMax: 10_000, types: ['sms.sent'] } as const;
    const read = await explain((tx) => readLog(tx, wish));
    // Behind row level security a bound that is computed from a column would not be among the conditions of the index.
    expect(conditionsOn('events_pkey', read)).toContainEqual(
      expect.stringMatching(/organisation_id = \$1.*sequence > \$2.*sequence <= \$3/),
    );
    const look = (tx: AnyTx) => listUnannounced(tx, FIRST_ORGANISATION, 500);
    for (const query of [(tx: AnyTx) => readLog(tx, wish), (tx: AnyTx) => readLogEnds(tx), look]) {
      const used = (await planOf(query)).filter(({ table }) => table === 'events');
      expect(new Set(used.map(({ by }) => by))).toEqual(new Set(['events_pkey']));
      expect(JSON.stringify(await explain(query))).toContain('"Scan Direction":"Backward"');
    }
    expect((await planOf(look)).map(({ table }) => table)).not.toContain('event_logs');
  });

  it('the history of a message is found by its subject, and by its campaign', async () => {
    const read = await explain((tx: OrganisationTx) => listChangeRows(tx, ids));
    expect(new Set(accesses(read).map(({ by }) => by))).toEqual(
      new Set(['events_subject', 'sms_messages_pkey', 'events_campaign']),
    );
    expect(conditionsOn('events_campaign', read)).toEqual([
      expect.stringMatching(/organisation_id = \$1.*campaign_id = ANY/),
    ]);
  });

  const behind = (...place: readonly string[]) => ({ size: 100, backwards: false, from: place });
  const lists: readonly (readonly [string, (tx: OrganisationTx) => Promise<unknown>])[] = [
    ['audit_entries', (tx) => readRows(tx, AUDIT_ENTRIES, {}, behind(ORGANISATION))],
    ['suppressions', (tx) => walkRows(tx, SUPPRESSION_SEARCH, {}, behind(ORGANISATION))],
    ['sender_ids', (tx) => readRows(tx, SENDER_IDS, {}, behind(ORGANISATION))],
    ['invitations', (tx) => readRows(tx, INVITATIONS, null, behind(ORGANISATION))],
    ['webhook_endpoints', (tx) => readRows(tx, WEBHOOKS, null, behind(ORGANISATION))],
    ['api_keys', (tx) => readRows(tx, API_KEYS, null, behind(ORGANISATION))],
    ['chat_messages', (tx) => walkRows(tx, CHAT_SEARCH, {}, behind(ORGANISATION))],
  ];

  it.each(lists)('a page in the middle of the list %s begins at its place in the primary key', async (table, query) => {
    const plan = await explain(query);
    expect(accesses(plan)).toEqual([{ table, by: `${table}_pkey` }]);
    expect(conditionsOn(`${table}_pkey`, plan)).toEqual([
      expect.stringMatching(/organisation_id = \$1\) AND \((ROW\()?id\)? [<>] (ROW\()?\$2/),
    ]);
    expect(JSON.stringify(plan)).not.toMatch(/"Sort Key":\["(?!found\.)/); // Only the page that was found.
  });

  it.each([
    ['created_at', 'campaigns_pkey', [ORGANISATION]],
    ['total', 'campaigns_total', [7, ORGANISATION]],
    ['name', 'campaigns_name', ['m', ORGANISATION]],
    ['completed_at', 'campaign_progress_completed', ['2026-01-01', ORGANISATION]],
  ] as const)('a page of campaigns by %s begins at its place in %s, in both directions', async (by, index, from) => {
    for (const filter of [{}, { test: false, statuses: ['running', 'completed'] }] as const) {
      for (const [descending, backwards] of [
        [true, false],
        [false, false],
        [true, true],
      ] as const) {
        const search = campaignSearch({ by, descending });
        const plan = await explain((tx) => walkRows(tx, search, filter, { size: 100, backwards, from }));
        expect(accesses(plan).map((access) => access.by)).toContain(index);
        expect(conditionsOn(index, plan)).toEqual([expect.stringMatching(/id\)? [<>] /)]);
        // Among equal times of completion the ids are sorted once more.
        expect(JSON.stringify(plan)).not.toMatch(/"Sort Key":\["(?!found\.|\(CASE)/);
      }
    }
  });

  const single: readonly (readonly [string, (tx: OrganisationTx) => Promise<unknown>])[] = [
    ['suppressions', (tx) => lockSuppression(tx, { id: ORGANISATION })],
    ['sender_ids', (tx) => lockSenderId(tx, ORGANISATION)],
    ['invitations', (tx) => findInvitation(tx, ORGANISATION)],
    ['webhook_endpoints', (tx) => findWebhooks(tx, ids)],
    ['api_keys', (tx) => findApiKey(tx, ORGANISATION)],
  ];

  it.each(single)('a row of %s is found by its id along the primary key', async (table, query) => {
    expect(await planOf(query)).toEqual([{ table, by: `${table}_pkey` }]);
  });
});
