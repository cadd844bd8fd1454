import { describe, expect, it } from '@jest/globals';
import { foldReports } from '../../../src/operations/sms/reports/fold-reports.js';
import { receiveReports } from '../../../src/operations/sms/reports/receive-reports.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { runHousekeeping } from '../../../src/operations/upkeep/housekeeping.js';
import { EVENTS } from '../../support/events.js';
import { accept, type JournalEntry, type Reaction } from '../../support/gateways/programmable-gateway.js';
import { seeMessage } from '../../support/see.js';
import { drain, mobiles } from '../../support/services.js';
import { setTheStage } from '../../support/stage.js';
import { until, untilSomeoneWaits } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';

describe('reports that meet the answer', () => {
  const process = useServices();

  /** The gateway has the message, and its answer is still under way. */
  const submitting = async () => {
    const stage = await setTheStage(process);
    const answer = Promise.withResolvers<Reaction>();
    stage.gateway.react = () => answer.promise;
    const settled = stage.work();
    await until(() => stage.gateway.calls.length > 0);
    return { stage, settled, answer };
  };

  it('a report whose answer is just being written is neither dropped nor waits for that', async () => {
    const { stage, settled, answer } = await submitting();
    await stage.receive({ kind: 'delivered' });
    const settling = await process.superuser.connect();
    try {
      await settling.query('BEGIN');
      // What writing the answer does, not committed yet: everybody else still sees `submitting`.
      await settling.query(
        `UPDATE sms_messages SET phase = 'waiting_report', status = 'sent', delivery_code = 101, handed_over = true
         WHERE campaign_id = $1`,
        [stage.campaignId],
      );
      expect(await foldReports(stage.services)).toBe(1);
      await settling.query('COMMIT');
    } finally {
      settling.release();
    }
    answer.resolve(accept());
    await settled;
    await stage.later(61);
    expect(await stage.see()).toMatchObject({ status: 'delivered', delivery_code: 100 });
    expect(await process.sql('SELECT 1 FROM sms_reports')).toEqual([]);
  });

  it('a report whose answer is committed between the change and the look at what did not change is kept', async () => {
    const stage = await setTheStage(process);
    await stage.work();
    const { services, gateway, context } = stage;
    const [sent] = gateway.journal as [JournalEntry];
    const answer = Promise.withResolvers<Reaction>();
    const submitted = Promise.withResolvers<{ reference: string }>();
    gateway.react = (message) => {
      submitted.resolve(message);
      return answer.promise;
    };
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(1) });
    const settled = stage.work();
    const reports = [sent, await submitted.promise].map((entry) => gateway.reportOn(entry, { kind: 'delivered' }));
    await receiveReports(services, gateway.name, reports);
    const holder = await process.superuser.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM sms_messages WHERE organisation_id = $1 AND campaign_id = $2 FOR UPDATE', [
        context.caller.organisationId,
        stage.campaignId,
      ]);
      const folding = foldReports(services);
      // The change sees the other message as it is now, and has to wait for this one.
      await untilSomeoneWaits(process.superuser);
      answer.resolve(accept());
      await settled;
      await holder.query('COMMIT');
      await folding;
    } finally {
      holder.release();
    }
    const campaigns = [stage.campaignId, result.id];
    const see = () => Promise.all(campaigns.map((campaignId) => seeMessage(process, { campaignId })));
    expect(await see()).toMatchObject([{ status: 'delivered' }, { status: 'sent' }]);
    await stage.later(61);
    expect(await see()).toMatchObject([{ status: 'delivered' }, { status: 'delivered' }]);
    expect(await process.sql('SELECT 1 FROM sms_reports')).toEqual([]);
  });

  it('a new report on a message that is delivered already is dropped at the first look', async () => {
    const stage = await setTheStage(process);
    await stage.work();
    for (let times = 0; times < 2; times += 1) {
      await stage.receive({ kind: 'delivered' });
      expect(await foldReports(stage.services)).toBe(1);
      expect(await process.sql('SELECT 1 FROM sms_reports')).toEqual([]);
    }
  });

  it('a report that comes before the answer is parked, and folded after it', async () => {
    const { stage, settled, answer } = await submitting();
    await stage.receive({ kind: 'delivered' });
    for (let looks = 0; looks < 3; looks += 1) {
      await process.travel(20);
      await foldReports(stage.services);
    }
    expect(await stage.see()).toMatchObject({ status: 'queued', phase: 'submitting' });
    answer.resolve(accept());
    await settled;
    await stage.later(61);
    expect(await stage.see()).toMatchObject({ status: 'delivered' });
  });

  it('a parked report is looked at again soon, however quiet it is by then', async () => {
    const { stage, settled, answer } = await submitting();
    await stage.receive({ kind: 'delivered' });
    const before = stage.services.wakeUps.length;
    await foldReports(stage.services);
    expect(stage.services.wakeUps.slice(before)).toEqual([{ job: 'sms-reports' }]);
    const rows = await process.sql('SELECT due_at < now() + interval $$0.2 s$$ AS soon FROM sms_reports');
    expect(rows).toEqual([{ soon: true }]);
    answer.resolve(accept());
    await settled;
    await stage.later(61);
    expect(await stage.see()).toMatchObject({ status: 'delivered' });
  });

  it('a report that nobody can match is kept for three days, and then dropped', async () => {
    const stage = await setTheStage(process);
    await receiveReports(stage.services, stage.gateway.name, [
      { providerId: 'never-heard-of', outcome: { kind: 'delivered' } },
    ]);
    for (let days = 0; days < 3; days += 1) {
      await stage.later(24 * 3600 - 60);
      expect(await process.sql('SELECT 1 FROM sms_reports')).toHaveLength(1);
    }
    // Looked at once an hour by then.
    await stage.later(3_600);
    await stage.later(3_600);
    expect(await process.sql('SELECT 1 FROM sms_reports')).toEqual([]);
  });

  it('reports that nobody can match are looked at some hundred times, not every minute', async () => {
    const stage = await setTheStage(process);
    await receiveReports(stage.services, stage.gateway.name, [
      { providerId: 'never-heard-of', outcome: { kind: 'delivered' } },
    ]);
    // The three days that they are kept, shortened to the moments at which they are due.
    let looks = 0;
    for (; looks < 200; looks += 1) {
      await foldReports(stage.services);
      const rows = await process.sql(
        'SELECT greatest(0, extract(epoch FROM due_at - now()))::float8 AS seconds FROM sms_reports',
      );
      if (rows.length === 0) break;
      await process.travel(rows[0].seconds + 0.01);
    }
    expect(looks).toBeGreaterThan(70);
    expect(looks).toBeLessThan(120);
  });

  it('reports that nobody can match pile up to a hundred thousand of a gateway: then the oldest go', async () => {
    const stage = await setTheStage(process);
    const park = (gateway: string, size: number, age: string) =>
      process.sql(
        `INSERT INTO sms_reports (id, gateway, reports, size, received_at, due_at, tries)
         VALUES (gen_random_uuid(), $1, '[]', $2, now() - $3::interval, now() + interval '1 day', 3)`,
        [gateway, size, age],
      );
    await park('north', 60_000, '1 minute');
    await park('north', 40_000, '1 hour');
    await park('north', 1, '2 hours');
    await park('south', 70_000, '3 hours');
    await process.sql(`INSERT INTO sms_reports (id, gateway, reports, size, received_at, due_at)
      VALUES (gen_random_uuid(), 'north', '[]', 50000, now() - interval '1 day', now())`);
    await runHousekeeping(stage.services);
    const rows = await process.sql('SELECT gateway, size FROM sms_reports ORDER BY size');
    expect(rows).toEqual([
      { gateway: 'north', size: 40_000 },
      // Never looked at yet.
      { gateway: 'north', size: 50_000 },
      { gateway: 'north', size: 60_000 },
      { gateway: 'south', size: 70_000 },
    ]);
    await process.sql('DELETE FROM sms_reports');
  });

  it('a forged or foreign report changes nothing and stops no other', async () => {
    const stage = await setTheStage(process);
    await stage.work();
    const foreign = await setTheStage(process);
    await foreign.work();
    const garbage = ['', 'x', 'A'.repeat(44), `${'_'.repeat(43)}=`, '\uD800'.repeat(44)];
    await receiveReports(stage.services, stage.gateway.name, [
      ...garbage.map((reference) => ({ reference, outcome: { kind: 'delivered' } as const })),
      ...garbage.map((providerId) => ({ providerId, outcome: { kind: 'delivered' } as const })),
      stage.gateway.reportOn(stage.gateway.journal[0] ?? { reference: '' }, { kind: 'delivered' }),
    ]);
    await drain(stage.services);
    expect(await stage.see()).toMatchObject({ status: 'delivered' });
    expect(await seeMessage(process, foreign)).toMatchObject({ status: 'sent' });
    await process.sql('DELETE FROM sms_reports');
  });

  it('all messages of a batch are locked before the counts of their campaign, as every worker does it', async () => {
    const stage = await setTheStage(process, { recipients: 2 });
    await stage.work();
    const { services, context, gateway, campaignId } = stage;
    const { organisationId } = context.caller;
    const [delivered, failed] = gateway.journal as [JournalEntry, JournalEntry];
    await receiveReports(services, gateway.name, [
      gateway.reportOn(delivered, { kind: 'delivered' }),
      gateway.reportOn(failed, { kind: 'failed', code: 500 }),
    ]);
    const holder = await process.superuser.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM campaign_progress WHERE organisation_id = $1 AND campaign_id = $2 FOR UPDATE', [
        organisationId,
        campaignId,
      ]);
      const folding = foldReports(services);
      await untilSomeoneWaits(process.superuser);
      const free = `SELECT position FROM sms_messages
        WHERE organisation_id = $1 AND campaign_id = $2 FOR UPDATE SKIP LOCKED`;
      const { rows } = await holder.query(free, [organisationId, campaignId]);
      await holder.query('COMMIT');
      await folding;
      expect(rows).toEqual([]);
    } finally {
      holder.release();
    }
  });

  it('a thousand reports twice each, folded by three at once, change each message once', async () => {
    const stage = await setTheStage(process, { recipients: 500 });
    await stage.work();
    const { services, gateway } = stage;
    const reports = gateway.journal.map((entry) => gateway.reportOn(entry, { kind: 'delivered' }));
    for (let start = 0; start < 500; start += 50) {
      const part = reports.slice(start, start + 50);
      await Promise.all([part, part.toReversed()].map((half) => receiveReports(services, gateway.name, half)));
    }
    await Promise.all([1, 2, 3].map(() => drain(services)));
    const rows = await process.sql(
      `SELECT type, count(*)::int AS count, count(DISTINCT subject_id)::int AS subjects FROM ${EVENTS} AS e
       WHERE campaign_id = $1 GROUP BY type ORDER BY type`,
      [stage.campaignId],
    );
    expect(rows).toEqual([
      { type: 'campaign.accepted', count: 1, subjects: 1 },
      { type: 'campaign.completed', count: 1, subjects: 1 },
      { type: 'campaign.started', count: 1, subjects: 1 },
      { type: 'sms.delivered', count: 500, subjects: 500 },
      { type: 'sms.sent', count: 500, subjects: 500 },
    ]);
  });
});
