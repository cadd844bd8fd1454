import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway, isStatementTimeout } from '../../lib/database-away.js';
import type { Logger } from '../../lib/log/logger.js';

const PATIENCE_MS = 10 * 60 * 1000;
const PAUSE_MS = 500;

/**
 * Stores a gateway's answer, and retries while the database is away or another process holds the event log's lock for too
 * long: the answer is nowhere else, and without it the messages would stay in doubt. `write` must be idempotent, because a
 * COMMIT whose answer is lost may have succeeded.
 */
export async function retryWhileAway<T>(logger: Logger, write: () => Promise<T>): Promise<T> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      const passes = isDatabaseAway(error) || isStatementTimeout(error);
      if (!passes || performance.now() > deadlineMs) throw error;
      logger.warn({ err: error }, 'could not store the answer of a gateway; trying again');
      await sleep(PAUSE_MS);
    }
  }
}
