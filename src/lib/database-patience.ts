/**
 * For how long the two ends of a connection to PostgreSQL wait for each other. A network can lose a connection without a
 * word to either: then the program would wait for an answer, and PostgreSQL hold the locks of a transaction that nobody
 * will end, for as long as TCP sees fit, which is a quarter of an hour to several hours.
 */
export interface DatabasePatience {
  /** The program gives up a connection that has not answered for so long; 0: never. */
  readonly answerMs: number;
  /** PostgreSQL ends a statement that takes so long; 0: never. */
  readonly statementMs: number;
  /** PostgreSQL ends a statement that has waited for a table or row for so long; 0: never. */
  readonly lockMs: number;
  /** PostgreSQL ends a transaction that has asked for nothing for so long; 0: never. */
  readonly restInTransactionMs: number;
  /** PostgreSQL 17 and newer ends a transaction that takes so long, whatever it waits for; 0: never. */
  readonly transactionMs: number;
}

/**
 * No statement of the program takes longer than a few hundred milliseconds; after fifteen seconds it is lost. Its end is waited
 * for a little longer, so that it fails by itself. PostgreSQL applies neither limit while it waits for the rest of a statement
 * that has arrived in part: without the limit of the transaction that one would keep its locks, among them that of an event log.
 */
export const DATABASE_PATIENCE: DatabasePatience = {
  answerMs: 20_000,
  statementMs: 15_000,
  lockMs: 0,
  restInTransactionMs: 10_000,
  transactionMs: 30_000,
};

/** For migrations, whose statements may take hours, but must make nobody wait behind them for a table; see migrate-database.ts. */
export const MIGRATION_PATIENCE: DatabasePatience = {
  answerMs: 0,
  statementMs: 0,
  lockMs: 2_000,
  restInTransactionMs: 0,
  transactionMs: 0,
};
