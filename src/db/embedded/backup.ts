import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
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
import { syncFolder } from '../../lib/sync-folder.js';
import { withBaseBackup } from './base-backup.js';
import { majorVersion } from './binaries.js';
import { type Cluster, withReachableFolder } from './cluster.js';
import type { Credentials } from './credentials.js';

export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** What is needed to use the archive. Written last: a folder without it is no backup. */
export interface BackupFacts {
  readonly takenAt: string;
  readonly postgresql: number;
  /** The passwords of the roles in the archive. */
  readonly credentials: Credentials;
}

const ARCHIVE = 'database.tar.gz';
const FACTS = 'backup.json';

interface BackupOptions {
  readonly superuserUrl: string;
  readonly facts: BackupFacts;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Writes a backup of a running cluster. The folder appears with its whole content or not at all. */
export async function writeBackup({ superuserUrl, facts, folder, signal }: BackupOptions): Promise<void> {
  const unfinished = mkdtempSync(`${folder}.unfinished-`);
  try {
    await withBaseBackup(superuserUrl, (archive) =>
      pipeline(
        archive,
        // The program needs the processor as well, and most of what can be saved is empty pages.
        createGzip({ level: constants.Z_BEST_SPEED }),
        createWriteStream(join(unfinished, ARCHIVE), { mode: 0o600, flush: true }),
        { signal },
      ),
    );
    writeFileSync(join(unfinished, FACTS), JSON.stringify(facts), { mode: 0o600, flush: true });
    syncFolder(unfinished);
    renameSync(unfinished, folder);
    syncFolder(dirname(folder));
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Throws if the folder is no backup that this program can restore. */
export function readBackup(folder: string, { binaries }: Cluster): BackupFacts {
  for (const name of [FACTS, ARCHIVE]) {
    if (!existsSync(join(folder, name))) {
      throw new BackupError(`${folder} is not a complete backup: it has no ${name}.`);
    }
  }
  const facts = readFacts(folder);
  const ours = majorVersion(binaries);
  if (facts.postgresql !== ours) {
    throw new BackupError(
      `${folder} is a backup of PostgreSQL ${facts.postgresql}, but PostgreSQL ${ours} is installed here. ` +
        'Restore it with the version of Postrider that took it.',
    );
  }
  return facts;
}

function readFacts(folder: string): BackupFacts {
  try {
    return JSON.parse(readFileSync(join(folder, FACTS), 'utf8')) as BackupFacts;
  } catch (error) {
    throw new BackupError(`${join(folder, FACTS)} is damaged: ${(error as Error).message}.`);
  }
}

/** Unpacks the archive as the data folder of a cluster that has none. */
export async function unpackBackup(folder: string, cluster: Cluster, signal: AbortSignal): Promise<void> {
  const { account, dataFolder } = cluster;
  mkdirSync(dataFolder, { mode: 0o700 });
  if (account) chownSync(dataFolder, account.uid, account.gid);
  await withReachableFolder(cluster, async (path, descriptor) => {
    const stdio = ['pipe', 'ignore', 'pipe', descriptor] as const;
    const tar = spawn('tar', ['-xf', '-', '-C', join(path, 'data')], { ...account, cwd: '/', stdio: [...stdio] });
    const { stdin, stderr } = tar as unknown as { readonly stdin: Writable; readonly stderr: Readable };
    const [fed, unpacked] = await Promise.allSettled([
      pipeline(createReadStream(join(folder, ARCHIVE)), createGunzip(), stdin, { signal }),
      Promise.all([text(stderr), once(tar, 'close')]).then(([complaint, [code]]) => {
        if (code !== 0) throw new Error(complaint.split('\n')[0]);
      }),
    ]);
    signal.throwIfAborted();
    if (fed.status === 'fulfilled' && unpacked.status === 'fulfilled') return;
    const reasons = [fed, unpacked].flatMap((one) =>
      one.status === 'rejected' ? [(one.reason as Error).message] : [],
    );
    throw new BackupError(`${join(folder, ARCHIVE)} cannot be unpacked: ${reasons.join('; ')}.`);
  });
}
