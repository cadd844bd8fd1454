import { deleteEvents, findOldPart } from '../../db/sql/events/log.js';
import type { Services } from '../context.js';

const EVENTS_PER_STEP = 5_000;

/** Deletes the events of an organisation that have been kept for long enough. */
export async function forgetEvents({ db, policy }: Services, organisationId: string): Promise<void> {
  for (;;) {
    const isDone = await db.inOrganisation(organisationId, async (tx) => {
      const part = await findOldPart(tx, policy.eventRetentionDays, EVENTS_PER_STEP);
      if (part) await deleteEvents(tx, part);
      return part === null;
    });
    if (isDone) return;
  }
}
