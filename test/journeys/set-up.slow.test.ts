import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { stopServer } from '../../src/db/embedded/server.js';
import { havingPrinted, type RunningProgram, spawnPostrider } from '../support/programs/program.js';

jest.setTimeout(60_000);

const dataDir = mkdtempSync(join(tmpdir(), 'postrider-set-up-'));
const FIRST = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery', organisationName: 'Acme' };
let server: RunningProgram;

beforeAll(async () => {
  server = await havingPrinted(
    await spawnPostrider(['serve'], { DATA_DIR: dataDir, SANDBOX_DELAY_MS: '50' }),
    /Postrider is ready/,
  );
});

afterAll(async () => {
  await server.term();
  await stopServer(join(dataDir, 'postgres/data'));
  rmSync(dataDir, { recursive: true, force: true });
});

// biome-ignore lint/suspicious/noExplicitAny: answers of all shapes.
const jsonOf = (answer: Response): Promise<any> => answer.json();

/** The documents that the pages send, by their names. */
async function documentsOf(script: string): Promise<Record<string, string>> {
  const source = await (await fetch(`${server.url}/people/${script}.js`)).text();
  const documents = [...source.matchAll(/`((?:query|mutation) (\w+)[^`]+)`/g)];
  return Object.fromEntries(documents.map(([, text, name]) => [name, text]));
}

describe('from an empty data folder', () => {
  it('the printed link, an organisation and a key lead to the first SMS', async () => {
    const [, page, token] = /"setUpLink":"([^"#]+)#token=([\w-]+)"/.exec(server.output()) ?? [];
    expect((await fetch(page ?? '')).status).toBe(200);
    const headers: Record<string, string> = { 'content-type': 'application/json', origin: server.url };
    const ask = async (query: string | undefined, variables: object = {}) => {
      const body = JSON.stringify({ query, variables });
      const answer = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body });
      headers.cookie ??= answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      return (await jsonOf(answer)).data;
    };

    const { SetUp } = await documentsOf('set-up');
    const { setUp } = await ask(SetUp, { input: { ...FIRST, token } });
    expect(setUp).toMatchObject({ organisation: { name: 'Acme' }, userErrors: [] });
    headers['x-organisation-id'] = setUp.organisation.id;

    const { Scopes, CreateKey } = await documentsOf('key');
    const { scopes } = (await ask(Scopes)).viewer;
    const { createApiKey } = await ask(CreateKey, { input: { name: 'My first key', mode: 'TEST', scopes } });
    expect(createApiKey.userErrors).toEqual([]);

    const call = async (method: string, path: string, body: object | null) => {
      const byKey = { authorization: `Bearer ${createApiKey.key}`, 'x-organisation-id': setUp.organisation.id };
      const json = { method, headers: { ...byKey, 'content-type': 'application/json' } };
      return jsonOf(
        await fetch(server.url + path, body ? { ...json, body: JSON.stringify(body) } : { headers: byKey }),
      );
    };
    const sent = await call('POST', '/v1/sms/send/', { to: '12025550100', message: 'Hello from Postrider' });
    expect(sent).toMatchObject({ success: true, status: 'queued' });
    const statusOf = async () => (await call('GET', `/v1/sms/messages/${sent.message_id}/`, null)).status;
    while ((await statusOf()) !== 'delivered') await sleep(50);
    expect(await statusOf()).toBe('delivered');
  });

  it('has told its log neither the password nor, beyond the link itself, the token', () => {
    const token = /#token=([\w-]+)"/.exec(server.output())?.[1] ?? 'none';
    expect(server.output().split(token)).toHaveLength(2);
    expect(server.output()).not.toContain(FIRST.password);
  });
});
