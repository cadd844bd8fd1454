import { join, resolve } from 'node:path';
import { asTyped } from '../../config/command-line.js';
import type { Config } from '../../config/config.js';
import { clusterFolder } from '../../db/embedded/cluster.js';
import { claimDataFolder, type DataFolderClaim } from '../../db/embedded/data-folder-claim.js';
import { findServer } from '../../db/embedded/lock-file.js';
import { openEmbeddedPostgres } from '../../db/embedded.js';
import { type ServerLockOptions, shareServerLock } from '../../db/postgres/advisory-locks.js';
import type { KeptConnection } from '../../db/postgres/kept-connection.js';
import { pause } from '../../lib/async/abort.js';
import { isDatabaseAway } from '../../lib/database-away.js';
import type { Logger } from '../../lib/log/logger.js';
import { migrateDatabase } from '../../migrate-database.js';
import { CommandError, MIGRATE_FIRST } from '../command.js';
import { embedded, external, type OpenDatabase, waitForDatabase } from '../database/open-database.js';
import {
  type DatabaseFacts,
  isOutdated,
  listUnknownMigrations,
  OLDEST_VERSION,
  probeDatabase,
} from '../database/probe-database.js';
import { examinePooling } from '../database/probe-pooling.js';

/**
 * A command that started the embedded database may stop it between the moment when the server finds it and the moment
 * when it claims it.
 */
const EMBEDDED_ATTEMPTS = 3;

/** Opens the database for a server: claimed for this process if embedded, checked if not. */
export async function openServerDatabase(config: Config, logger: Logger, lifetime: Lifetime): Promise<OpenDatabase> {
  return config.databaseUrl
    ? openExternal(config.databaseUrl, config, logger, lifetime)
    : openEmbedded(config, logger, lifetime, EMBEDDED_ATTEMPTS);
}

interface Lifetime {
  readonly interrupted: AbortSignal;
  /** Stops the process. */
  readonly fail: (error: unknown, why: string) => void;
}

async function openEmbedded(
  config: Config,
  logger: Logger,
  lifetime: Lifetime,
  attempts: number,
): Promise<OpenDatabase> {
  const { dataDir } = config;
  const postgres = await openEmbeddedPostgres({ dataDir, logger });
  try {
    const opened = await claimMigrated(postgres.url, logger, lifetime);
    let { claim } = opened;
    const watch = watchEmbedded({
      dataDir,
      logger,
      async restart() {
        const again = await openEmbeddedPostgres({ dataDir, port: Number(new URL(postgres.url).port), logger });
        if (again.url !== postgres.url) throw new Error('The embedded PostgreSQL restarted on another port.');
        claim = await claimDataFolder(postgres.url);
      },
      giveUp: (error) => lifetime.fail(error, 'the embedded PostgreSQL cannot be started; stopping'),
    });
    return embedded(config, postgres.url, postgres.started, async () => {
      await watch.stop();
      await opened.lock.stop();
      await claim.release();
      await postgres.stop();
    });
  } catch (error) {
    if (attempts <= 1 || !isDatabaseAway(error)) {
      if (postgres.started) await postgres.stop();
      throw error;
    }
    return openEmbedded(config, logger, lifetime, attempts - 1);
  }
}

interface ClaimedDatabase {
  readonly claim: DataFolderClaim;
  readonly lock: KeptConnection;
}

/** Releases the claim after an error: the next attempt would take it for that of another server. */
async function claimMigrated(url: string, logger: Logger, lifetime: Lifetime): Promise<ClaimedDatabase> {
  const claim = await claimDataFolder(url);
  try {
    await migrateDatabase(url, logger);
    await warnOfUnknownMigrations(url, logger);
    return { claim, lock: await awaitCommand({ url, isPooled: false }, logger, lifetime) };
  } catch (error) {
    await claim.release();
    throw error;
  }
}

async function openExternal(url: string, config: Config, logger: Logger, lifetime: Lifetime): Promise<OpenDatabase> {
  const { interrupted } = lifetime;
  const facts = await waitForDatabase(() => probeDatabase(url), logger, interrupted);
  refuseUnsuitable(facts, config, logger);
  const pooling = await waitForDatabase(() => examinePooling(url, config.listenUrl), logger, interrupted);
  if (pooling.kind === 'fails') throw new CommandError(pooling.words);
  if (pooling.kind === 'works late') logger.warn(pooling.words);
  const mustBeMigrated = await waitForDatabase(() => isOutdated(url, facts, logger), logger, interrupted);
  if (mustBeMigrated) throw new CommandError(MIGRATE_FIRST);
  await waitForDatabase(() => warnOfUnknownMigrations(url, logger), logger, interrupted);
  // Only speed depends on the queues, and a restarted process must not fail because of them.
  if (facts.queues === 0)
    logger.warn('the tables of the queue are missing, so work is found later; the command migrate creates them');
  const where = { url: config.listenUrl ?? url, isPooled: pooling.kind === 'works late' };
  const lock = await waitForDatabase(() => awaitCommand(where, logger, lifetime), logger, interrupted);
  return { ...external(url), close: lock.stop };
}

/** A newer program has migrated the database, and allows this one to run. */
async function warnOfUnknownMigrations(url: string, logger: Logger): Promise<void> {
  const migrations = await listUnknownMigrations(url, logger);
  if (migrations.length > 0)
    logger.warn({ migrations }, 'the database has migrations of a newer version of the program');
}

/** Waits until no `end-unfinished` runs, and keeps a later one away. */
function awaitCommand(
  where: Pick<ServerLockOptions, 'url' | 'isPooled'>,
  logger: Logger,
  { interrupted, fail }: Lifetime,
): Promise<KeptConnection> {
  const words = `"${asTyped('end-unfinished')}" is running on this database`;
  return shareServerLock({
    ...where,
    logger,
    interrupted,
    onWait: () => logger.warn(`${words}: the server starts when it has ended`),
    onExcluded: () => fail(new CommandError(`${words}, and must run without servers.`), `${words}; stopping`),
  });
}

function refuseUnsuitable({ version, role, ignoresRowSecurity }: DatabaseFacts, config: Config, logger: Logger): void {
  if (version < OLDEST_VERSION) {
    throw new CommandError(`PostgreSQL is version ${Math.floor(version / 10_000)}, but must be 15 or newer.`);
  }
  if (!ignoresRowSecurity) return;
  const sentence = `The database user "${role}" bypasses row level security: it must have neither SUPERUSER nor BYPASSRLS.`;
  if (config.nodeEnv === 'production') throw new CommandError(sentence);
  logger.warn({ role }, 'the database role bypasses row level security: only the program separates organisations now');
}

const LOOK_EVERY_MS = 1_000;

interface WatchOptions {
  readonly dataDir: string;
  readonly logger: Logger;
  restart(): Promise<void>;
  /** Called when PostgreSQL cannot be started again. */
  giveUp(error: unknown): void;
}

/** Restarts the embedded PostgreSQL when it has ended, because no supervisor does. */
function watchEmbedded({ dataDir, logger, restart, giveUp }: WatchOptions): { stop(): Promise<void> } {
  const folder = clusterFolder(resolve(dataDir));
  const stopping = new AbortController();
  const watching = (async () => {
    for (;;) {
      await pause(LOOK_EVERY_MS, stopping.signal);
      if (stopping.signal.aborted) return;
      try {
        if (findServer(join(folder, 'data'))) continue;
        logger.error({ log: join(folder, 'server.log') }, 'the embedded PostgreSQL has ended; starting it again');
        await restart();
      } catch (error) {
        return giveUp(error);
      }
    }
  })();
  return {
    stop() {
      stopping.abort();
      return watching;
    },
  };
}
