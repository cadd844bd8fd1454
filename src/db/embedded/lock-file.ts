import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A server that runs on a cluster, as its own `postmaster.pid` tells. */
export interface RunningServer {
  pid: number;
  port: number;
  ready: boolean;
}

/** The live server of this very folder. A file left by a dead server, or whose pid now is someone else's, is none. */
export function findServer(dataFolder: string): RunningServer | undefined {
  // Lines: pid, data folder, start time, port, socket folder, address, shared memory key, status.
  const lines = readLockFile(dataFolder)?.split('\n');
  const pid = Number(lines?.[0]);
  if (!lines || !Number.isInteger(pid) || pid < 1 || !isServerOf(dataFolder, pid)) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/**
 * PostgreSQL refuses to start while any process of the same user has the recorded pid: usual after a container restart,
 * where pids repeat. It does accept a file with the pid of its parent, and still checks, as deleting the file would
 * not, that no orphan uses the shared memory. So a file known to be stale gets our pid.
 */
export function disarmStaleLockFile(dataFolder: string): void {
  const content = readLockFile(dataFolder);
  if (content === undefined || findServer(dataFolder)) return;
  writeFileSync(join(dataFolder, 'postmaster.pid'), content.replace(/^.*/, String(process.pid)));
}

function readLockFile(dataFolder: string): string | undefined {
  try {
    return readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A server's working directory is its data folder, which no other process can claim by chance. */
function isServerOf(dataFolder: string, pid: number): boolean {
  if (process.platform !== 'linux') return looksLikePostgres(pid);
  try {
    const theirs = statSync(`/proc/${pid}/cwd`);
    const ours = statSync(dataFolder);
    return theirs.dev === ours.dev && theirs.ino === ours.ino;
  } catch {
    // Dead, a zombie, or owned by another user: not a server that this process can use.
    return false;
  }
}

function looksLikePostgres(pid: number): boolean {
  const [command, args] =
    process.platform === 'win32'
      ? ['tasklist', ['/fi', `pid eq ${pid}`, '/nh']]
      : ['ps', ['-p', String(pid), '-o', 'comm=']];
  return spawnSync(command as string, args as string[], { encoding: 'utf8' }).stdout?.includes('postgres') ?? false;
}
