/**
 * For how long the two ends of a connection to PostgreSQL wait for each other. A network can lose a connection without a
 * word to either: then the program would wait for an answer, and PostgreSQL hold the locks of a transaction that nobody
 * will end, for as long as TCP sees fit, which is a quarter of an hour to several hours.
 */
export interface DatabasePatience {
  /** The program gives up a connection that has not answered for so long; 0: never. */
  readonly answerMs: number;
  /** PostgreSQL ends a transaction that has asked for nothing for so long; 0: never. */
  readonly restInTransactionMs: number;
}

/** Longer than PostgreSQL lets any statement of the program run, so that a slow one fails by itself. */
export const DATABASE_PATIENCE: DatabasePatience = { answerMs: 20_000, restInTransactionMs: 10_000 };

/** For migrations, whose statements may take hours. */
export const ENDLESS_PATIENCE: DatabasePatience = { answerMs: 0, restInTransactionMs: 0 };
