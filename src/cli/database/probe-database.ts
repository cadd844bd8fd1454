import { Client } from 'pg';
import { areTablesOutdated, findUnknownMigrations } from '../../db/migrate.js';
import { withDatabase } from '../../db/orm.js';
import { LISTENER_NAME, QUEUE_NAME } from '../../domain/connection-names.js';
import type { Logger } from '../../lib/log/logger.js';

export interface DatabaseFacts {
  /** The version as PostgreSQL numbers it: 150004 is 15.4. */
  readonly version: number;
  readonly role: string;
  /** True if the role bypasses row level security, which separates organisations. */
  readonly ignoresRowSecurity: boolean;
  readonly migrated: boolean;
  readonly queues: number;
  /** How far the clock of the database is ahead of ours; negative if behind. */
  readonly clockAheadMs: number;
}

export const OLDEST_VERSION = 150_000;

const INSUFFICIENT_PRIVILEGE = '42501';
const CONNECT_TIMEOUT_MS = 5_000;

/** Reads facts of a database through one connection of its own, and changes nothing. */
export function probeDatabase(url: string): Promise<DatabaseFacts> {
  return withConnection(url, async (client) => {
    const askedAt = Date.now();
    const { rows } = await client.query<Answer>(QUESTION);
    const answer = rows[0] as Answer;
    // The database read its clock about half-way between request and response.
    return {
      ...answer,
      clockAheadMs: Math.round(answer.now - (askedAt + Date.now()) / 2),
      queues: await countQueues(client).catch(noneWithoutRight),
    };
  });
}

/** Rejects if the disk is full: writes two megabytes that are deleted at once. */
export async function probeRoom(url: string): Promise<void> {
  await withConnection(url, (client) => client.query(WRITING));
}

const WRITING = `CREATE TEMPORARY TABLE room ON COMMIT DROP AS
  SELECT md5(number::text) FROM generate_series(1, 30000) AS number`;

/**
 * Finds servers that hold no lock (`db/postgres/advisory-locks.ts`): those of an older version, and those behind a
 * connection pool without LISTEN_URL.
 */
export async function isServerRunning(url: string): Promise<boolean> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query<{ running: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = ANY ($1)) AS running`,
      [[LISTENER_NAME, QUEUE_NAME]],
    );
    return rows[0]?.running === true;
  });
}

export async function withConnection<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    application_name: 'postrider probe',
  });
  // A broken connection also fails the query, which is reported.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

interface Answer {
  readonly version: number;
  readonly role: string;
  readonly ignoresRowSecurity: boolean;
  readonly migrated: boolean;
  readonly now: number;
}

const QUESTION = `SELECT current_setting('server_version_num')::int AS version, rolname AS role,
  rolsuper OR rolbypassrls AS "ignoresRowSecurity", to_regclass('migrations') IS NOT NULL AS migrated,
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now
  FROM pg_roles WHERE rolname = current_user`;

/** Those that `migrate` makes. Processes make those of campaigns, which name a gateway, when they need them. */
async function countQueues(client: Client): Promise<number> {
  const exists = await client.query<{ exists: boolean }>(`SELECT to_regclass('pgboss.queue') IS NOT NULL AS exists`);
  if (!exists.rows[0]?.exists) return 0;
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pgboss.queue WHERE name NOT LIKE '%/%'`,
  );
  return rows[0]?.count ?? 0;
}

/** A role without rights has other troubles, which the caller finds as well. */
function noneWithoutRight(error: Error & { readonly code?: string }): number {
  if (error.code === INSUFFICIENT_PRIVILEGE) return 0;
  throw error;
}

export async function needsMigration(url: string, facts: DatabaseFacts, logger: Logger): Promise<boolean> {
  return (await isOutdated(url, facts, logger)) || facts.queues === 0;
}

/**
 * Rejects if the database needs a newer program. MikroORM would create its table when asked, so a database without it
 * is not asked.
 */
export async function isOutdated(url: string, { migrated }: DatabaseFacts, logger: Logger): Promise<boolean> {
  return !migrated || withDatabase({ url, poolSize: 2, logger }, areTablesOutdated);
}

/** Names of the migrations of a newer program, which this one may run beside. */
export async function listUnknownMigrations(url: string, logger: Logger): Promise<string[]> {
  return withDatabase({ url, poolSize: 2, logger }, findUnknownMigrations);
}
