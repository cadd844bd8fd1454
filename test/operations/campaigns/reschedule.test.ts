import { describe, expect, it } from '@jest/globals';
import { pauseCampaign, resumeCampaign } from '../../../src/operations/sms/campaigns/pause-campaign.js';
import { rescheduleCampaign } from '../../../src/operations/sms/campaigns/reschedule-campaign.js';
import { dispatchNext } from '../../../src/operations/sms/dispatch/turn.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { createProgrammableGateway, NO_CREDIT } from '../../support/gateways/programmable-gateway.js';
import { seeCounts, seeEvents } from '../../support/see.js';
import { drain, mobile, mobiles, newOrganisation, withGateways } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const hoursAhead = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const NOTHING = { code: 'campaign_started' };

describe('rescheduling a campaign', () => {
  const process = useServices({ poolSize: 8 });

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
