import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.js';
import { quietPort } from '../../support/fleet/fleet-member.js';
import { COMPILE_CACHE } from '../../support/programs/program.js';
import { startCommand } from '../../support/programs/start-command.js';
import { eventually } from '../../support/wait.js';

// All of them start at the same time, which takes a busy machine long.
jest.setTimeout(180_000);
const READY_WITHIN_MS = 120_000;

const ROOT = resolve(import.meta.dirname, '../../..');
const DIRECTLY = [process.execPath, ...startCommand(ROOT), 'serve'];
// Without the build that comes before: other tests use its result.
const NPM_START = ['npm', 'start', '--ignore-scripts'];
const NPM_RUN = ['npm', 'run', '--ignore-scripts', 'postrider', '--', 'serve'];
const NPX = ['npm', 'exec', '--no', '--', 'postrider', 'serve'];
/** A shell with more to do keeps its process, and passes no signal on. */
const SHELL = ['sh', '-c', `${NPM_START.join(' ')}; true`];
const AS_FIRST = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];

/** Longer than a process that dies without a word would leave the call standing. */
const WHILE_STOPPING_MS = 1_000;

interface Way {
  readonly name: string;
  readonly command: readonly string[];
  /** In a session of its own, as a service manager starts it. */
  readonly detached?: boolean;
  readonly first?: boolean;
  /** 200 unless it has no API. */
  readonly answer?: number;
}

const mayUnshare = spawnSync(AS_FIRST[0] as string, [...AS_FIRST.slice(1), 'true']).status === 0;
if (!mayUnshare) {
  process.stderr.write(`SKIPPED: SIGTERM to process 1. "${AS_FIRST.join(' ')} true" fails: it needs Linux and root.\n`);
}

const WAYS: readonly Way[] = [
  { name: 'node, as a child', command: DIRECTLY },
  { name: 'node, in a session of its own', command: DIRECTLY, detached: true },
  { name: 'node, as process 1', command: DIRECTLY, first: true },
  { name: 'npm start, as a child', command: NPM_START },
  { name: 'npm run postrider, in a session of its own', command: NPM_RUN, detached: true },
  { name: 'npx postrider, as a child', command: NPX },
  { name: 'node, a worker', command: [...DIRECTLY, '--role', 'worker'], answer: 404 },
  { name: 'node, a worker as process 1', command: [...DIRECTLY, '--role', 'worker'], first: true, answer: 404 },
  { name: 'npm start, a worker', command: [...NPM_START, '--', '--role', 'worker'], answer: 404 },
  { name: 'sh -c "npm start", in a session of its own', command: SHELL, detached: true },
];
const ways = WAYS.filter(({ first }) => mayUnshare || !first);

interface Started {
  readonly url: string;
  readonly child: ChildProcess;
  output(): string;
}

const started = new Map<string, Started>();
// npx keeps its link to this folder here: one that was made before the program was built would be used again.
const npmCache = mkdtempSync(join(tmpdir(), 'postrider-npm-cache-'));
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  for (const way of ways) started.set(way.name, await start(way, database.url));
});

afterAll(async () => {
  for (const { child, output } of started.values()) {
    child.kill('SIGKILL');
    killServer(output());
  }
  rmSync(npmCache, { recursive: true, force: true });
  await database.drop();
});

describe('SIGTERM to the process that was started', () => {
  it.each(ways)('drains the server: $name', async (way) => {
    const { url, child, output } = started.get(way.name) as Started;
    await eventually('it is ready', async () => (await isReady(url)) || undefined, READY_WITHIN_MS).catch((cause) => {
      throw new Error(`It printed:\n${output()}`, { cause });
    });
    const call = await beginCall(url);
    process.kill(way.first ? onlyChildOf(child) : (child.pid as number), 'SIGTERM');
    await sleep(WHILE_STOPPING_MS);
    expect(await call.finish()).toBe(way.answer ?? 200);
    await eventually('the port is closed', async () => (await isRefused(url)) || undefined, 5_000);
    await eventually('it has stopped in order', async () => output().includes('"msg":"stopped"') || undefined, 5_000);
  });
});

async function start({ command, detached = false, first }: Way, databaseUrl: string): Promise<Started> {
  const port = String(await quietPort());
  const { PATH = '', HOME = '' } = process.env;
  const SECRET_KEY = 'a secret of the tests that is long enough';
  const env = {
    PATH,
    HOME,
    NODE_ENV: 'test',
    PORT: port,
    DATABASE_URL: databaseUrl,
    SECRET_KEY,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    npm_config_cache: npmCache,
  };
  const [file = '', ...args] = first ? [...AS_FIRST, ...command] : command;
  const child = spawn(file, args, { cwd: ROOT, env, detached, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk));
  return { url: `http://127.0.0.1:${port}`, child, output: () => printed };
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
const isRefused = (url: string) =>
  fetch(url).then(
    () => false,
    ({ cause }: Error) => (cause as NodeJS.ErrnoException).code === 'ECONNREFUSED',
  );

/** Sends all of a call but its last byte. */
async function beginCall(url: string) {
  const body = JSON.stringify({ query: '{ __typename }' });
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const call: ClientRequest = request(`${url}/graphql`, { method: 'POST', headers, agent: false });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => undefined);
  await new Promise<void>((done) => call.write(body.slice(0, -1), () => done()));
  return {
    async finish() {
      call.end(body.slice(-1));
      const [answer] = await answered;
      answer.resume();
      return answer.statusCode;
    },
  };
}

/** What `unshare` has started is process 1 for itself alone. */
function onlyChildOf({ pid }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
}

/** A server that its starter left behind; in a namespace it has died with process 1. */
function killServer(output: string): void {
  const pid = Number(/"pid":(\d+)/.exec(output)?.[1] ?? 0);
  try {
    if (pid > 1 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('dist/main.js')) process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
