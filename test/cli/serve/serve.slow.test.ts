import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { stopServer } from '../../../src/db/embedded/server.js';
import { findRunningEmbedded } from '../../../src/db/embedded.js';
import { freePort } from '../../support/programs/free-port.js';
import { havingPrinted, type RunningProgram, runPostrider, spawnPostrider } from '../../support/programs/program.js';
import { eventually } from '../../support/wait.js';

// Real starts and stops, which a busy machine makes slow.
jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'postrider-serve-'));
const dataDir = join(folder, '.data');
const env = { DATA_DIR: dataDir, SANDBOX_DELAY_MS: '50' };
let server: RunningProgram;

/** What the server has asked the desktop to open. */
const opened = join(folder, 'opened');

beforeAll(async () => {
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\necho "$@" >> '${opened}'\n`, { mode: 0o755 });
  const PATH = `${folder}:${process.env.PATH}`;
  server = await havingPrinted(await spawnPostrider(['serve', '--open'], { ...env, PATH }), /Postrider is ready/);
});

afterAll(async () => {
  await server.term();
  await stopServer(join(dataDir, 'postgres/data'));
  rmSync(folder, { recursive: true, force: true });
});

/** The command that the server printed, or undefined. */
function curlCommand({ output }: RunningProgram): string | undefined {
  const lines = output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  return lines.map((line) => (JSON.parse(line) as { curl?: string }).curl).find((curl) => curl !== undefined);
}

/** The link that the server printed, or undefined. */
function setUpLink({ output }: RunningProgram): string | undefined {
  return /"setUpLink":"([^"]+)"/.exec(output())?.[1];
}

/**
 * Lets a shell take the command apart as it would after a paste, but makes the call here: not every machine has curl.
 */
async function paste(command: string): Promise<Response> {
  const args = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ${command}`], { encoding: 'utf8' }).split(
    '\0',
  );
  const valuesOf = (flag: string) => args.filter((_, at) => args[at - 1] === flag);
  const headers = valuesOf('-H').map((header) => header.split(': ') as [string, string]);
  const url = args.find((arg) => arg.startsWith('http')) ?? '';
  return fetch(url, { method: valuesOf('-X')[0] ?? 'GET', headers, body: valuesOf('-d')[0] ?? null });
}

describe('a server on an empty data folder', () => {
  it('says what runs where, and that nothing leaves the machine', () => {
    const output = server.output();
    for (const place of ['/graphql', '/graphiql', '/v1/', '/docs']) expect(output).toContain(`"${server.url}${place}"`);
    expect(output).toContain(`embedded PostgreSQL in ${dataDir}`);
    expect(output).toContain('nothing leaves this machine');
  });

  it('prints a command that sends a message as it stands', async () => {
    const answer = await paste(curlCommand(server) ?? '');
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ success: true, status: 'queued', to: '12025550100' });
  });

  it('logs its migrations in one line', () => {
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.includes('migrat'));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'migrated', migrations: expect.any(Number) }]);
  });

  (process.platform === 'linux' ? it : it.skip)('opens the set-up page in a browser, if asked to', async () => {
    await eventually('a browser is called', async () => existsSync(opened) || undefined);
    expect(readFileSync(opened, 'utf8').trim()).toBe(setUpLink(server));
  });

  it('prints the link that makes the first account, and a command prints it again', async () => {
    const link = setUpLink(server);
    expect(link).toMatch(new RegExp(`^${server.url}/setup#token=[\\w-]{43}$`));
    const PORT = new URL(server.url).port;
    expect(await runPostrider(['set-up-link'], { ...env, PORT })).toMatchObject({ code: 0, stdout: `${link}\n` });
    const asJson = await runPostrider(['set-up-link', '--json'], { ...env, PORT });
    expect(JSON.parse(asJson.stdout)).toEqual({ set_up_link: link });
  });

  it('keeps its secrets from others', () => {
    for (const name of ['secret.key', 'demo.json']) expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8').length).toBeGreaterThanOrEqual(32);
  });

  it('keeps the folder: a second server is refused in one sentence and disturbs nothing', async () => {
    const second = await runPostrider(['serve'], { ...env, PORT: String(await freePort()) });
    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(/^Another Postrider server is using this data folder\..+\n$/);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  it('keeps its port: another program on it is refused in one sentence', async () => {
    const { port } = new URL(server.url);
    const second = await runPostrider(['serve'], { DATA_DIR: join(folder, 'other'), PORT: port });
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toBe(
      `Port ${port} is in use, perhaps by another Postrider: stop that program, or set PORT to another port.\n`,
    );
  });
});

describe('after a hard kill', () => {
  it('the next start takes over: the same key works, and what was accepted is delivered', async () => {
    const before = curlCommand(server) ?? '';
    const accepted = (await (await paste(before)).json()) as { message_id: string };
    await server.kill();
    const { port } = new URL(server.url);
    server = await havingPrinted(await spawnPostrider(['serve'], { ...env, PORT: port }), /Postrider is ready/);
    expect(curlCommand(server)).toBe(before);
    expect(setUpLink(server)).toContain('#token=');

    const read = before.replace('-X POST', '-X GET').replace('/sms/send/', `/sms/messages/${accepted.message_id}/`);
    const statusOf = async () => {
      const answer = await paste(read.replace(/ \\\n {2}-d .*/, ''));
      return ((await answer.json()) as { status: string }).status;
    };
    while ((await statusOf()) !== 'delivered') await sleep(50);
    expect(await statusOf()).toBe('delivered');
  });
});

describe('SIGTERM', () => {
  it('ends the server with 0 and its database with it; commands then start and stop the database themselves', async () => {
    expect((await server.term()).code).toBe(0);
    expect(findRunningEmbedded(dataDir)).toBeUndefined();

    const made = await runPostrider(['organisation', 'create', 'Acme', '--json'], env);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(made.stdout)).toMatchObject({ name: 'Acme', demo: false });
    expect(findRunningEmbedded(dataDir)).toBeUndefined();
  });

  it('is followed by starts without a demo key, once there is a real organisation', async () => {
    server = await havingPrinted(await spawnPostrider(['serve'], env), /Postrider is ready/);
    expect(server.output()).toContain('Postrider is ready');
    expect(curlCommand(server)).toBeUndefined();
  });
});

describe('as soon as somebody has an account', () => {
  it('the link is printed by no start and no command any more', async () => {
    const token = setUpLink(server)?.split('=')[1];
    const query = 'mutation ($input: SetUpInput!) { setUp(input: $input) { userErrors { code } } }';
    const person = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' };
    const input = { ...person, organisationName: 'Ada & Sons', token };
    const answer = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { input } }),
    });
    expect(await answer.json()).toMatchObject({ data: { setUp: { userErrors: [] } } });

    const late = await runPostrider(['set-up-link'], env);
    expect(late).toMatchObject({ code: 1, stdout: '' });
    expect(late.stderr).toMatch(/^An account exists already\. Invite people with .+\n$/);
    await server.term();
    server = await havingPrinted(await spawnPostrider(['serve'], env), /Postrider is ready/);
    expect(server.output()).toContain('Postrider is ready');
    expect(server.output()).not.toMatch(/setup#|set-up-link/);
  });
});

describe('beside several organisations', () => {
  const createKey = (more: string[], settings = {}) =>
    runPostrider(['key', 'create', ...more, '--name', 'NAME', '--json'], { ...env, ...settings });

  it('a command names them when it is not told which, and takes a name, an id, or a variable', async () => {
    const unclear = await createKey([]);
    expect(unclear.code).toBe(1);
    const [, acme] = /\n {2}(\S+) {2}Acme\n {2}\S+ {2}Ada & Sons\n/.exec(unclear.stderr) ?? [];
    expect(acme).toBeDefined();
    const organisationOf = async (finished: ReturnType<typeof createKey>) =>
      (JSON.parse((await finished).stdout) as { organisation_id: string }).organisation_id;
    expect(await organisationOf(createKey(['--organisation', acme ?? '']))).toBe(acme);
    expect(await organisationOf(createKey([], { POSTRIDER_ORGANISATION: 'acme' }))).toBe(acme);
    const named = createKey(['--organisation', 'Ada & Sons'], { POSTRIDER_ORGANISATION: 'acme' });
    expect(await organisationOf(named)).not.toBe(acme);
  });
});

describe('a server with bad settings', () => {
  it('does not start, and names every one of them', async () => {
    const { code, stderr } = await runPostrider(['serve'], { ...env, PORT: '0', LOG_LEVEL: 'loud' });
    expect(code).toBe(1);
    expect(stderr).toBe(
      'PORT must be a whole number from 1 to 65535, but is "0".\n' +
        'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, but is "loud".\n',
    );
  });
});
