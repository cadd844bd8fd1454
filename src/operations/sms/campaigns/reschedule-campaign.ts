import { markRescheduled } from '../../../db/sql/sms/campaigns/campaign-states.js';
import { type CampaignRow, findCampaign } from '../../../db/sql/sms/campaigns/campaigns.js';
import { rescheduleMessages } from '../../../db/sql/sms/messages/message-states.js';
import { invalidField, PostriderError, requireValid } from '../../../domain/errors.js';
import { validateSchedule } from '../../../domain/sms/validate.js';
import type { Context } from '../../context.js';
import { recordAudit } from '../../people/audit-log.js';
import { listUnconfigured } from '../gateways/gateway-states.js';
import { findOpenCampaign } from './campaigns.js';
import { dispatchAgain } from './dispatch-again.js';

export interface RescheduleCampaignInput {
  readonly campaignId: string;
  /** Null: at once. */
  readonly scheduledAt: Date | null;
}

/** Gives a campaign of which no message was submitted another time. */
export async function rescheduleCampaign(
  context: Context,
  { campaignId, scheduledAt }: RescheduleCampaignInput,
): Promise<CampaignRow> {
  requireValid(validateSchedule(scheduledAt, new Date()));
  const unconfigured = await listUnconfigured(context);
  return context.db.inOrganisation(context.caller.organisationId, async (tx) => {
    const before = await findOpenCampaign(tx, context, campaignId);
    if (scheduledAt && before.valid_until !== null && scheduledAt >= new Date(before.valid_until)) {
      throw invalidField('scheduledAt', 'invalid', 'The campaign has expired by this time.');
    }
    // Lock order: message rows first, then the campaign, as workers do.
    const messages = await rescheduleMessages(tx, campaignId, scheduledAt);
    const isChanged = await markRescheduled(tx, campaignId, scheduledAt);
    const campaign = (await findCampaign(tx, campaignId)) as CampaignRow;
    if (!isChanged || messages.length < campaign.queued + campaign.held) throw new PostriderError('campaign_started');
    await dispatchAgain(tx, context, campaign, { messages, due: scheduledAt ?? 0, unconfigured });
    await recordAudit(tx, context.caller, {
      action: 'campaign.rescheduled',
      subjectId: campaignId,
      before: { scheduledAt: before.scheduled_at },
      after: { scheduledAt: campaign.scheduled_at },
    });
    return campaign;
  });
}
