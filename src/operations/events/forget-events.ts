import { deleteEventsUpTo, findOldEnd } from '../../db/queries/events/forget-events.js';
import { inOrganisation } from '../../db/transaction.js';
import type { Services } from '../../domain/context.js';

const SLICES_PER_STEP = 5;

/** Deletes the events of an organisation that have been kept for long enough. */
export async function forgetEvents({ orm, policy }: Services, organisationId: string): Promise<void> {
  for (;;) {
    const isDone = await inOrganisation(orm, organisationId, async (tx) => {
      const end = await findOldEnd(tx, organisationId, policy.eventRetentionDays, SLICES_PER_STEP);
      if (end) await deleteEventsUpTo(tx, organisationId, end);
      return end === null;
    });
    if (isDone) return;
  }
}
