import { applyVerdict, type When } from '../../../db/sql/sms/apply-verdicts.js';
import { markRefusedSenders } from '../../../db/sql/sms/mark-refused-senders.js';
import { scheduleDue } from '../../../db/sql/sms/schedule-due.js';
import type { OrganisationTx } from '../../../db/transaction.js';
import { CODE_OF } from '../../../domain/sms/delivery-codes.js';
import { suppressBlocked } from '../suppressions/suppress-blocked.js';
import type { Plan } from './plan-verdicts.js';

/**
 * Writes a plan down and answers the messages that it applied to. The agenda comes first and may name messages that have
 * moved on meanwhile, which whoever looks at them finds out; the states come last, because they lock the counts of
 * the campaign, which other batches wait for.
 */
export async function writePlan(tx: OrganisationTx, plan: Plan, when: When): Promise<Set<string>> {
  await scheduleDue(tx, plan.due);
  const changed = new Set<string>();
  const refused: string[] = [];
  for (const group of plan.groups) {
    const applied = await applyVerdict(tx, group, when);
    for (const id of applied) changed.add(id);
    if (applied.length > 0) await suppressBlocked(tx, group);
    if (group.verdict.deliveryCode === CODE_OF.InvalidSenderId) refused.push(...applied);
  }
  if (refused.length > 0) await markRefusedSenders(tx, plan.gateway, refused);
  return changed;
}
