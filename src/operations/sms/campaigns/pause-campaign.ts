/**
 * How a campaign is paused and resumed. `pauseCampaign` locks the campaign, so that it does not end meanwhile, and
 * marks it; its messages stay as they are. A second transaction waits for claims under way, and counts what is left. A
 * claim leaves messages of paused campaigns out, and takes them off the agenda after it has locked the campaign
 * (`claim.ts`); a claim that `pauseCampaign` has overtaken is rolled back and runs again.
 *
 * `resumeCampaign` takes the same lock, and puts what is due back on the agenda (`dispatch-again.ts`). Without the lock
 * a worker could drop a message that the resume has not seen. A worker pauses campaigns of which too many messages fail
 * (`operations/sms/dispatch/plan.ts`); `cancel-forgotten.ts` cancels those that stay paused for longer than the
 * retention.
 */

import { listDueOfCampaign, lockForPause, outlastClaims } from '../../../db/sql/sms/campaigns/campaign-pauses.js';
import { markPaused, markResumed } from '../../../db/sql/sms/campaigns/campaign-states.js';
import { type CampaignRow, findCampaign } from '../../../db/sql/sms/campaigns/campaigns.js';
import { countCancellable } from '../../../db/sql/sms/messages/message-states.js';
import { CANCELLABLE } from '../../../domain/sms/verdict.js';
import type { Context } from '../../context.js';
import { recordAudit } from '../../people/audit-log.js';
import { listUnconfigured } from '../gateways/gateway-states.js';
import { findCampaignToChange, findOpenCampaign } from './campaigns.js';
import { dispatchAgain } from './dispatch-again.js';

export interface PausedCampaign {
  readonly campaign: CampaignRow;
  /** Messages that no gateway has got, held ones included. */
  readonly waiting: number;
  /** Messages that a gateway already has. They cannot be called back. */
  readonly alreadyDispatched: number;
}

/** Workers claim no further message of the campaign until it is resumed. A second call changes nothing. */
export async function pauseCampaign(
  { db, caller }: Context,
  { campaignId }: { readonly campaignId: string },
): Promise<PausedCampaign> {
  await db.inOrganisation(caller.organisationId, async (tx) => {
    await lockForPause(tx, campaignId);
    await findOpenCampaign(tx, { caller }, campaignId);
    if (await markPaused(tx, campaignId, 'caller')) {
      await recordAudit(tx, caller, { action: 'campaign.paused', subjectId: campaignId });
    }
  });
  // New claims leave its messages out by now, even if the count waits for claims under way.
  return db.inOrganisation(caller.organisationId, async (tx) => {
    await outlastClaims(tx, campaignId);
    const waiting = await countCancellable(tx, campaignId, CANCELLABLE);
    const campaign = (await findCampaign(tx, campaignId)) as CampaignRow;
    return { campaign, waiting, alreadyDispatched: campaign.accepted - campaign.cancelled - waiting };
  });
}

export interface ResumedCampaign {
  readonly campaign: CampaignRow;
  /** Messages that are queued again. */
  readonly resumed: number;
}

/**
 * Lets workers claim the messages of a paused campaign again. Workers that found them due meanwhile have taken them off
 * the agenda, so they are put back.
 */
export async function resumeCampaign(
  context: Context,
  { campaignId }: { readonly campaignId: string },
): Promise<ResumedCampaign> {
  const unconfigured = await listUnconfigured(context);
  return context.db.inOrganisation(context.caller.organisationId, async (tx) => {
    const before = await findCampaignToChange(tx, context, campaignId);
    if (!(await markResumed(tx, campaignId))) return { campaign: before, resumed: 0 };
    // After the lock of the campaign: a worker that takes its messages off the agenda holds this lock until it commits.
    const messages = await listDueOfCampaign(tx, campaignId);
    await dispatchAgain(tx, context, before, { messages, due: 0, unconfigured });
    await recordAudit(tx, context.caller, {
      action: 'campaign.resumed',
      subjectId: campaignId,
      after: { messages: messages.length },
    });
    return { campaign: (await findCampaign(tx, campaignId)) as CampaignRow, resumed: messages.length };
  });
}
