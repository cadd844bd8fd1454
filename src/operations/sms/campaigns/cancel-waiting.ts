import { type Applied, applyVerdict } from '../../../db/sql/sms/apply-verdicts.js';
import { listWaitingRetries } from '../../../db/sql/sms/retries.js';
import type { RowOf } from '../../../db/tables.js';
import type { OrganisationTx } from '../../../db/transaction.js';
import { CANCELLABLE, CANCELLED, type Verdict } from '../../../domain/sms/verdict.js';

/** Cancels those of the messages that are still at the attempts given, and that no worker has claimed. Returns how many. */
export async function cancelWaiting(
  tx: OrganisationTx,
  messages: readonly RowOf<'sms_messages', 'id' | 'attempt'>[],
): Promise<number> {
  let cancelled = 0;
  for (const [attempt, group] of Map.groupBy(messages, (message) => message.attempt)) {
    const { changed } = await applyVerdict(
      tx,
      { messageIds: group.map(({ id }) => id), attempt, verdict: CANCELLED, nextInSeconds: null },
      { phases: CANCELLABLE, onlyForward: false },
    );
    cancelled += changed.length;
  }
  return cancelled;
}

/** A failed message that was delivered after all need not be sent again: cancels its retry, if no worker has claimed it. */
export async function cancelRetries(tx: OrganisationTx, verdict: Verdict, { corrected }: Applied): Promise<void> {
  if (verdict.status !== 'delivered' || corrected.length === 0) return;
  await cancelWaiting(tx, await listWaitingRetries(tx, corrected));
}
