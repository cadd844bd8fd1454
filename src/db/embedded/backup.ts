import { spawn } from 'node:child_process';
import { createHash, createHmac, type Hash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import type { SecretKeys } from '../../domain/secret-keys.js';
import { seal, unseal } from '../../lib/sealed.js';
import { withBaseBackup } from './base-backup.js';
import { majorVersion } from './binaries.js';
import { type Cluster, withReachableFolder } from './cluster.js';
import type { Credentials } from './credentials.js';

export class BackupError extends Error {
  override readonly name = 'BackupError';
}

export interface BackupFacts {
  readonly takenAt: string;
  readonly postgresql: number;
  /**
   * The passwords of the roles in the archive: it has only hashes of them, and the restored server is opened with them.
   */
  readonly credentials: Credentials;
}

/** What is needed to use the archive. Written last: a folder without it is no backup. */
interface StoredFacts extends Omit<BackupFacts, 'credentials'> {
  /** Encrypted: the server that runs has the same passwords, and a backup may lie where others read it. */
  readonly credentials: string;
  /** SHA-256 of the archive. */
  readonly archive: string;
}

/** The facts of a backup whose seal is good. */
interface SealedFacts extends BackupFacts, Pick<StoredFacts, 'archive'> {}

const CREDENTIALS_PURPOSE = 'credentials of a backup';

const ARCHIVE = 'database.tar.gz';
const FACTS = 'backup.json';
/**
 * Opened with `wx`: another user of the place may have offered a file or a link, through which `backup` would write.
 */
const NEW_FILE = { mode: 0o600, flush: true } as const;

interface BackupOptions {
  readonly superuserUrl: string;
  readonly facts: BackupFacts;
  readonly secretKey: string;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/**
 * Writes a backup of a running cluster. The folder appears with its whole content or not at all. It is sealed with the
 * secret key: a restored cluster runs what is in it, so whoever may write to the place of the backups must not be able
 * to change one.
 */
export async function writeBackup(options: BackupOptions): Promise<void> {
  const { superuserUrl, facts, secretKey, folder, signal } = options;
  const unfinished = mkdtempSync(`${folder}.unfinished-`);
  const hash = createHash('sha256');
  try {
    await withBaseBackup(superuserUrl, (archive) =>
      pipeline(
        archive,
        // The program needs the processor as well, and most of what can be saved is empty pages.
        createGzip({ level: constants.Z_BEST_SPEED }),
        hashChunks(hash),
        createWriteStream(join(unfinished, ARCHIVE), { ...NEW_FILE, flags: 'wx' }),
        { signal },
      ),
    );
    const credentials = seal(secretKey, CREDENTIALS_PURPOSE, JSON.stringify(facts.credentials)).toString('base64');
    const stored: StoredFacts = { ...facts, credentials, archive: hash.digest('hex') };
    const content = JSON.stringify({ facts: stored, seal: sealOf(stored, secretKey).toString('hex') });
    writeFileSync(join(unfinished, FACTS), content, { ...NEW_FILE, flag: 'wx' });
    syncFolder(unfinished);
    renameSync(unfinished, folder);
    syncFolder(dirname(folder));
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Throws if the folder is no backup that this program can restore, or if none of the secret keys has sealed it. */
export function readBackup(folder: string, secretKeys: SecretKeys, { binaries }: Cluster): SealedFacts {
  if (!existsSync(folder)) throw new BackupError(`There is no folder ${folder}.`);
  for (const name of [FACTS, ARCHIVE]) {
    if (!existsSync(join(folder, name))) {
      throw new BackupError(`${folder} is not a complete backup: it has no ${name}.`);
    }
  }
  const facts = readFacts(folder, secretKeys);
  const ours = majorVersion(binaries);
  if (facts.postgresql !== ours) {
    throw new BackupError(
      `${folder} is a backup of PostgreSQL ${facts.postgresql}, but PostgreSQL ${ours} is installed here. ` +
        'Restore it with the version of Postrider that took it.',
    );
  }
  return facts;
}

function readFacts(folder: string, secretKeys: SecretKeys): SealedFacts {
  const path = join(folder, FACTS);
  const { facts, seal: found } = parseFacts(path) ?? {};
  if (!facts) throw new BackupError(`${path} is damaged: it tells no facts.`);
  const given = Buffer.from(String(found), 'hex');
  const sealedWith = secretKeys.find((secretKey) => {
    const expected = sealOf(facts, secretKey);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (sealedWith === undefined) {
    throw new BackupError(
      `The secret key is not that of this backup, or ${path} was changed. If SECRET_KEY was replaced since, ` +
        'set PREVIOUS_SECRET_KEY to the one before.',
    );
  }
  const credentials = unseal(sealedWith, CREDENTIALS_PURPOSE, Buffer.from(facts.credentials, 'base64'));
  return { ...facts, credentials: JSON.parse(credentials) };
}

function parseFacts(path: string): { readonly facts?: StoredFacts; readonly seal?: unknown } | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new BackupError(`${path} is damaged: ${(error as Error).message}.`);
  }
}

function sealOf(facts: StoredFacts, secretKey: string): Buffer {
  return createHmac('sha256', secretKey)
    .update(`backup ${JSON.stringify(facts)}`)
    .digest();
}

function hashChunks(hash: Hash) {
  return async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      hash.update(piece);
      yield piece;
    }
  };
}

interface Unpacking {
  readonly folder: string;
  readonly facts: SealedFacts;
  readonly cluster: Cluster;
  readonly signal: AbortSignal;
}

/** Unpacks the archive as the data folder of a cluster that has none. Throws if it is not the one that was sealed. */
export async function unpackBackup({ folder, facts, cluster, signal }: Unpacking): Promise<void> {
  const { account, dataFolder } = cluster;
  const archive = join(folder, ARCHIVE);
  const hash = createHash('sha256');
  // Read once more for this: an archive that was changed could fill the disk before its end shows that it is another
  // one.
  await pipeline(createReadStream(archive), hash, { signal });
  requireSealed(archive, facts, hash);
  // Whoever may change the archive may also do so between the two readings.
  const hashAgain = createHash('sha256');
  mkdirSync(dataFolder, { mode: 0o700 });
  if (account) chownSync(dataFolder, account.uid, account.gid);
  await withReachableFolder(cluster, async (path, descriptor) => {
    const stdio = ['pipe', 'ignore', 'pipe', descriptor] as const;
    const tar = spawn('tar', ['-xf', '-', '-C', join(path, 'data')], { ...account, cwd: '/', stdio: [...stdio] });
    const { stdin, stderr } = tar as unknown as { readonly stdin: Writable; readonly stderr: Readable };
    const [fed, unpacked] = await Promise.allSettled([
      pipeline(createReadStream(archive), hashChunks(hashAgain), createGunzip(), stdin, { signal }),
      Promise.all([text(stderr), once(tar, 'close')]).then(([complaint, [code]]) => {
        if (code !== 0) throw new Error(complaint.split('\n')[0]);
      }),
    ]);
    signal.throwIfAborted();
    if (fed.status === 'fulfilled' && unpacked.status === 'fulfilled') return requireSealed(archive, facts, hashAgain);
    const reasons = [fed, unpacked].flatMap((one) =>
      one.status === 'rejected' ? [(one.reason as Error).message] : [],
    );
    throw new BackupError(`${archive} cannot be unpacked: ${reasons.join('; ')}.`);
  });
}

function requireSealed(archive: string, facts: SealedFacts, hash: Hash): void {
  if (hash.digest('hex') === facts.archive) return;
  throw new BackupError(`${archive} is damaged, or was changed after the backup.`);
}

/** Makes names that were given in a folder survive a power cut. Windows cannot open folders, and does so by itself. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
