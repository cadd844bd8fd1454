import { describe, expect, it } from '@jest/globals';
import { cancelCampaign } from '../../../src/operations/sms/campaigns/cancel-campaign.js';
import { pauseCampaign, resumeCampaign } from '../../../src/operations/sms/campaigns/pause-campaign.js';
import { rescheduleCampaign } from '../../../src/operations/sms/campaigns/reschedule-campaign.js';
import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { cancelMessage } from '../../../src/operations/sms/messages/cancel-message.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { NO_CREDIT, reject } from '../../support/gateways/programmable-gateway.js';
import { countStatuses, seeCounts, seeEvents } from '../../support/see.js';
import { mobile, mobiles, newOrganisation } from '../../support/services.js';
import { setTheStage, withOwnGateway } from '../../support/stage.js';
import { until } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';
import { openWorkers } from '../../support/workers.js';

const process = useServices({ poolSize: 16 });

describe('cancelling', () => {
  it('is honest: a message is cancelled and never leaves, or it has left and that is said', async () => {
    const stage = await setTheStage(process, {
      recipients: 1_000,
      pace: { batchSize: 20, concurrency: 3 },
      delayMs: 3,
      policy: { batchSize: 40 },
    });
    const { gateway, services, context } = stage;
    const chosen = (await stage.messages()).filter((_, index) => index % 5 === 0);
    const workers = openWorkers(services);
    workers.wakeAll();
    await until(() => gateway.calls.length >= 5);
    const answers = await Promise.allSettled(chosen.map(({ id: messageId }) => cancelMessage(context, { messageId })));
    await workers.stop();
    await stage.work();

    const taken = new Set(gateway.takenNumbers());
    const states = new Map((await stage.messages()).map((message) => [message.id, message]));
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
    expect(await stage.counts()).toEqual({ sent: 1_000 - cancelled, cancelled });
    expect(gateway.takenNumbers()).toHaveLength(1_000 - cancelled);
  });

  it('a campaign: what has not left is cancelled, what has is counted, and a second time changes nothing', async () => {
    const { gateway, services, context, work, later } = await withOwnGateway(process, {
      pace: { batchSize: 100 },
      policy: { batchSize: 100 },
    });
    gateway.react = (_message, call) => {
      if (call === 1) return { outcome: { kind: 'accepted' } };
      if (call === 2) return reject(407);
      return NO_CREDIT;
    };
    const recipients = [...mobiles(500), { to: '12' }, { to: 'nonsense' }];
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients });
    await work();
    expect(await seeCounts(services, result.id)).toEqual({ sent: 100, queued: 100, held: 300, failed: 2 });

    const first = await cancelCampaign(context, { campaignId: result.id });
    expect(first).toMatchObject({ cancelled: 400, alreadyDispatched: 100 });
    expect(first.campaign).toMatchObject({ cancelled: 400, sent: 100, held: 0, queued: 0 });
    const second = await cancelCampaign(context, { campaignId: result.id });
    expect(second).toMatchObject({ cancelled: 0, alreadyDispatched: 100 });
    expect(await seeCounts(services, result.id)).toEqual(await countStatuses(services, result.id));
    const events = await seeEvents(services, result.id);
    expect(events.filter((type) => type === 'campaign.cancelled')).toHaveLength(1);

    gateway.react = () => ({ outcome: { kind: 'accepted' } });
    await later(7_200);
    expect(gateway.takenNumbers().sort()).toEqual(mobiles(100).map(({ to }) => to));
  });

  it('a campaign before it starts completes it', async () => {
    const { gateway, services, context, later } = await withOwnGateway(process);
    const scheduledAt = new Date(Date.now() + 3600_000);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(10), scheduledAt });
    expect(await cancelCampaign(context, { campaignId: result.id })).toMatchObject({
      cancelled: 10,
      alreadyDispatched: 0,
    });
    await later(3_601);
    expect(gateway.journal).toEqual([]);
    expect(await seeEvents(services, result.id)).toEqual(
      expect.arrayContaining(['campaign.accepted', 'campaign.completed', 'campaign.cancelled']),
    );
  });

  it('a campaign ten times at once, while it is sent, counts every message once', async () => {
    const { gateway, context, campaignId, counts, work } = await setTheStage(process, {
      recipients: 1_000,
      pace: { batchSize: 50 },
      delayMs: 5,
      policy: { batchSize: 50 },
    });
    const sending = Promise.all([work(), work()]);
    await until(() => gateway.calls.length >= 3);
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancelCampaign(context, { campaignId })));
    await sending;
    const cancelled = answers.reduce((sum, answer) => sum + answer.cancelled, 0);
    expect(cancelled).toBeGreaterThan(0);
    expect(await counts()).toEqual({ sent: 1_000 - cancelled, cancelled });
    expect(gateway.takenNumbers()).toHaveLength(1_000 - cancelled);
  });
});

const hoursAhead = (hours: number) => new Date(Date.now() + hours * 3_600_000);

const NOTHING = { code: 'campaign_started' };

describe('rescheduling a campaign', () => {
  const stage = async (scheduledAt: Date | null) => {
    const own = await setTheStage(process, {
      recipients: 120,
      pace: { batchSize: 50 },
      policy: { batchSize: 50 },
      input: { scheduledAt },
    });
    const { context, campaignId } = own;
    const reschedule = (to: Date | null, by = context) => rescheduleCampaign(by, { campaignId, scheduledAt: to });
    return { ...own, reschedule };
  };
  const countRows = async (organisationId: string) => {
    const rows = await process.sql('SELECT count(*)::int FROM sms_due WHERE organisation_id = $1', [organisationId]);
    return rows[0].count;
  };

  it('to a later time sends it then and not before, each message once', async () => {
    const { gateway, services, organisationId, campaignId, counts, later, reschedule } = await stage(hoursAhead(1));
    for (const hours of [5, 2, 3]) {
      const scheduledAt = hoursAhead(hours);
      const campaign = await reschedule(scheduledAt);
      expect(new Date(campaign.scheduled_at ?? 0)).toEqual(scheduledAt);
    }
    // However often it is rescheduled, the agenda does not grow.
    expect(await countRows(organisationId)).toBe(3);
    await later(2.5 * 3600);
    expect(gateway.journal).toEqual([]);
    await later(0.6 * 3600);
    expect(gateway.takenNumbers()).toHaveLength(120);
    expect(await counts()).toEqual({ sent: 120 });
    expect((await seeEvents(services, campaignId)).filter((type) => type === 'campaign.rescheduled')).toHaveLength(3);
  });

  it('to an earlier time or to now sends it once', async () => {
    const { gateway, work, later, reschedule } = await stage(hoursAhead(5));
    await reschedule(hoursAhead(1));
    await reschedule(null);
    await work();
    expect(gateway.takenNumbers()).toHaveLength(120);
    await later(6 * 3600);
    expect(gateway.takenNumbers()).toHaveLength(120);
  });

  it('keeps a paused campaign paused, and works before any worker has seen the campaign', async () => {
    const { gateway, context, campaignId, work, later, reschedule } = await stage(null);
    await reschedule(hoursAhead(1));
    await pauseCampaign(context, { campaignId });
    await reschedule(hoursAhead(2));
    await later(3 * 3600);
    expect(gateway.journal).toEqual([]);
    await resumeCampaign(context, { campaignId });
    await work();
    expect(gateway.takenNumbers()).toHaveLength(120);
  });

  it('is refused once a message was submitted or is held, and changes nothing then', async () => {
    const { gateway, services, turn, counts, work, reschedule } = await stage(null);
    await dispatchNext(services, { ...turn, isJob: true });
    expect(await counts()).not.toEqual({ queued: 120 });
    await expect(reschedule(hoursAhead(1))).rejects.toMatchObject(NOTHING);
    await work();
    expect(gateway.takenNumbers()).toHaveLength(120);
    const ended = await stage(null);
    ended.gateway.react = () => NO_CREDIT;
    await ended.work();
    await expect(ended.reschedule(hoursAhead(1))).rejects.toMatchObject(NOTHING);
  });

  it('refuses times in the past and strangers', async () => {
    const { services, reschedule } = await stage(hoursAhead(1));
    await expect(reschedule(hoursAhead(-1))).rejects.toMatchObject({ code: 'invalid' });
    const stranger = await newOrganisation(services);
    await expect(reschedule(null, stranger)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('wakes a worker, as scheduling it does, so that the worker learns when it has to wake', async () => {
    const { services, context, turn, reschedule } = await stage(hoursAhead(5));
    const wakeUp = { job: 'sms-dispatch', gateway: turn.gateway };
    const job = { job: 'sms-campaigns', ...turn };
    expect(services.wakeUps).toEqual([wakeUp, job]);
    await reschedule(hoursAhead(1), { ...context, ...services });
    expect(services.wakeUps).toEqual([wakeUp, job, wakeUp, job]);
    await sendSms({ ...context, ...services }, { message: 'Hello', to: mobile(1), scheduledAt: hoursAhead(1) });
    expect(services.wakeUps).toEqual([wakeUp, job, wakeUp, job, wakeUp]);
  });
});
