import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findServer } from '../../../src/db/embedded/lock-file.js';
import { openEmbeddedPostgres } from '../../../src/db/embedded.js';
import { createLogger } from '../../../src/lib/log/logger.js';
import { migrateDatabase } from '../../../src/migrate-database.js';
import type { TestDatabase } from '../database/database.js';
import { FOLDER_PREFIX, serversFolder } from '../database/servers-folder.js';
import { eventually } from '../wait.js';

export interface OwnPostgres extends TestDatabase {
  /**
   * `pg_ctl stop -m immediate`: every process of the server ends where it stands. Then it starts again and recovers.
   */
  crash(): Promise<void>;
}

/**
 * A PostgreSQL that a test may crash, since nobody shares it. The folder's name lets the next run of the tests remove
 * what a killed run leaves behind. `throwaway` forgoes safety from power cuts only, which nobody simulates here.
 */
export async function startOwnPostgres(port: number): Promise<OwnPostgres> {
  const dataDir = mkdtempSync(join(serversFolder(), `${FOLDER_PREFIX}${process.pid}-own-`));
  const logger = createLogger({ level: 'silent', pretty: false });
  const open = () => openEmbeddedPostgres({ dataDir, port, logger, throwaway: true });
  const server = await open();
  await migrateDatabase(server.url, logger);
  const superuserUrl = new URL(server.superuserUrl);
  superuserUrl.pathname = new URL(server.url).pathname;
  const dataFolder = join(dataDir, 'postgres/data');
  return {
    url: server.url,
    superuserUrl: superuserUrl.href,
    async crash() {
      const running = findServer(dataFolder);
      if (!running) throw new Error('There is no PostgreSQL to crash.');
      process.kill(running.pid, 'SIGQUIT');
      await eventually('PostgreSQL has crashed', async () => findServer(dataFolder)?.pid !== running.pid || undefined);
      const restarted = await open();
      if (restarted.url !== server.url) throw new Error('PostgreSQL came back at another port.');
    },
    async drop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
