import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.js';
import { tokenOf } from '../../support/people/members.js';
import { freePort } from '../../support/programs/free-port.js';
import { type RunningProgram, runPostrider, spawnPostrider } from '../../support/programs/program.js';

// A process for each command, which a busy machine makes slow.
jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'postrider-members-'));
let database: TestDatabase;
let server: RunningProgram;
let env: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url, DATA_DIR: folder, XDG_CONFIG_HOME: folder, PORT: String(await freePort()) };
  server = await spawnPostrider(['serve', '--role', 'api'], env);
});

afterAll(async () => {
  await server.term();
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function postriderJson<Answer>(...args: string[]): Promise<Answer> {
  const { code, stdout, stderr } = await runPostrider([...args, '--json'], env);
  if (code !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`);
  return JSON.parse(stdout) as Answer;
}

async function countMails(): Promise<number> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM mails');
  await client.end();
  return rows[0]?.count ?? 0;
}

interface Invited {
  readonly link: string;
  readonly email: string;
  readonly mailed: boolean;
}

const ACCEPT = `mutation ($input: AcceptInvitationInput!) {
  acceptInvitation(input: $input) { organisation { id } userErrors { code } } }`;

describe('an organisation that was made at the command line', () => {
  it('gets its first owner by a link that is printed, and mailed only when asked to', async () => {
    const made = await postriderJson<{ id: string }>('organisation', 'create', 'Acme');
    const at = ['--organisation', made.id];
    const invite = (...more: string[]) =>
      postriderJson<Invited>('organisation', 'invite', 'Ada@example.org', ...at, '--role', 'owner', ...more);
    expect(await invite('--mail')).toMatchObject({ email: 'ada@example.org', mailed: true });
    expect(await countMails()).toBe(1);
    const { link, mailed } = await invite();
    expect(link.startsWith(`${server.url}/invitation#token=`)).toBe(true);
    expect(mailed).toBe(false);
    expect(await countMails()).toBe(1);

    const input = { token: tokenOf(link), name: 'Ada', password: 'a password that is long enough' };
    const answer = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: ACCEPT, variables: { input } }),
    });
    expect(await answer.json()).toMatchObject({
      data: { acceptInvitation: { organisation: { id: made.id }, userErrors: [] } },
    });
    expect(await postriderJson('organisation', 'members', ...at)).toEqual([
      expect.objectContaining({ email: 'ada@example.org', name: 'Ada', role: 'owner' }),
    ]);
    const { stdout } = await runPostrider(['organisation', 'members', ...at], env);
    expect(stdout).toMatch(/^PERSON +EMAIL +NAME +ROLE +JOINED\n[0-9a-f-]{36} +ada@example\.org +Ada +owner +\S+Z\n$/);
  });

  it('is told what is wrong with an invitation', async () => {
    await postriderJson('organisation', 'create', 'Other');
    const at = ['--organisation', '01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70'];
    const invite = (...args: string[]) => runPostrider(['organisation', 'invite', ...args], env);
    expect(await invite('ada@example.org', '--role', 'owner', ...at)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no organisation'),
    });
    expect(await invite('ada@example.org', '--role', 'king')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Allowed choices are owner, admin, developer, operator, viewer'),
    });
  });
});
