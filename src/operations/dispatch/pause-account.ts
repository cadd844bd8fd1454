import { markPaused } from '../../db/queries/accounts.js';
import { applyVerdict } from '../../db/queries/apply-verdicts.js';
import { lockWaiting, takeDispatchForHold } from '../../db/queries/hold-due.js';
import { scheduleDue } from '../../db/queries/schedule-due.js';
import type { Tx } from '../../db/transaction.js';
import type { DeliveryPolicy } from '../../domain/context.js';
import { NO_CREDIT } from '../../domain/verdict.js';
import { putBackEarly } from './put-back-early.js';

/**
 * Credit is gone: everything of this account that would be handed over now becomes held, and stays so until credit is
 * back or the hold expires.
 */
export async function pauseAccount(
  tx: Tx,
  organisationId: string,
  gateway: string,
  policy: DeliveryPolicy,
): Promise<void> {
  await markPaused(tx, organisationId, gateway, policy);
  const { heldIds, leasedIds } = await takeDispatchForHold(tx, organisationId, gateway, policy.maxHoldHours);
  const nextInSeconds = policy.maxHoldHours * 3600;
  const messageIds = await lockWaiting(tx, organisationId, [...heldIds, ...leasedIds]);
  const held = await applyVerdict(
    tx,
    organisationId,
    { messageIds, attempt: null, verdict: NO_CREDIT, nextInSeconds },
    { phases: ['ready', 'scheduled', 'waiting_retry'], onlyForward: false },
  );
  // Those of leased rows are the business of whoever works them off.
  await putBackEarly(tx, organisationId, gateway, heldIds);
  const changed = new Set(held.map((message) => message.id));
  const fromLeases = leasedIds.filter((id) => changed.has(id));
  if (fromLeases.length === 0) return;
  await scheduleDue(tx, organisationId, [{ gateway, purpose: 'hold', due: nextInSeconds, messageIds: fromLeases }]);
}
