/**
 * How the embedded database is backed up and restored. `backup` asks PostgreSQL for a base backup
 * (`db/embedded/base-backup.ts`), compresses it into a folder with another name, writes `backup.json` last, and renames
 * the folder. `backup.json` has the SHA-256 of the archive, the sealed passwords of the cluster, and an HMAC of all
 * facts under the secret key.
 *
 * `restore` checks both, unpacks the archive inside of DATA_DIR, opens the database there, and ends what may have been
 * sent since the backup (`operations/sms/dispatch/end-unfinished.ts`). Only then does it move the database to its
 * place, so no server sees a database with such messages. `end-unfinished` does so after `pg_restore`: it holds alone
 * the advisory lock that all servers share (`db/postgres/advisory-locks.ts`).
 */

import { existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { asTyped } from '../../config/command-line.js';
import { type Config, loadConfig } from '../../config/config.js';
import { readBackup, syncFolder, unpackBackup } from '../../db/embedded/backup.js';
import { clusterFolder, describeCluster } from '../../db/embedded/cluster.js';
import { CREDENTIALS_FILE, writeCredentials } from '../../db/embedded/credentials.js';
import { findServer } from '../../db/embedded/lock-file.js';
import { stopServer } from '../../db/embedded/server.js';
import { openDatabase } from '../../db/orm.js';
import { tryLockFile } from '../../lib/file-lock.js';
import { endUnfinished } from '../../operations/sms/dispatch/end-unfinished.js';
import { secretKeysOf } from '../../services.js';
import { CommandError, type CommonOptions, EXIT, failWith } from '../command.js';
import { openMigratedDatabase, requireEmbedded } from '../database/open-database.js';
import { awaitInterruption } from '../interruption.js';
import { printProblem, printResult } from '../output.js';
import { findSecretKey } from '../private-file.js';
import { formatAge } from '../times.js';
import { createCommandLogger } from '../with-services.js';
import { describeEnded } from './run-end-unfinished.js';

interface RestoreOptions extends CommonOptions {
  readonly resume?: true;
}

const UNFINISHED = 'restoring-';
const LOCK_FILE = 'restore.lock';

/**
 * Restores into a folder of its own, opens the database there, which shows that the backup is whole, and only then
 * moves it to its place.
 */
export async function restore({ json, resume }: RestoreOptions, given: string): Promise<void> {
  const config = loadConfig();
  requireEmbedded(config);
  const dataDir = resolve(config.dataDir);
  requireNoDatabase(dataDir);
  const secretKeys = secretKeysOf(config, requireSecretKey(config));
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = tryLockFile(join(dataDir, LOCK_FILE));
  if (!lock) throw new CommandError(`Another restore into ${dataDir} is under way.`);
  await removeLeftovers(dataDir);
  const unfinished = mkdtempSync(join(dataDir, UNFINISHED));
  const interruption = awaitInterruption(EXIT.interrupted);
  try {
    const cluster = describeCluster(unfinished, false);
    const folder = resolve(given);
    const facts = readBackup(folder, secretKeys, cluster);
    const { credentials, takenAt } = facts;
    const ageMs = Date.now() - Date.parse(takenAt);
    // Every older backup has a valid seal too, so only the operator can tell whether this is the wanted one.
    printProblem(`Restoring the backup of ${takenAt}, which is ${formatAge(ageMs)} old.`);
    writeCredentials(unfinished, credentials);
    await unpackBackup({ folder, facts, cluster, signal: interruption.signal });
    const ended = await open({ ...config, dataDir: unfinished }, resume === true);
    interruption.signal.throwIfAborted();
    // A server may have been started meanwhile. A link replaces no passwords that it has made.
    requireNoDatabase(dataDir);
    linkSync(join(unfinished, CREDENTIALS_FILE), join(dataDir, CREDENTIALS_FILE));
    renameSync(clusterFolder(unfinished), clusterFolder(dataDir));
    syncFolder(dataDir);
    const restored = { taken_at: takenAt, age_seconds: Math.floor(ageMs / 1000), ended };
    printResult(json, restored, describe(dataDir, takenAt, ended));
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    lock.release();
    interruption.dispose();
  }
  if (interruption.signal.aborted) failWith(['Interrupted: nothing was restored.'], json, EXIT.interrupted);
}

/**
 * A restore that was killed leaves its folder, and perhaps a PostgreSQL that runs there. The lock tells that none is
 * under way.
 */
async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(UNFINISHED))) {
    const folder = join(dataDir, name);
    await stopServer(join(clusterFolder(folder), 'data'));
    rmSync(folder, { recursive: true, force: true });
  }
}

function requireNoDatabase(dataDir: string): void {
  const folder = clusterFolder(dataDir);
  const credentials = join(dataDir, CREDENTIALS_FILE);
  if (!existsSync(folder) && !existsSync(credentials)) return;
  if (findServer(join(folder, 'data'))) throw new CommandError(`A server is using the database in ${dataDir}.`);
  throw new CommandError(
    `${dataDir} has a database already: move ${folder} and ${credentials} away, or restore into another folder (DATA_DIR).`,
  );
}

/** A server without the key would generate another one, which opens nothing of this database. */
function requireSecretKey(config: Config): string {
  const secretKey = findSecretKey(config);
  if (secretKey !== null) return secretKey;
  const path = join(resolve(config.dataDir), 'secret.key');
  throw new CommandError(
    `The secret key of the backup is missing: set SECRET_KEY, or put the file secret.key back at ${path}.`,
  );
}

/** Returns how many messages it has ended. */
async function open(config: Config, resume: boolean): Promise<number> {
  const logger = createCommandLogger(config);
  const database = await openMigratedDatabase(config, logger);
  try {
    const db = await openDatabase({ url: database.url, poolSize: 2, logger });
    try {
      return resume ? 0 : await endUnfinished({ db });
    } finally {
      await db.close();
    }
  } finally {
    await database.close();
  }
}

function describe(dataDir: string, takenAt: string, ended: number): string {
  const restored = `The backup of ${takenAt} is restored in ${dataDir}. "${asTyped('serve')}" starts the server.`;
  return [restored, describeEnded(ended)].filter(Boolean).join('\n');
}
