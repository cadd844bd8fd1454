import { markPaused } from '../../db/queries/accounts.js';
import { applyVerdicts } from '../../db/queries/apply-verdicts.js';
import { takeDispatchForHold } from '../../db/queries/hold-due.js';
import { scheduleDue } from '../../db/queries/schedule-due.js';
import type { Tx } from '../../db/transaction.js';
import type { DeliveryPolicy } from '../../domain/context.js';
import { judgeAnswer } from '../../domain/verdict.js';

/**
 * Credit is gone: everything of this account that is ready becomes held, and stays so until credit is back or the hold
 * expires.
 */
export async function pauseAccount(
  tx: Tx,
  organisationId: string,
  gateway: string,
  policy: DeliveryPolicy,
): Promise<void> {
  await markPaused(tx, organisationId, gateway, policy);
  const { heldIds, leasedIds } = await takeDispatchForHold(tx, organisationId, gateway, policy.maxHoldHours);
  const held = await applyVerdicts(
    tx,
    organisationId,
    [...heldIds, ...leasedIds].map((messageId) => ({
      messageId,
      attempt: null,
      verdict: judgeAnswer({ kind: 'no_credit', scope: 'account' }, 0),
      nextInSeconds: policy.maxHoldHours * 3600,
    })),
    { phases: ['ready'], onlyForward: false },
  );
  const changed = new Set(held.map((message) => message.id));
  const fromLeases = leasedIds.filter((id) => changed.has(id));
  if (fromLeases.length === 0) return;
  await scheduleDue(tx, organisationId, [
    { gateway, purpose: 'hold', due: policy.maxHoldHours * 3600, messageIds: fromLeases },
  ]);
}
