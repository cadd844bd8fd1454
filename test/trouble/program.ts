import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/programs/free-port.ts';
import { startCommand } from '../support/programs/start-command.ts';
import type { Scene } from './scene.ts';

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process of the program. */
export interface Program {
  readonly url: string;
  readonly pid: number;
  readonly exited: Promise<Exit>;
  hasEnded(): boolean;
  /** Everything printed so far, both streams. */
  output(): string;
  signal(name: NodeJS.Signals): Promise<Exit>;
}

export type Environment = Readonly<Record<string, string>>;

export const ROOT = resolve(import.meta.dirname, '../..');
const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 40_000;
const POLL_INTERVAL_MS = 50;

export interface How {
  readonly env: Environment;
  /** Of which version of the program: the folder that it was built in. */
  readonly root?: string;
}

/** Starts `serve` and waits until it is ready; it ends with the scene at the latest. */
export async function startProgram(scene: Scene, args: readonly string[], { env, root = ROOT }: How): Promise<Program> {
  const port = env.PORT ?? String(await freePort());
  const { child, exited, printed } = run(root, ['serve', ...args], { ...env, PORT: port });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const program: Program = {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    exited,
    hasEnded,
    output: () => printed.stdout + printed.stderr,
    async signal(name) {
      if (!hasEnded()) child.kill(name);
      const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      const exit = await exited;
      clearTimeout(impatience);
      return exit;
    },
  };
  scene.onLeave(() => program.signal('SIGTERM'));
  await waitUntilReady(program);
  return program;
}

export interface Finished extends Exit {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end, whatever that is. */
export async function tryCommand(args: readonly string[], { env, root = ROOT }: How): Promise<Finished> {
  const { exited, printed } = run(root, args, env);
  return { ...(await exited), ...printed };
}

/** What a command answers with `--json`. */
export async function command<Answer>(args: readonly string[], how: How): Promise<Answer> {
  const { code, stdout, stderr } = await tryCommand(['--json', ...args], how);
  if (code !== 0) throw new Error(`"postrider ${args.join(' ')}" ended with ${code}:\n${stdout}${stderr}`);
  return JSON.parse(stdout) as Answer;
}

function run(root: string, args: readonly string[], env: Environment) {
  // Only what the program needs to run: a developer's own settings must not change the outcome.
  const inherited = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', NODE_ENV: 'test' };
  const child = spawn(process.execPath, [...startCommand(root), ...args], {
    cwd: root,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (printed.stdout += chunk));
  child.stderr.on('data', (chunk) => (printed.stderr += chunk));
  const exited = once(child, 'close').then(([code, signal]) => ({ code, signal }) as Exit);
  return { child, exited, printed };
}

async function waitUntilReady(program: Program): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < deadline && !program.hasEnded()) {
    const answer = await fetch(`${program.url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await sleep(POLL_INTERVAL_MS);
  }
  throw new Error(`A process did not get ready:\n${program.output()}`);
}
