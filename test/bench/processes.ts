import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../support/programs/free-port.ts';
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
const FLOOR_SERVER = fileURLToPath(new URL('./servers/floor-server.ts', import.meta.url));
const ENGINE_SERVER = fileURLToPath(new URL('./servers/engine-server.ts', import.meta.url));
const RECEIVER_SERVER = fileURLToPath(new URL('./servers/receiver-server.ts', import.meta.url));
const UNLIMITED_SERVER = fileURLToPath(new URL('./servers/unlimited-server.ts', import.meta.url));
export type Settings = Readonly<Record<string, string>>;
const run = promisify(execFile);

const READY_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 20_000;
const POLL_INTERVAL_MS = 50;

/** The real program, as docs/production.md says for roles of their own: production, settings from the environment. */
export function startProgram(
  stage: Stage,
  database: Database,
  role: 'api' | 'worker',
  settings: Settings = {},
): Promise<Process> {
  return start(stage, database, [...startCommand(ROOT), 'serve', '--role', role], {
    SANDBOX_DELAY_MS: '0',
    ...settings,
  });
}

/** The program of another checkout, as it is; the flags of Node are those of its own package.json. */
export function startBuild(
  stage: Stage,
  database: Database,
  dist: string,
  role: 'api' | 'worker',
  settings: Settings = {},
): Promise<Process> {
  return start(stage, database, [...buildCommand(dist), 'serve', '--role', role], {
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
export function startUnlimitedServer(stage: Stage, database: Database, settings: Settings = {}): Promise<Process> {
  return start(stage, database, [UNLIMITED_SERVER], settings);
}

export function startFloorServer(stage: Stage, database: Database, settings: Settings = {}): Promise<Process> {
  return start(stage, database, [FLOOR_SERVER], { SUPERUSER_URL: database.superuserUrl, ...settings });
}

/** A GraphQL server of another make over the tables of a bench. */
export function startPeer(stage: Stage, database: Database, program: string): Promise<Process> {
  return start(stage, database, [program], { SUPERUSER_URL: database.superuserUrl }, ANSWERS);
}

/** A chat engine that takes everything, after so many milliseconds. */
export function startEngineServer(stage: Stage, database: Database, delayMs: number): Promise<Process> {
  return start(stage, database, [ENGINE_SERVER], { DELAY_MS: String(delayMs) });
}

/** A webhook receiver that takes everything. */
export function startReceiverServer(stage: Stage, database: Database): Promise<Process> {
  return start(stage, database, [RECEIVER_SERVER]);
}

async function start(
  stage: Stage,
  { url: databaseUrl }: Database,
  command: readonly string[],
  settings: Settings = {},
  isReady: (url: string) => Promise<boolean> = READY,
): Promise<Process> {
  const port = settings.PORT ?? String(await freePort());
  // Only what the program needs to run: a developer's own settings must not change the outcome.
  const env = {
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    SECRET_KEY,
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ...settings,
  };
  const child = spawn(process.execPath, ['--import', PROBE, ...command], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += chunk));
  stage.onLeave(() => stop(child));
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(
    child,
    () => isReady(url),
    () => printed,
  );
  return {
    url,
    pid: child.pid ?? 0,
    output: () => printed,
    async ask(question) {
      child.send(question);
      const [reading] = await once(child, 'message');
      return reading as ProbeReading;
    },
  };
}

const READY = async (url: string) => (await fetch(`${url}/readyz`)).ok;
/** Peers have no word for being ready; whoever answers anything listens. */
const ANSWERS = async (url: string) => (await fetch(url)).status > 0;

async function waitUntilReady(
  child: ChildProcess,
  isReady: () => Promise<boolean>,
  printed: () => string,
): Promise<void> {
  for (const deadline = Date.now() + READY_TIMEOUT_MS; Date.now() < deadline; await sleep(POLL_INTERVAL_MS)) {
    if (child.exitCode !== null) break;
    if (await isReady().catch(() => false)) return;
  }
  throw new Error(`A process did not get ready:\n${printed()}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(impatience);
}
