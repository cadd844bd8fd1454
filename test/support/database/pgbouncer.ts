import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../programs/free-port.js';
import { eventually } from '../wait.js';

/** Debian's, unless another one is given. */
const PROGRAM = process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer';
const MANUAL = resolve(import.meta.dirname, '../../../docs/pgbouncer.md');
/** Less than the processes of a test would open without it. */
export const POOL_SIZE = 10;

export interface RunningPgBouncer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Whether it is there, and keeps prepared statements with their clients, as 1.21 and newer do. */
export function findPgBouncer(): 'missing' | 'old' | 'new' {
  const [, major, minor] =
    /PgBouncer (\d+)\.(\d+)/.exec(spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? [];
  if (major === undefined) return 'missing';
  return Number(major) * 100 + Number(minor) >= 121 ? 'new' : 'old';
}

/** Starts it with the settings of docs/pgbouncer.md, as `change` leaves them, in front of the database. */
export async function startPgBouncer(
  databaseUrl: string,
  change = (settings: string) => settings,
): Promise<RunningPgBouncer> {
  const url = new URL(databaseUrl);
  const { hostname, port, pathname, username, password } = url;
  url.port = String(await freePort());
  const [, settings = ''] = /```ini\n([\s\S]+?)```/.exec(readFileSync(MANUAL, 'utf8')) ?? [];
  const database = `${pathname.slice(1)} = host=${hostname} port=${port} user=${username} password=${password}`;
  const lines = [change(settings).replace('postrider = host=…', database), 'listen_addr = 127.0.0.1'];
  lines.push(`listen_port = ${url.port}`, 'unix_socket_dir =', 'auth_type = any', `default_pool_size = ${POOL_SIZE}`);
  const folder = mkdtempSync(join(tmpdir(), 'postrider-pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, lines.join('\n'));
  // It refuses to run as root.
  chmodSync(folder, 0o755);
  const identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const program = spawn(PROGRAM, [file], { stdio: ['ignore', 'ignore', 'pipe'], ...identity });
  let log = '';
  program.stderr.on('data', (chunk: Buffer) => (log += chunk));
  await eventually('PgBouncer takes connections', async () => {
    if (program.exitCode !== null) throw new Error(log);
    return canConnect(url.href);
  });
  return {
    url: url.href,
    async stop() {
      const exited = once(program, 'exit');
      program.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function canConnect(connectionString: string): Promise<true | undefined> {
  const client = new Client({ connectionString });
  return client.connect().then(
    () => client.end().then(() => true as const),
    () => undefined,
  );
}
