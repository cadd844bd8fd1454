/**
 * Network errors; connection exceptions (class 08); insufficient resources (class 53: disk, memory, connections); I/O
 * errors (58030); a missing file of PostgreSQL, such as a library after an upgrade of its package (58P01: the program
 * names no files itself); shutdown and start (57P); transactions ended by a timeout (25P03, 25P04); a standby before
 * its promotion (25006).
 */
const AWAY_CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08...|53...|58030|58P01|57P0.|25P0[34]|25006)$/;
/** The words of pg's pool if all of its connections are in use for too long. */
export const ALL_IN_USE = 'timeout exceeded when trying to connect';
/** pg's errors about connections have no code. */
const AWAY_MESSAGES = new RegExp(
  `connection terminated|timeout expired|${ALL_IN_USE}|query read timeout|client has encountered a connection error`,
  'i',
);
/** Citus gives these the code of internal errors: a node has gone, perhaps after it committed. */
const NODE_AWAY_MESSAGES =
  /could not commit transaction for shard \d+ on at least one active node|failure on connection marked as essential/;
/** An internal error unless the library is missing: it is of another version than the running server. */
const LIBRARY_MESSAGES = /could not load library "|incompatible library "/;

/** Whether the database is unreachable or unable to work for now, so that a retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  return isCausedBy(
    error,
    ({ code, message }) =>
      AWAY_CODES.test(String(code)) ||
      [AWAY_MESSAGES, NODE_AWAY_MESSAGES, LIBRARY_MESSAGES].some((messages) => messages.test(message)),
  );
}

const hasCode = (wanted: string) => (error: unknown) => isCausedBy(error, ({ code }) => code === wanted);

export const isDiskFull = hasCode('53100');

/** Another session holds the lock for longer than `lock_timeout`. */
export const isLockTimeout = hasCode('55P03');

/** PostgreSQL cancelled the statement at `statement_timeout`, or an administrator did. */
export const isStatementTimeout = hasCode('57014');

/**
 * PostgreSQL ended the session at `transaction_timeout`: the transaction had too much to do, or no more of it arrived.
 */
export const isTransactionTimeout = hasCode('25P04');

export const DISK_FULL_SENTENCE = 'The disk of PostgreSQL is full: make room there, and everything goes on by itself.';

function isCausedBy(error: unknown, fits: (error: Error & { readonly code?: unknown }) => boolean): boolean {
  if (!(error instanceof Error)) return false;
  if (fits(error)) return true;
  if (error instanceof AggregateError && error.errors.some((one) => isCausedBy(one, fits))) return true;
  return error.cause !== undefined && isCausedBy(error.cause, fits);
}
