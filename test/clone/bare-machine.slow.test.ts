import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { stopServer } from '../../src/db/embedded/server.js';
import { copyClone } from '../support/programs/copy-clone.js';
import { freePort } from '../support/programs/free-port.js';
import { eventually } from '../support/wait.js';

// Two installations, and two builds from nothing.
jest.setTimeout(600_000);

const INSTALLED = join(import.meta.dirname, 'node_modules');
const folder = mkdtempSync(join(tmpdir(), 'postrider-bare-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** How this machine reaches its registry: settings that an empty home folder lacks, and what is cached already. */
function networkSettings(): Record<string, string> {
  const settings = ['registry', 'cafile', 'cache'].map((name) => {
    const value = execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
    return [`npm_config_${name}`, value === 'null' ? '' : value];
  });
  return Object.fromEntries([...settings.filter(([, value]) => value), ['npm_config_prefer_offline', 'true']]);
}

describe.each([
  ['18.20 and npm 9.2, as Debian 12 has them', 'node-18', 'npm-9'],
  ['20.19 and npm 10.8', 'node-20', 'npm-10'],
])('on a machine with Node.js %s', (_name, node, npm) => {
  const home = join(folder, node);
  const clone = join(home, 'postrider');
  const bin = join(home, 'bin');
  let env: Record<string, string>;

  beforeAll(() => {
    mkdirSync(bin, { recursive: true });
    const program = join(INSTALLED, node, 'bin/node');
    chmodSync(program, 0o755);
    symlinkSync(program, join(bin, 'node'));
    for (const name of ['npm', 'npx']) symlinkSync(join(INSTALLED, npm, `bin/${name}-cli.js`), join(bin, name));
    const empty = join(home, 'home');
    mkdirSync(empty);
    env = { PATH: `${bin}:/usr/bin:/bin`, HOME: empty, ...networkSettings() };
    copyClone(clone);
  });

  afterAll(async () => {
    const data = join(clone, '.data/postgres/data');
    if (existsSync(data)) await stopServer(data);
  });

  it('npm ci && npm start makes a server that accepts a message', async () => {
    execFileSync('npm', ['ci'], { cwd: clone, env, stdio: 'pipe' });
    const port = String(await freePort());
    const options = { cwd: clone, env: { ...env, PORT: port }, detached: true } as const;
    const started = spawn('npm', ['start'], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
    try {
      const printed = async () => {
        if (started.exitCode !== null) throw new Error('npm start has ended.');
        return curlIn(output);
      };
      const { url, headers, body } = await eventually('the server prints a command', printed, 300_000);
      const sent = await fetch(url, { method: 'POST', headers, body });
      expect([sent.status, await sent.json()]).toEqual([201, expect.objectContaining({ status: 'queued' })]);
    } catch (error) {
      throw new Error(output, { cause: error });
    } finally {
      if (started.exitCode === null) process.kill(-(started.pid as number), 'SIGTERM');
    }
    expect(readdirSync(env.HOME as string).filter((name) => !name.startsWith('.'))).toEqual([]);
  });
});

/** The command that the server prints, taken apart. */
function curlIn(output: string) {
  const line = output.split('\n').find((one) => one.startsWith('{') && one.includes('"curl"'));
  if (!line) return undefined;
  const { curl } = JSON.parse(line) as { curl: string };
  const [url = ''] = /http:\S+/.exec(curl) ?? [];
  const headers = Object.fromEntries(
    [...curl.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [name, value]),
  );
  return { url, headers, body: /-d '(.*)'/.exec(curl)?.[1] ?? '' };
}
