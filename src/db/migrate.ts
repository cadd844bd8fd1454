import type { Logger } from '../lib/log/logger.js';
import { copyNumberedEvents } from './copy-numbered-events.js';
import type { Database } from './database.js';

/** Two processes that start at once must not migrate at once; any constant will do. */
const MIGRATION_LOCK = 7_205_759_403;
/** The event log moves to another table between these two, while the old program goes on. */
const MAKES_NEW_LOG = '0013-sequenced-events';
const SWITCHES_TO_NEW_LOG = '0014-sequences';

/** Brings the tables up to date; `afterwards` runs under the same lock. */
export async function migrateTables(db: Database, logger: Logger, afterwards: () => Promise<void>): Promise<void> {
  await db.acrossOrganisations(async (tx) => {
    // Waits for a migration that another process has begun.
    await tx.sql('SET LOCAL lock_timeout = 0');
    await tx.sql('SELECT pg_advisory_xact_lock(:migrationLock)', { migrationLock: MIGRATION_LOCK });
    if ((await pendingMigrations(db)).includes(SWITCHES_TO_NEW_LOG)) {
      await migrate(db, logger, { to: MAKES_NEW_LOG });
      await copyNumberedEvents(db, logger);
    }
    await migrate(db, logger);
    await afterwards();
  });
}

async function migrate(db: Database, logger: Logger, upTo: { readonly to?: string } = {}): Promise<void> {
  for (const { name } of await db.orm.migrator.up(upTo)) logger.info({ migration: name }, 'migrated');
}

/** Names of migrations that the program has and the database has not. */
export async function pendingMigrations(db: Database): Promise<string[]> {
  return (await db.orm.migrator.getPending()).map((migration) => migration.name);
}
