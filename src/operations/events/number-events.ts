import {
  announceEvents,
  cutSlices,
  listUnnumberedLogs,
  lockLog,
  readUnnumbered,
} from '../../db/queries/events/number-events.js';
import { SLICE_SIZE } from '../../db/queries/events/read-log.js';
import { acrossOrganisations, inOrganisation, type Tx } from '../../db/transaction.js';
import type { Services } from '../../domain/context.js';
import { EVENTS_CHANNEL } from '../../domain/events/channel.js';
import { cutLog } from '../../domain/events/cut-log.js';
import { faultPoint } from '../../lib/fault-points.js';

/** One look at the log; what it cannot cut yet shows whether an earlier change is still to come. */
const LOOK_AT = 10_000;

export interface NumberingRound {
  readonly numbered: number;
  /** What looking for work took, whether or not there was any. */
  readonly lookMs: number;
}

/**
 * Gives the next events of every organisation their place in its log. Until then nobody sees them, since an event that is
 * committed late must not appear among those that have been read. A long backlog takes several rounds, in which others
 * have theirs too.
 */
export async function numberEvents({ orm, logger }: Pick<Services, 'orm' | 'logger'>): Promise<NumberingRound> {
  const startedAt = performance.now();
  const organisationIds = await acrossOrganisations(orm, listUnnumberedLogs);
  const lookMs = performance.now() - startedAt;
  let numbered = 0;
  for (const organisationId of organisationIds) {
    try {
      numbered += await inOrganisation(orm, organisationId, (tx) => numberNext(tx, organisationId));
    } catch (error) {
      logger.error({ err: error, organisationId }, 'the events of an organisation could not be numbered');
    }
  }
  if (numbered > 0) faultPoint('numbered');
  return { numbered, lookMs };
}

async function numberNext(tx: Tx, organisationId: string): Promise<number> {
  const end = await lockLog(tx, organisationId);
  if (!end) return 0;
  const { events, settled } = await readUnnumbered(tx, organisationId, end, LOOK_AT);
  const sizes = cutLog(events, settled, SLICE_SIZE);
  if (sizes.length === 0) return 0;
  await cutSlices(tx, organisationId, end, events, sizes);
  await announceEvents(tx, organisationId, EVENTS_CHANNEL);
  return sizes.reduce((sum, size) => sum + size, 0);
}
