/**
 * Timeouts of a connection to PostgreSQL. A network can drop a connection without telling either end: then the process
 * would wait for an answer, and PostgreSQL would hold the locks of the transaction, until TCP gives up after 15 minutes
 * to hours.
 */
export interface DatabasePatience {
  /** The process closes a connection that does not answer for so long; 0: never. */
  readonly answerMs: number;
  /** `statement_timeout`; 0: none. */
  readonly statementMs: number;
  /** `lock_timeout`; 0: none. */
  readonly lockMs: number;
  /** `idle_in_transaction_session_timeout`; 0: none. */
  readonly restInTransactionMs: number;
  /** `transaction_timeout` of PostgreSQL 17 and newer; 0: none. */
  readonly transactionMs: number;
}

/**
 * Statements take at most a few hundred milliseconds. The process waits a little longer than PostgreSQL, so that the
 * statement fails with its own error. Only `transactionMs` ends a transaction whose statement has arrived in part, and
 * frees its locks.
 */
export const DATABASE_PATIENCE: DatabasePatience = {
  answerMs: 20_000,
  statementMs: 15_000,
  lockMs: 0,
  restInTransactionMs: 10_000,
  transactionMs: 30_000,
};

/**
 * For migrations: statements may take hours, but must not queue for a table lock, behind which all others would wait.
 */
export const MIGRATION_PATIENCE: DatabasePatience = {
  answerMs: 0,
  statementMs: 0,
  lockMs: 2_000,
  restInTransactionMs: 0,
  transactionMs: 0,
};
