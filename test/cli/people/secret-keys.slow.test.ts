import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { freePort } from '../../support/programs/free-port.js';
import { runPostrider, spawnPostrider } from '../../support/programs/program.js';
import { useCommandsStage } from '../commands-stage.js';

const OLD = 'the secret key that the installation began with';
const NEW = 'the secret key that has taken its place, and is as long';
const THIRD = 'a secret key that was never of this installation';
const FOREIGN = /^SECRET_KEY is not a secret key of this database\. Fingerprints: /;

const stage = useCommandsStage('for each test');

/** Each process has a port of its own. */
async function envOf(settings: Record<string, string>): Promise<Record<string, string>> {
  return { ...stage.env, PORT: String(await freePort()), ...settings };
}
const run = async (args: string[], settings: Record<string, string>) => runPostrider(args, await envOf(settings));
const startServer = async (settings: Record<string, string>) =>
  spawnPostrider(['serve', '--role', 'api'], await envOf(settings));

async function serveOnce(settings: Record<string, string>): Promise<void> {
  const server = await startServer(settings);
  await server.term();
}

const accepted = async () => (await stage.sql('SELECT id FROM accepted_secret_keys')).length;

/** Of an organisation whose key OLD has hashed. */
async function makeApiKey(): Promise<{ readonly key: string; readonly headers: Record<string, string> }> {
  const made = await run(['organisation', 'create', 'Acme', '--json'], { SECRET_KEY: OLD });
  const { id } = JSON.parse(made.stdout) as { id: string };
  const args = ['key', 'create', '--name', 'shop', '--mode', 'live', '--organisation', id, '--json'];
  const { key } = JSON.parse((await run(args, { SECRET_KEY: OLD })).stdout) as { key: string };
  return { key, headers: { authorization: `Bearer ${key}`, 'x-organisation-id': id } };
}

describe('A server with a secret key that is not of its database', () => {
  it('does not start after another key was accepted, and says so', async () => {
    await serveOnce({ SECRET_KEY: OLD });
    const refused = await run(['serve'], { SECRET_KEY: THIRD });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(FOREIGN) });
    expect(await accepted()).toBe(1);
    const both = await run(['serve'], { SECRET_KEY: THIRD, PREVIOUS_SECRET_KEY: NEW });
    expect(both.stderr).toMatch(/^Neither SECRET_KEY nor PREVIOUS_SECRET_KEY is a secret key of this database\./);
    const doctor = await run(['doctor'], { SECRET_KEY: THIRD });
    expect(doctor).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/secret key +SECRET_KEY is not a secret key/),
    });
  });

  it('does not start for the first time on a database with API keys of another one, and writes nothing', async () => {
    await makeApiKey();
    expect((await run(['serve'], { SECRET_KEY: THIRD })).stderr).toMatch(FOREIGN);
    expect(await accepted()).toBe(0);
    await serveOnce({ SECRET_KEY: OLD });
    expect(await accepted()).toBe(1);
  });

  it('does not start after its generated key was lost from DATA_DIR', async () => {
    await serveOnce({});
    rmSync(join(stage.folder, 'secret.key'));
    expect((await run(['serve'], {})).stderr).toMatch(FOREIGN);
  });

  it('starts after the operator has said that the key is lost', async () => {
    const { headers } = await makeApiKey();
    await serveOnce({ SECRET_KEY: OLD });
    expect((await run(['key', 'list'], { SECRET_KEY: NEW })).stderr).toMatch(FOREIGN);
    expect(await run(['rekey', '--lost'], { SECRET_KEY: NEW })).toMatchObject({ code: 0 });
    const server = await startServer({ SECRET_KEY: NEW });
    expect((await fetch(`${server.url}/v1/sms/campaigns/`, { headers })).status).toBe(401);
    await server.term();
  });

  it('is not ready if its database turns out to be of other keys', async () => {
    const server = await startServer({ SECRET_KEY: OLD });
    await stage.sql(`UPDATE accepted_secret_keys SET id = 'another'`);
    await new Promise((resolve) => setTimeout(resolve, 600));
    const answer = await fetch(`${server.url}/readyz`);
    expect([answer.status, await answer.json()]).toEqual([
      503,
      expect.objectContaining({ detail: 'SECRET_KEY is not a secret key of this database.' }),
    ]);
    await server.term();
  });
});

describe('Servers whose secret key is being replaced', () => {
  it('run beside each other until one starts without the key that rekey has replaced', async () => {
    await serveOnce({ SECRET_KEY: OLD });
    const oldest = await startServer({ SECRET_KEY: OLD });
    const isReady = async () => (await fetch(`${oldest.url}/readyz`)).status;
    await serveOnce({ SECRET_KEY: OLD, PREVIOUS_SECRET_KEY: NEW });
    await serveOnce({ SECRET_KEY: NEW, PREVIOUS_SECRET_KEY: OLD });
    expect(await isReady()).toBe(200);
    expect(await run(['rekey'], { SECRET_KEY: NEW, PREVIOUS_SECRET_KEY: OLD })).toMatchObject({ code: 0 });
    await serveOnce({ SECRET_KEY: NEW, PREVIOUS_SECRET_KEY: OLD });
    expect(await isReady()).toBe(200);
    await serveOnce({ SECRET_KEY: NEW });
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await isReady()).toBe(503);
    await oldest.term();
    expect((await run(['serve'], { SECRET_KEY: OLD })).stderr).toMatch(FOREIGN);
  });
});

describe('A database of version 0.1.0, whose API keys do not name their secret key', () => {
  it('is warned of until a call with one of them has succeeded', async () => {
    const { headers } = await makeApiKey();
    await stage.sql('UPDATE api_keys SET secret_key_id = NULL');
    const server = await startServer({ SECRET_KEY: OLD });
    expect(server.output()).toContain('nothing in the database tells whether SECRET_KEY has made its API keys');
    expect(await accepted()).toBe(0);
    expect((await run(['doctor'], { SECRET_KEY: OLD })).stdout).toMatch(/secret key +Nothing tells whether SECRET_KEY/);
    expect((await fetch(`${server.url}/v1/sms/campaigns/`, { headers })).status).toBe(200);
    await server.term();
    expect((await run(['serve'], { SECRET_KEY: THIRD })).stderr).toMatch(FOREIGN);
    await serveOnce({ SECRET_KEY: OLD });
    expect(await accepted()).toBe(1);
  });
});
