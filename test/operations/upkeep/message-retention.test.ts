import { describe, expect, it } from '@jest/globals';
import { retryCampaign } from '../../../src/operations/sms/campaigns/retry-campaign.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { groupByNode } from '../../../src/operations/upkeep/group-by-node.js';
import { runHousekeeping } from '../../../src/operations/upkeep/housekeeping.js';
import { setTheChatStage } from '../../support/chat-stage.js';
import { wronglyDerivedOf } from '../../support/database/derived-from-messages.js';
import { type JournalEntry, reject } from '../../support/gateways/programmable-gateway.js';
import { mobiles, type TestServices } from '../../support/services.js';
import { setTheStage, withOwnGateway } from '../../support/stage.js';
import { useServices } from '../../support/use-services.js';

/** Rows about messages and campaigns that no longer exist. Events outlive them, and the agenda names what is done. */
const DANGLING = `
SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns c
JOIN information_schema.tables t USING (table_schema, table_name)
WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type = 'uuid'
  AND c.column_name IN ('message_id', 'campaign_id') AND c.table_name <> 'events'`;

describe('the retention of messages', () => {
  const process = useServices();

  const settled = async () => {
    const stage = await setTheStage(process, {
      recipients: 20,
      capabilities: {},
      react: ({ to }) => (to.endsWith('1') ? { outcome: { kind: 'accepted' } } : reject(402)),
    });
    await stage.work();
    await retryCampaign(stage.context, { campaignId: stage.campaignId });
    await stage.work();
    return stage;
  };

  /** Everything was made before a retention of no days. */
  const keepHouse = async (services: TestServices, messageRetentionDays: number | null = 0) => {
    await services.sql('SELECT pg_sleep(0.01)');
    await runHousekeeping({
      ...services,
      policy: { ...services.policy, messageRetentionDays: messageRetentionDays ?? undefined },
    });
  };

  const count = async (table: string, organisationId: string) => {
    const rows = await process.sql(`SELECT FROM ${table} WHERE organisation_id = $1`, [organisationId]);
    return rows.length;
  };

  const dangling = async (organisationId: string) => {
    const columns = await process.sql<{ table: string; column: string }>(DANGLING);
    const found = [];
    for (const { table, column } of columns) {
      const rows = await process.sql(
        `SELECT FROM ${table} x WHERE organisation_id = $1 AND ${column} IS NOT NULL
         AND ${column}::text NOT IN (SELECT id::text FROM sms_messages UNION SELECT id::text FROM campaigns
                                     UNION SELECT id::text FROM chat_messages UNION SELECT message_id FROM chat_messages)`,
        [organisationId],
      );
      if (rows.length > 0) found.push(`${table}.${column}`);
    }
    return found;
  };

  const sums = async (organisationId: string) =>
    await process.sql(
      `SELECT status, sum(messages)::integer AS messages FROM sms_statistics WHERE organisation_id = $1
         GROUP BY status HAVING sum(messages) > 0 ORDER BY status`,
      [organisationId],
    );

  it('keeps messages for good if there is none', async () => {
    const { services, organisationId } = await settled();
    await keepHouse(services, null);
    expect(await count('sms_messages', organisationId)).toBe(38);
  });

  it('deletes what has ended with everything about it, then the campaigns; statistics stay', async () => {
    const { services, organisationId, counts } = await settled();
    const before = await sums(organisationId);
    expect(await count('sms_retries', organisationId)).toBe(18);
    await keepHouse(services);
    // Two still wait for their reports, and keep their campaign and its counts.
    expect(await count('sms_messages', organisationId)).toBe(2);
    expect(await count('campaigns', organisationId)).toBe(1);
    expect(await counts()).toEqual({ sent: 2, failed: 18 });
    expect(await dangling(organisationId)).toEqual([]);

    await services.sql(`UPDATE sms_messages SET phase = 'done' WHERE organisation_id = $1`, [organisationId]);
    await keepHouse(services);
    for (const table of [
      'sms_messages',
      'sms_attempts',
      'sms_troubles',
      'sms_retries',
      'sms_deferred',
      'campaigns',
      'campaign_progress',
      'campaign_timeline',
    ]) {
      expect([table, await count(table, organisationId)]).toEqual([table, 0]);
    }
    expect(await sums(organisationId)).toEqual(before);
  });

  it('takes last digits of numbers away with the messages, and deletes the rest with the campaign', async () => {
    const { services, context, organisationId, work } = await withOwnGateway(process, {
      react: ({ to }) => (to.endsWith('11') ? { outcome: { kind: 'accepted' } } : reject(404)),
    });
    await sendBulkSms(context, { message: 'Hello', recipients: mobiles(120) });
    await work();
    await keepHouse(services);
    // Two wait for their reports, one of them among the first hundred.
    expect(await count('sms_messages', organisationId)).toBe(2);
    const rows = await services.sql(wronglyDerivedOf(organisationId));
    expect(rows.filter(({ wrong }) => wrong.includes('number'))).toEqual([]);
    await services.sql(`UPDATE sms_messages SET phase = 'done' WHERE organisation_id = $1`, [organisationId]);
    await keepHouse(services);
    expect(await count('campaign_numbers', organisationId)).toBe(0);
  });

  it('an organisation may have its own number of days', async () => {
    const [own, other] = [await settled(), await settled()];
    await process.sql('UPDATE organisations SET message_retention_days = 0 WHERE organisation_id = $1', [
      own.organisationId,
    ]);
    await keepHouse(process, null);
    expect(await count('sms_messages', own.organisationId)).toBe(2);
    expect(await count('sms_messages', other.organisationId)).toBe(38);
  });

  it('a report on a deleted message is parked, as one that matches no message, and then dropped', async () => {
    const { gateway, services, organisationId, reportOnAll, later } = await settled();
    await keepHouse(services);
    const [failed] = gateway.journal.filter(({ to }) => !to.endsWith('1')) as [JournalEntry];
    await reportOnAll({ kind: 'delivered' }, [failed]);
    await later(73 * 3600);
    expect((await services.sql('SELECT FROM sms_reports')).length).toBe(0);
    expect(await dangling(organisationId)).toEqual([]);
  });

  it('deletes chat messages with their receipts, but for those in doubt', async () => {
    const stage = await setTheChatStage(process, {
      react: ({ text, proposedId }) =>
        text === 'lost' ? { kind: 'unknown' } : { kind: 'accepted', messageId: proposedId },
    });
    await stage.sendToGroup();
    await stage.acks({ ack: 'delivered', participant: 'a' });
    await stage.send({ message: 'lost' }).catch(() => undefined);
    const { organisationId } = stage.context.caller;
    await keepHouse(process);
    const rows = await process.sql('SELECT body FROM chat_messages WHERE organisation_id = $1', [organisationId]);
    expect(rows).toEqual([{ body: 'lost' }]);
    expect(await count('chat_receipts', organisationId)).toBe(0);
  });
});

/** In the order of their ids, as the statement returns them. */
const on = (nodes: Readonly<Record<string, number>>) =>
  Object.entries(nodes).map(([id, node]) => ({ organisation_id: id, node, redacted_after: 30, deleted_after: null }));

const grouped = (nodes: Readonly<Record<string, number>>, lastVisited: readonly (readonly [number, string])[] = []) =>
  [...groupByNode(on(nodes), new Map(lastVisited))].map(([node, own]) => [
    node,
    own.map(({ organisation_id: id }) => id).join(''),
  ]);

describe('organisations by node', () => {
  it('are one group on one PostgreSQL', () => {
    expect(grouped({ a: 0, b: 0, c: 0 })).toEqual([[0, 'abc']]);
  });

  it('are a group for each node of Citus, and one of the coordinator, even if it has none', () => {
    expect(grouped({ a: 2, b: 1, c: 2 })).toEqual([
      [0, ''],
      [2, 'ac'],
      [1, 'b'],
    ]);
  });

  it('begin on each node with the one after its last visited one', () => {
    const nodes = { a: 1, b: 2, c: 1, d: 2, e: 1, f: 2, g: 3 };
    const lastVisited = [
      [1, 'a'],
      [2, 'd'],
    ] as const;
    expect(grouped(nodes, lastVisited)).toEqual([
      [0, ''],
      [1, 'cea'],
      [2, 'fbd'],
      [3, 'g'],
    ]);
  });

  it('begin with the first after the last one was visited', () => {
    expect(grouped({ a: 0, b: 0 }, [[0, 'b']])).toEqual([[0, 'ab']]);
  });

  it('begin behind the place of an organisation that is gone, or has moved to another node', () => {
    expect(grouped({ a: 1, b: 2, c: 1 }, [[1, 'b']])).toEqual([
      [0, ''],
      [1, 'ca'],
      [2, 'b'],
    ]);
  });
});
