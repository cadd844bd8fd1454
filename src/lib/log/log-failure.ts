import { createKeyedLogThrottle } from '../async/log-throttle.js';
import { isDatabaseAway, isDiskFull, isTransactionTimeout } from '../database-away.js';
import type { Logger } from './logger.js';

const WARN_AGAIN_AFTER_MS = 60_000;
const throttled = createKeyedLogThrottle(WARN_AGAIN_AFTER_MS);

/** Logs a failure as an error, or warns that the database is away. A slow transaction is the fault of its task. */
export function logFailure(logger: Logger, error: unknown, message: string, fields: object): void {
  const isOwnFault = isTransactionTimeout(error) || !warnIfDatabaseAway(logger, error, fields);
  if (isOwnFault) logger.error({ err: error, ...fields }, message);
}

/**
 * Returns whether the database is away, and warns of it. Every call and every turn of a worker fails meanwhile: a line
 * for each would fill the log, so errors with the same code share one line a minute.
 */
export function warnIfDatabaseAway(logger: Logger, error: unknown, fields: object = {}): boolean {
  if (!isDatabaseAway(error)) return false;
  const message = isDiskFull(error) ? 'the disk of PostgreSQL is full' : 'the database is away';
  const { code = '' } = error as { readonly code?: unknown };
  throttled(`${message} ${code}`, () => logger.warn({ err: error, ...fields }, message));
  return true;
}
