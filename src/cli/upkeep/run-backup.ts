import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { loadConfig } from '../../config/config.js';
import { writeBackup } from '../../db/embedded/backup.js';
import { clusterFolder } from '../../db/embedded/cluster.js';
import { readCredentials } from '../../db/embedded/credentials.js';
import { findRunningEmbedded } from '../../db/embedded.js';
import { withDatabase } from '../../db/orm.js';
import type { SecretKeys } from '../../domain/secret-keys.js';
import type { Logger } from '../../lib/log/logger.js';
import { judgeSecretKeys } from '../../operations/upkeep/accepted-keys.js';
import { secretKeysOf } from '../../services.js';
import { CommandError, type CommonOptions, EXIT, failWith } from '../command.js';
import { openCommandDatabase, requireEmbedded } from '../database/open-database.js';
import { isOutdated, probeDatabase } from '../database/probe-database.js';
import { awaitInterruption } from '../interruption.js';
import { printResult } from '../output.js';
import { findSecretKey } from '../private-file.js';
import { createCommandLogger } from '../with-services.js';

export async function backup({ json }: CommonOptions, given: string): Promise<void> {
  const config = loadConfig();
  requireEmbedded(config);
  const { dataDir } = config;
  const folder = resolve(given);
  if (existsSync(folder)) throw new CommandError(`${folder} exists already: name a folder that does not exist.`);
  if (!existsSync(dirname(folder))) throw new CommandError(`There is no folder ${dirname(folder)}.`);
  const versionFile = join(clusterFolder(dataDir), 'data', 'PG_VERSION');
  if (!existsSync(versionFile)) throw new CommandError(`There is no database in ${resolve(dataDir)}.`);
  const postgresql = Number.parseInt(readFileSync(versionFile, 'utf8'), 10);
  const secretKey = findSecretKey(config);
  if (secretKey === null) {
    throw new CommandError('The secret key of the server is missing: a backup is sealed with it. Set SECRET_KEY.');
  }
  const interruption = awaitInterruption(EXIT.interrupted);
  const logger = createCommandLogger(config);
  const database = await openCommandDatabase(config, logger);
  const takenAt = new Date().toISOString();
  let isWritten = false;
  try {
    await requireKeyOfDatabase(secretKeysOf(config, secretKey), database.url, logger);
    const superuserUrl = findRunningEmbedded(dataDir)?.superuserUrl;
    const credentials = readCredentials(dataDir);
    if (!superuserUrl || !credentials) throw new CommandError('The embedded database has stopped meanwhile.');
    const { signal } = interruption;
    const facts = { takenAt, postgresql, credentials };
    await writeBackup({ superuserUrl, facts, secretKey, folder, signal });
    isWritten = true;
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
  } finally {
    await database.close();
    interruption.dispose();
  }
  if (!isWritten) failWith(['Interrupted: there is no backup.'], json, EXIT.interrupted);
  const place = config.secretKey === undefined ? join(resolve(dataDir), 'secret.key') : 'the setting SECRET_KEY';
  const text = [
    `The database is backed up in ${folder}.`,
    `The secret key is not in it: keep ${place} as well, in another place. A restored database needs the same key.`,
  ];
  printResult(json, { folder, taken_at: takenAt }, text.join('\n'));
}

/**
 * `restore` would take the backup only with the key that has sealed it, and a server with that key refuses all calls.
 */
async function requireKeyOfDatabase(secretKeys: SecretKeys, url: string, logger: Logger): Promise<void> {
  // People back up a database before they migrate it, and this program cannot read all tables of an older one.
  if (await isOutdated(url, await probeDatabase(url), logger)) return;
  await withDatabase({ url, poolSize: 1, logger }, (db) => judgeSecretKeys({ db, secretKeys }));
}
