/** Network failures, connection failures (class 08), shutdown and start (57P), too many connections (53300). */
const AWAY_CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08...|57P0.|53300|25P03)$/;
/** pg gives no code to a connection that ends or never comes about. */
const AWAY_MESSAGES =
  /connection terminated|timeout expired|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error/i;

/** Whether the database is away, which may pass, rather than unwilling, which will not. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && AWAY_CODES.test(code)) return true;
  if (AWAY_MESSAGES.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true;
  return error.cause !== undefined && isDatabaseAway(error.cause);
}
