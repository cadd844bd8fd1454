import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from '../lib/logger.js';
import { acrossOrganisations } from './transaction.js';

/** Two processes that start at once must not migrate at once; any constant will do. */
const MIGRATION_LOCK = 7_205_759_403;

/** Brings the tables up to date; `afterwards` runs under the same lock. */
export async function migrateTables(orm: MikroORM, logger: Logger, afterwards: () => Promise<void>): Promise<void> {
  await acrossOrganisations(orm, async (tx) => {
    // Whoever migrates at the same time is waited for.
    await tx.sql('SET LOCAL lock_timeout = 0');
    await tx.sql('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const applied = await orm.migrator.up();
    for (const { name } of applied) logger.info({ migration: name }, 'migrated');
    await afterwards();
  });
}

/** Names of migrations that the program has and the database has not. */
export async function pendingMigrations(orm: MikroORM): Promise<string[]> {
  return (await orm.migrator.getPending()).map((migration) => migration.name);
}
