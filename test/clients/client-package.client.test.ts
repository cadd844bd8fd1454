import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sampleEvent } from '../../src/domain/events/samples.js';
import { makeWebhookSecret, signedHeaders, signingKey } from '../../src/domain/events/signature.js';
import { useClient } from '../support/client-stage.js';
import { freePort } from '../support/programs/free-port.js';
import { STRICTLY } from './written-files.js';

const ROOT = resolve(import.meta.dirname, '../..');
const PACKAGE = join(ROOT, 'packages/client');
const EXAMPLES = [...readFileSync(join(PACKAGE, 'README.md'), 'utf8').matchAll(/^```ts title=(\S+)\n(.*?)^```$/gms)];

const stage = useClient();
const folder = mkdtempSync(join(tmpdir(), 'postrider-client-'));
const installed = join(folder, 'node_modules/@postrider/client');

// As npm installs it: from the tarball, which has no dependencies.
beforeAll(() => {
  const options = { cwd: PACKAGE, encoding: 'utf8' } as const;
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--silent', '--json', '--pack-destination', folder], options),
  );
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, packed.filename), '--strip-components', '1', '-C', installed]);
  mkdirSync(join(folder, 'node_modules/@types'));
  for (const name of ['@types/node', 'undici-types']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const [, title = '', code = ''] of EXAMPLES) writeFileSync(join(folder, title), code);
});
afterAll(() => rmSync(folder, { recursive: true }));

const env = () => ({
  PATH: process.env.PATH ?? '',
  POSTRIDER_URL: stage.proxy.url,
  POSTRIDER_KEY: stage.apiKey,
  POSTRIDER_ORGANISATION: stage.organisationId,
});

/** Not `spawnSync`, which would keep the proxy of this process from working. */
async function run(file: string): Promise<string> {
  const child = spawn(process.execPath, [file], { cwd: folder, env: env() });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(printed);
  return printed;
}

describe('The package of the client', () => {
  it('has no dependencies and imports nothing but its own files', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect([manifest.dependencies, manifest.peerDependencies, manifest.sideEffects]).toEqual([
      undefined,
      undefined,
      false,
    ]);
    const files = globSync('dist/**/*.js', { cwd: installed });
    const code = files.map((file) => readFileSync(join(installed, file), 'utf8')).join('\n');
    const imported = [...code.matchAll(/(?:from|import)\s*\(?['"]([^'"]+)['"]/g)].map(([, name = '']) => name);
    expect(imported.filter((name) => !name.startsWith('./') && !name.startsWith('../'))).toEqual([]);
    expect(code).not.toMatch(/\b(?:process|Buffer|require)\b[.(]/);
  });

  it('types the examples of its page', () => {
    const words = [...STRICTLY, '--noEmit', '--types', 'node'];
    const tsc = join(ROOT, 'node_modules/.bin/tsc');
    const files = EXAMPLES.map(([, title = '']) => title);
    expect(spawnSync(tsc, [...words, ...files], { cwd: folder, encoding: 'utf8' }).stdout).toBe('');
  });
});

describe('The examples of the page', () => {
  it('send a message', async () => {
    expect(await run('send.ts')).toMatch(/^[\w-]{36} queued\n$/);
  });

  it('send a campaign and wait for it', async () => {
    const printed = await run('campaign.ts');
    expect(printed).toContain('1 of 2 delivered');
    expect(printed).toContain('completed 12025550116 blocked 409');
  });

  it('show a refusal', async () => {
    expect(await run('errors.ts')).toMatch(/^invalid 400 \{\s+to: \[/);
  });

  it('read the event log', async () => {
    await run('send.ts');
    expect(await run('events.ts')).toMatch(/^1 sms\.queued\n/);
  });

  it('take webhooks that are genuine, and no others', async () => {
    const [secret, port] = [makeWebhookSecret(), await freePort()];
    const settings = { ...env(), WEBHOOK_SECRET: secret, PORT: String(port) };
    const server = spawn(process.execPath, ['webhook.ts'], {
      cwd: folder,
      env: settings,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(server.stdout, 'data');
    const body = JSON.stringify(sampleEvent('sms.delivered', new Date()));
    const post = async (from: string) => {
      const headers = signedHeaders([signingKey(from)], { id: 'evt_1', body, sentAt: new Date() });
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
    };
    expect([await post(secret), await post(makeWebhookSecret())]).toEqual([204, 400]);
    server.kill();
    await once(server, 'exit');
  });
});
