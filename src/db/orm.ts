import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { DATABASE_PATIENCE, type DatabasePatience } from '../lib/database-patience.js';
import type { Logger } from '../lib/log/logger.js';
import { Nodes } from './citus/nodes.js';
import { Outage } from './citus/outage.js';
import type { Connection } from './connection.js';
import { Database } from './database.js';
import { Foundation } from './migrations/0001-foundation.js';
import { Chat } from './migrations/0002-chat.js';
import { Parts } from './migrations/0003-parts.js';
import { EventsOut } from './migrations/0004-events-out.js';
import { OptOuts } from './migrations/0005-opt-outs.js';
import { People } from './migrations/0006-people.js';
import { LightDeliveries } from './migrations/0007-light-deliveries.js';
import { DeletedSessions } from './migrations/0008-deleted-sessions.js';
import { TestSuppressions } from './migrations/0009-test-suppressions.js';
import { LogPositions } from './migrations/0010-log-positions.js';
import { DeletedSessionsById } from './migrations/0011-deleted-sessions-by-id.js';
import { AccountTries } from './migrations/0012-account-tries.js';
import { SequencedEvents } from './migrations/0013-sequenced-events.js';
import { Sequences } from './migrations/0014-sequences.js';
import { PlainDueIds } from './migrations/0015-plain-due-ids.js';
import { SlidingLimits } from './migrations/0016-sliding-limits.js';
import { CreatedBy } from './migrations/0017-created-by.js';
import { StatisticsColumns } from './migrations/0018-statistics-columns.js';
import { SearchAndStatistics } from './migrations/0019-search-and-statistics.js';
import { CampaignControl } from './migrations/0020-campaign-control.js';
import { MakersOfKeys } from './migrations/0021-makers-of-keys.js';
import { DevicesOfPeople } from './migrations/0022-devices-of-people.js';
import { SessionsAndCampaigns } from './migrations/0024-sessions-and-campaigns.js';
import { TroublesByStatus } from './migrations/0025-troubles-by-status.js';
import { ChatWithoutStatusIndex } from './migrations/0026-chat-without-status-index.js';
import { SecretKeys } from './migrations/0030-secret-keys.js';
import { OldMessages } from './migrations/0040-old-messages.js';
import { MessageRetention } from './migrations/0041-message-retention.js';
import { ErasedSuppressions } from './migrations/0042-erased-suppressions.js';
import { PeriodicTasks } from './migrations/0050-periodic-tasks.js';
import { AgendaByTime } from './migrations/0051-agenda-by-time.js';
import { ChatWithoutUnredactedIndex } from './migrations/0052-chat-without-unredacted-index.js';
import { CampaignNumbers } from './migrations/0053-campaign-numbers.js';
import { OutdatedPrograms } from './migrations/0054-outdated-programs.js';
import { Claims } from './migrations/0055-claims.js';
import { Priorities } from './migrations/0056-priorities.js';
import { ValidUntil } from './migrations/0057-valid-until.js';
import { EventRows } from './migrations/0058-event-rows.js';
import { AgendaByPurpose } from './migrations/0059-agenda-by-purpose.js';
import { SentAndDelivered } from './migrations/0060-sent-and-delivered.js';
import { EndExportLinks } from './migrations/0061-end-export-links.js';
import { GatewayOutages } from './migrations/0062-gateway-outages.js';
import { GatewayAlerts } from './migrations/0063-gateway-alerts.js';
import { Revocations } from './migrations/0064-revocations.js';
import { ExportLinks } from './migrations/0065-export-links.js';
import { AcceptedSecretKeys } from './migrations/0066-accepted-secret-keys.js';
import { RequiredPrograms } from './migrations/0067-required-programs.js';
import { PreparingClient } from './preparing-client.js';
import { settle } from './settle-connection.js';

const CONNECT_TIMEOUT_MS = 5_000;
/**
 * The pool closes connections that nothing has used for so long: longer than the 30 s that an idle worker rests on Citus, where a question over a
 * new connection costs several times as much; shorter than firewalls remember a silent connection.
 */
const UNUSED_MS = 60_000;

/** In the order in which they run. */
const MIGRATIONS = [
  Foundation,
  Chat,
  Parts,
  EventsOut,
  OptOuts,
  People,
  LightDeliveries,
  DeletedSessions,
  TestSuppressions,
  LogPositions,
  DeletedSessionsById,
  AccountTries,
  SequencedEvents,
  Sequences,
  PlainDueIds,
  SlidingLimits,
  CreatedBy,
  StatisticsColumns,
  SearchAndStatistics,
  CampaignControl,
  MakersOfKeys,
  DevicesOfPeople,
  SessionsAndCampaigns,
  TroublesByStatus,
  ChatWithoutStatusIndex,
  SecretKeys,
  OldMessages,
  MessageRetention,
  ErasedSuppressions,
  PeriodicTasks,
  AgendaByTime,
  ChatWithoutUnredactedIndex,
  CampaignNumbers,
  OutdatedPrograms,
  Claims,
  Priorities,
  ValidUntil,
  EventRows,
  AgendaByPurpose,
  SentAndDelivered,
  EndExportLinks,
  GatewayOutages,
  GatewayAlerts,
  Revocations,
  ExportLinks,
  AcceptedSecretKeys,
  RequiredPrograms,
] as const;

/** Names of the migrations that this program knows. */
export const knownMigrations = ({ em, config }: MikroORM): readonly string[] =>
  MIGRATIONS.map((Migration) => new Migration(em.getDriver(), config).name);

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly logger: Logger;
  readonly patience?: DatabasePatience;
  /** Whether transactions may go to nodes of Citus themselves; see `Database.onNodes`. */
  readonly connectsToNodes?: boolean;
}

/** The program uses MikroORM to open the pool and to migrate. It does not use its entity manager, which writes values into the text of
 * statements: PostgreSQL would log numbers and texts when a statement fails. */
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
      // Generic plans: a plan must not depend on the number of ids that happen to be in an array. PostgreSQL takes some of these for costly, and
      // would compile them for each run, which takes longer than any of them runs.
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
