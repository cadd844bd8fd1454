import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { atTheEnd } from '../at-the-end.ts';

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A process of Node.js that a test has started. */
export interface NodeProcess {
  readonly child: ChildProcess;
  readonly printed: { stdout: string; stderr: string };
  readonly exited: Promise<Exit>;
  hasEnded(): boolean;
  /** Everything printed so far, both streams. */
  output(): string;
  /** Sends the signal. If the process has not ended after `patienceMs`, it is killed. */
  end(signal: NodeJS.Signals, patienceMs?: number): Promise<Exit>;
}

const POLL_INTERVAL_MS = 50;

const running = new Set<ChildProcess>();

// A test that fails before it stops its program must not leave it behind.
atTheEnd(() => {
  for (const child of running) child.kill('SIGKILL');
});

export function startNode(args: readonly string[], { stdio, ...options }: SpawnOptions): NodeProcess {
  const child = spawn(process.execPath, [...args], { ...options, stdio: stdio ?? ['ignore', 'pipe', 'pipe'] });
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
  return {
    child,
    printed,
    exited,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    output: () => printed.stdout + printed.stderr,
    async end(signal, patienceMs) {
      child.kill(signal);
      const impatience = patienceMs && setTimeout(() => child.kill('SIGKILL'), patienceMs);
      const exit = await exited;
      clearTimeout(impatience);
      return exit;
    },
  };
}

/** Kills the process and fails, with all that it has printed, if it ends or is not ready in time. */
export async function waitUntilReady(
  started: NodeProcess,
  isReady: () => Promise<boolean>,
  withinMs: number,
): Promise<void> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(POLL_INTERVAL_MS)) {
    if (started.hasEnded()) break;
    if (await isReady().catch(() => false)) return;
  }
  const endedByItself = started.hasEnded();
  const exit = await started.end('SIGKILL');
  const how = endedByItself ? `ended with ${JSON.stringify(exit)}` : 'was not ready in time';
  throw new Error(`A process ${how}:\n${started.output()}`, { cause: exit });
}
