import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { readWaiting, type WaitingMessage } from '../../../db/sql/sms/campaigns/campaign-pauses.js';
import { findRetries } from '../../../db/sql/sms/campaigns/retries.js';
import { type Applied, applyVerdict } from '../../../db/sql/sms/dispatch/apply-verdicts.js';
import type { RowOf } from '../../../db/tables.js';
import { CANCELLABLE, CANCELLED, judgeReportedFailure, NO_REPORT, type Verdict } from '../../../domain/sms/verdict.js';

/**
 * Cancels those of the messages that are still at the attempts given, and that no worker has claimed. Returns how many.
 */
export async function cancelWaiting(
  tx: OrganisationTx,
  messages: readonly RowOf<'sms_messages', 'id' | 'attempt'>[],
): Promise<number> {
  let cancelled = 0;
  for (const [attempt, group] of Map.groupBy(messages, (message) => message.attempt)) {
    cancelled += await endUnclaimed(tx, group, attempt, CANCELLED);
  }
  return cancelled;
}

/**
 * Ends messages that no worker has claimed. Those that a gateway has had before, and that wait to be tried again, end
 * with the code of the last failure; the others are cancelled. Returns how many were cancelled.
 */
export async function endWaiting(tx: OrganisationTx, messages: readonly WaitingMessage[]): Promise<number> {
  const { false: unseen = [], true: handedOver = [] } = Object.groupBy(messages, (one) => String(one.handed_over));
  const cancelled = await cancelWaiting(tx, unseen);
  await giveUp(tx, handedOver);
  return cancelled;
}

async function giveUp(tx: OrganisationTx, messages: readonly WaitingMessage[]): Promise<void> {
  for (const group of Map.groupBy(messages, ({ attempt, last_code: code }) => `${attempt} ${code}`).values()) {
    const [{ attempt, last_code: code }] = group as [WaitingMessage];
    const verdict = code === null ? NO_REPORT : judgeReportedFailure(code);
    await endUnclaimed(tx, group, attempt, verdict);
  }
}

async function endUnclaimed(
  tx: OrganisationTx,
  messages: readonly RowOf<'sms_messages', 'id'>[],
  attempt: number,
  verdict: Verdict,
): Promise<number> {
  const group = { messageIds: messages.map(({ id }) => id), attempt, verdict };
  const { changed } = await applyVerdict(tx, group, { phases: CANCELLABLE });
  return changed.length;
}

/**
 * A failed message that was delivered after all must not be sent again: ends its retries that no worker has claimed. If
 * one has, the next claim of the retry finds what was delivered.
 */
export async function cancelRetries(tx: OrganisationTx, verdict: Verdict, { corrected }: Applied): Promise<void> {
  if (verdict.status !== 'delivered' || corrected.length === 0) return;
  const retries = await findRetries(tx, corrected);
  if (retries.length > 0) await endWaiting(tx, await readWaiting(tx, retries));
}
