/**
 * MikroORM opens the pool, migrates, and types the tables for Kysely by its entities. The program does not use its
 * entity manager, which writes values into the text of statements: PostgreSQL would log numbers and texts when a
 * statement fails.
 */
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { DATABASE_PATIENCE, type DatabasePatience } from '../lib/database-patience.js';
import type { Logger } from '../lib/log/logger.js';
import { Nodes } from './citus/nodes.js';
import { Outage } from './citus/outage.js';
import { Database } from './database.js';
import { MIGRATIONS } from './migrations/index.js';
import type { Connection } from './postgres/connection.js';
import { PreparingClient } from './postgres/preparing-client.js';
import { settle } from './postgres/settle-connection.js';

const CONNECT_TIMEOUT_MS = 5_000;
/**
 * The pool closes connections that nothing has used for so long: longer than the 30 s that an idle worker rests on
 * Citus, where a question over a new connection costs several times as much; shorter than firewalls remember a silent
 * connection.
 */
const UNUSED_MS = 60_000;

/** Names of the migrations that this program knows. */
export const knownMigrations = ({ em, config }: MikroORM): readonly string[] =>
  MIGRATIONS.map((Migration) => new Migration(em.getDriver(), config).name);

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly logger: Logger;
  readonly patience?: DatabasePatience;
  /** Whether transactions may go to nodes of Citus themselves; see `Database.selfContained`. */
  readonly connectsToNodes?: boolean;
}

export function ormConfig({
  url,
  poolSize,
  patience = DATABASE_PATIENCE,
}: Omit<DatabaseOptions, 'logger' | 'connectsToNodes'>) {
  return defineConfig({
    clientUrl: url,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: {
      migrationsList: [...MIGRATIONS],
      snapshot: false,
      // Each commits by itself: none holds its locks while the next ones run, and a migration may make an index
      // concurrently.
      allOrNothing: false,
      tableName: 'migrations',
    },
    pool: { min: 0, max: poolSize, idleTimeoutMillis: UNUSED_MS },
    driverOptions: {
      Client: PreparingClient,
      // Pipelining: a statement is sent before the answer to the one before; see transaction.ts.
      pipeline: true,
      onConnect: (client: Connection) => settle(client, patience),
      // Generic plans: a plan must not depend on the number of ids that happen to be in an array. PostgreSQL takes some
      // of these for costly, and would compile them for each run, which takes longer than any of them runs.
      options: '-c plan_cache_mode=force_generic_plan -c jit=off',
      statement_timeout: patience.statementMs,
      lock_timeout: patience.lockMs,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: patience.answerMs,
      idle_in_transaction_session_timeout: patience.restInTransactionMs,
      keepAlive: true,
      application_name: 'postrider',
    },
    // Queries carry numbers and texts; the log must not.
    debug: false,
    forceUtcTimezone: true,
  });
}

/** Does not connect yet: the server starts without its database, and is not ready until it has one. */
export async function openDatabase({
  logger,
  connectsToNodes = false,
  ...options
}: DatabaseOptions): Promise<Database> {
  const config = ormConfig(options);
  let pool: pg.Pool | undefined;
  const orm = await MikroORM.init({
    ...config,
    driverOptions: {
      ...config.driverOptions,
      onPoolCreated(created: pg.Pool) {
        pool = created;
      },
    },
    // db/migrate.ts logs migrations; the other messages of MikroORM are about lost connections.
    logger: (message: string) => (message.includes('[migrator]') ? logger.debug(message) : logger.warn(message)),
    colors: false,
  });
  // Makes the pool without connecting.
  orm.em.getConnection().getClient();
  if (!pool) throw new Error('MikroORM has made no pool of connections.');
  return new Database(orm, pool, connectsToNodes ? new Nodes(pool, logger) : null, new Outage(logger));
}

/** Opens the database for a piece of work of its own, and closes it. */
export async function withDatabase<T>(options: DatabaseOptions, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(options);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
