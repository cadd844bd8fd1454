/**
 * Network failures, connection failures (class 08), resources that ran out (class 53: disk, memory, connections), failing
 * disks (58030), shutdown and start (57P), a transaction that PostgreSQL gave up (25P03, 25P04), a standby that has not been promoted yet (25006).
 */
const AWAY_CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08...|53...|58030|57P0.|25P0[34]|25006)$/;
/** pg gives no code to a connection that ends or never comes about. */
const AWAY_MESSAGES =
  /connection terminated|timeout expired|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error/i;
const DISK_FULL = '53100';
const LOCK_TIMEOUT = '55P03';
const QUERY_CANCELLED = '57014';

/** Whether the database is away, or cannot do its work for now, rather than unwilling: that will not pass. */
export function isDatabaseAway(error: unknown): boolean {
  return isCausedBy(error, ({ code, message }) => AWAY_CODES.test(String(code)) || AWAY_MESSAGES.test(message));
}

export function isDiskFull(error: unknown): boolean {
  return isCausedBy(error, ({ code }) => code === DISK_FULL);
}

/** Somebody else holds the table for longer than we may make others wait behind us. */
export function isLockTimeout(error: unknown): boolean {
  return isCausedBy(error, ({ code }) => code === LOCK_TIMEOUT);
}

/** PostgreSQL ended the statement at its time limit, or at the word of an administrator. */
export function isStatementTimeout(error: unknown): boolean {
  return isCausedBy(error, ({ code }) => code === QUERY_CANCELLED);
}

export const DISK_FULL_SENTENCE = 'The disk of PostgreSQL is full: make room there, and everything goes on by itself.';

function isCausedBy(error: unknown, fits: (error: Error & { readonly code?: unknown }) => boolean): boolean {
  if (!(error instanceof Error)) return false;
  if (fits(error)) return true;
  if (error instanceof AggregateError && error.errors.some((one) => isCausedBy(one, fits))) return true;
  return error.cause !== undefined && isCausedBy(error.cause, fits);
}
