import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { lockPausedCampaigns, outlastClaims } from '../../../src/db/sql/sms/campaigns/campaign-pauses.js';
import { markPaused } from '../../../src/db/sql/sms/campaigns/campaign-states.js';
import { claimMessages } from '../../../src/db/sql/sms/dispatch/claim-messages.js';
import { getCampaigns } from '../../../src/operations/sms/campaigns/campaigns.js';
import { cancelCampaign } from '../../../src/operations/sms/campaigns/cancel-campaign.js';
import { pauseCampaign, resumeCampaign } from '../../../src/operations/sms/campaigns/pause-campaign.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { runHousekeeping } from '../../../src/operations/upkeep/housekeeping.js';
import { accept, createProgrammableGateway, NO_CREDIT, reject } from '../../support/gateways/programmable-gateway.js';
import { auditOf } from '../../support/people/keys.js';
import { countStatuses, seeCounts, seeEvents, seeMessages } from '../../support/see.js';
import { drain, mobiles, newOrganisation, probeBalances, withGateways } from '../../support/services.js';
import { setTheStage, withOwnGateway } from '../../support/stage.js';
import { until, untilSomeoneWaits } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';
import { openWorkers } from '../../support/workers.js';

const ONE_HOUR = 3_600;

const process = useServices({ poolSize: 16 });

describe('pausing a campaign', () => {
  /** A campaign of a hundred that waits to be sent. */
  const stage = async () => {
    const { gateway, services, context, campaignId, messages } = await setTheStage(process, { recipients: 100 });
    const messageIds = (await messages()).map(({ id }) => id);
    return { gateway, services, context, campaignId, messageIds };
  };

  it('stops what no gateway has, lets go its way what one has, and sends the rest once after the resume', async () => {
    const { gateway, services, context, campaignId, counts, work, later } = await setTheStage(process, {
      recipients: 500,
      pace: { batchSize: 50 },
      policy: { batchSize: 100 },
    });
    const other = await sendBulkSms(context, { message: 'Other', recipients: mobiles(10, 900) });
    let calls = 0;
    gateway.react = async () => {
      calls += 1;
      // The ten messages of the other campaign go first.
      if (calls === 11) await pauseCampaign(context, { campaignId });
      return { outcome: { kind: 'accepted' } };
    };
    await work();
    const paused = await pauseCampaign(context, { campaignId });
    expect(paused).toMatchObject({ waiting: 450, alreadyDispatched: 50 });
    expect(paused.campaign).toMatchObject({ queued: 450, sent: 50, pause_reason: 'caller' });
    expect(await seeCounts(services, other.result.id)).toEqual({ sent: 10 });

    await later(ONE_HOUR);
    expect(gateway.takenNumbers()).toHaveLength(60);
    expect(await resumeCampaign(context, { campaignId })).toMatchObject({ resumed: 450 });
    expect(await resumeCampaign(context, { campaignId })).toMatchObject({ resumed: 0 });
    await work();
    expect(await counts()).toEqual({ sent: 500 });
    expect(new Set(gateway.takenNumbers()).size).toBe(510);
    expect(gateway.takenNumbers()).toHaveLength(510);
    const events = await seeEvents(services, campaignId);
    expect(events.filter((type) => type.startsWith('campaign.'))).toEqual([
      'campaign.accepted',
      'campaign.started',
      'campaign.paused',
      'campaign.resumed',
    ]);
  });

  it('waits for a claim that is under way, and does not count its messages as waiting', async () => {
    const { services, context, campaignId, messageIds } = await stage();
    let pausing: Promise<unknown> = Promise.resolve();
    await services.db.inOrganisation(context.caller.organisationId, async (tx) => {
      await claimMessages(tx, 'plain', messageIds.slice(0, 40));
      pausing = pauseCampaign(context, { campaignId });
      await Promise.race([pausing, untilSomeoneWaits(services.superuser)]);
    });
    expect(await pausing).toMatchObject({ waiting: 60, alreadyDispatched: 40 });
  });

  it('is waited for by a claim, which then takes nothing', async () => {
    const { gateway, services, context, campaignId } = await stage();
    const { organisationId } = context.caller;
    let draining: Promise<unknown> = Promise.resolve();
    await services.db.inOrganisation(organisationId, async (tx) => {
      await markPaused(tx, campaignId, 'caller');
      await outlastClaims(tx, campaignId);
      draining = drain(services);
      await untilSomeoneWaits(services.superuser);
    });
    await draining;
    expect(gateway.takenNumbers()).toEqual([]);
    expect(await seeCounts(services, campaignId)).toEqual({ queued: 100 });
    await resumeCampaign(context, { campaignId });
    await drain(services);
    expect(await seeCounts(services, campaignId)).toEqual({ sent: 100 });
  });

  it('stops a claim that began before it and comes to the campaign after it', async () => {
    const { gateway, services, context, campaignId, messageIds } = await stage();
    let draining: Promise<unknown> = Promise.resolve();
    const paused = await services.db.inOrganisation(context.caller.organisationId, async (tx) => {
      const last = 'organisation_id = :organisationId AND id = :id';
      await tx.sql(`SELECT FROM sms_messages WHERE ${last} FOR UPDATE`, { id: messageIds.at(-1) });
      draining = drain(services);
      await untilSomeoneWaits(services.superuser);
      return pauseCampaign(context, { campaignId });
    });
    await draining;
    expect([paused.waiting, gateway.takenNumbers()]).toEqual([100, []]);
    expect(await seeCounts(services, campaignId)).toEqual({ queued: 100 });
  });

  it('again and again while it is sent and some is cancelled, loses nothing and sends nothing twice', async () => {
    const { gateway, services, context, work } = await withOwnGateway(process, {
      pace: { batchSize: 20, concurrency: 3 },
      delayMs: 2,
      policy: { batchSize: 40 },
    });
    const [{ result: first }, { result: second }] = await Promise.all([
      sendBulkSms(context, { message: 'Hello', recipients: mobiles(1_000) }),
      sendBulkSms(context, { message: 'Hello', recipients: mobiles(1_000, 5_000) }),
    ]);
    const workers = [openWorkers(services), openWorkers(services)] as const;
    const hinted = { ...context, hints: workers[0].hints };
    for (const one of workers) one.wakeAll();
    const waits = new Set<number>();
    for (let round = 0; round < 30; round += 1) {
      const { waiting } = await pauseCampaign(hinted, { campaignId: first.id });
      waits.add(waiting);
      await sleep(Math.random() * 10);
      await resumeCampaign(hinted, { campaignId: first.id });
      await sleep(Math.random() * 10);
    }
    // Else nothing has raced.
    expect(waits.size).toBeGreaterThan(3);
    const { cancelled } = await cancelCampaign(hinted, { campaignId: second.id });
    for (const one of workers) one.wakeAll();
    await until(() => gateway.takenNumbers().length >= 2_000 - cancelled);
    await Promise.all(workers.map((one) => one.stop()));
    await work();
    expect(await seeCounts(services, first.id)).toEqual({ sent: 1_000 });
    expect(await seeCounts(services, second.id)).toEqual(await countStatuses(services, second.id));
    expect(gateway.takenNumbers()).toHaveLength(2_000 - cancelled);
    expect(new Set(gateway.takenNumbers()).size).toBe(2_000 - cancelled);
  });

  it('waits for a worker that takes messages off the agenda before it resumes, so that none is forgotten', async () => {
    const services = withGateways(process, { gateways: [createProgrammableGateway({ name: 'plain' })] });
    const context = await newOrganisation(services);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(10) });
    const campaignId = result.id;
    await pauseCampaign(context, { campaignId });
    const messageIds = (await seeMessages(services, { campaignId })).map(({ id }) => id);

    const waits = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<readonly string[]>();
    const worker = services.db.inOrganisation(context.caller.organisationId, async (tx) => {
      locked.resolve(await lockPausedCampaigns(tx, messageIds));
      await waits.promise;
    });
    expect(await locked.promise).toEqual([campaignId]);
    const resuming = resumeCampaign(context, { campaignId });
    try {
      const waiting = untilSomeoneWaits(services.superuser).then(() => 'waits');
      expect(await Promise.race([waiting, resuming.then(() => 'has not waited')])).toBe('waits');
    } finally {
      waits.resolve();
      await worker;
    }
    expect(await resuming).toMatchObject({ resumed: 10 });
  });

  it('also keeps back what comes back from a gateway or from a hold, until the resume', async () => {
    const { gateway, services, context, campaignId, counts, work } = await setTheStage(process, {
      recipients: 300,
      pace: { batchSize: 100 },
      policy: { batchSize: 100 },
    });
    gateway.react = (_message, call) => (call === 1 ? reject(407) : NO_CREDIT);
    await work();
    expect(await counts()).toEqual({ queued: 100, held: 200 });
    await pauseCampaign(context, { campaignId });

    gateway.react = () => ({ outcome: { kind: 'accepted' } });
    gateway.balance = 1_000;
    await services.travel(ONE_HOUR);
    await probeBalances(services);
    await work();
    expect(await counts()).toEqual({ queued: 300 });
    expect(gateway.takenNumbers()).toEqual([]);
    expect(await resumeCampaign(context, { campaignId })).toMatchObject({ resumed: 300 });
    await work();
    expect(gateway.takenNumbers()).toHaveLength(300);
  });

  it('before its time, lets the time pass', async () => {
    const { gateway, context, work, later } = await withOwnGateway(process);
    const scheduledAt = new Date(Date.now() + ONE_HOUR * 1000);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(10), scheduledAt });
    await pauseCampaign(context, { campaignId: result.id });
    await resumeCampaign(context, { campaignId: result.id });
    await work();
    expect(gateway.journal).toEqual([]);
    await pauseCampaign(context, { campaignId: result.id });
    await later(ONE_HOUR + 1);
    expect(gateway.journal).toEqual([]);
    await resumeCampaign(context, { campaignId: result.id });
    await work();
    expect(gateway.takenNumbers()).toHaveLength(10);
  });

  it('is refused for a campaign that has ended', async () => {
    const { context, campaignId } = await setTheStage(process, { recipients: 10 });
    await pauseCampaign(context, { campaignId });
    expect((await cancelCampaign(context, { campaignId })).campaign).toMatchObject({ paused_at: null });
    await expect(pauseCampaign(context, { campaignId })).rejects.toMatchObject({ code: 'campaign_ended' });
    expect(await resumeCampaign(context, { campaignId })).toMatchObject({ resumed: 0 });
  });
});

describe('a campaign that stays paused', () => {
  /**
   * The gateway has had two messages and has reported one of them as failed, for which a retry is left; the others
   * wait.
   */
  async function pausedAmidst(recipients = 10) {
    const stage = await setTheStage(process, { recipients, pace: { batchSize: 2 }, capabilities: {} });
    const { gateway, services, context, campaignId } = stage;
    gateway.react = async () => {
      await pauseCampaign(context, { campaignId });
      return { outcome: { kind: 'accepted' } };
    };
    await stage.work();
    gateway.react = accept;
    await stage.reportOnAll({ kind: 'failed', code: 502 }, gateway.journal.slice(0, 1));
    // The retry comes due, and a worker takes it off the agenda.
    await stage.later(ONE_HOUR);
    expect(gateway.journal).toHaveLength(2);
    const keepHouse = (retentionDays: number) =>
      runHousekeeping(withGateways(services, { gateways: [gateway], policy: { retentionDays } }));
    return { ...stage, keepHouse };
  }

  it('for longer than the retention is cancelled, and its numbers and texts are redacted', async () => {
    const { gateway, services, context, campaignId, counts, later, keepHouse } = await pausedAmidst();
    await keepHouse(1);
    expect(await counts()).toEqual({ queued: 8, sent: 2 });
    await keepHouse(0);
    expect(await counts()).toEqual({ cancelled: 8, undelivered: 1, sent: 1 });
    const messages = await seeMessages(services, { campaignId });
    expect(messages.filter(({ mobile }) => mobile !== null).map(({ status }) => status)).toEqual(['sent']);
    expect(messages.find(({ status }) => status === 'undelivered')).toMatchObject({ delivery_code: 502, attempt: 1 });
    const [campaign] = await getCampaigns(context, [campaignId]);
    expect(campaign).toMatchObject({ paused_at: null, pause_reason: null, cancelled_at: expect.any(String) });
    expect((await seeEvents(services, campaignId)).at(-1)).toBe('campaign.cancelled');
    expect((await auditOf(services, campaignId)).at(-1)).toMatchObject({
      action: 'campaign.cancelled',
      actor: 'operator -',
      before: { paused_at: expect.any(String) },
      after: { messages: 8, retention_days: 0 },
    });
    expect(await resumeCampaign(context, { campaignId })).toMatchObject({ resumed: 0 });
    await later(ONE_HOUR);
    expect(gateway.journal).toHaveLength(2);
    await keepHouse(0);
    expect(await auditOf(services, campaignId)).toHaveLength(2);
  });

  it('in name only, because the pause met its end, is not cancelled', async () => {
    const { gateway, services, context, campaignId, work } = await setTheStage(process, {
      recipients: 3,
      react: () => reject(404),
    });
    await work();
    await services.sql('UPDATE campaigns SET paused_at = now() WHERE id = $1', [campaignId]);
    await runHousekeeping(withGateways(services, { gateways: [gateway], policy: { retentionDays: 0 } }));
    expect(await cancelCampaign(context, { campaignId })).toMatchObject({
      cancelled: 0,
      campaign: { cancelled_at: null, completed_at: expect.any(String) },
    });
    expect(await auditOf(services, campaignId)).toEqual([]);
  });

  it('until it is cancelled lets go on what a gateway has had, and does not forget it', async () => {
    const { gateway, context, campaignId, work } = await pausedAmidst();
    expect(await cancelCampaign(context, { campaignId })).toMatchObject({ cancelled: 8, alreadyDispatched: 2 });
    await work();
    const [retried, , again] = gateway.journal;
    expect(gateway.journal).toHaveLength(3);
    expect(again).toMatchObject({ to: retried?.to, attempt: 2 });
  });

  it('without a message to cancel is cancelled all the same, and ends with its last retry', async () => {
    const { gateway, context, campaignId, work } = await pausedAmidst(2);
    expect(await cancelCampaign(context, { campaignId })).toMatchObject({
      cancelled: 0,
      campaign: { paused_at: null, cancelled_at: expect.any(String) },
    });
    await work();
    expect(gateway.journal).toHaveLength(3);
  });
});
