import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from '../lib/log/logger.js';
import { clusterFolder, describeCluster, ensureInitialised } from './embedded/cluster.js';
import {
  type Credentials,
  connectionUrl,
  DATABASE,
  ensureCredentials,
  OWNER_ROLE,
  readCredentials,
  SUPERUSER,
} from './embedded/credentials.js';
import { findServer, type RunningServer } from './embedded/lock-file.js';
import { startServer, stopServer, waitUntilReady } from './embedded/server.js';

export interface EmbeddedPostgres {
  /** Connects as the role that owns the database, which is no superuser. */
  url: string;
  /** For what only a superuser may do, as base backups, and the tests' copies of databases. */
  superuserUrl: string;
  /** False if a server, left by a killed process or kept by a live one, was running already and is shared. */
  started: boolean;
  /** Stops the server, even if another process started it. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  /** If this port is in use the server gets another one. */
  port?: number;
  logger: Logger;
  /** Trades durability for speed: for tests. */
  throwaway?: boolean;
}

const PREFERRED_PORT = 5433;
// After a hard kill, orphaned backends hold the shared memory for a moment and the server refuses to start.
const START_ATTEMPTS = 10;
const PAUSE_BETWEEN_ATTEMPTS_MS = 500;

/** Opens the PostgreSQL of a data folder: creates it on the first start, adopts it if it runs, starts it otherwise. */
export async function openEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const cluster = describeCluster(dataDir, options.throwaway ?? false);
  const credentials = ensureCredentials(dataDir);
  await ensureInitialised(cluster, credentials.superuserPassword);
  const { server, started } = await runServer(cluster, options);
  await ensureOwnerAndDatabase(superuserUrl(server, credentials), credentials);
  options.logger.info({ port: server.port, started }, 'Embedded PostgreSQL is ready');
  return {
    url: ownerUrl(server, credentials),
    superuserUrl: superuserUrl(server, credentials),
    started,
    stop: () => stopServer(cluster.dataFolder),
  };
}

/** The addresses of a server that already runs on this data folder, for commands that must not start one. */
export function findRunningEmbedded(dataDir: string): Pick<EmbeddedPostgres, 'url' | 'superuserUrl'> | undefined {
  const credentials = readCredentials(resolve(dataDir));
  const server = findServer(resolve(clusterFolder(dataDir), 'data'));
  if (!credentials || !server?.ready) return undefined;
  return { url: ownerUrl(server, credentials), superuserUrl: superuserUrl(server, credentials) };
}

function ownerUrl(server: RunningServer, credentials: Credentials): string {
  return connectionUrl(server.port, OWNER_ROLE, credentials.ownerPassword, DATABASE);
}

function superuserUrl(server: RunningServer, credentials: Credentials): string {
  return connectionUrl(server.port, SUPERUSER, credentials.superuserPassword, 'postgres');
}

async function runServer(
  cluster: ReturnType<typeof describeCluster>,
  { port = PREFERRED_PORT, logger }: EmbeddedOptions,
): Promise<{ server: RunningServer; started: boolean }> {
  for (let attempt = 1; ; attempt++) {
    if (findServer(cluster.dataFolder)) return { server: await waitUntilReady(cluster.dataFolder), started: false };
    try {
      return { server: await startServer(cluster, port), started: true };
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw error;
      logger.warn({ attempt }, 'Embedded PostgreSQL did not start; trying again');
      await sleep(PAUSE_BETWEEN_ATTEMPTS_MS);
    }
  }
}

/** Runs at every start, because the process may have been killed after it created the cluster. */
async function ensureOwnerAndDatabase(url: string, { ownerPassword }: Credentials): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock(hashtext('postrider owner'))");
    const role = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [OWNER_ROLE]);
    if (role.rowCount === 0) {
      const password = client.escapeLiteral(ownerPassword);
      await client.query(`CREATE ROLE ${OWNER_ROLE} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD ${password}`);
    }
    const database = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (database.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE} OWNER ${OWNER_ROLE}`);
  } finally {
    await client.end();
  }
}
