import { describe, expect, it } from '@jest/globals';
import { createLogger, type LogLevel } from '../../../src/lib/log/logger.js';
import { retryCampaign } from '../../../src/operations/sms/campaigns/retry-campaign.js';
import { sendBulkSms } from '../../../src/operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../src/operations/sms/send/send-sms.js';
import { createProgrammableGateway, reject } from '../../support/gateways/programmable-gateway.js';
import { drain, mobiles, newOrganisation, withGateways } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';

describe('the log', () => {
  const process = useServices();

  async function logging(level: LogLevel) {
    const lines: Record<string, unknown>[] = [];
    const logger = createLogger({ level, pretty: false }, { write: (line) => lines.push(JSON.parse(line)) });
    const gateway = createProgrammableGateway({ name: `logged-${level}`, react: () => reject(402) });
    const services = withGateways(process, { gateways: [gateway] });
    const organisation = await newOrganisation(services);
    const context = { ...organisation, logger };
    const { kind, id } = context.caller.actor;
    const by = { organisationId: context.caller.organisationId, createdBy: { kind, id } };
    return { services, context, by, lines };
  }

  it('says which key or person sent a campaign, also one that sends again, but no name, number or text', async () => {
    const { services, context, by, lines } = await logging('info');
    const send = { message: 'Secret words', recipients: mobiles(3), idempotencyKey: 'once' };
    const { result: first } = await sendBulkSms(context, send);
    await sendBulkSms(context, send);
    await sendSms(context, { message: 'Secret words', to: mobiles(1)[0]?.to ?? '' });
    await drain(services);
    const { result: again } = await retryCampaign(context, { campaignId: first.id });
    expect(lines).toEqual([
      expect.objectContaining({ ...by, msg: 'a campaign was accepted', campaignId: first.id, total: 3 }),
      expect.objectContaining({ ...by, msg: 'a campaign was accepted', campaignId: again.id, total: 3 }),
    ]);
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`Secret|${context.caller.actor.name}|2547`));
  });

  it('says at the level debug who sent a single SMS', async () => {
    const { context, by, lines } = await logging('debug');
    const { result } = await sendSms(context, { message: 'Secret words', to: mobiles(1)[0]?.to ?? '' });
    expect(lines).toEqual([expect.objectContaining({ ...by, msg: 'an SMS was accepted', messageId: result.id })]);
  });
});
