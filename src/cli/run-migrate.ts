import { loadConfig } from '../config/config.js';
import { migrateDatabase } from '../migrate-database.js';
import type { CommonOptions } from './command.js';
import { needsMigration, probeDatabase } from './doctor/probe-database.js';
import { openCommandDatabase, waitForDatabase } from './open-database.js';
import { printResult } from './output.js';
import { createCommandLogger } from './with-services.js';

export async function migrate({ json }: CommonOptions): Promise<void> {
  const config = loadConfig();
  const logger = createCommandLogger(config);
  const database = await openCommandDatabase(config, logger);
  try {
    const facts = await waitForDatabase(() => probeDatabase(database.url), logger);
    const migrated = await needsMigration(database.url, facts, logger);
    await migrateDatabase(database.url, logger);
    const text = migrated ? 'The database was migrated.' : 'The database was already up to date.';
    printResult(json, { migrated }, text);
  } finally {
    await database.close();
  }
}
