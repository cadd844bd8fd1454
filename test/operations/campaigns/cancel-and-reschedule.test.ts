import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { cancelCampaign } from '../../../src/operations/sms/campaigns/cancel-campaign.js';
import { pauseCampaign, resumeCampaign } from '../../../src/operations/sms/campaigns/pause-campaign.js';
import { rescheduleCampaign } from '../../../src/operations/sms/campaigns/reschedule-campaign.js';
import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { cancelMessage } from '../../../src/operations/sms/messages/cancel-message.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { createProgrammableGateway, NO_CREDIT, reject } from '../../support/gateways/programmable-gateway.js';
import { countStatuses, seeCounts, seeEvents, seeMessages } from '../../support/see.js';
import { drain, mobile, mobiles, newOrganisation, withGateways } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';
import { openWorkers } from '../../support/workers.js';

const process = useServices({ poolSize: 16 });

describe('cancelling', () => {
  it('is honest: a message is cancelled and never leaves, or it has left and that is said', async () => {
    const gateway = createProgrammableGateway({ name: 'racing', pace: { batchSize: 20, concurrency: 3 }, delayMs: 3 });
    const services = withGateways(process, { gateways: [gateway], policy: { batchSize: 40 } });
    const context = await newOrganisation(services);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(1_000) });
    const messages = await seeMessages(services.superuser, { campaignId: result.id });
    const chosen = messages.filter((_, index) => index % 5 === 0);
    const workers = openWorkers(services);
    workers.wakeAll();
    while (gateway.calls.length < 5) await sleep(1);
    const answers = await Promise.allSettled(chosen.map(({ id: messageId }) => cancelMessage(context, { messageId })));
    await workers.stop();
    await drain(services);

    const taken = new Set(gateway.takenNumbers());
    const states = new Map((await seeMessages(services.superuser, { campaignId: result.id })).map((m) => [m.id, m]));
    let cancelled = 0;
    for (const [index, answer] of answers.entries()) {
      const message = chosen[index];
      const now = states.get(message?.id ?? '');
      if (answer.status === 'fulfilled') {
        cancelled += 1;
        expect([now?.status, taken.has(message?.mobile ?? '')]).toEqual(['cancelled', false]);
      } else {
        expect(answer.reason).toMatchObject({ code: 'already_dispatched' });
        expect([now?.status, taken.has(message?.mobile ?? '')]).toEqual(['sent', true]);
      }
    }
    // Both must have happened, else nothing has raced.
    expect(cancelled).toBeGreaterThan(0);
    expect(cancelled).toBeLessThan(200);
    expect(await seeCounts(services.superuser, result.id)).toEqual({ sent: 1_000 - cancelled, cancelled });
    expect(gateway.takenNumbers()).toHaveLength(1_000 - cancelled);
  });

  it('a campaign: what has not left is cancelled, what has is counted, and a second time changes nothing', async () => {
    const gateway = createProgrammableGateway({ name: 'campaign', pace: { batchSize: 100 } });
    gateway.react = (_message, call) => {
      if (call === 1) return { outcome: { kind: 'accepted' } };
      if (call === 2) return reject(407);
      return NO_CREDIT;
    };
    const services = withGateways(process, { gateways: [gateway], policy: { batchSize: 100 } });
    const context = await newOrganisation(services);
    const recipients = [...mobiles(500), { to: '12' }, { to: 'nonsense' }];
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients });
    await drain(services);
    expect(await seeCounts(services.superuser, result.id)).toEqual({ sent: 100, queued: 100, held: 300, failed: 2 });

    const first = await cancelCampaign(context, { campaignId: result.id });
    expect(first).toMatchObject({ cancelled: 400, alreadyDispatched: 100 });
    expect(first.campaign).toMatchObject({ cancelled: 400, sent: 100, held: 0, queued: 0 });
    const second = await cancelCampaign(context, { campaignId: result.id });
    expect(second).toMatchObject({ cancelled: 0, alreadyDispatched: 100 });
    expect(await seeCounts(services.superuser, result.id)).toEqual(await countStatuses(services.superuser, result.id));
    const events = await seeEvents(services.superuser, result.id);
    expect(events.filter((type) => type === 'campaign.cancelled')).toHaveLength(1);

    gateway.react = () => ({ outcome: { kind: 'accepted' } });
    await services.travel(7_200);
    await drain(services);
    expect(gateway.takenNumbers().sort()).toEqual(mobiles(100).map(({ to }) => to));
  });

  it('a campaign before it starts completes it', async () => {
    const gateway = createProgrammableGateway({ name: 'before' });
    const services = withGateways(process, { gateways: [gateway] });
    const context = await newOrganisation(services);
    const scheduledAt = new Date(Date.now() + 3600_000);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(10), scheduledAt });
    expect(await cancelCampaign(context, { campaignId: result.id })).toMatchObject({
      cancelled: 10,
      alreadyDispatched: 0,
    });
    await services.travel(3_601);
    await drain(services);
    expect(gateway.journal).toEqual([]);
    expect(await seeEvents(services.superuser, result.id)).toEqual(
      expect.arrayContaining(['campaign.accepted', 'campaign.completed', 'campaign.cancelled']),
    );
  });

  it('a campaign ten times at once, while it is sent, counts every message once', async () => {
    const gateway = createProgrammableGateway({ name: 'ten-times', pace: { batchSize: 50 }, delayMs: 5 });
    const services = withGateways(process, { gateways: [gateway], policy: { batchSize: 50 } });
    const context = await newOrganisation(services);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(1_000) });
    const work = Promise.all([drain(services), drain(services)]);
    while (gateway.calls.length < 3) await new Promise((resolve) => setTimeout(resolve, 1));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => cancelCampaign(context, { campaignId: result.id })),
    );
    await work;
    const cancelled = answers.reduce((sum, answer) => sum + answer.cancelled, 0);
    expect(cancelled).toBeGreaterThan(0);
    expect(await seeCounts(services.superuser, result.id)).toEqual({ sent: 1_000 - cancelled, cancelled });
    expect(gateway.takenNumbers()).toHaveLength(1_000 - cancelled);
  });
});

const hoursAhead = (hours: number) => new Date(Date.now() + hours * 3_600_000);

const NOTHING = { code: 'campaign_started' };

describe('rescheduling a campaign', () => {
  const stage = async (scheduledAt: Date | null) => {
    const gateway = createProgrammableGateway({ name: 'later', pace: { batchSize: 50 } });
    const services = withGateways(process, { gateways: [gateway], policy: { batchSize: 50 } });
    const context = await newOrganisation(services);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(120), scheduledAt });
    return { gateway, services, context, campaignId: result.id };
  };
  const countRows = async (organisationId: string) => {
    const { rows } = await process.superuser.query('SELECT count(*)::int FROM sms_due WHERE organisation_id = $1', [
      organisationId,
    ]);
    return rows[0].count;
  };

  it('to a later time sends it then and not before, each message once', async () => {
    const { gateway, services, context, campaignId } = await stage(hoursAhead(1));
    for (const hours of [5, 2, 3]) {
      const scheduledAt = hoursAhead(hours);
      const campaign = await rescheduleCampaign(context, { campaignId, scheduledAt });
      expect(new Date(campaign.scheduled_at ?? 0)).toEqual(scheduledAt);
    }
    // However often it is rescheduled, the agenda does not grow.
    expect(await countRows(context.caller.organisationId)).toBe(3);
    await services.travel(2.5 * 3600);
    await drain(services);
    expect(gateway.journal).toEqual([]);
    await services.travel(0.6 * 3600);
    await drain(services);
    expect(gateway.takenNumbers()).toHaveLength(120);
    expect(await seeCounts(services.superuser, campaignId)).toEqual({ sent: 120 });
    expect(
      (await seeEvents(services.superuser, campaignId)).filter((type) => type === 'campaign.rescheduled'),
    ).toHaveLength(3);
  });

  it('to an earlier time or to now sends it once', async () => {
    const { gateway, services, context, campaignId } = await stage(hoursAhead(5));
    await rescheduleCampaign(context, { campaignId, scheduledAt: hoursAhead(1) });
    await rescheduleCampaign(context, { campaignId, scheduledAt: null });
    await drain(services);
    expect(gateway.takenNumbers()).toHaveLength(120);
    await services.travel(6 * 3600);
    await drain(services);
    expect(gateway.takenNumbers()).toHaveLength(120);
  });

  it('keeps a paused campaign paused, and works before any worker has seen the campaign', async () => {
    const { gateway, services, context, campaignId } = await stage(null);
    await rescheduleCampaign(context, { campaignId, scheduledAt: hoursAhead(1) });
    await pauseCampaign(context, { campaignId });
    await rescheduleCampaign(context, { campaignId, scheduledAt: hoursAhead(2) });
    await services.travel(3 * 3600);
    await drain(services);
    expect(gateway.journal).toEqual([]);
    await resumeCampaign(context, { campaignId });
    await drain(services);
    expect(gateway.takenNumbers()).toHaveLength(120);
  });

  it('is refused once a message was submitted or is held, and changes nothing then', async () => {
    const { gateway, services, context, campaignId } = await stage(null);
    await dispatchNext(services, { gateway: gateway.name, organisationId: context.caller.organisationId, isJob: true });
    expect(await seeCounts(services.superuser, campaignId)).not.toEqual({ queued: 120 });
    await expect(rescheduleCampaign(context, { campaignId, scheduledAt: hoursAhead(1) })).rejects.toMatchObject(
      NOTHING,
    );
    await drain(services);
    expect(gateway.takenNumbers()).toHaveLength(120);
    const ended = await stage(null);
    ended.gateway.react = () => NO_CREDIT;
    await drain(ended.services);
    await expect(
      rescheduleCampaign(ended.context, { campaignId: ended.campaignId, scheduledAt: hoursAhead(1) }),
    ).rejects.toMatchObject(NOTHING);
  });

  it('refuses times in the past and strangers', async () => {
    const { services, context, campaignId } = await stage(hoursAhead(1));
    const past = { campaignId, scheduledAt: hoursAhead(-1) };
    await expect(rescheduleCampaign(context, past)).rejects.toMatchObject({ code: 'invalid' });
    const stranger = await newOrganisation(services);
    await expect(rescheduleCampaign(stranger, { campaignId, scheduledAt: null })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('wakes a worker, as scheduling it does, so that the worker learns when it has to wake', async () => {
    const { services, context, campaignId } = await stage(hoursAhead(5));
    const wakeUp = { job: 'sms-dispatch', gateway: 'later' };
    const job = { job: 'sms-campaigns', gateway: 'later', organisationId: context.caller.organisationId };
    expect(services.wakeUps).toEqual([wakeUp, job]);
    await rescheduleCampaign({ ...context, ...services }, { campaignId, scheduledAt: hoursAhead(1) });
    expect(services.wakeUps).toEqual([wakeUp, job, wakeUp, job]);
    await sendSms({ ...context, ...services }, { message: 'Hello', to: mobile(1), scheduledAt: hoursAhead(1) });
    expect(services.wakeUps).toEqual([wakeUp, job, wakeUp, job, wakeUp]);
  });
});
