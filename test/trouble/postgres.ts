import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describeCluster, ensureInitialised } from '../../src/db/embedded/cluster.js';
import { freePort } from '../support/programs/free-port.ts';
import type { Environment } from '../support/programs/program.ts';
import type { Scene } from './scene.ts';

/** A PostgreSQL of the scenario's own, which stands for the one that an operator runs. */
export interface Server {
  /** Connects as the role that owns the database, as the program does. */
  readonly url: string;
  /** Sees every row. Fails while the server is away. */
  sql<Row extends object>(text: string, parameters?: readonly unknown[]): Promise<Row[]>;
  isRunning(): boolean;
  start(): Promise<void>;
  /** SIGINT: "fast", SIGQUIT: "immediate". */
  stop(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  log(): string;
}

export interface ServerOptions {
  readonly dataDir: string;
  readonly env?: Environment;
  readonly settings?: Readonly<Record<string, string>>;
  /** Between the making of the cluster and its first start. */
  readonly prepare?: (dataFolder: string) => void;
}

const PASSWORD = 'of a throw-away server';
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  timezone: 'UTC',
  log_min_error_statement: 'panic',
};
const START_TIMEOUT_MS = 60_000;

export async function startServer(scene: Scene, options: ServerOptions): Promise<Server> {
  const { dataDir, env = {}, settings = {}, prepare } = options;
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  const cluster = describeCluster(dataDir, false);
  await ensureInitialised(cluster, PASSWORD);
  prepare?.(cluster.dataFolder);
  const port = await freePort();
  const address = (role: string, database: string) =>
    `postgres://${role}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`;
  const logPath = join(scene.folder, `postgres-${port}.log`);
  let child: ReturnType<typeof spawn> | null = null;
  let pool: pg.Pool | null = null;

  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null;
  const server: Server = {
    url: address('postrider', 'postrider'),
    isRunning,
    log: () => readFileSync(logPath, 'utf8'),
    async sql<Row extends object>(text: string, parameters: readonly unknown[] = []) {
      if (!pool) {
        pool = new pg.Pool({
          connectionString: address('postgres', 'postrider'),
          max: 3,
          connectionTimeoutMillis: 2_000,
        });
        pool.on('error', () => undefined);
      }
      return (await pool.query<Row>(text, [...parameters])).rows;
    },
    async start() {
      const all = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      const log = openSync(logPath, 'a');
      child = spawn(cluster.binaries.postgres, ['-D', cluster.dataFolder, '-p', String(port), ...all], {
        ...cluster.account,
        cwd: '/',
        env: { PATH: process.env.PATH, ...env },
        stdio: ['ignore', log, log],
      });
      closeSync(log);
      await waitUntilReady(address('postgres', 'postgres'), isRunning, server.log);
    },
    async stop(signal) {
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      if (!isRunning()) return;
      child?.kill(signal);
      await ended;
    },
  };
  scene.onLeave(async () => {
    await pool?.end();
    await server.stop('SIGQUIT');
  });
  await server.start();
  await createOwner(address('postgres', 'postgres'));
  return server;
}

async function waitUntilReady(url: string, isRunning: () => boolean, log: () => string): Promise<void> {
  for (const deadline = performance.now() + START_TIMEOUT_MS; performance.now() < deadline; await sleep(100)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    const answers = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (answers) return;
    if (!isRunning()) break;
  }
  throw new Error(`PostgreSQL did not start:\n${log().slice(-2_000)}`);
}

async function createOwner(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE ROLE postrider LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '${PASSWORD}'`);
  await client.query('CREATE DATABASE postrider OWNER postrider');
  await client.end();
}
