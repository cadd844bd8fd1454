import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createTestDatabase, isOnCitus } from '../../support/database/database.js';
import { asSuperuser } from '../../support/database/given-server.js';
import { freePort } from '../../support/programs/free-port.js';
import { useCommandsStage } from '../commands-stage.js';
import { startCommand } from '../running-command.js';

const stage = useCommandsStage();

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
      NODE_ENV: 'production',
      SECRET_KEY: randomBytes(32).toString('base64'),
      PUBLIC_URL: 'https://sms.example.org',
    };
    const commands = productionCommands();
    expect(commands.map(([command]) => command)).toEqual(['migrate', 'organisation', 'organisation', 'key']);
    const others = [['key', 'list'], ['organisation', 'members'], ['audit']];
    for (const command of [...commands, ...others]) {
      expect(await stage.runWith(settings, ...command)).toMatchObject({ code: 0, stderr: '' });
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
    const refused = await stage.runWith({ ...production, DATABASE_URL: stage.database.superuserUrl }, 'serve');
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
    const settings = { ...production, DATABASE_URL: unused.url };
    const server = await stage.serve(settings, '--role', 'api');
    const doctor = await stage.runWith(settings, 'doctor');
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
    await asSuperuser(empty.superuserUrl, (client) => client.query('DROP OWNED BY postrider CASCADE'));
    const elsewhere = { DATABASE_URL: empty.url };
    const refused = await stage.runWith(elsewhere, 'serve', '--role', 'worker');
    expect(refused).toMatchObject({
      code: 1,
      stderr: 'The database is not up to date: run "postrider migrate" first.\n',
    });
    const migrated = await stage.runWith(elsewhere, 'migrate', '--json');
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
  const { hostname, port: target } = new URL(stage.database.url);
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
    const url = new URL(stage.database.url);
    url.port = String(port);
    const command = startCommand(['migrate'], { ...stage.env, DATABASE_URL: url.href });
    await command.until(() => command.stderr().includes('ECONNREFUSED'));
    const stop = startDatabaseAt(port);
    expect(await command.exited).toBe(0);
    stop();
    expect(command.stderr()).toMatch(/waiting for the database.*57P03/s);
    expect(command.stdout()).toBe('The database was already up to date.\n');
  });

  it('is waited for by a server, until that is told to stop', async () => {
    const nowhere = { ...stage.env, DATABASE_URL: 'postgres://app@database.invalid/app' };
    const server = startCommand(['serve', '--role', 'worker'], nowhere);
    await server.until(() => /waiting for the database/.test(server.stdout()));
    const at = performance.now();
    expect(await server.interrupt()).toBe(0);
    expect(performance.now() - at).toBeLessThan(5_000);
  });

  // The nodes of `npm run test:citus` ask for no password.
  (isOnCitus() ? it.skip : it)('is not what a wrong password means', async () => {
    const url = new URL(stage.database.url);
    url.password = 'wrong';
    const refused = await stage.runWith({ DATABASE_URL: url.href }, 'migrate');
    const stderr = 'The database refuses the user or the password of DATABASE_URL.\n';
    expect(refused).toMatchObject({ code: 1, stderr });
  });
});
