import { bringForward } from '../../db/sql/plumbing/bring-forward.js';
import type { Services } from '../context.js';

/** Less is what clocks are corrected by every day, and any wait may last as much longer. */
const NOTICED_MS = 5_000;

/**
 * Notices when the clock of the database, which all waits go by, is set back, and ends the waits that would last longer
 * for it. At its first look it does so in any case: nobody may have been there to notice.
 */
export function createClockWatch(services: Services): () => Promise<void> {
  const { db, logger, policy } = services;
  let aheadMs = Number.POSITIVE_INFINITY;
  return async () => {
    const [row] = await db.sql<{ now: number }>('SELECT extract(epoch FROM clock_timestamp())::float8 AS now');
    const nowAheadMs = (row?.now ?? 0) * 1000 - performance.now();
    const wasSetBack = nowAheadMs < aheadMs - NOTICED_MS;
    if (wasSetBack) {
      const waits = await db.acrossOrganisations((tx) => bringForward(tx, policy.leaseSeconds));
      if (waits > 0) logger.warn({ waits }, 'the clock of the database was set back; what it kept waiting goes on');
    }
    aheadMs = nowAheadMs;
  };
}
