import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../support/programs/free-port.ts';
import { startNode, waitUntilReady } from '../support/programs/node-process.ts';
import { startCommand } from '../support/programs/start-command.ts';
import type { ProbeReading, Question } from './event-loop-probe.ts';
import { type Database, SECRET_KEY, type Stage } from './stage.ts';

export interface Process {
  readonly url: string;
  readonly pid: number;
  /** Everything printed so far, both streams. */
  output(): string;
  ask(question: Question): Promise<ProbeReading>;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PROBE = new URL('./event-loop-probe.ts', import.meta.url).href;
const PLAIN_NODE = new URL('../support/programs/plain-node.ts', import.meta.url).href;
const plainly = (program: URL) => ['--import', PLAIN_NODE, fileURLToPath(program)];
export type Settings = Readonly<Record<string, string>>;
const run = promisify(execFile);

const READY_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 20_000;

/** The real program, as docs/production.md says for roles of their own: production, settings from the environment. */
export function startProgram(
  stage: Stage,
  { url }: Database,
  role: 'api' | 'worker',
  settings: Settings = {},
): Promise<Process> {
  return start(stage, [...startCommand(ROOT), 'serve', '--role', role], {
    DATABASE_URL: url,
    SANDBOX_DELAY_MS: '0',
    ...settings,
  });
}

/** The program of another checkout, as it is; the flags of Node are those of its own package.json. */
export function startBuild(
  stage: Stage,
  { url }: Database,
  dist: string,
  role: 'api' | 'worker',
  settings: Settings = {},
): Promise<Process> {
  return start(stage, [...buildCommand(dist), 'serve', '--role', role], {
    DATABASE_URL: url,
    SANDBOX_DELAY_MS: '0',
    LOG_LEVEL: 'error',
    ...settings,
  });
}

/** Runs a command of that program to its end and returns the JSON that it prints. */
export async function runBuild(database: Database, dist: string, command: readonly string[]): Promise<unknown> {
  const env = { PATH: process.env.PATH ?? '', DATABASE_URL: database.url, SECRET_KEY, LOG_LEVEL: 'error' };
  const { stdout } = await run(process.execPath, [...buildCommand(dist), ...command, '--json'], { cwd: ROOT, env });
  return JSON.parse(stdout);
}

function buildCommand(dist: string): string[] {
  return startCommand(dirname(dist)).map((word) => (word === 'dist/main.js' ? join(dist, 'main.js') : word));
}

/** The same API without rate limits. */
export function startUnlimitedServer(stage: Stage, { url }: Database, settings: Settings = {}): Promise<Process> {
  return start(stage, plainly(new URL('./servers/unlimited-server.ts', import.meta.url)), {
    DATABASE_URL: url,
    ...settings,
  });
}

export function startFloorServer(
  stage: Stage,
  { url, superuserUrl }: Database,
  settings: Settings = {},
): Promise<Process> {
  return start(stage, plainly(new URL('./servers/floor-server.ts', import.meta.url)), {
    DATABASE_URL: url,
    SUPERUSER_URL: superuserUrl,
    ...settings,
  });
}

/** A chat engine that takes everything, after so many milliseconds. */
export function startEngineServer(stage: Stage, delayMs: number): Promise<Process> {
  return start(stage, plainly(new URL('./servers/engine-server.ts', import.meta.url)), { DELAY_MS: String(delayMs) });
}

/** A webhook receiver that takes everything. */
export function startReceiverServer(stage: Stage): Promise<Process> {
  return start(stage, plainly(new URL('./servers/receiver-server.ts', import.meta.url)), {});
}

/** The program in its two roles. */
export async function startApiAndWorker(stage: Stage, database: Database, settings: Settings = {}) {
  const api = await startProgram(stage, database, 'api', settings);
  return { api, worker: await startProgram(stage, database, 'worker', settings) };
}

async function start(stage: Stage, command: readonly string[], settings: Settings): Promise<Process> {
  const port = settings.PORT ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  // Only what the program needs to run: a developer's own settings must not change the outcome.
  const inherited = { PATH: process.env.PATH ?? '', NODE_ENV: 'production', SECRET_KEY, PORT: port, PUBLIC_URL: url };
  const started = startNode(['--import', PROBE, ...command], {
    cwd: ROOT,
    env: { ...inherited, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const { child, output } = started;
  stage.onLeave(() => started.end('SIGTERM', STOP_TIMEOUT_MS));
  await waitUntilReady(started, async () => (await fetch(`${url}/readyz`)).ok, READY_TIMEOUT_MS);
  return {
    url,
    pid: child.pid ?? 0,
    output,
    async ask(question) {
      child.send(question);
      const [reading] = await once(child, 'message');
      return reading as ProbeReading;
    },
  };
}
