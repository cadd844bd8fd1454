import { bringForward } from '../../db/sql/kernel/bring-forward.js';
import type { Services } from '../context.js';

/** Smaller corrections happen every day, and only lengthen waits by as much. */
const NOTICED_MS = 5_000;

/**
 * Compares the clock of the database with that of the process, and ends waits that would last longer because it was set
 * back. Resolves with whether there were any. The first call always looks for them, since the clock may have been set
 * back while no worker ran.
 */
export function createClockWatch(services: Services): () => Promise<boolean> {
  const { db, logger, policy, databaseClock } = services;
  let aheadMs = Number.POSITIVE_INFINITY;
  return async () => {
    const [row] = await db.sql<{ now: number }>('SELECT extract(epoch FROM clock_timestamp())::float8 AS now');
    const nowAheadMs = databaseClock.note((row?.now ?? 0) * 1000);
    const wasSetBack = nowAheadMs < aheadMs - NOTICED_MS;
    const waits = wasSetBack ? await db.acrossOrganisations((tx) => bringForward(tx, policy.leaseSeconds)) : 0;
    aheadMs = nowAheadMs;
    if (waits > 0) logger.warn({ waits }, 'the clock of the database was set back; waits that began before were ended');
    return waits > 0;
  };
}
