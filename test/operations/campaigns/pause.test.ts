import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { lockPausedCampaigns, outlastClaims } from '../../../src/db/sql/sms/campaigns/campaign-pauses.js';
import { markPaused } from '../../../src/db/sql/sms/campaigns/campaign-states.js';
import { claimMessages } from '../../../src/db/sql/sms/dispatch/claim-messages.js';
import { cancelCampaign } from '../../../src/operations/sms/campaigns/cancel-campaign.js';
import { pauseCampaign, resumeCampaign } from '../../../src/operations/sms/campaigns/pause-campaign.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { createProgrammableGateway, NO_CREDIT, reject } from '../../support/gateways/programmable-gateway.js';
import { countStatuses, seeCounts, seeEvents, seeMessages } from '../../support/see.js';
import { drain, mobiles, newOrganisation, probeBalances, withGateways } from '../../support/services.js';
import { until, untilSomeoneWaits } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';
import { openWorkers } from '../../support/workers.js';

const ONE_HOUR = 3_600;

describe('pausing a campaign', () => {
  const process = useServices({ poolSize: 16 });

  /** A campaign of a hundred that waits to be sent. */
  const stage = async () => {
    const gateway = createProgrammableGateway({ name: 'plain' });
    const services = withGateways(process, { gateways: [gateway] });
    const context = await newOrganisation(services);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(100) });
    const messageIds = (await seeMessages(services.superuser, { campaignId: result.id })).map(({ id }) => id);
    return { gateway, services, context, campaignId: result.id, messageIds };
  };

  it('stops what no gateway has, lets go its way what one has, and sends the rest once after the resume', async () => {
    const gateway = createProgrammableGateway({ name: 'plain', pace: { batchSize: 50 } });
    const services = withGateways(process, { gateways: [gateway], policy: { batchSize: 100 } });
    const context = await newOrganisation(services);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(500) });
    const campaignId = result.id;
    const other = await sendBulkSms(context, { message: 'Other', recipients: mobiles(10, 900) });
    let calls = 0;
    gateway.react = async () => {
      calls += 1;
      // The ten messages of the other campaign go first.
      if (calls === 11) await pauseCampaign(context, { campaignId });
      return { outcome: { kind: 'accepted' } };
    };
    await drain(services);
    const paused = await pauseCampaign(context, { campaignId });
    expect(paused).toMatchObject({ waiting: 450, alreadyDispatched: 50 });
    expect(paused.campaign).toMatchObject({ queued: 450, sent: 50, pause_reason: 'caller' });
    expect(await seeCounts(services.superuser, other.result.id)).toEqual({ sent: 10 });

    await services.travel(ONE_HOUR);
    await drain(services);
    expect(gateway.takenNumbers()).toHaveLength(60);
    expect(await resumeCampaign(context, { campaignId })).toMatchObject({ resumed: 450 });
    expect(await resumeCampaign(context, { campaignId })).toMatchObject({ resumed: 0 });
    await drain(services);
    expect(await seeCounts(services.superuser, campaignId)).toEqual({ sent: 500 });
    expect(new Set(gateway.takenNumbers()).size).toBe(510);
    expect(gateway.takenNumbers()).toHaveLength(510);
    const events = await seeEvents(services.superuser, campaignId);
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
    expect(await seeCounts(services.superuser, campaignId)).toEqual({ queued: 100 });
    await resumeCampaign(context, { campaignId });
    await drain(services);
    expect(await seeCounts(services.superuser, campaignId)).toEqual({ sent: 100 });
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
    expect(await seeCounts(services.superuser, campaignId)).toEqual({ queued: 100 });
  });

  it('again and again while it is sent and some is cancelled, loses nothing and sends nothing twice', async () => {
    const gateway = createProgrammableGateway({ name: 'racing', pace: { batchSize: 20, concurrency: 3 }, delayMs: 2 });
    const services = withGateways(process, { gateways: [gateway], policy: { batchSize: 40 } });
    const context = await newOrganisation(services);
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
    await drain(services);
    expect(await seeCounts(services.superuser, first.id)).toEqual({ sent: 1_000 });
    expect(await seeCounts(services.superuser, second.id)).toEqual(await countStatuses(services.superuser, second.id));
    expect(gateway.takenNumbers()).toHaveLength(2_000 - cancelled);
    expect(new Set(gateway.takenNumbers()).size).toBe(2_000 - cancelled);
  });

  it('waits for a worker that takes messages off the agenda before it resumes, so that none is forgotten', async () => {
    const services = withGateways(process, { gateways: [createProgrammableGateway({ name: 'plain' })] });
    const context = await newOrganisation(services);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(10) });
    const campaignId = result.id;
    await pauseCampaign(context, { campaignId });
    const messageIds = (await seeMessages(services.superuser, { campaignId })).map(({ id }) => id);

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
    const gateway = createProgrammableGateway({ name: 'comes-back', pace: { batchSize: 100 } });
    gateway.react = (_message, call) => (call === 1 ? reject(407) : NO_CREDIT);
    const services = withGateways(process, { gateways: [gateway], policy: { batchSize: 100 } });
    const context = await newOrganisation(services);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(300) });
    const campaignId = result.id;
    await drain(services);
    expect(await seeCounts(services.superuser, campaignId)).toEqual({ queued: 100, held: 200 });
    await pauseCampaign(context, { campaignId });

    gateway.react = () => ({ outcome: { kind: 'accepted' } });
    gateway.balance = 1_000;
    await services.travel(ONE_HOUR);
    await probeBalances(services);
    await drain(services);
    expect(await seeCounts(services.superuser, campaignId)).toEqual({ queued: 300 });
    expect(gateway.takenNumbers()).toEqual([]);
    expect(await resumeCampaign(context, { campaignId })).toMatchObject({ resumed: 300 });
    await drain(services);
    expect(gateway.takenNumbers()).toHaveLength(300);
  });

  it('before its time, lets the time pass', async () => {
    const gateway = createProgrammableGateway({ name: 'later' });
    const services = withGateways(process, { gateways: [gateway] });
    const context = await newOrganisation(services);
    const scheduledAt = new Date(Date.now() + ONE_HOUR * 1000);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(10), scheduledAt });
    await pauseCampaign(context, { campaignId: result.id });
    await resumeCampaign(context, { campaignId: result.id });
    await drain(services);
    expect(gateway.journal).toEqual([]);
    await pauseCampaign(context, { campaignId: result.id });
    await services.travel(ONE_HOUR + 1);
    await drain(services);
    expect(gateway.journal).toEqual([]);
    await resumeCampaign(context, { campaignId: result.id });
    await drain(services);
    expect(gateway.takenNumbers()).toHaveLength(10);
  });

  it('is refused for a campaign that has ended', async () => {
    const gateway = createProgrammableGateway({ name: 'ended' });
    const services = withGateways(process, { gateways: [gateway] });
    const context = await newOrganisation(services);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(10) });
    const campaignId = result.id;
    await pauseCampaign(context, { campaignId });
    expect((await cancelCampaign(context, { campaignId })).campaign).toMatchObject({ paused_at: null });
    await expect(pauseCampaign(context, { campaignId })).rejects.toMatchObject({ code: 'campaign_ended' });
    expect(await resumeCampaign(context, { campaignId })).toMatchObject({ resumed: 0 });
  });
});
