import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { listLongPaused, lockLongPaused, lockWaitingMessages } from '../../../db/sql/sms/campaigns/campaign-pauses.js';
import { markCancelled } from '../../../db/sql/sms/campaigns/campaign-states.js';
import type { Actor } from '../../../domain/context.js';
import type { Services } from '../../context.js';
import { recordAudit } from '../../people/audit-log.js';
import { endWaiting } from '../dispatch/cancel-waiting.js';

/** Who cancels, in the audit log. */
const RETENTION: Actor = { kind: 'operator', id: null, name: 'retention' };

/**
 * Cancels campaigns that have been paused for longer than the retention. Otherwise the retention would never redact
 * their numbers and texts, and a resume would send texts that are out of date.
 */
export async function cancelForgottenCampaigns(
  { db, logger }: Pick<Services, 'db' | 'logger'>,
  organisationId: string,
  retentionDays: number,
): Promise<void> {
  const forgotten = await db.inOrganisation(organisationId, (tx) => listLongPaused(tx, retentionDays));
  for (const campaignId of forgotten) {
    const messages = await db.inOrganisation(organisationId, (tx) => cancelForgotten(tx, campaignId, retentionDays));
    if (messages !== null) {
      logger.info(
        { organisationId, campaignId, messages },
        'a campaign paused for longer than the retention was cancelled',
      );
    }
  }
}

/** Returns how many messages were cancelled; null: the campaign was resumed meanwhile. */
async function cancelForgotten(tx: OrganisationTx, campaignId: string, retentionDays: number): Promise<number | null> {
  // Lock order: message rows first, then the campaign, as workers do.
  const waiting = await lockWaitingMessages(tx, campaignId);
  const campaign = await lockLongPaused(tx, campaignId, retentionDays);
  if (!campaign) return null;
  const cancelled = await endWaiting(tx, waiting);
  await markCancelled(tx, campaignId);
  await recordAudit(
    tx,
    { actor: RETENTION, address: null },
    {
      action: 'campaign.cancelled',
      subjectId: campaignId,
      before: { pausedAt: campaign.paused_at },
      after: { messages: cancelled, retentionDays },
    },
  );
  return cancelled;
}
