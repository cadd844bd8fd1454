import { findNotDue } from '../../../db/sql/sms/find-not-due.js';
import { scheduleDue } from '../../../db/sql/sms/schedule-due.js';
import type { OrganisationTx } from '../../../db/transaction.js';

/**
 * Puts those of the messages that have to leave later on the agenda of their own time. Those that were put off stand
 * there already, and are not named by the row any more (returnLeft), unless its worker has died; but when the clock of the
 * database has been set back, what was due a moment ago is not any more, and the row that is being worked off was the
 * only one that named it.
 */
export async function putBackEarly(tx: OrganisationTx, gateway: string, messageIds: readonly string[]): Promise<void> {
  const early = await findNotDue(tx, messageIds);
  const byTime = Map.groupBy(early, ({ due_at_ms: dueAtMs }) => dueAtMs);
  const rows = [...byTime].map(([dueAtMs, messages]) => ({
    gateway,
    purpose: 'dispatch' as const,
    due: new Date(dueAtMs),
    messageIds: messages.map(({ id }) => id),
  }));
  await scheduleDue(tx, rows);
}
