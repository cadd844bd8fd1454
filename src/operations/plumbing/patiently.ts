import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway, isStatementTimeout } from '../../lib/database-away.js';
import type { Logger } from '../../lib/log/logger.js';

const PATIENCE_MS = 10 * 60 * 1000;
const PAUSE_MS = 500;

/**
 * Writes down what a gateway has answered even if the database is away just then, or a frozen process holds the event log for
 * longer than a statement may wait: the answer is nowhere else, and without it the messages would stay in doubt. `write` must
 * be safe to repeat, since a lost COMMIT may have worked.
 */
export async function patiently<T>(logger: Logger, write: () => Promise<T>): Promise<T> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      const passes = isDatabaseAway(error) || isStatementTimeout(error);
      if (!passes || performance.now() > deadlineMs) throw error;
      logger.warn({ err: error }, 'the database is away; what a gateway answered waits to be written down');
      await sleep(PAUSE_MS);
    }
  }
}
