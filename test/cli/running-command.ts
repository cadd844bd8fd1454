import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from '@jest/globals';
import { COMPILE_CACHE } from '../support/programs/program.js';

const MAIN = resolve(import.meta.dirname, '../../dist/main.js');
const POLL_MS = 50;
const PATIENCE_MS = 40_000;

/** A command of the built program that goes on until it is interrupted. */
export interface RunningCommand {
  stdout(): string;
  stderr(): string;
  /** Resolves when this is true; what is done meanwhile comes with it. */
  until(isTrue: () => boolean, meanwhile?: () => Promise<unknown>): Promise<void>;
  /** Writes to its standard input, if that is a pipe; resolves when the command has taken it. */
  write(text: string): Promise<void>;
  /** Ctrl-C; answers the exit code. */
  interrupt(): Promise<number | null>;
  /** Ctrl-C, without waiting for the end. */
  signal(): void;
  /** SIGKILL: a crash. */
  kill(): void;
  readonly pid: number;
  /** The exit code. */
  readonly exited: Promise<number | null>;
}

const running = new Set<ChildProcess>();

afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** `within`: the command that starts it. */
export function startCommand(
  args: readonly string[],
  env: Record<string, string>,
  stdin: 'ignore' | 'pipe' = 'ignore',
  within: readonly string[] = [],
): RunningCommand {
  const { PATH = '', HOME = '' } = process.env;
  const inherited = { PATH, HOME, NODE_ENV: 'test', NODE_COMPILE_CACHE: COMPILE_CACHE };
  const [program = '', ...before] = [...within, process.execPath];
  const child = spawn(program, [...before, MAIN, ...args], {
    env: { ...inherited, ...env },
    stdio: [stdin, 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (printed.stdout += chunk));
  child.stderr?.on('data', (chunk: Buffer) => (printed.stderr += chunk));
  child.stdin?.on('error', () => undefined);
  running.add(child);
  const exited = new Promise<number | null>((done) => child.once('close', done));
  void exited.then(() => running.delete(child));
  return {
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    async until(isTrue, meanwhile) {
      for (const deadline = Date.now() + PATIENCE_MS; !isTrue(); await sleep(POLL_MS)) {
        if (Date.now() > deadline) throw new Error(`This is all it printed:\n${printed.stdout}${printed.stderr}`);
        await meanwhile?.();
      }
    },
    write: (text) => new Promise((done) => child.stdin?.write(text, () => done())),
    interrupt() {
      child.kill('SIGINT');
      return exited;
    },
    signal: () => void child.kill('SIGINT'),
    kill: () => void child.kill('SIGKILL'),
    pid: child.pid ?? 0,
    exited,
  };
}
