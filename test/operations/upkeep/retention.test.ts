import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { redactChatMessages } from '../../../src/db/sql/chat/old-messages.js';
import { redactMessages } from '../../../src/db/sql/sms/messages/old-messages.js';
import { lockBound } from '../../../src/db/sql/upkeep/old-messages.js';
import { lowestIdAt } from '../../../src/lib/ids.js';
import { receiveInbound } from '../../../src/operations/sms/inbound/receive-inbound.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { runHousekeeping } from '../../../src/operations/upkeep/housekeeping.js';
import { PERSON, setTheChatStage } from '../../support/chat-stage.js';
import { accept, reject } from '../../support/gateways/programmable-gateway.js';
import { countStatuses, seeCounts, seeEvents, seeMessages } from '../../support/see.js';
import { drain, mobile, mobiles, newOrganisation, withGateways } from '../../support/services.js';
import { setTheStage, withOwnGateway } from '../../support/stage.js';
import { untilSomeoneWaits } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';

const DAY_MS = 24 * 3600 * 1000;

/** How ids begin that were made so many days ago. */
function agedPrefix(days: number): string {
  const hex = (Date.now() - days * DAY_MS).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

describe('retention', () => {
  const process = useServices();

  /** Ids carry the time of their making: with older ones everything is older. Positions keep the order. */
  const age = async (organisationId: string, days: number) => {
    const prefix = agedPrefix(days);
    await process.sql(
      'ALTER TABLE campaign_progress DROP CONSTRAINT IF EXISTS campaign_progress_organisation_id_campaign_id_fkey',
    );
    for (const [table, column] of [
      ['sms_messages', 'id'],
      ['sms_messages', 'campaign_id'],
      ['campaigns', 'id'],
      ['campaign_progress', 'campaign_id'],
      ['campaign_numbers', 'campaign_id'],
      ['campaign_numbers', 'first_id'],
      ['campaign_numbers', 'last_id'],
    ]) {
      await process.sql(
        `UPDATE ${table} SET ${column} = ($1 || substr(${column}::text, 14))::uuid WHERE organisation_id = $2`,
        [prefix, organisationId],
      );
    }
  };

  const contents = async (organisationId: string) => {
    const rows = await process.sql(
      `SELECT m.status, m.mobile IS NULL AND m.body IS NULL AND m.metadata IS NULL AS redacted, m.redacted_at IS NOT NULL AS marked
       FROM sms_messages m WHERE organisation_id = $1 ORDER BY campaign_id, position`,
      [organisationId],
    );
    return rows as { status: string; redacted: boolean; marked: boolean }[];
  };

  /** Whether the last digits of each number are kept, of the messages after the first hundred of the campaign. */
  const digitsKept = async (organisationId: string) => {
    const rows = await process.sql<{ kept: boolean }>(
      `SELECT digits IS NOT NULL AS kept FROM campaign_numbers, unnest(last_digits) WITH ORDINALITY AS number (digits, place)
       WHERE organisation_id = $1 ORDER BY campaign_id, part, place`,
      [organisationId],
    );
    return rows.map(({ kept }) => kept);
  };

  const settled = async (recipients = 20) => {
    const stage = await setTheStage(process, {
      capabilities: {},
      react: ({ to }) => (to.endsWith('1') ? accept() : reject(404)),
      input: {
        message: 'Hello {{name}}',
        recipients: mobiles(recipients).map((recipient) => ({ ...recipient, variables: { name: 'you' } })),
        metadata: { order: 7 },
      },
    });
    await stage.work();
    return stage;
  };

  it('takes numbers and texts out of what is finished and old; states and counts stay', async () => {
    const stage = await settled();
    const { services, organisationId } = stage;
    const counts = await stage.counts();
    expect(counts).toEqual({ sent: 2, failed: 18 });
    await age(organisationId, 31);
    await runHousekeeping(services);

    const messages = await contents(organisationId);
    expect(
      messages.filter(({ status }) => status === 'failed').every(({ redacted, marked }) => redacted && marked),
    ).toBe(true);
    // Two still wait for their reports: they and the text of their campaign are needed.
    expect(messages.filter(({ status }) => status === 'sent')).toEqual(
      Array(2).fill({ status: 'sent', redacted: false, marked: false }),
    );
    const rows = await services.sql('SELECT id, body, metadata FROM campaigns WHERE organisation_id = $1', [
      organisationId,
    ]);
    expect(rows[0]).toMatchObject({ body: 'Hello {{name}}', metadata: { order: 7 } });
    expect(await seeCounts(services, rows[0].id)).toEqual(counts);
    expect(await countStatuses(services, rows[0].id)).toEqual(counts);

    await services.sql(`UPDATE sms_messages SET phase = 'done' WHERE organisation_id = $1`, [organisationId]);
    await services.sql('UPDATE campaign_progress SET completed_at = now() WHERE organisation_id = $1', [
      organisationId,
    ]);
    await runHousekeeping(services);
    expect((await contents(organisationId)).every(({ redacted }) => redacted)).toBe(true);
    const after = await services.sql('SELECT body, metadata FROM campaigns WHERE organisation_id = $1', [
      organisationId,
    ]);
    expect(after).toEqual([{ body: null, metadata: null }]);
    expect(await seeCounts(services, rows[0].id)).toEqual(counts);
  });

  it('leaves alone what is younger than the retention', async () => {
    const { services, organisationId } = await settled();
    await age(organisationId, 29);
    await runHousekeeping(services);
    expect((await contents(organisationId)).some(({ redacted }) => redacted)).toBe(false);
  });

  it('takes the words of the gateway with the texts, of messages that have ended alone', async () => {
    const { services, organisationId } = await settled();
    const say = `UPDATE sms_attempts SET raw_reason = 'not to Ada' WHERE organisation_id = $1 RETURNING message_id AS id`;
    const rows = await services.sql<{ id: string }>(say, [organisationId]);
    expect(rows).toHaveLength(20);
    const ids = rows.map(({ id }) => id);
    await services.db.inOrganisation(organisationId, (tx) => redactMessages(tx, ids));
    const kept = await services.sql(
      `SELECT m.status FROM sms_attempts a JOIN sms_messages m ON (m.organisation_id, m.id) = (a.organisation_id, a.message_id)
       WHERE a.organisation_id = $1 AND raw_reason IS NOT NULL`,
      [organisationId],
    );
    // Two have been sent, and wait for their reports.
    expect(kept).toEqual([{ status: 'sent' }, { status: 'sent' }]);
  });

  it('redacts a message later that was locked when its turn came', async () => {
    const { services, organisationId } = await settled();
    await age(organisationId, 31);
    const rows = await services.sql(
      `SELECT id FROM sms_messages WHERE organisation_id = $1 AND status = 'failed' ORDER BY id LIMIT 1`,
      [organisationId],
    );
    await services.db.inOrganisation(organisationId, async (tx) => {
      await tx.sql('SELECT FROM sms_messages WHERE organisation_id = :organisationId AND id = :id FOR UPDATE', rows[0]);
      await runHousekeeping(services);
    });
    const failed = async () => (await contents(organisationId)).filter(({ status }) => status === 'failed');
    expect((await failed()).filter(({ redacted }) => !redacted)).toHaveLength(1);
    await runHousekeeping(services);
    expect((await failed()).filter(({ redacted }) => !redacted)).toEqual([]);
  });

  it('tries again while another worker is in the middle of a step, and redacts if that step is rolled back', async () => {
    const { services, organisationId } = await settled();
    await services.db.inOrganisation(organisationId, (tx) => lockBound(tx, 'redaction'));
    await age(organisationId, 31);
    let keeping: Promise<unknown> = Promise.resolve();
    const step = services.db.inOrganisation(organisationId, async (tx) => {
      await lockBound(tx, 'redaction');
      keeping = runHousekeeping(services);
      expect(await Promise.race([keeping.then(() => 'has ended'), sleep(300, 'goes on')])).toBe('goes on');
      throw new Error('the other worker was killed');
    });
    await expect(step).rejects.toThrow('was killed');
    await keeping;
    expect((await contents(organisationId)).filter(({ redacted }) => redacted)).toHaveLength(18);
  });

  it('takes the last digits of a number away with the number', async () => {
    const { services, organisationId } = await settled(120);
    expect(await digitsKept(organisationId)).toEqual(Array(20).fill(true));
    await age(organisationId, 31);
    await runHousekeeping(services);
    const unredacted = (await contents(organisationId)).slice(100).map(({ redacted }) => !redacted);
    expect(unredacted.filter(Boolean)).toHaveLength(2);
    expect(await digitsKept(organisationId)).toEqual(unredacted);
    await services.sql(`UPDATE sms_messages SET phase = 'done' WHERE organisation_id = $1`, [organisationId]);
    await runHousekeeping(services);
    expect(await digitsKept(organisationId)).toEqual(Array(20).fill(false));
  });

  it('takes the last digits of all numbers away, if two workers redact messages of one campaign at once', async () => {
    const stage = await settled(120);
    const { services, organisationId } = stage;
    const ids = (await stage.messages()).map(({ id }) => id);
    let second: Promise<unknown> = Promise.resolve();
    await services.db.inOrganisation(organisationId, async (tx) => {
      await redactMessages(tx, ids.slice(0, 110));
      second = services.db.inOrganisation(organisationId, (other) => redactMessages(other, ids.slice(110)));
      await untilSomeoneWaits(process.superuser);
    });
    await second;
    const unredacted = (await contents(organisationId)).slice(100).map(({ redacted }) => !redacted);
    expect(await digitsKept(organisationId)).toEqual(unredacted);
  });

  it('looks at each old message once, and again only at those that had not ended', async () => {
    const { services, organisationId } = await settled();
    await age(organisationId, 31);
    await runHousekeeping(services);
    const rows = await services.sql(
      `SELECT b.up_to = (SELECT m.id FROM sms_messages m WHERE m.organisation_id = $1 ORDER BY m.id DESC LIMIT 1) AS whole,
              (SELECT count(*)::integer FROM sms_deferred d JOIN sms_messages m ON m.organisation_id = $1 AND m.id = d.message_id
               WHERE d.organisation_id = $1 AND m.status = 'sent') AS deferred
       FROM sms_bounds b WHERE b.organisation_id = $1 AND task = 'redaction'`,
      [organisationId],
    );
    expect(rows).toEqual([{ whole: true, deferred: 2 }]);
    await services.sql(`UPDATE sms_messages SET phase = 'done' WHERE organisation_id = $1`, [organisationId]);
    await runHousekeeping(services);
    expect((await contents(organisationId)).every(({ redacted }) => redacted)).toBe(true);
    const deferred = await services.sql('SELECT FROM sms_deferred WHERE organisation_id = $1', [organisationId]);
    expect(deferred).toEqual([]);
  });

  it('redacts what was sent after a clock that was ahead has been set back', async () => {
    const { services, organisationId } = await settled();
    await age(organisationId, 29);
    await services.sql(`INSERT INTO sms_bounds (organisation_id, task, up_to) VALUES ($1, 'redaction', $2)`, [
      organisationId,
      lowestIdAt(Date.now() + 300 * DAY_MS),
    ]);
    await runHousekeeping(services);
    expect((await contents(organisationId)).some(({ redacted }) => redacted)).toBe(false);
    await runHousekeeping({ ...services, policy: { ...services.policy, retentionDays: 28 } });
    expect((await contents(organisationId)).filter(({ redacted }) => redacted)).toHaveLength(18);
  });

  it('an organisation may have its own number of days', async () => {
    const short = await settled();
    const long = await settled();
    for (const [{ context }, days] of [
      [short, 7],
      [long, 90],
    ] as const) {
      const { organisationId } = context.caller;
      await process.sql('UPDATE organisations SET retention_days = $1 WHERE organisation_id = $2', [
        days,
        organisationId,
      ]);
      await age(organisationId, 40);
    }
    await runHousekeeping(process);
    const redacted = async ({ context }: typeof short) =>
      (await contents(context.caller.organisationId)).filter((message) => message.redacted).length;
    expect([await redacted(short), await redacted(long)]).toEqual([18, 0]);
  });

  it('a report that comes after redaction still counts', async () => {
    const { gateway, services, context, work, reportOnAll } = await withOwnGateway(process, {
      react: () => reject(500),
    });
    const { result } = await sendSms(context, { message: 'Hello', to: mobile(1) });
    await work();
    const none = withGateways(services, { gateways: [gateway], policy: { retentionDays: 0 } });
    await services.sql('SELECT pg_sleep(0.01)');
    await runHousekeeping(none);
    const [redacted] = await seeMessages(services, result);
    expect(redacted).toMatchObject({ mobile: null, status: 'failed' });
    await reportOnAll({ kind: 'delivered' });
    expect((await seeMessages(services, result))[0]).toMatchObject({ mobile: null, status: 'delivered' });
    expect(await seeEvents(services, result.id)).toEqual(['sms.queued', 'sms.failed', 'sms.delivered corrected']);
  });

  it('a receipt that comes after redaction counts nobody a second time, and is not kept', async () => {
    const stage = await setTheChatStage(process);
    const { id } = (await stage.sendToGroup()).result;
    await stage.acks({ ack: 'delivered', participant: 'a' });
    const { organisationId } = stage.context.caller;
    await process.sql('SELECT pg_sleep(0.01)');
    // While it is redacted somebody else has it: that receipt has to wait, and then finds nobody to count for.
    let late: Promise<void> | undefined;
    await process.db.inOrganisation(organisationId, async (tx) => {
      await redactChatMessages(tx, [id]);
      late = stage.acks({ ack: 'delivered', participant: 'b' });
      await untilSomeoneWaits(process.superuser);
    });
    await late;
    await stage.acks({ ack: 'read', participant: 'a' });
    const rows = await process.sql(
      `SELECT status, delivered_count, read_count,
              (SELECT count(*)::integer FROM chat_receipts r WHERE r.organisation_id = m.organisation_id AND r.message_id = m.id) AS receipts
       FROM chat_messages m WHERE id = $1`,
      [id],
    );
    expect(rows).toEqual([{ status: 'read', delivered_count: 1, read_count: 0, receipts: 0 }]);
  });

  it('looks at each old chat message once, and again only at one that was locked', async () => {
    const stage = await setTheChatStage(process);
    const { organisationId } = stage.context.caller;
    const sent = [];
    for (const message of ['one', 'two', 'three']) sent.push((await stage.send({ message })).result.id);
    const [, locked = '', last] = sent;
    const none = withGateways(process, { gateways: [], policy: { retentionDays: 0 } });
    await process.sql('SELECT pg_sleep(0.01)');
    const unredacted = async () => {
      const text = 'SELECT id FROM chat_messages WHERE organisation_id = $1 AND redacted_at IS NULL';
      return await process.sql(text, [organisationId]);
    };
    await process.db.inOrganisation(organisationId, async (tx) => {
      await tx.sql('SELECT FROM chat_messages WHERE organisation_id = :organisationId AND id = :locked FOR UPDATE', {
        locked,
      });
      await runHousekeeping(none);
    });
    expect(await unredacted()).toEqual([{ id: locked }]);
    const rows = await process.sql(
      `SELECT up_to FROM sms_bounds WHERE organisation_id = $1 AND task = 'chat_redaction'`,
      [organisationId],
    );
    expect(rows).toEqual([{ up_to: last }]);
    await runHousekeeping(none);
    expect(await unredacted()).toEqual([]);
  });

  it('takes senders and texts out of what people sent, and deletes it after the message retention', async () => {
    const context = await newOrganisation(process);
    const { organisationId } = context.caller;
    for (const text of ['old', 'new']) {
      await receiveInbound(process, 'sandbox', [{ key: text, from: mobile(1), to: '20880', text, organisationId }]);
      await drain(process);
      const aged = text === 'old' ? 31 : 0;
      await process.sql(
        `UPDATE inbound_messages SET id = ($1 || substr(id::text, 14))::uuid WHERE organisation_id = $2 AND text = $3`,
        [agedPrefix(aged), organisationId, text],
      );
    }
    const kept = async () => {
      await runHousekeeping(process);
      const rows = await process.sql(
        'SELECT sender, mobile, text, redacted_at IS NOT NULL AS marked FROM inbound_messages WHERE organisation_id = $1 ORDER BY id',
        [organisationId],
      );
      return rows;
    };
    const fresh = { sender: mobile(1), mobile: mobile(1), text: 'new', marked: false };
    expect(await kept()).toEqual([{ sender: null, mobile: null, text: null, marked: true }, fresh]);
    await process.sql('UPDATE organisations SET message_retention_days = 30 WHERE organisation_id = $1', [
      organisationId,
    ]);
    expect(await kept()).toEqual([fresh]);
  });

  it('takes recipients, texts and addresses out of old chat messages, also of doubtful ones', async () => {
    const stage = await setTheChatStage(process, {
      react: ({ text, proposedId }) =>
        text === 'lost' ? { kind: 'unknown' } : { kind: 'accepted', messageId: proposedId },
    });
    const organisationId = stage.context.caller.organisationId;
    await stage.send({ type: 'file', url: 'https://files.example.com/a.pdf', filename: 'a.pdf', message: 'old' });
    await stage.send({ message: 'lost' }).catch(() => undefined);
    await process.sql(`UPDATE chat_messages SET id = ($1 || substr(id::text, 14))::uuid WHERE organisation_id = $2`, [
      agedPrefix(31),
      organisationId,
    ]);
    await stage.send({ message: 'new' });
    await runHousekeeping(stage.services);
    const rows = await process.sql(
      `SELECT status, recipient, body, url, filename, redacted_at IS NOT NULL AS marked
       FROM chat_messages WHERE organisation_id = $1 ORDER BY created_at`,
      [organisationId],
    );
    const gone = { recipient: null, body: null, url: null, filename: null, marked: true };
    const open = await process.sql(`SELECT 1 FROM chat_messages WHERE organisation_id = $1 AND phase <> 'settled'`, [
      organisationId,
    ]);
    expect(open).toEqual([]);
    expect(rows).toEqual([
      { status: 'sent', ...gone },
      { status: 'pending', ...gone },
      { status: 'sent', recipient: PERSON, body: 'new', url: null, filename: null, marked: false },
    ]);
  });
});
