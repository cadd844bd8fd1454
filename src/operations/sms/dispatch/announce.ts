import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import type { DueRow } from '../../../db/sql/sms/dispatch/agenda.js';
import type { Hints } from '../../../domain/context.js';
import { isOfJobs } from '../../../domain/sms/priority.js';

/**
 * Announces dispatch rows, which the same transaction schedules: those of campaigns as jobs, the others as hints. A
 * job of later needs a hint as well: after it a worker looks again, and learns when to wake.
 */
export async function announceDispatch(
  tx: OrganisationTx,
  hints: Hints,
  rows: readonly Pick<DueRow, 'gateway' | 'priority' | 'due'>[],
): Promise<void> {
  const { organisationId } = tx;
  for (const [gateway, own] of Map.groupBy(rows, (row) => row.gateway)) {
    const ofJobs = own.filter(({ priority }) => isOfJobs(priority));
    const [first] = ofJobs;
    const at = first?.due instanceof Date ? first.due : undefined;
    if (ofJobs.length < own.length || at) await hints.announce(tx, { job: 'sms-dispatch', gateway });
    if (first) await hints.announce(tx, { job: 'sms-campaigns', gateway, organisationId }, at);
  }
}
