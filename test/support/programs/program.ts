import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOnCitus } from '../database/database.ts';
import { eventually } from '../wait.ts';
import { freePort } from './free-port.ts';
import { type Exit, type NodeProcess, startNode, waitUntilReady } from './node-process.ts';
import { startCommand } from './start-command.ts';

export interface RunningProgram {
  /** Where it listens: `http://127.0.0.1:<port>`. */
  url: string;
  pid: number;
  /** Everything printed so far, both streams. */
  output(): string;
  /** SIGKILL: what a crash looks like from outside. */
  kill(): Promise<Exit>;
  /** SIGTERM: an orderly end. */
  term(patienceMs?: number): Promise<Exit>;
  /** SIGSTOP, and SIGCONT so much later; resolves then. */
  freeze(ms: number): Promise<void>;
  exited: Promise<Exit>;
  hasEnded(): boolean;
}

export interface FinishedProgram extends Exit {
  stdout: string;
  stderr: string;
}

export type Environment = Readonly<Record<string, string>>;

export const ROOT = resolve(import.meta.dirname, '../../..');
/** Compiled code is kept there from one process to the next: each starts in two thirds of the time. */
export const COMPILE_CACHE = resolve(ROOT, 'node_modules/.cache/compiled');
/** A machine with much else to do takes half a minute. */
const READY_TIMEOUT_MS = 120_000;

/**
 * Starts the built program, `serve` by default, and waits until it answers that it is ready; else the cause is its
 * exit. `root` is the folder of another version.
 */
export async function spawnPostrider(
  args: readonly string[] = ['serve'],
  env: Environment = {},
  root = ROOT,
): Promise<RunningProgram> {
  const port = env.PORT ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const started = start(args, { ...env, PORT: port }, root);
  const { child, exited, hasEnded, output, end } = started;
  await waitUntilReady(started, async () => (await fetch(`${url}/readyz`)).ok, READY_TIMEOUT_MS);
  return {
    url,
    pid: child.pid ?? 0,
    exited,
    hasEnded,
    output,
    kill: () => end('SIGKILL'),
    term: (patienceMs) => end('SIGTERM', patienceMs),
    async freeze(ms) {
      child.kill('SIGSTOP');
      await sleep(ms);
      child.kill('SIGCONT');
    },
  };
}

/** Runs a command of the built program to its end. */
export async function runPostrider(
  args: readonly string[],
  env: Environment = {},
  root = ROOT,
): Promise<FinishedProgram> {
  const { exited, printed } = start(args, env, root);
  return { ...(await exited), ...printed };
}

function start(args: readonly string[], env: Environment, root: string): NodeProcess {
  // Only what a program needs to run: a developer's own settings must not change the outcome of a test.
  const inherited = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    NODE_ENV: 'test',
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    CONNECT_TO_NODES: String(isOnCitus()),
  };
  return startNode([...startCommand(root), ...args], { cwd: root, env: { ...inherited, ...env } });
}

/** The program as soon as it has printed this; what it says of itself comes a moment after it is ready. */
export async function havingPrinted(program: RunningProgram, pattern: RegExp): Promise<RunningProgram> {
  await eventually(`it prints ${pattern}`, async () => pattern.test(program.output()) || undefined);
  return program;
}
