import { loadConfig } from '../../config/config.js';
import { migrateDatabase } from '../../migrate-database.js';
import { CommandError, type CommonOptions } from '../command.js';
import { openCommandDatabase, waitForDatabase } from '../database/open-database.js';
import { listUnknownMigrations, needsMigration, probeDatabase } from '../database/probe-database.js';
import { withoutServers } from '../database/without-servers.js';
import { printResult } from '../output.js';
import { createCommandLogger } from '../with-services.js';

export interface MigrateOptions extends CommonOptions {
  readonly distribute?: boolean;
}

export async function migrate({ json, distribute = false }: MigrateOptions): Promise<void> {
  const config = loadConfig();
  if (distribute && config.databaseUrl === undefined) {
    throw new CommandError('The embedded PostgreSQL is one node: set DATABASE_URL to the coordinator of Citus.');
  }
  const logger = createCommandLogger(config);
  const database = await openCommandDatabase(config, logger);
  try {
    // A connection pool would refuse the limits that migrations set, and hand their advisory lock to other clients.
    const url = config.listenUrl ?? database.url;
    const facts = await waitForDatabase(() => probeDatabase(url), logger);
    const migrated = await needsMigration(url, facts, logger);
    if (distribute) {
      // A running server would go on with statements for one PostgreSQL.
      const addresses = { url: database.url, listenUrl: config.listenUrl };
      await withoutServers(addresses, 'Nothing was distributed.', (lost) =>
        migrateDatabase(url, logger, { distribute, lost }),
      );
      printResult(json, { migrated, distributed: true }, 'The tables are spread over the nodes of Citus.');
    } else {
      await migrateDatabase(url, logger);
      const unknown = await listUnknownMigrations(url, logger);
      const sentences = [
        migrated ? 'The database was migrated.' : 'The database was already up to date.',
        ...(unknown.length > 0 ? [`It has migrations of a newer version as well: ${unknown.join(', ')}.`] : []),
      ];
      printResult(json, { migrated, unknown_migrations: unknown }, sentences.join('\n'));
    }
  } finally {
    await database.close();
  }
}
