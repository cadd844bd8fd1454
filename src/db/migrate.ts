import { NotReadyError } from '../domain/health.js';
import type { Logger } from '../lib/log/logger.js';
import { distributeTables, findPlain } from './citus/distribute-tables.js';
import { isDistributed } from './citus/placement.js';
import type { Database } from './database.js';
import { BASELINE } from './migrations/0001-baseline.js';
import { knownMigrations } from './orm.js';
import { tryAdvisoryLock } from './postgres/advisory-locks.js';
import { refuseOutdatedProgram } from './required-programs.js';

/** Key of the advisory lock that keeps two processes from migrating at the same time. */
const MIGRATION_LOCK = 7_205_759_403;

export interface MigrateOptions {
  /** Spreads the tables over the nodes of Citus. Tables that are spread already stay so without it. */
  readonly distribute?: boolean;
  /** Aborted if servers are no longer kept away, which must not run while tables are distributed. */
  readonly lost?: AbortSignal;
}

/** The tables are those of a version from before the baseline, which no migration changes into today's. */
class UnreleasedDatabaseError extends NotReadyError {
  override readonly name = 'UnreleasedDatabaseError';

  constructor(firstMigration: string) {
    super(
      `The tables are those of an unreleased version (their first migration is ${firstMigration}), and cannot be upgraded: use an empty ` +
        'database, or an empty DATA_DIR if PostgreSQL is the embedded one.',
    );
  }
}

/** Brings the tables up to date; `afterwards` runs under the same lock. */
export async function migrateTables(
  db: Database,
  logger: Logger,
  afterwards: () => Promise<void>,
  { distribute = false, lost }: MigrateOptions = {},
): Promise<void> {
  const client = await db.connect();
  // It is idle while others migrate, and an error that nothing listens to would end the process without a sentence.
  client.on('error', (error) =>
    logger.warn({ err: error }, 'the connection that holds the lock of migrations was lost'),
  );
  try {
    // Waits for a migration that another process has begun.
    await client.query('SET lock_timeout = 0');
    // Not in a transaction: its snapshot would make CREATE INDEX CONCURRENTLY wait for the end of all migrations.
    if (!(await tryAdvisoryLock(client, MIGRATION_LOCK))) {
      logger.info('another process migrates the database; this one waits for it');
      await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    }
    await refuseOutdatedProgram(db);
    const pending = await pendingMigrations(db);
    await db.orm.migrator.up();
    if (pending.length > 0) logger.info({ migrations: pending.length, last: pending.at(-1) }, 'migrated');
    if (distribute || (await isDistributed(db))) await distributeTables(db, logger, lost);
    await afterwards();
  } finally {
    // Ends the connection, and with it the lock.
    client.release(true);
  }
}

/**
 * Whether `migrateTables` has something to do; throws an OutdatedProgramError if a newer program must do it, and an
 * UnreleasedDatabaseError if none can. On Citus a run that was killed has perhaps left new tables on the coordinator
 * alone.
 */
export async function areTablesOutdated(db: Database): Promise<boolean> {
  await refuseOutdatedProgram(db);
  if ((await pendingMigrations(db)).length > 0) return true;
  return (await db.isDistributed()) && (await findPlain(db)).length > 0;
}

/** Names of migrations that the database has from a newer program. */
export async function findUnknownMigrations(db: Database): Promise<string[]> {
  const known = new Set(knownMigrations(db.orm));
  const executed = await db.orm.migrator.getExecuted();
  return executed.map(({ name }) => name).filter((name) => !known.has(name));
}

/** Names of migrations that the program has and the database has not. */
async function pendingMigrations(db: Database): Promise<string[]> {
  const executed = (await db.orm.migrator.getExecuted()).map(({ name }) => name);
  const [first] = executed;
  if (first !== undefined && !executed.includes(BASELINE)) throw new UnreleasedDatabaseError(first);
  return knownMigrations(db.orm).filter((name) => !executed.includes(name));
}
