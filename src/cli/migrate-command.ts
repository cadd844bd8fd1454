import type { Command } from 'commander';
import { loadConfig } from '../config/config.js';
import { migrateDatabase } from '../migrate-database.js';
import { action } from './command.js';
import { needsMigration, probeDatabase } from './doctor/probe-database.js';
import { addExamples } from './help.js';
import { openCommandDatabase } from './open-database.js';
import { printResult } from './output.js';
import { createCommandLogger } from './with-services.js';

export function addMigrate(program: Command): void {
  const command = program
    .command('migrate')
    .description('migrate the database; safe to run at any time and more than once')
    .action(action(({ json }) => migrate(json)));
  addExamples(command, 'postrider migrate');
}

async function migrate(json: boolean): Promise<void> {
  const config = loadConfig();
  const logger = createCommandLogger(config);
  const database = await openCommandDatabase(config, logger);
  try {
    const migrated = await needsMigration(database.url, await probeDatabase(database.url), logger);
    await migrateDatabase(database.url, logger);
    const text = migrated ? 'The database was migrated.' : 'The database was already up to date.';
    printResult(json, { migrated }, text);
  } finally {
    await database.close();
  }
}
