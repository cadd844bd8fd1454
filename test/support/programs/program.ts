import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atTheEnd } from '../at-the-end.ts';
import { isOnCitus } from '../database/database.ts';
import { eventually } from '../wait.ts';
import { freePort } from './free-port.ts';
import { startCommand } from './start-command.ts';

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface RunningProgram {
  /** Where it listens: `http://127.0.0.1:<port>`. */
  url: string;
  pid: number;
  /** Everything printed so far, both streams. */
  output(): string;
  /** SIGKILL: what a crash looks like from outside. */
  kill(): Promise<Exit>;
  /** SIGTERM: an orderly end. */
  term(): Promise<Exit>;
  /** SIGSTOP, and SIGCONT so much later; resolves then. */
  freeze(ms: number): Promise<void>;
  exited: Promise<Exit>;
}

export interface FinishedProgram extends Exit {
  stdout: string;
  stderr: string;
}

type Environment = Record<string, string>;

const ROOT = resolve(import.meta.dirname, '../../..');
/** Compiled code is kept there from one process to the next: each starts in two thirds of the time. */
export const COMPILE_CACHE = resolve(ROOT, 'node_modules/.cache/compiled');
/** A machine with much else to do takes half a minute. */
const READY_TIMEOUT_MS = 120_000;
const POLL_INTERVAL_MS = 50;

const running = new Set<ChildProcess>();

// A test that fails before it stops its program must not leave it behind.
atTheEnd(() => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Starts the built program, `serve` by default, and waits until it answers that it is ready; else the cause is its
 * exit.
 */
export async function spawnPostrider(args = ['serve'], env: Environment = {}): Promise<RunningProgram> {
  const port = env.PORT ?? String(await freePort());
  const { child, exited, printed } = start(args, { ...env, PORT: port });
  const program: RunningProgram = {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output: () => printed.stdout + printed.stderr,
    kill: () => end(child, exited, 'SIGKILL'),
    term: () => end(child, exited, 'SIGTERM'),
    async freeze(ms) {
      child.kill('SIGSTOP');
      await sleep(ms);
      child.kill('SIGCONT');
    },
    exited,
  };
  await waitUntilReady(program);
  return program;
}

/** Runs a command of the built program to its end. */
export async function runPostrider(args: string[], env: Environment = {}): Promise<FinishedProgram> {
  const { exited, printed } = start(args, env);
  return { ...(await exited), ...printed };
}

function start(args: string[], env: Environment) {
  // Only what a program needs to run: a developer's own settings must not change the outcome of a test.
  const inherited = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    NODE_ENV: 'test',
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    CONNECT_TO_NODES: String(isOnCitus()),
  };
  const options = { cwd: ROOT, env: { ...inherited, ...env }, stdio: ['ignore', 'pipe', 'pipe'] as const };
  const child = spawn(process.execPath, [...startCommand(ROOT), ...args], { ...options, stdio: [...options.stdio] });
  const printed = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (printed.stdout += chunk));
  child.stderr?.on('data', (chunk: Buffer) => (printed.stderr += chunk));
  running.add(child);
  const exited = new Promise<Exit>((done) => {
    child.once('close', (code, signal) => {
      running.delete(child);
      done({ code, signal });
    });
  });
  return { child, exited, printed };
}

function end(child: ChildProcess, exited: Promise<Exit>, signal: NodeJS.Signals): Promise<Exit> {
  child.kill(signal);
  return exited;
}

/** The program as soon as it has printed this; what it says of itself comes a moment after it is ready. */
export async function havingPrinted(program: RunningProgram, pattern: RegExp): Promise<RunningProgram> {
  await eventually(`it prints ${pattern}`, async () => pattern.test(program.output()) || undefined);
  return program;
}

async function waitUntilReady(program: RunningProgram): Promise<void> {
  let ended: Exit | null = null;
  void program.exited.then((exit) => (ended = exit));
  for (const deadline = Date.now() + READY_TIMEOUT_MS; Date.now() < deadline && !ended; await sleep(POLL_INTERVAL_MS)) {
    const answer = await fetch(`${program.url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
  }
  const how = ended ? `ended with ${JSON.stringify(ended)}` : 'was not ready in time';
  const exit = ended ?? (await program.kill());
  throw new Error(`Postrider ${how}:\n${program.output()}`, { cause: exit });
}
