import { describe, expect, it } from '@jest/globals';
import { getCampaigns } from '../../../src/operations/sms/campaigns/campaigns.js';
import { cancelCampaign } from '../../../src/operations/sms/campaigns/cancel-campaign.js';
import { pauseCampaign, resumeCampaign } from '../../../src/operations/sms/campaigns/pause-campaign.js';
import { receiveReports } from '../../../src/operations/sms/reports/receive-reports.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { runHousekeeping } from '../../../src/operations/upkeep/housekeeping.js';
import { createProgrammableGateway, reject } from '../../support/gateways/programmable-gateway.js';
import { auditOf } from '../../support/people/keys.js';
import { seeCounts, seeEvents, seeMessages } from '../../support/see.js';
import { drain, mobiles, newOrganisation, withGateways } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

const ONE_HOUR = 3_600;

describe('a campaign that stays paused', () => {
  const process = useServices();

  /**
   * The gateway has had two messages and has reported one of them as failed, for which a retry is left; the others
   * wait.
   */
  async function pausedAmidst(name: string, recipients = 10) {
    const gateway = createProgrammableGateway({ name, pace: { batchSize: 2 } });
    const services = withGateways(process, { gateways: [gateway] });
    const context = await newOrganisation(services);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(recipients) });
    const campaignId = result.id;
    gateway.react = async () => {
      await pauseCampaign(context, { campaignId });
      return { outcome: { kind: 'accepted' } };
    };
    await drain(services);
    gateway.react = () => ({ outcome: { kind: 'accepted' } });
    const [entry] = gateway.journal;
    await receiveReports(services, name, entry ? [gateway.reportOn(entry, { kind: 'failed', code: 502 })] : []);
    await drain(services);
    // The retry comes due, and a worker takes it off the agenda.
    await services.travel(ONE_HOUR);
    await drain(services);
    expect(gateway.journal).toHaveLength(2);
    const keepHouse = (retentionDays: number) =>
      runHousekeeping(withGateways(services, { gateways: [gateway], policy: { retentionDays } }));
    return { gateway, services, context, campaignId, keepHouse };
  }

  it('for longer than the retention is cancelled, and its numbers and texts are redacted', async () => {
    const { gateway, services, context, campaignId, keepHouse } = await pausedAmidst('forgotten');
    await keepHouse(1);
    expect(await seeCounts(services.superuser, campaignId)).toEqual({ queued: 8, sent: 2 });
    await keepHouse(0);
    expect(await seeCounts(services.superuser, campaignId)).toEqual({ cancelled: 8, undelivered: 1, sent: 1 });
    const messages = await seeMessages(services.superuser, { campaignId });
    expect(messages.filter(({ mobile }) => mobile !== null).map(({ status }) => status)).toEqual(['sent']);
    expect(messages.find(({ status }) => status === 'undelivered')).toMatchObject({ delivery_code: 502, attempt: 1 });
    const [campaign] = await getCampaigns(context, [campaignId]);
    expect(campaign).toMatchObject({ paused_at: null, pause_reason: null, cancelled_at: expect.any(String) });
    expect((await seeEvents(services.superuser, campaignId)).at(-1)).toBe('campaign.cancelled');
    expect((await auditOf(services, campaignId)).at(-1)).toMatchObject({
      action: 'campaign.cancelled',
      actor: 'operator -',
      before: { paused_at: expect.any(String) },
      after: { messages: 8, retention_days: 0 },
    });
    expect(await resumeCampaign(context, { campaignId })).toMatchObject({ resumed: 0 });
    await services.travel(ONE_HOUR);
    await drain(services);
    expect(gateway.journal).toHaveLength(2);
    await keepHouse(0);
    expect(await auditOf(services, campaignId)).toHaveLength(2);
  });

  it('in name only, because the pause met its end, is not cancelled', async () => {
    const gateway = createProgrammableGateway({ name: 'ended-meanwhile', react: () => reject(404) });
    const services = withGateways(process, { gateways: [gateway] });
    const context = await newOrganisation(services);
    const { result } = await sendBulkSms(context, { message: 'Hello', recipients: mobiles(3) });
    const campaignId = result.id;
    await drain(services);
    await services.superuser.query('UPDATE campaigns SET paused_at = now() WHERE id = $1', [campaignId]);
    await runHousekeeping(withGateways(services, { gateways: [gateway], policy: { retentionDays: 0 } }));
    expect(await cancelCampaign(context, { campaignId })).toMatchObject({
      cancelled: 0,
      campaign: { cancelled_at: null, completed_at: expect.any(String) },
    });
    expect(await auditOf(services, campaignId)).toEqual([]);
  });

  it('until it is cancelled lets go on what a gateway has had, and does not forget it', async () => {
    const { gateway, services, context, campaignId } = await pausedAmidst('cancelled');
    expect(await cancelCampaign(context, { campaignId })).toMatchObject({ cancelled: 8, alreadyDispatched: 2 });
    await drain(services);
    const [retried, , again] = gateway.journal;
    expect(gateway.journal).toHaveLength(3);
    expect(again).toMatchObject({ to: retried?.to, attempt: 2 });
  });

  it('without a message to cancel is cancelled all the same, and ends with its last retry', async () => {
    const { gateway, services, context, campaignId } = await pausedAmidst('only-retries', 2);
    expect(await cancelCampaign(context, { campaignId })).toMatchObject({
      cancelled: 0,
      campaign: { paused_at: null, cancelled_at: expect.any(String) },
    });
    await drain(services);
    expect(gateway.journal).toHaveLength(3);
  });
});
