import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { openServerDatabase } from '../../src/cli/serve/server-database.js';
import { loadConfig } from '../../src/config/config.js';
import { stopServer } from '../../src/db/embedded/server.js';
import { type EmbeddedPostgres, findRunningEmbedded, openEmbeddedPostgres } from '../../src/db/embedded.js';
import { createLogger } from '../../src/lib/log/logger.js';
import { freePort } from '../support/programs/free-port.js';
import { inDist } from '../support/programs/from-dist.js';

const logger = createLogger({ level: 'silent', pretty: false });
const folders: string[] = [];

afterAll(async () => {
  for (const folder of folders) {
    await stopServer(join(folder, 'postgres/data'));
    rmSync(resolve(folder, '..'), { recursive: true, force: true });
  }
});

/** A folder below one that only its owner may enter, as a home folder is. */
function newDataDir(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'postrider-embedded-')), '.data');
  folders.push(folder);
  return folder;
}

async function open(dataDir: string, port?: number) {
  return openEmbeddedPostgres({ dataDir, logger, throwaway: true, port: port ?? (await freePort()) });
}

async function query(url: string, sql: string): Promise<unknown[][]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows as unknown[][];
  } finally {
    await client.end();
  }
}

/** Opens the folder in another process, which is then killed as hard as can be. */
async function openAndDie(dataDir: string): Promise<void> {
  const script = `
    const { openEmbeddedPostgres } = await import(${JSON.stringify(inDist('db/embedded.js'))});
    const { createLogger } = await import(${JSON.stringify(inDist('lib/log/logger.js'))});
    const logger = createLogger({ level: 'silent', pretty: false });
    await openEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, port: ${await freePort()}, logger, throwaway: true });
    process.kill(process.pid, 'SIGKILL');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
}

function lockFile(dataDir: string): string {
  return join(dataDir, 'postgres/data/postmaster.pid');
}

function serverPid(dataDir: string): number {
  return Number(readFileSync(lockFile(dataDir), 'utf8').split('\n')[0]);
}

/** A crash of the server: it leaves its lock file behind. */
async function crashServer(dataDir: string): Promise<void> {
  const pid = serverPid(dataDir);
  process.kill(pid, 'SIGKILL');
  while (findRunningEmbedded(dataDir)) await new Promise((next) => setTimeout(next, 10));
}

describe('a fresh data folder', () => {
  const dataDir = newDataDir();
  let postgres: EmbeddedPostgres;

  let takenPort: number;

  beforeAll(async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    takenPort = (blocker.address() as { port: number }).port;
    postgres = await open(dataDir, takenPort);
    blocker.close();
  });

  it('is served on another port when the wanted one is in use, and tools find it there', () => {
    expect(postgres.started).toBe(true);
    expect(Number(new URL(postgres.url).port)).not.toBe(takenPort);
    const { url, superuserUrl } = postgres;
    expect(findRunningEmbedded(dataDir)).toEqual({ url, superuserUrl });
  });

  it('holds a database whose owner is no superuser and cannot pass row level security', async () => {
    const role = 'SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = current_user';
    expect(await query(postgres.url, role)).toEqual([[false, false, false, false]]);
    expect(await query(postgres.superuserUrl, role)).toEqual([[true, true, true, true]]);
    expect(await query(postgres.url, 'CREATE SCHEMA jobs')).toEqual([]);
  });

  it('can be entered only from this machine, with a password that only its owner can read', async () => {
    expect(await query(postgres.url, 'SHOW listen_addresses')).toEqual([['127.0.0.1']]);
    const wrongPassword = postgres.url.replace(/:[^:@]+@/, ':wrong@');
    await expect(query(wrongPassword, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  it('keeps what people send out of the log of the server', async () => {
    await query(postgres.url, "CREATE TABLE t (n text PRIMARY KEY); INSERT INTO t VALUES ('a private number')");
    await expect(query(postgres.url, "INSERT INTO t VALUES ('a private number')")).rejects.toThrow(/duplicate key/);
    const log = readFileSync(join(dataDir, 'postgres/server.log'), 'utf8');
    expect(log).toContain('duplicate key');
    expect(log).not.toContain('a private number');
  });

  it('is served as an ordinary user even when root starts it below a folder of its own', () => {
    const owner = Number(execFileSync('ps', ['-o', 'uid=', '-p', String(serverPid(dataDir))], { encoding: 'utf8' }));
    expect(owner).not.toBe(0);
    expect(owner).toBe(statSync(join(dataDir, 'postgres/data')).uid);
    if (process.getuid?.() !== 0) expect(owner).toBe(process.getuid?.());
  });
});

describe('the first start', () => {
  it('may happen in two processes at once: both end up with one server', async () => {
    const dataDir = newDataDir();
    const [one, other] = await Promise.all([open(dataDir), openAndDie(dataDir).then(() => open(dataDir))]);
    expect(other.url).toBe(one.url);
    expect(await query(other.url, 'SELECT 1')).toEqual([[1]]);
  });
});

describe('a server whose migration loses its answer', () => {
  it('tries again, and does not take its own claim for that of another', async () => {
    const dataDir = newDataDir();
    const { superuserUrl } = await open(dataDir);
    const url = new URL(superuserUrl);
    url.pathname = '/postrider';
    // Once: sequences do not come back with what is rolled back.
    await query(
      url.href,
      `CREATE SEQUENCE tries; GRANT USAGE ON SEQUENCE tries TO PUBLIC;
       CREATE FUNCTION fail_once() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
         IF nextval('tries') = 1 THEN RAISE EXCEPTION 'made for a test' USING ERRCODE = '08006'; END IF;
       END $$;
       CREATE EVENT TRIGGER fail_once ON ddl_command_start EXECUTE FUNCTION fail_once()`,
    );
    const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir });
    const fail = () => undefined;
    const database = await openServerDatabase(config, logger, { interrupted: new AbortController().signal, fail });
    expect(await query(url.href, 'SELECT last_value > 1 FROM tries')).toEqual([[true]]);
    await database.close();
  });
});

describe('after a hard kill', () => {
  it('of this program, the orphaned server is adopted with its data', async () => {
    const dataDir = newDataDir();
    await openAndDie(dataDir);
    const orphan = serverPid(dataDir);
    const adopted = await open(dataDir);
    expect(adopted.started).toBe(false);
    expect(serverPid(dataDir)).toBe(orphan);
    await query(adopted.url, 'CREATE TABLE kept AS SELECT 42 AS n');

    // The orphan has no parent that owns it; stopping must work all the same.
    await adopted.stop();
    expect(findRunningEmbedded(dataDir)).toBeUndefined();
    await expect(query(adopted.url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
    const restarted = await open(dataDir);
    expect(restarted.started).toBe(true);
    expect(await query(restarted.url, 'SELECT n FROM kept')).toEqual([[42]]);
  });

  it('of the server, its stale lock file does not matter, not even when the pid now is that of another process', async () => {
    const dataDir = newDataDir();
    const first = await open(dataDir);
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    await crashServer(dataDir);
    const second = await open(dataDir);
    expect(second.started).toBe(true);
    await crashServer(dataDir);

    // PostgreSQL takes any live process of its own user for the server that wrote the file.
    const { uid, gid } = statSync(join(dataDir, 'postgres/data'));
    const stranger = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid, cwd: '/' } : {});
    await once(stranger, 'spawn');
    writeFileSync(lockFile(dataDir), readFileSync(lockFile(dataDir), 'utf8').replace(/^.*/, String(stranger.pid)));
    expect(findRunningEmbedded(dataDir)).toBeUndefined();
    const third = await open(dataDir);
    expect(stranger.kill()).toBe(true);
    expect(third.started).toBe(true);
    expect(await query(third.url, 'SELECT n FROM kept')).toEqual([[42]]);
  });

  it('between the creation of the cluster and that of its database, the next start makes up for it', async () => {
    const dataDir = newDataDir();
    const halfDone = await open(dataDir);
    await query(halfDone.superuserUrl, 'DROP DATABASE postrider');
    await query(halfDone.superuserUrl, 'DROP ROLE postrider');
    const { url } = await open(dataDir);
    expect(await query(url, 'SELECT current_user::text')).toEqual([['postrider']]);
  });
});
