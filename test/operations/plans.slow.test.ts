import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { readRows } from '../../src/db/list.js';
import { applyAcks } from '../../src/db/sql/chat/acks.js';
import { CHAT_SEARCH, insertChatMessages, type NewChatMessage } from '../../src/db/sql/chat/messages.js';
import { settleChatMessages } from '../../src/db/sql/chat/settle-messages.js';
import { listUnannounced } from '../../src/db/sql/events/announce-events.js';
import { readLog, readLogEnds } from '../../src/db/sql/events/log.js';
import { API_KEYS, findApiKey } from '../../src/db/sql/people/api-keys.js';
import { AUDIT_ENTRIES } from '../../src/db/sql/people/audit-entries.js';
import { findInvitation, INVITATIONS } from '../../src/db/sql/people/invitations.js';
import { findStoredAnswers, replaceStoredAnswers } from '../../src/db/sql/plumbing/idempotency-keys.js';
import { takeReports } from '../../src/db/sql/plumbing/inbox.js';
import { moveDue, takeDue } from '../../src/db/sql/sms/agenda.js';
import { applyVerdict } from '../../src/db/sql/sms/apply-verdicts.js';
import { lockAttemptsOfParts, readParts, writePartCodes } from '../../src/db/sql/sms/attempt-parts.js';
import { findAttemptsByProviderId, recordReportedFailures } from '../../src/db/sql/sms/attempts.js';
import { listCampaignMessageRows } from '../../src/db/sql/sms/campaign-messages.js';
import { campaignSearch } from '../../src/db/sql/sms/campaigns.js';
import { claimInDoubt, claimMessages } from '../../src/db/sql/sms/claim-messages.js';
import { findOptOuts } from '../../src/db/sql/sms/gateway-opt-outs.js';
import { insertMessages, type NewMessage } from '../../src/db/sql/sms/insert-messages.js';
import { leaseDue } from '../../src/db/sql/sms/leases.js';
import {
  findCancelled,
  findDestinations,
  findInDoubt,
  findOverdue,
  listCancellable,
  lockAllButSubmitting,
  lockWaiting,
} from '../../src/db/sql/sms/message-states.js';
import { SMS_MESSAGES } from '../../src/db/sql/sms/messages.js';
import { lockSenderId, markRefusedSenders, SENDER_IDS } from '../../src/db/sql/sms/sender-ids.js';
import { lockSuppression, SUPPRESSION_SEARCH, suppressRecipients } from '../../src/db/sql/sms/suppressions.js';
import { findWebhooks, WEBHOOKS } from '../../src/db/sql/webhooks/endpoints.js';
import { numberParameters, type Values } from '../../src/db/statement.js';
import type { EveryOrganisationTx, OrganisationTx } from '../../src/db/transaction.js';
import { walkRows } from '../../src/db/walk.js';
import { CANCELLABLE, DELIVERED, judgeAnswer } from '../../src/domain/sms/verdict.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const ORGANISATION = '01970000-0000-7000-8000-000000000001';
const CAMPAIGN = '01970000-0000-7000-8000-000000000001';
const MESSAGES = 100_000;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

interface Access {
  readonly table: string;
  readonly by: string;
}

/** What a plan follows this index by. */
function conditionsOn(index: string, node: PlanNode): string[] {
  const below = (node.Plans ?? []).flatMap((each) => conditionsOn(index, each));
  return node['Index Name'] === index ? [node['Index Cond'] ?? '', ...below] : below;
}

/** How a plan reaches tables: the index, or the name of the scan without one. */
function accesses(node: PlanNode): Access[] {
  const below = (node.Plans ?? []).flatMap(accesses);
  if (node['Node Type'] === 'Bitmap Heap Scan') return below;
  if (node['Node Type'] === 'Bitmap Index Scan') return [{ table: '', by: node['Index Name'] ?? '' }];
  if (!node['Node Type'].endsWith('Scan') || !node['Relation Name']) return below;
  return [{ table: node['Relation Name'], by: node['Index Name'] ?? node['Node Type'] }, ...below];
}

/** By which conditions a plan enters the indexes of tables. */
function conditionsOf(node: PlanNode, heap = ''): { readonly table: string; readonly condition: string }[] {
  const table = node['Relation Name'] ?? heap;
  const below = (node.Plans ?? []).flatMap((plan) => conditionsOf(plan, table));
  return 'Index Cond' in node ? [{ table, condition: String(node['Index Cond']) }, ...below] : below;
}

/** For queries of any kind of transaction. */
type AnyTx = OrganisationTx & EveryOrganisationTx;

/** Notes the statement that a query makes, instead of running it. */
async function statementOf(query: (tx: AnyTx) => Promise<unknown>): Promise<string> {
  const statements: string[] = [];
  const sql = async (statement: string, values: Values = {}) => {
    statements.push(numberParameters({ statement, values, organisationId: ORGANISATION }).text);
    return [];
  };
  await query({ sql } as unknown as AnyTx);
  expect(statements).toHaveLength(1);
  return statements[0] ?? '';
}

describe('plans on a hundred thousand messages', () => {
  let database: TestDatabase;
  let client: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    await fill(database.superuserUrl);
    client = new Client({ connectionString: database.url });
    await client.connect();
  }, 40_000);

  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  /** The plan of the program's own role, for any parameters at all: the one that is pinned. */
  const explain = async (query: (tx: AnyTx) => Promise<unknown>): Promise<PlanNode> => {
    const text = await statementOf(query);
    await client.query('BEGIN');
    try {
      await client.query(`SELECT set_config('postrider.organisation', '${ORGANISATION}', true)`);
      const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
      return rows[0]['QUERY PLAN'][0].Plan;
    } finally {
      await client.query('ROLLBACK');
    }
  };
  const planOf = async (query: (tx: AnyTx) => Promise<unknown>) => accesses(await explain(query));

  const ids = [ORGANISATION];
  const phases = ['submitting', 'in_doubt'] as const;
  const accepted = { messageIds: ids, attempt: 1, verdict: judgeAnswer({ kind: 'accepted' }, 1), nextInSeconds: 1 };
  const byKey: readonly (readonly [string, (tx: AnyTx) => Promise<unknown>])[] = [
    ['claims messages', (tx) => claimMessages(tx, 'north', ids)],
    ['claims what is in doubt', (tx) => claimInDoubt(tx, 'north', ids)],
    ['settles', (tx) => applyVerdict(tx, accepted, { phases, onlyForward: false })],
    ['folds reports', (tx) => applyVerdict(tx, { ...accepted, verdict: DELIVERED }, { phases, onlyForward: true })],
    ['locks what is reported on', (tx) => lockAllButSubmitting(tx, ids)],
    ['looks for what was cancelled', (tx) => findCancelled(tx, ids)],
    [
      'keeps reported failures',
      (tx) => recordReportedFailures(tx, [{ messageId: ORGANISATION, deliveryCode: 502, rawCode: null }]),
    ],
    ['moves what has to go elsewhere, row by row', (tx) => moveDue(tx, 'north', 'south')],
    ['looks for what is in doubt', (tx) => findInDoubt(tx, ids)],
    ['looks for destinations', (tx) => findDestinations(tx, ids)],
    ['takes what has to go elsewhere', (tx) => takeDue(tx, 'north')],
    ['looks for what is overdue', (tx) => findOverdue(tx, 'paused', ids)],
    ['holds what is ready', (tx) => lockWaiting(tx, ids)],
    [
      'suppresses recipients',
      (tx) => suppressRecipients(tx, ids, { forSenderOnly: true, deliveryCode: 406, reason: null }),
    ],
    ['marks refused sender ids', (tx) => markRefusedSenders(tx, 'north', ids)],
    ['lists messages', (tx) => readRows(tx, SMS_MESSAGES, {}, { size: 100, backwards: false, from: null })],
  ];

  it.each(byKey)(
    'the statement that %s follows the primary key of the messages and scans no table',
    async (_name, query) => {
      const used = await planOf(query);
      expect(used.filter(({ by }) => by === 'Seq Scan' || by.startsWith('sms_messages_campaign'))).toEqual([]);
      expect(used.map(({ by }) => by)).toContain('sms_messages_pkey');
    },
  );

  const key = { operation: 'sendSms', key: 'k' };
  const message = { id: ORGANISATION, dueId: ORGANISATION, mobile: '1', metadata: null } as NewMessage;
  const chatMessage = { id: ORGANISATION, sessionId: ORGANISATION } as NewChatMessage;
  const settled = {
    id: ORGANISATION,
    status: 'sent',
    phase: 'settled',
    error: null,
    messageId: null,
    reason: null,
  } as const;
  const ofGroups: readonly (readonly [string, readonly Access[], (tx: AnyTx) => Promise<unknown>])[] = [
    [
      'the suppressions of one send',
      [{ table: 'suppressions', by: 'suppressions_number' }],
      (tx) => insertMessages(tx, [message]),
    ],
    [
      'the suppressions of several sends',
      [{ table: 'suppressions', by: 'suppressions_number' }],
      (tx) => insertMessages(tx, [message, message]),
    ],
    [
      'stored answers',
      [{ table: 'idempotency_keys', by: 'idempotency_keys_pkey' }],
      (tx) => findStoredAnswers(tx, [key]),
    ],
    [
      'answers that are replaced',
      [{ table: 'idempotency_keys', by: 'idempotency_keys_pkey' }],
      (tx) => replaceStoredAnswers(tx, [{ ...key, result: { id: ORGANISATION } }]),
    ],
    [
      'the phones of chat messages',
      [{ table: 'chat_sessions', by: 'chat_sessions_id' }],
      (tx) => insertChatMessages(tx, [chatMessage], 'sandbox'),
    ],
    [
      'chat messages that are settled, and their phones',
      [
        { table: 'chat_messages', by: 'chat_messages_pkey' },
        { table: 'chat_messages', by: 'chat_messages_pkey' },
        { table: 'chat_sessions', by: 'chat_sessions_id' },
        { table: 'chat_sessions', by: 'chat_sessions_id' },
      ],
      (tx) => settleChatMessages(tx, [settled]),
    ],
    [
      'chat messages that are acked',
      [
        { table: 'chat_messages', by: 'chat_messages_pkey' },
        { table: 'chat_messages', by: 'chat_messages_pkey' },
      ],
      (tx) => applyAcks(tx, [{ id: ORGANISATION, status: 'read', messageId: '' }]),
    ],
  ];

  it.each(ofGroups)('in a group of sends, %s are found along their key', async (_name, wanted, query) => {
    const used = await planOf(query);
    expect(used.toSorted((one, other) => one.table.localeCompare(other.table))).toEqual(wanted);
  });

  it.each(ofGroups)(
    'in a group of sends, %s are found along their key by a plan from when the table was new',
    async (...which) => {
      const [, wanted, query] = which;
      const fresh = await createTestDatabase();
      const onFresh = new Client({ connectionString: fresh.url });
      await onFresh.connect();
      const text = await statementOf(query);
      await onFresh.query(`BEGIN; SELECT set_config('postrider.organisation', '${ORGANISATION}', true)`);
      const { rows } = await onFresh.query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
      await onFresh.end();
      await fresh.drop();
      // Phones are few: to read those of the organisation is as good.
      const conditions = conditionsOf(rows[0]['QUERY PLAN'][0].Plan).filter(({ table }) => table !== 'chat_sessions');
      for (const { table } of wanted) {
        const ofTable = conditions.filter((one) => one.table === table);
        for (const { condition } of ofTable) expect(condition).toMatch(/\b(id|key|mobile) = /);
      }
      expect(conditions.map(({ table }) => table)).toEqual(
        wanted.map(({ table }) => table).filter((table) => table !== 'chat_sessions'),
      );
    },
  );

  const slice = { size: 100, backwards: false, from: [5_000] } as const;
  const byCampaign: readonly (readonly [string, (tx: AnyTx) => Promise<unknown>])[] = [
    ['the first page', (tx) => listCampaignMessageRows(tx, CAMPAIGN, {}, { ...slice, from: null })],
    ['a page in the middle', (tx) => listCampaignMessageRows(tx, CAMPAIGN, {}, slice)],
    ['a page backwards', (tx) => listCampaignMessageRows(tx, CAMPAIGN, {}, { ...slice, backwards: true })],
    ['a filtered page', (tx) => listCampaignMessageRows(tx, CAMPAIGN, { messageStatus: 'failed' }, slice)],
    ['what can be cancelled', (tx) => listCancellable(tx, CAMPAIGN, CANCELLABLE)],
  ];

  it.each(byCampaign)('of a campaign, %s is found along the index of the campaign', async (_name, query) => {
    const used = (await planOf(query)).filter(({ table }) => table === 'sms_messages' || table === '');
    expect(used.map(({ by }) => by)).toEqual(['sms_messages_campaign']);
  });

  it('leasing follows the agenda, and taking reports their times', async () => {
    const request = {
      organisationId: ORGANISATION,
      gateway: 'north',
      purpose: 'dispatch',
      leaseId: ORGANISATION,
      leaseSeconds: 60,
      limit: 500,
    } as const;
    const lease = await planOf((tx) => leaseDue(tx, request));
    expect(lease.filter(({ table, by }) => table === 'sms_due' && by === 'Seq Scan')).toEqual([]);
    expect(lease.map(({ by }) => by)).toContain('sms_due_agenda');
    const reports = await planOf((tx) => takeReports(tx, 'sms_reports', 1_000));
    expect(reports.filter(({ table, by }) => table === 'sms_reports' && by === 'Seq Scan')).toEqual([]);
    expect(reports.map(({ by }) => by)).toContain('sms_reports_due');
  });

  it('reading a log follows its key within both bounds, and its end is one look', async () => {
    const wish = { after: 5_000, first: 100, scanMax: 10_000, types: ['sms.sent'] } as const;
    const read = await explain((tx) => readLog(tx, wish));
    // Behind row level security a bound that is computed from a column would not be among the conditions of the index.
    expect(conditionsOn('events_pkey', read)).toContainEqual(
      expect.stringMatching(/organisation_id = \$1.*sequence > \$2.*sequence <= \$3/),
    );
    for (const query of [(tx: AnyTx) => readLog(tx, wish), (tx: AnyTx) => readLogEnds(tx), listUnannounced]) {
      const used = (await planOf(query)).filter(({ table }) => table === 'events');
      expect(new Set(used.map(({ by }) => by))).toEqual(new Set(['events_pkey']));
      expect(JSON.stringify(await explain(query))).toContain('"Scan Direction":"Backward"');
    }
  });

  it('opt-outs are looked for along their key, also whether the gateway has any', async () => {
    const found = await planOf((tx) => findOptOuts(tx, 'north', [Buffer.alloc(32)]));
    expect(found).toEqual([{ table: 'gateway_opt_outs', by: 'gateway_opt_outs_pkey' }]);
    const claimed = await planOf((tx) => claimMessages(tx, 'north', ids));
    expect(claimed.filter(({ table }) => table === 'gateway_opt_outs')).toEqual(found);
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
  ] as const)('a page of campaigns by %s begins at its place in %s', async (by, index, from) => {
    const slice = { size: 100, backwards: false, from };
    const plan = await explain((tx) => walkRows(tx, campaignSearch({ by, descending: true }), {}, slice));
    expect(accesses(plan)).toContainEqual({ table: 'campaigns', by: index });
    expect(conditionsOn(index, plan)).toEqual([expect.stringMatching(/id\)? < /)]);
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

  const attempt = { organisation_id: ORGANISATION, message_id: ORGANISATION, number: 1 };
  const byGatewayId: readonly (readonly [string, readonly string[], (tx: AnyTx) => Promise<unknown>])[] = [
    ['the attempt of a report', ['sms_attempts_provider'], (tx) => findAttemptsByProviderId(tx, 'north', ids)],
    [
      'the attempt of a part',
      ['sms_attempt_parts_provider', 'sms_attempts_pkey'],
      (tx) => lockAttemptsOfParts(tx, 'north', ids),
    ],
    ['a part', ['sms_attempt_parts_provider'], (tx) => writePartCodes(tx, 'north', new Map([['x', 100]]))],
    ['the other parts', ['sms_attempt_parts_pkey'], (tx) => readParts(tx, [attempt])],
  ];

  it.each(byGatewayId)('%s is found along the index of ids, not by scanning', async (_name, indexes, query) => {
    const used = (await planOf(query)).map(({ by }) => by);
    expect(used.toSorted()).toEqual(indexes);
  });

  it('the check sees a scan where there is one', async () => {
    const scan = await planOf((tx) => tx.sql(`SELECT 1 FROM sms_messages WHERE body = :body`, { body: '1' }));
    expect(scan).toContainEqual({ table: 'sms_messages', by: expect.stringMatching(/Seq Scan/) });
  });
});

async function fill(superuserUrl: string): Promise<void> {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  const id = (place: string) => `('01970000-0001-7000-8000-' || lpad(to_hex(${place}), 12, '0'))::uuid`;
  const campaign = (place: string) => `('01970000-0000-7000-8000-' || lpad(to_hex(${place}), 12, '0'))::uuid`;
  for (const statement of [
    `INSERT INTO organisations (organisation_id, name) VALUES ('${ORGANISATION}', 'An organisation')`,
    `INSERT INTO campaigns (organisation_id, id, test, at_least_once, total, accepted, invalid, duplicates, suppressed)
     SELECT '${ORGANISATION}', ${campaign('n')}, false, false, 10000, 10000, 0, 0, 0 FROM generate_series(0, 9999) n`,
    `INSERT INTO campaign_progress (organisation_id, campaign_id, queued)
     SELECT '${ORGANISATION}', ${campaign('n')}, 10000 FROM generate_series(0, 9999) n`,
    `INSERT INTO sms_messages (organisation_id, id, campaign_id, position, mobile, segments, encoding, test, at_least_once,
                               status, phase)
     SELECT '${ORGANISATION}', ${id('n')}, ${campaign('n / 10000')}, n % 10000, (254711000000 + n)::text, 1, 'gsm7', false,
            false, 'queued', 'ready'
     FROM generate_series(0, ${MESSAGES - 1}) n`,
    `INSERT INTO sms_troubles (organisation_id, message_id, status, delivery_code)
     SELECT '${ORGANISATION}', ${id('n')}, 'failed', 404 FROM generate_series(0, 19999) n`,
    `INSERT INTO sms_statistics (organisation_id, quarter, test, sender_id, status, delivery_code, messages)
     SELECT '${ORGANISATION}', timestamptz '2026-01-01 UTC' + n * interval '15 minutes', false, '', 'sent', 101, 1
     FROM generate_series(0, 19999) n`,
    `INSERT INTO suppressions (organisation_id, id, mobile, delivery_code, source)
     SELECT '${ORGANISATION}', ${id('n')}, (254711000000 + n)::text, 409, 'gateway' FROM generate_series(0, 19999) n`,
    `INSERT INTO sms_due (organisation_id, id, gateway, purpose, due_at, message_ids, size)
     SELECT '${ORGANISATION}', ${id('n')}, 'north', (ARRAY['dispatch', 'report'])[1 + n % 2]::due_purpose,
            now() + n * interval '1 second', ARRAY[${id('n')}], 1
     FROM generate_series(0, 9999) n`,
    `INSERT INTO sms_reports (id, gateway, reports, size, due_at)
     SELECT ${id('n')}, 'north', '[]', 1, now() + n * interval '1 second' FROM generate_series(0, 9999) n`,
    `INSERT INTO sms_attempts (organisation_id, message_id, number, gateway, provider_id, found_by_provider_id, outcome,
                               requested_at)
     SELECT '${ORGANISATION}', ${id('n')}, 1, 'north', 'id-' || n, n % 4 > 0, 'accepted', now()
     FROM generate_series(0, ${MESSAGES - 1}) n`,
    `INSERT INTO sms_attempt_parts (organisation_id, message_id, number, part, gateway, provider_id)
     SELECT '${ORGANISATION}', ${id('n')}, 1, part, 'north', 'part-' || n || '-' || part
     FROM generate_series(0, ${MESSAGES - 1}, 4) n, generate_series(1, 3) part`,
    `INSERT INTO gateway_opt_outs (gateway, mobile_hash, sender_id)
     SELECT 'south', sha256(n::text::bytea), 'SHOP' FROM generate_series(0, 99999) n`,
    `INSERT INTO event_logs (organisation_id) VALUES ('${ORGANISATION}')`,
    `INSERT INTO events (organisation_id, sequence, type, subject_id, revision, created_at)
     SELECT '${ORGANISATION}', n, 'sms.sent', ${id('n')}, 1, now() FROM generate_series(1, ${MESSAGES}) n`,
    `INSERT INTO sender_ids (organisation_id, id, name)
     SELECT '${ORGANISATION}', ${id('n')}, 'Sender ' || n FROM generate_series(0, 9999) n`,
    `INSERT INTO idempotency_keys (organisation_id, operation, key, request_hash, result)
     SELECT '${ORGANISATION}', 'sendSms', n::text, '', '{}' FROM generate_series(0, 9999) n`,
    `INSERT INTO chat_sessions (organisation_id, id, name, engine, test, state)
     SELECT '${ORGANISATION}', ${id('n')}, 'A phone', 'waha', false, 'connected' FROM generate_series(0, 999) n`,
    `INSERT INTO chat_messages (organisation_id, id, session_id, engine, message_id, is_group, type, test)
     SELECT '${ORGANISATION}', ${id('n')}, ${id('n % 1000')}, 'waha', n::text, false, 'text', false
     FROM generate_series(0, 9999) n`,
    `INSERT INTO audit_entries (organisation_id, id, action, actor_kind, actor_name, subject_type)
     SELECT '${ORGANISATION}', ${id('n')}, 'member.left', 'operator', 'operator', 'member' FROM generate_series(0, 9999) n`,
    `INSERT INTO invitations (organisation_id, id, email, role, token_hash, invited_by, expires_at)
     SELECT '${ORGANISATION}', ${id('n')}, n || '@example.com', 'viewer', '', 'operator', now() FROM generate_series(0, 9999) n`,
    `INSERT INTO webhook_endpoints (organisation_id, id, url, test, secret, last_sequence)
     SELECT '${ORGANISATION}', ${id('n')}, 'https://example.com', false, '', 0 FROM generate_series(0, 9999) n`,
    `INSERT INTO api_keys (organisation_id, id, name, hash, hint, mode, scopes)
     SELECT '${ORGANISATION}', ${id('n')}, 'A key', n::text::bytea, '', 'live', '{}' FROM generate_series(0, 9999) n`,
    'ANALYZE',
  ]) {
    await client.query(statement);
  }
  await client.end();
}
