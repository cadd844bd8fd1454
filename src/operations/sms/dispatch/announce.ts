import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import type { DueRow } from '../../../db/sql/sms/dispatch/agenda.js';
import type { Hints } from '../../../domain/context.js';
import { isOfJobs } from '../../../domain/sms/priority.js';
import type { DuePurpose } from '../../../domain/vocabulary.js';
import { idsOf, portions } from '../../../lib/lists.js';

type MessagesByGateway = ReadonlyMap<string, readonly { readonly id: string }[]>;
type DueInPortions = Pick<DueRow, 'due' | 'priority'> & { readonly portion: number };

/** Divides messages into agenda rows, each for one gateway: one worker at a time leases, sends and settles a row. */
export function planDue(
  purpose: DuePurpose,
  byGateway: MessagesByGateway,
  { due, portion, priority }: DueInPortions,
): DueRow[] {
  return [...byGateway].flatMap(([gateway, messages]) =>
    portions(messages, portion).map((some) => ({ gateway, purpose, due, messageIds: idsOf(some), priority })),
  );
}

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
