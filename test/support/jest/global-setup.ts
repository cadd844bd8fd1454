import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Logger } from '../../../src/lib/log/logger.js';
import { asSuperuser, closeForCloning, openGivenServer, type TestServer } from '../database/given-server.ts';
import { FOLDER_PREFIX, serversFolder } from '../database/servers-folder.ts';
import { offerSharedServer } from '../database/shared-server.ts';
import { fromDist } from '../programs/from-dist.ts';
import { removeLeftovers } from '../programs/leftovers.ts';
import { bundlePackages } from './packages.js';

const ROOT = resolve(import.meta.dirname, '../../..');

declare global {
  var endOfTestRun: (() => Promise<void>) | undefined;
}

/**
 * Once per run: builds the program and bundles packages, starts one PostgreSQL (or uses that of TEST_SUPERUSER_URL) and
 * migrates the template that every test database is cloned from. Jest loads this file outside its own module system, so
 * the program's code comes from dist.
 */
export default async function globalSetup(): Promise<void> {
  build();
  await bundlePackages();
  const { createLogger } = await fromDist<typeof import('../../../src/lib/log/logger.js')>('lib/log/logger.js');
  const { stopServer } = await fromDist<typeof import('../../../src/db/embedded/server.js')>('db/embedded/server.js');
  for (const parent of new Set([tmpdir(), serversFolder()])) await removeLeftovers(parent, FOLDER_PREFIX, stopServer);

  const logger = createLogger({ level: 'error', pretty: true });
  const given = process.env.TEST_SUPERUSER_URL;
  const stopSharedServer = await offerSharedServer();
  try {
    const postgres = given ? await openGivenServer(given) : await startServer(logger);
    globalThis.endOfTestRun = async () => {
      await stopSharedServer();
      await postgres.stop();
    };
    const { migrateDatabase } =
      await fromDist<typeof import('../../../src/migrate-database.js')>('migrate-database.js');
    const isOnCitus = postgres.workers.length > 0;
    await migrateDatabase(postgres.url, logger, { distribute: isOnCitus });
    for (const node of [postgres.superuserUrl, ...postgres.workers]) await prepareTemplate(node);
    process.env.POSTRIDER_TEST_URL = postgres.url;
    process.env.POSTRIDER_TEST_SUPERUSER_URL = postgres.superuserUrl;
    if (isOnCitus) process.env.POSTRIDER_TEST_WORKERS = postgres.workers.join(' ');
  } catch (error) {
    // Jest does not call the teardown after a setup that failed.
    await globalThis.endOfTestRun?.();
    throw error;
  }
}

async function startServer(logger: Logger): Promise<TestServer> {
  const { openEmbeddedPostgres } = await fromDist<typeof import('../../../src/db/embedded.js')>('db/embedded.js');
  const folder = mkdtempSync(join(serversFolder(), `${FOLDER_PREFIX}${process.pid}-`));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  try {
    const { url, superuserUrl, stop } = await openEmbeddedPostgres({
      dataDir: folder,
      port: 0,
      logger,
      throwaway: true,
    });
    await setForManyDatabases(superuserUrl);
    process.env.POSTRIDER_TEST_SERVER_LOG = join(folder, 'postgres/server.log');
    return { url, superuserUrl, workers: [], stop: () => stop().then(removeFolder) };
  } catch (error) {
    removeFolder();
    throw error;
  }
}

/** Types are the business of `npm run check`: a build with type errors is still worth testing. */
function build(): void {
  const command = ['run', '--silent', 'build', '--', '--noCheck'];
  const { status, stdout } = spawnSync('npm', command, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) process.stderr.write(`The build has errors:\n${stdout}\n`);
}

/** For databases that live for seconds. A server that was given keeps its settings. */
async function setForManyDatabases(superuserUrl: string): Promise<void> {
  await asSuperuser(superuserUrl, async (client) => {
    await client.query('ALTER SYSTEM SET autovacuum = off');
    await client.query('ALTER SYSTEM SET jit = off');
    await client.query('SELECT pg_reload_conf()');
  });
}

async function prepareTemplate(superuserUrl: string): Promise<void> {
  await asSuperuser(superuserUrl, async (client) => {
    await closeForCloning(client, 'postrider');
    const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version_num') AS version`);
    process.env.POSTRIDER_TEST_SERVER_VERSION = rows[0]?.version;
  });
}
