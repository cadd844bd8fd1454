import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { createTestDatabase, isOnCitus, type TestDatabase } from '../../support/database/database.js';
import { freePort } from '../../support/programs/free-port.js';
import { runPostrider, spawnPostrider } from '../../support/programs/program.js';
import { startCommand } from '../running-command.js';

// A process for each command, which a busy machine makes slow.
jest.setTimeout(120_000);

const folder = mkdtempSync(join(tmpdir(), 'postrider-own-database-'));
let database: TestDatabase;
let env: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url, DATA_DIR: folder };
});

afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** The commands with which docs/production.md installs Postrider, but for those that run the server. */
function productionCommands(): string[][] {
  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/production.md'), 'utf8');
  const [, block = ''] = /\n## Install and start\n.*?```sh\n(.*?)```/s.exec(page) ?? [];
  const commands = [...block.matchAll(/postrider(?: --)? ((?:migrate|organisation|key) ?[^#\n]*)/g)];
  return commands.map(([, command = '']) =>
    [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? ''),
  );
}

describe('the commands that install Postrider in production', () => {
  it('work as they stand, one after the other, and so do all others after them', async () => {
    const settings = {
      ...env,
      NODE_ENV: 'production',
      SECRET_KEY: randomBytes(32).toString('base64'),
      PUBLIC_URL: 'https://sms.example.org',
    };
    const commands = productionCommands();
    expect(commands.map(([command]) => command)).toEqual(['migrate', 'organisation', 'organisation', 'key']);
    const others = [['key', 'list'], ['organisation', 'members'], ['audit']];
    for (const command of [...commands, ...others]) {
      expect(await runPostrider(command, settings)).toMatchObject({ code: 0, stderr: '' });
    }
  });
});

describe('serve on a database of its owner', () => {
  it('in production refuses a user whom row level security does not hold', async () => {
    const port = String(await freePort());
    const production = {
      NODE_ENV: 'production',
      SECRET_KEY: 'x'.repeat(32),
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    };
    const refused = await runPostrider(['serve'], { ...env, ...production, DATABASE_URL: database.superuserUrl });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/passes row level security: it must have neither SUPERUSER nor BYPASSRLS\.\n$/);
  });

  it('in production warns of an address without TLS and of a secret key that can be guessed', async () => {
    const production = {
      NODE_ENV: 'production',
      SECRET_KEY: 'change-me-change-me-change-me-change-me',
      PUBLIC_URL: 'http://sms.example.org',
    };
    const unused = await createTestDatabase();
    const settings = { ...env, ...production, DATABASE_URL: unused.url };
    const server = await spawnPostrider(['serve', '--role', 'api'], settings);
    const doctor = await runPostrider(['doctor'], settings);
    await server.term();
    await unused.drop();
    for (const output of [server.output(), doctor.stdout]) {
      expect(output).toContain('PUBLIC_URL begins with http: passwords, API keys and cookies are sent');
      expect(output).toContain('SECRET_KEY looks guessable');
      expect(output).not.toContain('change-me');
    }
  });

  it('refuses one that is not migrated, and migrate puts that right', async () => {
    const empty = await createTestDatabase();
    const client = new Client({ connectionString: empty.superuserUrl });
    await client.connect();
    await client.query('DROP OWNED BY postrider CASCADE');
    await client.end();
    const elsewhere = { ...env, DATABASE_URL: empty.url, PORT: String(await freePort()) };
    const refused = await runPostrider(['serve', '--role', 'worker'], elsewhere);
    expect(refused).toMatchObject({
      code: 1,
      stderr: 'The database is not up to date: run "postrider migrate" first.\n',
    });
    const migrated = await runPostrider(['migrate', '--json'], elsewhere);
    expect(JSON.parse(migrated.stdout)).toEqual({ migrated: true, unknown_migrations: [] });
    await empty.drop();
  });
});

/** An ErrorResponse of PostgreSQL's protocol. */
const STARTING_UP = (() => {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0');
  const head = Buffer.from('E\0\0\0\0');
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
})();

/** Appears where the database will be. The first connection is told that it is starting, all others get through. */
function startDatabaseAt(port: number): () => void {
  const { hostname, port: target } = new URL(database.url);
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    if (sockets.length === 1) return void socket.once('data', () => socket.end(STARTING_UP));
    const upstream = connect(Number(target), hostname).on('error', () => socket.destroy());
    socket.pipe(upstream).pipe(socket);
  }).listen(port, '127.0.0.1');
  return () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
}

describe('a database that is not there yet', () => {
  it('is waited for by migrate, while it refuses connections and while it starts', async () => {
    const port = await freePort();
    const url = new URL(database.url);
    url.port = String(port);
    const command = startCommand(['migrate'], { ...env, DATABASE_URL: url.href });
    await command.until(() => command.stderr().includes('ECONNREFUSED'));
    const stop = startDatabaseAt(port);
    expect(await command.exited).toBe(0);
    stop();
    expect(command.stderr()).toMatch(/waiting for the database.*57P03/s);
    expect(command.stdout()).toBe('The database was already up to date.\n');
  });

  it('is waited for by a server, until that is told to stop', async () => {
    const nowhere = { DATABASE_URL: 'postgres://app@database.invalid/app', PORT: String(await freePort()) };
    const server = startCommand(['serve', '--role', 'worker'], { ...env, ...nowhere });
    await server.until(() => /waiting for the database/.test(server.stdout()));
    const at = performance.now();
    expect(await server.interrupt()).toBe(0);
    expect(performance.now() - at).toBeLessThan(5_000);
  });

  // The nodes of `npm run test:citus` ask for no password.
  (isOnCitus() ? it.skip : it)('is not what a wrong password means', async () => {
    const url = new URL(database.url);
    url.password = 'wrong';
    const refused = await runPostrider(['migrate'], { ...env, DATABASE_URL: url.href });
    const stderr = 'The database refuses the user or the password of DATABASE_URL.\n';
    expect(refused).toMatchObject({ code: 1, stderr });
  });
});
