import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { answerJson, startHttpPeer } from '../gateways/http-peer.js';
import { answer, startSmppPeer } from '../gateways/smpp-peer.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { type RunningProgram, runPostrider, spawnPostrider } from '../support/program.js';

// A process for each command, which a busy machine makes slow.
jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'postrider-commands-'));
let database: TestDatabase;
let server: RunningProgram;
let env: Record<string, string>;
let organisationId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url, DATA_DIR: folder, SANDBOX_DELAY_MS: '50', PORT: String(await freePort()) };
  organisationId = (await postriderJson<{ organisation_id: string }>('organisation', 'create', 'Acme')).organisation_id;
  server = await spawnPostrider(['serve'], env);
});

afterAll(async () => {
  await server.term();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const postrider = (...args: string[]) => runPostrider(args, env);

async function postriderJson<Answer>(...args: string[]): Promise<Answer> {
  const { code, stdout, stderr } = await postrider(...args, '--json');
  if (code !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`);
  return JSON.parse(stdout) as Answer;
}

function fileOf(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function call(key: string, path: string, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'x-organisation-id': organisationId };
  if (!body) return fetch(server.url + path, { headers });
  const json = { ...headers, 'content-type': 'application/json' };
  return fetch(server.url + path, { method: 'POST', headers: json, body: JSON.stringify(body) });
}

describe('key', () => {
  it('create makes a key that can do what its scopes say, until it is revoked', async () => {
    const args = ['--name', 'Reader', '--scope', 'sms:read', '--expires', '30d'];
    const made = await postriderJson<{ key: string; id: string; expires_at: string }>('key', 'create', ...args);
    expect(made.key).toMatch(/^pr_test_/);
    expect(Date.parse(made.expires_at)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    expect((await call(made.key, '/v1/sms/campaigns/')).status).toBe(200);
    expect((await call(made.key, '/v1/sms/send/', { to: '12025550100', message: 'Hi' })).status).toBe(403);

    const { stdout } = await postrider('key', 'list');
    expect(stdout).toContain(made.id);
    expect(stdout).not.toContain(made.key);

    await postriderJson('key', 'revoke', made.id);
    while ((await call(made.key, '/v1/sms/campaigns/')).status !== 401) await sleep(100);
    expect((await call(made.key, '/v1/sms/campaigns/')).status).toBe(401);
  });

  interface ListedKey {
    readonly id: string;
    readonly key: string;
    readonly state: string;
    readonly replaces: string | null;
    readonly sender_ids: string[] | null;
    readonly addresses: string[] | null;
  }

  it('create restricts a key, and rotate puts another in its place that is alike', async () => {
    const restrictions = ['--sender-id', 'SHOP', 'SHOP 2', '--address', '127.0.0.0/8', '::1'];
    const made = await postriderJson<ListedKey>('key', 'create', '--name', 'Till', ...restrictions);
    expect(made).toMatchObject({ sender_ids: ['SHOP', 'SHOP 2'], addresses: ['127.0.0.0/8', '::1'], state: 'active' });
    const sms = { to: '12025550100', message: 'Hi' };
    expect((await call(made.key, '/v1/sms/send/', sms)).status).toBe(400);
    expect((await call(made.key, '/v1/sms/send/', { ...sms, sender_id: 'SHOP 2' })).status).toBe(201);

    const { key: _, id, ...alike } = made;
    const rotated = await postriderJson<ListedKey>('key', 'rotate', id.toUpperCase(), '--overlap', '0h');
    const own = {
      id: expect.any(String),
      hint: expect.any(String),
      created_at: expect.any(String),
      last_used_at: null,
    };
    expect(rotated).toEqual({ ...alike, ...own, key: expect.stringMatching(/^pr_test_/), replaces: id });
    expect((await call(rotated.key, '/v1/sms/campaigns/')).status).toBe(200);
    while ((await call(made.key, '/v1/sms/campaigns/')).status !== 401) await sleep(100);

    const { stdout } = await postrider('key', 'list');
    const lineOf = (wanted: string) => stdout.split('\n').find((line) => line.startsWith(wanted));
    expect(lineOf(id)).toMatch(/SHOP SHOP 2, 127\.0\.0\.0\/8 ::1 +expired since /);
    expect(lineOf(rotated.id)).toMatch(/SHOP SHOP 2, 127\.0\.0\.0\/8 ::1 +active /);
  });

  it('names the place of what is wrong with a restriction or an overlap', async () => {
    const refused = await postrider('key', 'create', '--name', 'Till', '--address', '127.0.0.1', 'office');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^addresses\.1: /) });
    const empty = await postrider('key', 'rotate', organisationId, '--overlap', '24');
    expect(empty).toMatchObject({ code: 1, stderr: expect.stringContaining('--overlap must be a span') });
  });
});

interface ListedCampaign {
  campaign_id: string;
  status: string;
  total: number;
  counts: Record<string, number>;
}

describe('send', () => {
  it('accepts a message as the only organisation, and refuses what cannot be sent with the field', async () => {
    const sent = await postriderJson<{ message_id: string }>('send', '--to', '12025550100', '--message', 'Hi');
    expect(sent).toMatchObject({ status: 'queued', segments: 1, gateway: 'sandbox', replayed: false });
    const refused = await postrider('send', '--to', '12', '--message', 'Hi');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^to: /);
  });
});

describe('send-bulk', () => {
  it('sends every row of a file its own text and waits for the outcomes', async () => {
    const rows = ['to,name', '12025550100,"Ann ""A"" Lee, PhD"', '12025550110,"Bob\nB"', '+1 202 555 0100,Ann again'];
    const path = fileOf('recipients.csv', `\ufeff${rows.join('\r\n')}\r\n`);
    const { code, stdout, stderr } = await postrider('send-bulk', path, '--message', 'Hi {{name}}');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Campaign \S+ is completed: delivered 1 · failed 1 · total 2\n$/),
    });
    expect(stderr).toContain('Rows accepted for sandbox: 2, duplicates left out: 1.');
    expect(stderr).toContain('2 of 2');

    const id = stdout.split(' ')[1] ?? '';
    const [campaign] = await postriderJson<ListedCampaign[]>('campaign', 'watch', id);
    expect(campaign).toMatchObject({ campaign_id: id, status: 'completed', counts: { delivered: 1, failed: 1 } });
  });

  it('makes several campaigns of a file that is too long for one, and need not wait for them', async () => {
    const numbers = Array.from({ length: 10_000 }, (_, index) => `1202556${String(index).padStart(4, '0')}`);
    const path = fileOf('long.csv', `to\n${numbers.join('\n')}\n12025550100\n`);
    const campaigns = await postriderJson<ListedCampaign[]>('send-bulk', path, '--message', 'Hi', '--no-wait');
    expect(campaigns.map(({ total }) => total)).toEqual([10_000, 1]);
  });
});

describe('doctor', () => {
  it('ends with 0 when nothing is wrong', async () => {
    const { code, stdout } = await postrider('doctor');
    expect(stdout).toContain('Nothing is wrong.');
    expect(code).toBe(0);
  });

  it('finds a gateway that does not answer, and messages that wait for one that is gone', async () => {
    const options = { url: `http://127.0.0.1:${await freePort()}`, secret: 'a secret of the test' };
    const file = { gateways: [{ name: 'gone', kind: 'http', options }], routes: [{ gateways: ['gone'] }] };
    const withGateway = { ...env, GATEWAYS_FILE: fileOf('gateways.json', JSON.stringify(file)) };
    await runPostrider(['send', '--to', '12025550100', '--message', 'Hi'], withGateway);

    const configured = await runPostrider(['doctor'], withGateway);
    expect(configured.code).toBe(1);
    expect(configured.stdout).toMatch(/WRONG +gateway gone +It does not answer: nobody listens/);

    const forgotten = await postrider('doctor');
    expect(forgotten.code).toBe(1);
    expect(forgotten.stdout).toMatch(/WRONG +agenda +"gone" is not configured, but 1 of its messages wait/);
  });

  it('asks every gateway and every engine, and says of each what is wrong and what to do', async () => {
    const [centre, waha] = [await startSmppPeer(), await startHttpPeer()];
    const account = { host: '127.0.0.1', system_id: 'acme', password: 'secret1' };
    waha.answer = answerJson({ version: '2025.1.1' });
    const file = {
      gateways: [
        { name: 'centre', kind: 'smpp', options: { ...account, port: centre.port } },
        { name: 'stranger', kind: 'smpp', options: { ...account, port: centre.port, password: 'guessed' } },
      ],
      engines: [
        { name: 'waha', kind: 'waha', options: { url: waha.url, api_key: 'a-key', callback_secret: 'x'.repeat(16) } },
      ],
    };
    centre.onBind = (request, connection) => {
      answer({ command_status: request.password === 'secret1' ? 0 : 0x0e })(request, connection);
    };
    const { code, stdout } = await runPostrider(['doctor'], {
      ...env,
      GATEWAYS_FILE: fileOf('carriers.json', JSON.stringify(file)),
    });
    await Promise.all([centre.close(), waha.close()]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/ok +gateway centre +answers\n/);
    expect(stdout).toMatch(/WRONG +gateway stranger +It refuses us: the password is wrong .*Check the credentials/);
    expect(stdout).toMatch(/WRONG +engine waha +.*WAHA 2025\.1\.1, older than 2026\.6\.1: update it/);
    expect(stdout).toMatch(/ok +engine sandbox +configured/);
    expect(stdout).not.toContain('guessed');
  });

  it('quotes nothing of a file of gateways that is not JSON, for secrets stand in it', async () => {
    const path = fileOf('broken.json', '{"secret": a secret of the test');
    const { stdout } = await runPostrider(['doctor'], { ...env, GATEWAYS_FILE: path });
    expect(stdout).toContain(`GATEWAYS_FILE: The file ${path} is not JSON: see line 1, column 12.`);
    expect(stdout).not.toContain('a secret');
  });
});

describe('serve on a database of its owner', () => {
  it('in production refuses a user whom row level security does not hold', async () => {
    const production = { NODE_ENV: 'production', SECRET_KEY: 'x'.repeat(32), PORT: String(await freePort()) };
    const refused = await runPostrider(['serve'], { ...env, ...production, DATABASE_URL: database.superuserUrl });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/passes row level security: it must have neither SUPERUSER nor BYPASSRLS\.\n$/);
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
    expect(JSON.parse(migrated.stdout)).toEqual({ migrated: true });
    await empty.drop();
  });
});
