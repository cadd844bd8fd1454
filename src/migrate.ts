import { migrateTables } from './db/migrate.js';
import { openDatabase } from './db/orm.js';
import { ENDLESS_PATIENCE } from './lib/database-patience.js';
import type { Logger } from './lib/logger.js';
import { installQueues } from './queue/boss.js';

/** Brings a database up to date: tables and queues in one step, once, however many processes ask for it. */
export async function migrateDatabase(url: string, logger: Logger): Promise<void> {
  const orm = await openDatabase({ url, poolSize: 3, logger, patience: ENDLESS_PATIENCE });
  try {
    await migrateTables(orm, logger, () => installQueues({ url, logger }));
  } finally {
    await orm.close();
  }
}
