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
    // A connection pool would refuse the limits that migrations set, and hand their advisory lock to other clients.
    const url = config.listenUrl ?? database.url;
    const facts = await waitForDatabase(() => probeDatabase(url), logger);
    const migrated = await needsMigration(url, facts, logger);
    await migrateDatabase(url, logger);
    const text = migrated ? 'The database was migrated.' : 'The database was already up to date.';
    printResult(json, { migrated }, text);
  } finally {
    await database.close();
  }
}
