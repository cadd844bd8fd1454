import { setTimeout as sleep } from 'node:timers/promises';
import { type MigrateOptions, migrateTables } from './db/migrate.js';
import { withDatabase } from './db/orm.js';
import { isLockTimeout } from './lib/database-away.js';
import { MIGRATION_PATIENCE } from './lib/database-patience.js';
import type { Logger } from './lib/log/logger.js';
import { installQueues } from './queue/boss.js';

/**
 * A migration that waits for a table lock makes every later statement on the table wait too: behind a backup of an
 * hour, all calls would stop. So it waits briefly, and tries again after a pause.
 */
const PAUSE_MS = 3_000;
const TRIES = 200;

/** Migrates tables and queues in one step, and once, also if several processes call it. */
export async function migrateDatabase(url: string, logger: Logger, options?: MigrateOptions): Promise<void> {
  await withDatabase({ url, poolSize: 3, logger, patience: MIGRATION_PATIENCE }, async (db) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await migrateTables(db, logger, () => installQueues({ url, logger }), options);
      } catch (error) {
        if (!isLockTimeout(error) || tries === TRIES) throw error;
        logger.warn({ tries }, 'a table that has to be changed is in use; trying again');
        await sleep(PAUSE_MS);
      }
    }
  });
}
