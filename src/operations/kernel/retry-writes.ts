import { setTimeout as sleep } from 'node:timers/promises';
import { createLogThrottle } from '../../lib/async/log-throttle.js';
import { isDatabaseAway, isStatementTimeout } from '../../lib/database-away.js';
import type { Logger } from '../../lib/log/logger.js';

const RETRY_FOR_MS = 10 * 60 * 1000;
const PAUSE_MS = 500;
const WARN_AGAIN_AFTER_MS = 60_000;
const throttled = createLogThrottle(WARN_AGAIN_AFTER_MS);

/**
 * Stores the answer of a gateway although the database is away, or a frozen process holds the event log for longer than
 * a statement may wait. The answer exists only in memory: if it were lost, the messages would stay in doubt. `write`
 * must be safe to repeat, because a COMMIT whose answer was lost may have worked.
 */
export async function retryWhileDatabaseAway<T>(logger: Logger, write: () => Promise<T>): Promise<T> {
  const deadlineMs = performance.now() + RETRY_FOR_MS;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      const passes = isDatabaseAway(error) || isStatementTimeout(error);
      if (!passes || performance.now() > deadlineMs) throw error;
      throttled(() => logger.warn({ err: error }, 'database is away: the answer of a gateway waits to be stored'));
      await sleep(PAUSE_MS);
    }
  }
}
