import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { stopServer } from '../../src/db/embedded/server.js';
import { openEmbeddedPostgres } from '../../src/db/embedded.js';
import { createLogger } from '../../src/lib/log/logger.js';
import { migrateDatabase } from '../../src/migrate-database.js';
import { listenHttp } from '../support/gateways/listen.ts';
import { removeLeftovers } from '../support/programs/leftovers.ts';
import { parentOf } from './cpu-time.ts';

/**
 * On the disk of the project, as the product's own data are: the temporary folder may be memory, where syncing is free.
 */
const CACHE = join(import.meta.dirname, '../../node_modules/.cache');
const FOLDER_PREFIX = 'postrider-bench-';

/** As the program connects, so that floors do not lose by plans that are made anew for each call. */
export const CONNECTION_OPTIONS = '-c plan_cache_mode=force_generic_plan -c jit=off';
export const SECRET_KEY = 'a secret for benchmarks that nobody else uses';
export const logger = createLogger({ level: 'error', pretty: true });

/** What a bench stands on. What it starts there ends with it, so that it does not disturb the next one. */
export interface Stage {
  /**
   * A database of a bench's own, so that no bench works on the tables of another: migrated by this build and empty, or
   * a copy of `template`.
   */
  createDatabase(name: string, template?: string): Promise<Database>;
  /** Runs when the bench has ended or failed; last come, first served. */
  onLeave(stop: Stop): void;
}

type Stop = () => Promise<unknown>;
export type Play = <Result>(bench: (stage: Stage) => Promise<Result>) => Promise<Result>;

export interface Database {
  readonly url: string;
  /** Sees every row, without the cost of row level security: for floors and for looking on. */
  readonly superuserUrl: string;
  readonly superuser: pg.Pool;
  readonly postmasterPid: number;
}

/** One PostgreSQL with the settings of the product, durable; stopped and removed in the end, also after Ctrl-C. */
export async function withPostgres(
  perform: (play: Play) => Promise<void>,
  { countsStatements = false } = {},
): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  await removeLeftovers(CACHE, FOLDER_PREFIX, stopServer);
  const dataDir = join(CACHE, `${FOLDER_PREFIX}${process.pid}`);
  const stops: Stop[] = [async () => rmSync(dataDir, { recursive: true, force: true })];
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void unwind(stops, 0).finally(() => process.exit(1)));
  }
  try {
    let postgres = await openEmbeddedPostgres({ dataDir, port: 0, logger });
    stops.push(() => postgres.stop());
    if (countsStatements) {
      await asAdministrator(postgres, "ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'");
      await postgres.stop();
      postgres = await openEmbeddedPostgres({ dataDir, port: 0, logger });
    }
    await migrateDatabase(postgres.url, logger);
    await perform(async (bench) => {
      const depth = stops.length;
      const onLeave = (stop: Stop) => void stops.push(stop);
      try {
        return await bench({ onLeave, createDatabase: (name, template) => createDatabase(name, postgres, template) });
      } finally {
        await unwind(stops, depth);
      }
    });
  } finally {
    await unwind(stops, 0);
  }
}

async function unwind(stops: Stop[], depth: number): Promise<void> {
  for (const stop of stops.splice(depth).reverse()) await stop();
}

interface Server {
  readonly url: string;
  readonly superuserUrl: string;
}

async function asAdministrator({ superuserUrl }: Server, statement: string): Promise<void> {
  const administrator = new pg.Client({ connectionString: superuserUrl });
  await administrator.connect();
  await administrator.query(statement);
  await administrator.end();
}

async function createDatabase(name: string, server: Server, template = 'postrider'): Promise<Database> {
  // Processes of the same scenario begin anew.
  await asAdministrator(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await asAdministrator(server, `CREATE DATABASE ${name} TEMPLATE ${template} OWNER postrider STRATEGY file_copy`);

  const superuserUrl = withDatabase(server.superuserUrl, name);
  const superuser = new pg.Pool({ connectionString: superuserUrl, max: 4, options: CONNECTION_OPTIONS });
  // Ends with the server: what was made once may be read by more than one bench.
  superuser.on('error', () => undefined);
  const backend = await superuser.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const postmasterPid = parentOf(backend.rows[0]?.pid ?? 0);
  return { url: withDatabase(server.url, name), superuserUrl, superuser, postmasterPid };
}

/**
 * Every commit of the server takes two milliseconds longer, as on a disk that is not the fastest, until the bench
 * leaves.
 */
export async function slowCommits(stage: Stage, { superuser }: Database): Promise<void> {
  await superuser.query('ALTER SYSTEM SET commit_delay = 2000');
  await superuser.query('ALTER SYSTEM SET commit_siblings = 0');
  await superuser.query('SELECT pg_reload_conf()');
  stage.onLeave(async () => {
    await superuser.query('ALTER SYSTEM RESET commit_delay');
    await superuser.query('ALTER SYSTEM RESET commit_siblings');
    await superuser.query('SELECT pg_reload_conf()');
  });
}

/** A file for GATEWAYS_FILE. */
export function writeGatewaysFile(stage: Stage, gateways: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-bench-'));
  stage.onLeave(async () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'gateways.json');
  writeFileSync(file, JSON.stringify(gateways));
  return file;
}

/** A server in this process; resolves its URL. */
export async function listen(stage: Stage, onRequest: RequestListener): Promise<string> {
  const { url, close } = await listenHttp(onRequest);
  stage.onLeave(close);
  return url;
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
