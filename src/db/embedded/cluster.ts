import { spawn } from 'node:child_process';
import { chownSync, closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, accountFor } from './account.js';
import { type Binaries, findBinaries } from './binaries.js';
import { SUPERUSER } from './credentials.js';

/** Where a cluster lies and how its programs are run. */
export interface Cluster {
  /** Holds `data/` and the server's log. */
  folder: string;
  dataFolder: string;
  binaries: Binaries;
  account: Account | undefined;
  /** No syncing to disk: for tests, whose data need not survive a power cut. */
  throwaway: boolean;
}

export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres');
}

export function describeCluster(dataDir: string, throwaway: boolean): Cluster {
  const folder = clusterFolder(dataDir);
  const account = accountFor(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
  return { folder, dataFolder: join(folder, 'data'), binaries: findBinaries(account), account, throwaway };
}

/**
 * Runs `use` with the cluster's folder as descriptor 3 and the path under which a child process reaches it.
 *
 * A server that root lends another user cannot walk through folders that only root may enter (/root). It need not: a
 * path through an inherited descriptor starts at the folder itself. Only Linux has such paths.
 */
export async function withReachableFolder<Result>(
  { folder, account }: Cluster,
  use: (path: string, descriptor: number) => Promise<Result>,
): Promise<Result> {
  const descriptor = openSync(folder, 'r');
  try {
    return await use(account && process.platform === 'linux' ? '/proc/self/fd/3' : folder, descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Initialises the cluster under another name and moves it in place, so that a killed process leaves no half of one. */
export async function ensureInitialised(cluster: Cluster, superuserPassword: string): Promise<void> {
  if (existsSync(cluster.dataFolder)) return;
  const unfinished = `data.${process.pid}`;
  const passwordFile = `password.${process.pid}`;
  try {
    writeFileSync(join(cluster.folder, passwordFile), superuserPassword, { mode: 0o600 });
    if (cluster.account) chownSync(join(cluster.folder, passwordFile), cluster.account.uid, cluster.account.gid);
    await initialise(cluster, unfinished, passwordFile);
    renameSync(join(cluster.folder, unfinished), cluster.dataFolder);
  } catch (error) {
    // Another process may have been first; both use the same passwords.
    if (!existsSync(cluster.dataFolder)) throw error;
  } finally {
    rmSync(join(cluster.folder, passwordFile), { force: true });
    rmSync(join(cluster.folder, unfinished), { recursive: true, force: true });
  }
}

function initialise(cluster: Cluster, target: string, passwordFile: string): Promise<void> {
  return withReachableFolder(cluster, (path, descriptor) => {
    const args = ['-D', join(path, target), `--pwfile=${join(path, passwordFile)}`, `--username=${SUPERUSER}`];
    // The built-in locale sorts alike on every machine, whatever the system has installed.
    args.push('--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--locale-provider=builtin');
    args.push('--builtin-locale=C.UTF-8', ...(cluster.throwaway ? ['--no-sync'] : []));
    return new Promise((resolve, reject) => {
      const stdio = ['ignore', 'pipe', 'pipe', descriptor] as const;
      const child = spawn(cluster.binaries.initdb, args, { ...cluster.account, cwd: '/', stdio: [...stdio] });
      let said = '';
      child.stdout?.on('data', (chunk: Buffer) => (said += chunk));
      child.stderr?.on('data', (chunk: Buffer) => (said += chunk));
      child.once('error', reject);
      child.once('close', (code) => {
        if (code === 0) resolve();
        else reject(new Error(`initdb failed (${code}): ${said.slice(-1000)}`));
      });
    });
  });
}
