import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config/config.js';
import { clusterFolder } from '../../db/embedded/cluster.js';
import { stopServer } from '../../db/embedded/server.js';
import { findRunningEmbedded, openEmbeddedPostgres } from '../../db/embedded.js';
import { isDatabaseAway } from '../../lib/database-away.js';
import type { Logger } from '../../lib/log/logger.js';
import { CommandError, explainFailure, MIGRATE_FIRST } from '../command.js';
import { needsMigration, probeDatabase, withConnection } from './probe-database.js';

export interface OpenDatabase {
  readonly url: string;
  /** The database as shown to people, without its password. */
  readonly description: string;
  readonly embedded: boolean;
  /** True if the command started the embedded PostgreSQL; then no server is running. */
  readonly startedHere: boolean;
  close(): Promise<void>;
}

/** Opens the database for a command: DATABASE_URL, or the embedded one, whether a server is running or not. */
export async function openCommandDatabase(config: Config, logger: Logger): Promise<OpenDatabase> {
  if (config.databaseUrl) return external(config.databaseUrl);
  const running = findRunningEmbedded(config.dataDir);
  const { url, started } = running
    ? { url: running.url, started: false }
    : await openEmbeddedPostgres({ dataDir: config.dataDir, logger });
  return embedded(config, url, started, () => stopUnlessUsed(url, config.dataDir));
}

/** Opens the database and checks that it is migrated. Only the embedded database is migrated automatically. */
export async function openMigratedDatabase(config: Config, logger: Logger): Promise<OpenDatabase> {
  const database = await openCommandDatabase(config, logger);
  try {
    if (await needsMigration(database.url, await probeDatabase(database.url), logger)) {
      if (!database.embedded) throw new CommandError(MIGRATE_FIRST);
      const { migrateDatabase } = await import('../../migrate-database.js');
      await migrateDatabase(database.url, logger);
    }
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Containers of a deployment start in any order, and a database may take a while. */
const WAIT_FOR_DATABASE_MS = 60_000;
const RETRY_MS = 1_000;

/**
 * Asks again while the database cannot be reached, has no address yet, or is starting. Rejects at once with any other
 * error.
 */
export async function waitForDatabase<T>(ask: () => Promise<T>, logger: Logger, interrupted?: AbortSignal): Promise<T> {
  for (const deadline = performance.now() + WAIT_FOR_DATABASE_MS; ; ) {
    try {
      return await ask();
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > deadline) throw error;
      logger.warn({ reason: explainFailure(error)[0] }, 'waiting for the database');
      await sleep(RETRY_MS, undefined, { signal: interrupted });
    }
  }
}

/** A server of the operator's own has its own tools, and this program may not read all of it. */
export function requireEmbedded({ databaseUrl }: Config): void {
  if (databaseUrl === undefined) return;
  throw new CommandError(
    'This command is for the embedded database, but DATABASE_URL names a server of your own. ' +
      'Use pg_dump or pg_basebackup: docs/production.md#backups has the commands.',
  );
}

export function external(url: string): OpenDatabase {
  const { hostname, port, pathname } = new URL(url);
  const description = `PostgreSQL at ${hostname}:${port || 5432}${pathname}`;
  return { url, description, embedded: false, startedHere: false, close: async () => undefined };
}

export function embedded(
  { dataDir }: Config,
  url: string,
  startedHere: boolean,
  close: () => Promise<void>,
): OpenDatabase {
  const description = `embedded PostgreSQL in ${resolve(dataDir)}, port ${new URL(url).port}`;
  return { url, description, embedded: true, startedHere, close };
}

/**
 * Stops the embedded server if no other process uses it: a server or another command may have started meanwhile, and a
 * killed process may have left it running. A running server always has the connection of its claim.
 */
async function stopUnlessUsed(url: string, dataDir: string): Promise<void> {
  const { rows } = await withConnection(url, (client) =>
    client.query<{ used: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
                      AND backend_type IN ('client backend', 'walsender')) AS used`,
    ),
  );
  if (!rows[0]?.used) await stopServer(join(clusterFolder(resolve(dataDir)), 'data'));
}
