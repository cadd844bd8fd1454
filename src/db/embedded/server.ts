import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, withReachableFolder } from './cluster.js';
import { disarmStaleLockFile, findServer, type RunningServer } from './lock-file.js';

// Recovery after a crash of a busy server replays up to a gigabyte of log.
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 20;
const MAX_LOG_BYTES = 10_000_000;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '128MB',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  // The rest keeps message texts and numbers out of the server's log: no statements, no parameters, no DETAIL lines.
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_error_verbosity: 'terse',
};
// Commits still reach the operating system, so they survive a kill of the server, only no power cut. The programs of
// many tests share it at the same time.
const THROWAWAY_SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: '300' };

/** Starts the server, detached so that it outlives a crash of this process. Throws with the end of its log. */
export async function startServer(cluster: Cluster, preferredPort: number): Promise<RunningServer> {
  disarmStaleLockFile(cluster.dataFolder);
  const port = (await freePort(preferredPort)) ?? (await freePort(0)) ?? 0;
  const logPath = join(cluster.folder, 'server.log');
  const logSize = statSync(logPath, { throwIfNoEntry: false })?.size ?? 0;
  const log = openSync(logPath, logSize > MAX_LOG_BYTES ? 'w' : 'a', 0o600);
  try {
    const child = await spawnServer(cluster, port, log);
    const exited = new Promise<'exited'>((resolve) => child.once('exit', () => resolve('exited')));
    const server = await Promise.race([waitUntilReady(cluster.dataFolder), exited]);
    if (server === 'exited')
      throw new Error(`PostgreSQL did not start:\n${readFileSync(logPath, 'utf8').slice(-1000)}`);
    return server;
  } finally {
    closeSync(log);
  }
}

function spawnServer(cluster: Cluster, port: number, log: number) {
  return withReachableFolder(cluster, async (path, folder) => {
    const settings = Object.entries({ ...SETTINGS, ...(cluster.throwaway ? THROWAWAY_SETTINGS : {}) });
    const args = ['-D', join(path, 'data'), '-p', String(port), ...settings.flatMap(([k, v]) => ['-c', `${k}=${v}`])];
    const stdio = ['ignore', log, log, folder] as const;
    const options = { ...cluster.account, cwd: '/', detached: true, windowsHide: true, stdio: [...stdio] };
    const child = spawn(cluster.binaries.postgres, args, options);
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    child.unref();
    return child;
  });
}

/** Waits until a server of this folder accepts connections, even one that another process started. */
export async function waitUntilReady(dataFolder: string): Promise<RunningServer> {
  for (
    const deadline = performance.now() + START_TIMEOUT_MS;
    performance.now() < deadline;
    await sleep(POLL_INTERVAL_MS)
  ) {
    const server = findServer(dataFolder);
    if (server?.ready) return server;
  }
  throw new Error(`PostgreSQL was not ready after ${START_TIMEOUT_MS / 1000} seconds.`);
}

/** Fast shutdown: open connections are closed, committed data is flushed. Returns when the server is gone. */
export async function stopServer(dataFolder: string): Promise<void> {
  const server = findServer(dataFolder);
  if (!server) return;
  signal(server.pid, 'SIGINT');
  if (await isGone(dataFolder, server.pid)) return;
  // Without the final flush the next start has to recover, but nothing committed is lost.
  signal(server.pid, 'SIGQUIT');
  if (!(await isGone(dataFolder, server.pid))) throw new Error(`PostgreSQL (pid ${server.pid}) does not stop.`);
}

async function isGone(dataFolder: string, pid: number): Promise<boolean> {
  for (
    const deadline = performance.now() + STOP_TIMEOUT_MS;
    performance.now() < deadline;
    await sleep(POLL_INTERVAL_MS)
  ) {
    if (findServer(dataFolder)?.pid !== pid) return true;
  }
  return false;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function freePort(wanted: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(undefined));
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });
}
