import { describe, expect, it } from '@jest/globals';
import { updateOrganisation } from '../../../src/operations/people/organisations.js';
import { getCampaigns } from '../../../src/operations/sms/campaigns/campaigns.js';
import { resumeCampaign } from '../../../src/operations/sms/campaigns/pause-campaign.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import {
  accept,
  createProgrammableGateway,
  type ProgrammableGateway,
  reject,
} from '../../support/gateways/programmable-gateway.js';
import { newMember } from '../../support/people/members.js';
import { seeEvents } from '../../support/see.js';
import { drain, mobiles, newOrganisation, withGateways } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

describe('a campaign of which too many messages fail', () => {
  const process = useServices();

  const failing =
    (share: number, code: number): ProgrammableGateway['react'] =>
    ({ to }) =>
      Number(to.slice(-1)) < share ? reject(code) : accept();
  const stage = async (react: ProgrammableGateway['react']) => {
    const gateway = createProgrammableGateway({ name: 'failing', pace: { batchSize: 50, concurrency: 1 }, react });
    const services = withGateways(process, { gateways: [gateway], policy: { batchSize: 50 } });
    return { gateway, services, context: await newOrganisation(services) };
  };
  const MESSAGE = { message: 'Hello', recipients: mobiles(600) };

  it('is paused by itself after two hundred outcomes, if that was asked for', async () => {
    const { services, context, gateway } = await stage(failing(2, 402));
    const { result } = await sendBulkSms(context, { ...MESSAGE, pauseOnFailures: true });
    await drain(services);
    const [paused] = await getCampaigns(context, [result.id]);
    expect(paused?.pause_reason).toBe('failures');
    expect(paused?.failed).toBeGreaterThanOrEqual(40);
    expect(paused?.queued).toBeGreaterThanOrEqual(300);
    expect(await seeEvents(services.superuser, result.id)).toContain('campaign.paused');

    gateway.react = accept;
    await resumeCampaign(context, { campaignId: result.id });
    await drain(services);
    const [ended] = await getCampaigns(context, [result.id]);
    expect(ended).toMatchObject({ pause_reason: null, paused_at: null, failed: paused?.failed, queued: 0 });
  });

  it('is not paused if fewer fail, if they fail for the sake of their numbers, or if nobody asked for it', async () => {
    const fewer = await stage(failing(1, 402));
    const numbers = await stage(failing(9, 404));
    const unasked = await stage(failing(9, 402));
    for (const [{ services, context }, pauseOnFailures] of [
      [fewer, true],
      [numbers, true],
      [unasked, null],
    ] as const) {
      const { result } = await sendBulkSms(context, { ...MESSAGE, pauseOnFailures });
      await drain(services);
      const [campaign] = await getCampaigns(context, [result.id]);
      expect(campaign).toMatchObject({ paused_at: null, queued: 0 });
    }
  });

  it('follows the setting of the organisation unless the call says otherwise', async () => {
    const { services, context } = await stage(failing(9, 402));
    const { context: owner } = await newMember(services, context.caller.organisationId, 'owner');
    await updateOrganisation(owner, { pauseOnFailures: true });
    const asSet = await sendBulkSms(context, MESSAGE);
    const otherwise = await sendBulkSms(context, { ...MESSAGE, pauseOnFailures: false });
    await drain(services);
    const campaigns = await getCampaigns(context, [asSet.result.id, otherwise.result.id]);
    const reasons = new Map(campaigns.map(({ id, pause_reason: reason }) => [id, reason]));
    expect([reasons.get(asSet.result.id), reasons.get(otherwise.result.id)]).toEqual(['failures', null]);
  });
});
