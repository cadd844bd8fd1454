import { applyVerdict } from '../../../db/sql/sms/apply-verdicts.js';
import {
  listLongPaused,
  lockLongPaused,
  lockWaitingMessages,
  type WaitingMessage,
} from '../../../db/sql/sms/campaign-pauses.js';
import { markCancelled } from '../../../db/sql/sms/campaigns.js';
import type { OrganisationTx } from '../../../db/transaction.js';
import type { Actor } from '../../../domain/context.js';
import { CANCELLABLE, judgeReportedFailure, NO_REPORT } from '../../../domain/sms/verdict.js';
import type { Services } from '../../context.js';
import { recordAudit } from '../../people/audit-log.js';
import { cancelWaiting } from './cancel-waiting.js';

/** Who cancels, in the audit log. */
const RETENTION: Actor = { kind: 'operator', id: null, name: 'retention' };

/**
 * Cancels campaigns that have been paused for longer than the retention. Otherwise the retention would never redact their numbers and
 * texts, and a resume would send texts that are out of date.
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
  const cancelled = await cancelWaiting(
    tx,
    waiting.filter((message) => !message.handed_over),
  );
  await giveUp(
    tx,
    waiting.filter((message) => message.handed_over),
  );
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

/** Ends messages that a gateway has had, and that wait to be tried again, with the code of the last failure. */
async function giveUp(tx: OrganisationTx, messages: readonly WaitingMessage[]): Promise<void> {
  for (const group of Map.groupBy(messages, ({ attempt, last_code: code }) => `${attempt} ${code}`).values()) {
    const [{ attempt, last_code: code }] = group as [WaitingMessage];
    const verdict = code === null ? NO_REPORT : judgeReportedFailure(code);
    const messageIds = group.map(({ id }) => id);
    await applyVerdict(
      tx,
      { messageIds, attempt, verdict, nextInSeconds: null },
      { phases: CANCELLABLE, onlyForward: false },
    );
  }
}
