import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { cancelCampaign } from '../../../src/operations/sms/campaigns/cancel-campaign.js';
import { retryCampaign } from '../../../src/operations/sms/campaigns/retry-campaign.js';
import { foldReports } from '../../../src/operations/sms/reports/fold-reports.js';
import { receiveReports } from '../../../src/operations/sms/reports/receive-reports.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { addSuppressions } from '../../../src/operations/sms/suppressions/add-suppressions.js';
import { WRONGLY_DERIVED } from '../../support/database/derived-from-messages.js';
import { accept, reject } from '../../support/gateways/programmable-gateway.js';
import { countStatuses, seeCounts } from '../../support/see.js';
import { drain, drainAfter, mobile, mobiles, newOrganisation } from '../../support/services.js';
import { withOwnGateway } from '../../support/stage.js';
import { useServices } from '../../support/use-services.js';

const HOUR_AHEAD = () => new Date(Date.now() + 3_600_000);

describe('retrying a campaign', () => {
  const process = useServices({ poolSize: 16 });

  /**
   * Of every ten numbers the first fails with 402, the second with 404, and the third is reported as not delivered with
   * 407.
   */
  const stage = async (total = 100) => {
    const { gateway, services, context, work } = await withOwnGateway(process, {
      capabilities: { reportsCarryReference: true },
    });
    gateway.react = ({ to }) => {
      const digit = Number(to.slice(-1));
      return digit === 0 ? reject(402) : digit === 1 ? reject(404) : accept();
    };
    const { result } = await sendBulkSms(context, {
      message: 'Hello {{name}}',
      name: 'First',
      senderId: 'ACME',
      reference: 'r-1',
      recipients: mobiles(total).map(({ to }, place) => ({
        to,
        variables: { name: `{{${place}}}` },
        reference: `${place}`,
      })),
    });
    await work();
    const report = async (
      numbers: readonly string[],
      outcome: { kind: 'delivered' } | { kind: 'failed'; code: number },
    ) => {
      const entries = gateway.journal.filter(({ to }) => numbers.includes(to));
      await receiveReports(
        services,
        gateway.name,
        entries.map((entry) => gateway.reportOn(entry, outcome)),
      );
      await foldReports(services);
    };
    return { gateway, services, context, campaignId: result.id, report };
  };

  it('sends the failed messages with these codes again, as they were, and no others', async () => {
    const { gateway, services, context, campaignId } = await stage();
    gateway.react = accept;
    const before = gateway.journal.length;
    const { result } = await retryCampaign(context, { campaignId });
    expect(result).toMatchObject({
      retry_of: campaignId,
      total: 10,
      name: 'First',
      sender_id: 'ACME',
      reference: 'r-1',
    });
    await drain(services);
    const again = gateway.journal.slice(before);
    expect(again.map(({ to }) => to)).toEqual(Array.from({ length: 10 }, (_, index) => mobile(index * 10)));
    const first = gateway.journal.find(({ to }) => to === mobile(0));
    expect(again[0]?.text).toBe(first?.text);
    const rows = await services.sql(
      'SELECT reference FROM sms_messages WHERE campaign_id = $1 ORDER BY position LIMIT 2',
      [result.id],
    );
    expect(rows).toEqual([{ reference: '0' }, { reference: '10' }]);
  });

  it('sends texts of their own again, of a campaign that has none', async () => {
    const { gateway, services, context } = await stage(1);
    gateway.journal.length = 0;
    const recipients = [10, 20, 30].map((number) => ({ to: mobile(number), message: `to ${number}` }));
    const { result } = await sendBulkSms(context, { recipients });
    await drain(services);
    gateway.react = accept;
    await retryCampaign(context, { campaignId: result.id });
    await drain(services);
    expect(gateway.journal.map(({ text }) => text)).toEqual(['to 10', 'to 20', 'to 30', 'to 10', 'to 20', 'to 30']);
  });

  it('sends each of them again once, also if asked ten times at once; a cancelled retry may be repeated', async () => {
    const { gateway, services, context, campaignId } = await stage();
    gateway.react = accept;
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => retryCampaign(context, { campaignId, scheduledAt: HOUR_AHEAD() })),
    );
    const made = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.result] : []));
    expect(made.reduce((sum, { total }) => sum + total, 0)).toBe(10);
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'nothing_to_retry' });
    }
    for (const { id } of made) await cancelCampaign(context, { campaignId: id });
    expect((await retryCampaign(context, { campaignId })).result).toMatchObject({ total: 10 });
    await expect(retryCampaign(context, { campaignId })).rejects.toMatchObject({ code: 'nothing_to_retry' });
    await drainAfter(services, 7_200);
    const taken = gateway.takenNumbers();
    expect(taken).toHaveLength(new Set(taken).size);
  });

  it('answers a repeated call with the same key with the same campaign', async () => {
    const { context, campaignId } = await stage();
    const input = { campaignId, idempotencyKey: 'again' };
    const first = await retryCampaign(context, input);
    expect(await retryCampaign(context, input)).toEqual({ result: first.result, replayed: true });
  });

  it('can be retried in its turn, never through the old campaign', async () => {
    const { services, context, campaignId, gateway } = await stage();
    const first = await retryCampaign(context, { campaignId });
    await drain(services);
    expect(await seeCounts(services, first.result.id)).toEqual({ failed: 10 });
    await expect(retryCampaign(context, { campaignId })).rejects.toMatchObject({ code: 'nothing_to_retry' });
    gateway.react = accept;
    const second = await retryCampaign(context, { campaignId: first.result.id });
    await drain(services);
    expect(await seeCounts(services, second.result.id)).toEqual({ sent: 10 });
  });

  it('is cancelled for those that are reported as delivered after all, as long as no worker has taken them', async () => {
    const { services, context, campaignId, report, gateway } = await stage();
    await report([mobile(2), mobile(12)], { kind: 'failed', code: 402 });
    const { result } = await retryCampaign(context, { campaignId, scheduledAt: HOUR_AHEAD() });
    expect(result.total).toBe(12);
    await report([mobile(2)], { kind: 'delivered' });
    expect(await seeCounts(services, result.id)).toEqual({ cancelled: 1, queued: 11 });
    gateway.react = accept;
    const before = gateway.journal.length;
    await drainAfter(services, 7_200);
    const again = gateway.journal.slice(before).map(({ to }) => to);
    expect([again.length, again.includes(mobile(2)), again.includes(mobile(12))]).toEqual([11, false, true]);
    // A report that comes later than that changes the old message alone.
    await report([mobile(12)], { kind: 'delivered' });
    expect(await seeCounts(services, result.id)).toMatchObject({ cancelled: 1 });
  });

  it('of a retry leaves out those of which the first message has arrived, whether it is told before or after', async () => {
    const { services, context, campaignId, gateway } = await stage();
    const arrive = async (to: string) => {
      const first = gateway.journal.find((entry) => entry.to === to) as (typeof gateway.journal)[number];
      await receiveReports(services, gateway.name, [gateway.reportOn(first, { kind: 'delivered' })]);
      await foldReports(services);
    };
    const { result: second } = await retryCampaign(context, { campaignId });
    await drain(services);
    await arrive(mobile(0));
    const { result: third } = await retryCampaign(context, { campaignId: second.id, scheduledAt: HOUR_AHEAD() });
    expect(await seeCounts(services, third.id)).toEqual({ queued: 9 });
    await arrive(mobile(10));
    expect(await seeCounts(services, third.id)).toEqual({ cancelled: 1, queued: 8 });
  });

  it('and late reports, whichever comes first: nobody who has the message waits for another one', async () => {
    const { services, context, campaignId, report, gateway } = await stage(400);
    const numbers = mobiles(400).map(({ to }) => to);
    const failing = numbers.filter((to) => Number(to.slice(-1)) > 1);
    await report(failing, { kind: 'failed', code: 402 });
    gateway.react = accept;
    const late = failing.filter((_, index) => index % 2 === 0);
    const portions = Array.from({ length: 16 }, (_, index) => late.filter((__, place) => place % 16 === index));
    const reporting = (async () => {
      for (const portion of portions) await report(portion, { kind: 'delivered' });
    })();
    await sleep(Math.random() * 20);
    const retry = retryCampaign(context, { campaignId, scheduledAt: HOUR_AHEAD() });
    const [{ result }] = await Promise.all([retry, reporting]);
    const rows = await services.sql(
      `SELECT count(*) FILTER (WHERE old.status = 'delivered' AND new.status = 'queued')::int AS waiting,
              count(*) FILTER (WHERE old.status = 'delivered')::int AS delivered
       FROM sms_retries r
       JOIN sms_messages old ON (old.organisation_id, old.id) = (r.organisation_id, r.message_id)
       JOIN sms_messages new ON (new.organisation_id, new.id) = (r.organisation_id, r.retry_id)
       WHERE new.campaign_id = $1`,
      [result.id],
    );
    expect(rows[0].waiting).toBe(0);
    expect(await services.sql(WRONGLY_DERIVED)).toEqual([]);
    expect(await seeCounts(services, result.id)).toEqual(await countStatuses(services, result.id));
  });

  it('leaves out numbers that were suppressed meanwhile, and refuses other codes and strangers', async () => {
    const { services, context, campaignId } = await stage();
    await addSuppressions(context, { numbers: [{ mobile: mobile(10), reason: 'asked' }] });
    for (const deliveryCodes of [[404], [500], [402, 406]]) {
      await expect(retryCampaign(context, { campaignId, deliveryCodes })).rejects.toMatchObject({ code: 'invalid' });
    }
    const stranger = await newOrganisation(services);
    await expect(retryCampaign(stranger, { campaignId })).rejects.toMatchObject({ code: 'not_found' });
    const { result } = await retryCampaign(context, { campaignId, deliveryCodes: [402] });
    expect(result).toMatchObject({ total: 10, suppressed: 1, accepted: 9 });
  });
});
