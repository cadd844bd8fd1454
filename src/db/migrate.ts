import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from '../lib/logger.js';
import { findPositionAhead, goOnBehind, lockEvents } from './queries/events/log-positions.js';
import { acrossOrganisations, type Tx } from './transaction.js';

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
    await goOnAsCopy(tx, logger);
    await afterwards();
  });
}

async function goOnAsCopy(tx: Tx, logger: Logger): Promise<void> {
  if ((await findPositionAhead(tx)) === null) return;
  // An older version may be writing to it already.
  await lockEvents(tx);
  const ahead = await findPositionAhead(tx);
  if (ahead === null) return;
  await goOnBehind(tx, ahead);
  logger.info('the database is a copy from another server: its event log goes on where that one ended');
}

/** Whether it is a copy that was restored into another server, and has not been made ready for that. */
export async function isFreshCopy(orm: MikroORM): Promise<boolean> {
  return (await acrossOrganisations(orm, findPositionAhead)) !== null;
}

/** Names of migrations that the program has and the database has not. */
export async function pendingMigrations(orm: MikroORM): Promise<string[]> {
  return (await orm.migrator.getPending()).map((migration) => migration.name);
}
