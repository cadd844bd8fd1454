import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { type DueRow, findLeased, scheduleDue } from '../../../db/sql/sms/dispatch/agenda.js';
import { applyVerdict } from '../../../db/sql/sms/dispatch/apply-verdicts.js';
import { markAccountPaused } from '../../../db/sql/sms/gateways/gateway-accounts.js';
import { lockWaiting } from '../../../db/sql/sms/messages/message-states.js';
import type { DeliveryPolicy } from '../../../domain/context.js';
import { onAgenda, type Priority } from '../../../domain/sms/priority.js';
import { CLAIMABLE, NO_CREDIT } from '../../../domain/sms/verdict.js';
import { portions } from '../../../lib/lists.js';

/**
 * Pauses an account that has no credit, and holds the messages that workers have leased of it, until credit is back or
 * the hold expires. Messages that are not leased yet would make this transaction grow without bound: the worker that
 * leases them finds the account paused, and holds them then.
 */
export async function pauseAccount(tx: OrganisationTx, gateway: string, policy: DeliveryPolicy): Promise<void> {
  await markAccountPaused(tx, gateway, policy);
  const leased = await findLeased(tx, gateway);
  const priorities = new Map(leased.flatMap((row) => row.message_ids.map((id) => [id, row.priority] as const)));
  const messageIds = await lockWaiting(tx, [...priorities.keys()]);
  const nextInSeconds = policy.maxHoldHours * 3600;
  const { changed: held } = await applyVerdict(
    tx,
    { messageIds, verdict: NO_CREDIT, nextInSeconds },
    { phases: CLAIMABLE },
  );
  const changed = new Set(held);
  const inOrder = messageIds.filter((id) => changed.has(id));
  const byPriority = Map.groupBy(inOrder, (id) => priorities.get(id) as Priority);
  await scheduleDue(
    tx,
    [...byPriority].flatMap(([priority, ids]) =>
      portions(ids, policy.batchSize).map((some): DueRow => {
        return { gateway, purpose: 'hold', due: nextInSeconds, messageIds: some, priority: onAgenda(priority) };
      }),
    ),
  );
}
