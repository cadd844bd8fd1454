import { listDueOfCampaign } from '../../../db/sql/sms/campaigns/campaign-pauses.js';
import { markCancelled } from '../../../db/sql/sms/campaigns/campaign-states.js';
import { type CampaignRow, findCampaign } from '../../../db/sql/sms/campaigns/campaigns.js';
import { listCancellable } from '../../../db/sql/sms/messages/message-states.js';
import { CANCELLABLE } from '../../../domain/sms/verdict.js';
import type { Context } from '../../context.js';
import { recordAudit } from '../../people/audit-log.js';
import { cancelWaiting } from '../dispatch/cancel-waiting.js';
import { listUnconfigured } from '../gateways/gateway-states.js';
import { findCampaignToChange } from './campaigns.js';
import { dispatchAgain } from './dispatch-again.js';

export interface CancelledCampaign {
  readonly campaign: CampaignRow;
  readonly cancelled: number;
  /** Messages that a gateway already has. They cannot be called back. */
  readonly alreadyDispatched: number;
}

/**
 * Cancels every message of a campaign that no gateway has got, and ends its pause: messages that a gateway has had, and
 * that wait to be tried again, go on. A second call cancels nothing more.
 */
export async function cancelCampaign(
  context: Context,
  { campaignId }: { readonly campaignId: string },
): Promise<CancelledCampaign> {
  const { organisationId } = context.caller;
  const unconfigured = await listUnconfigured(context);
  return context.db.inOrganisation(organisationId, async (tx) => {
    const before = await findCampaignToChange(tx, context, campaignId);
    const cancelled = await cancelWaiting(tx, await listCancellable(tx, campaignId, CANCELLABLE));
    const isPaused = before.paused_at !== null && before.completed_at === null;
    if (cancelled > 0 || isPaused) {
      await markCancelled(tx, campaignId);
      // Messages that wait to be tried again left the agenda while the campaign was paused. The rest of them are
      // cancelled.
      const messages = await listDueOfCampaign(tx, campaignId);
      if (messages.length > 0) await dispatchAgain(tx, context, before, { messages, due: 0, unconfigured });
      const entry = { action: 'campaign.cancelled', subjectId: campaignId, after: { messages: cancelled } } as const;
      await recordAudit(tx, context.caller, entry);
    }
    const campaign = (await findCampaign(tx, campaignId)) as CampaignRow;
    return {
      campaign,
      cancelled,
      // Messages that were accepted and not cancelled have been submitted to a gateway.
      alreadyDispatched: campaign.accepted - campaign.cancelled,
    };
  });
}
