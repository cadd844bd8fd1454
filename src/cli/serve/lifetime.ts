import { readFileSync } from 'node:fs';
import { type Stop, stopInTurn } from '../../lib/async/stop.js';
import type { Logger } from '../../lib/log/logger.js';
import { lastLinesRead } from '../../lib/log/standard-output.js';

interface LifetimeOptions {
  readonly logger: Logger;
  /** The longest time for an orderly stop. */
  readonly stopTimeoutMs: number;
  /** Called at SIGHUP, if that does not stop the server. */
  readonly onHangUp: () => void;
}

/** Registers how to stop something that was started; the last one is stopped first. */
type OnStop = (stop: Stop) => void;

/** Ctrl-C under npm sends SIGINT twice, from the terminal and from npm; within this time it counts once. */
const ECHO_MS = 1_000;
/** The time for a slow reader of the log. */
const LAST_LINES_MS = 1_000;

/**
 * Runs a server from `start` to the end of the process. The first signal to stop stops it in order, a second one at
 * once. An uncaught error is logged, and stops the process with exit code 1.
 */
export async function runUntilStopped(
  { logger, stopTimeoutMs, onHangUp }: LifetimeOptions,
  start: (interrupted: AbortSignal, onStop: OnStop, fail: (error: unknown, why: string) => void) => Promise<void>,
): Promise<never> {
  const interrupt = new AbortController();
  const stops: Stop[] = [];
  let exitCode = 0;
  let stoppingSince = 0;

  const stopSoon = () => {
    stoppingSince = performance.now();
    interrupt.abort();
    setTimeout(() => {
      logger.error({ seconds: stopTimeoutMs / 1000 }, 'running work did not end in time; exiting without it');
      process.exit(1);
    }, stopTimeoutMs).unref();
  };
  for (const signal of stopSignals()) {
    process.on(signal, () => {
      if (stoppingSince === 0) {
        logger.info({ signal }, 'stopping');
        stopSoon();
      } else if (performance.now() - stoppingSince > ECHO_MS) {
        logger.warn({ signal }, 'second signal; exiting at once');
        process.exit(1);
      }
    });
  }
  if (!hasTerminal()) process.on('SIGHUP', onHangUp);
  const fail = (error: unknown, why: string) => {
    logger.fatal({ err: error }, why);
    exitCode = 1;
    if (stoppingSince === 0) stopSoon();
  };
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => fail(error, 'uncaught error; stopping'));
  }

  try {
    await start(interrupt.signal, (stop) => stops.unshift(stop), fail);
    if (!interrupt.signal.aborted) await new Promise((resolve) => interrupt.signal.addEventListener('abort', resolve));
  } catch (error) {
    // An interrupted start fails because of the interruption.
    if (!interrupt.signal.aborted) {
      await stopInTurn(stops, logger);
      throw error;
    }
  }
  const clean = await stopInTurn(stops, logger);
  logger.info('stopped');
  await lastLinesRead(LAST_LINES_MS);
  process.exit(clean ? exitCode : 1);
}

function stopSignals(): NodeJS.Signals[] {
  return ['SIGTERM', 'SIGINT', ...(hasTerminal() ? (['SIGHUP'] as const) : [])];
}

/**
 * A terminal that closes sends SIGHUP. Without a handler Node.js would end the process at once, and the embedded
 * PostgreSQL would stay behind. Under `nohup` or a service manager a server has no terminal, and reloads its gateways
 * instead.
 */
function hasTerminal(): boolean {
  return [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
}

const LOOK_EVERY_MS = 250;

/**
 * Stops the server, as SIGTERM does, after a process has ended that started it: a shell between npm and the server
 * dies of the signal and does not pass it on. These are the ancestors in the process group of the server. A terminal
 * gives each command its own group, so a server under `nohup` or `setsid` outlives the terminal.
 */
export function stopWithStarter(logger: Logger, stopping: AbortSignal): void {
  const starters = findStarters();
  const look = setInterval(() => {
    if (starters.every(({ pid, parent }) => parentOf(pid) === parent)) return;
    clearInterval(look);
    logger.warn('a process that started this server has ended; stopping');
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS);
  look.unref();
  // A signal would then be the second one, which ends the process at once.
  stopping.addEventListener('abort', () => clearInterval(look));
}

interface Starter {
  readonly pid: number;
  readonly parent: number;
}

/** This process and its ancestors whose parents are in the same process group. */
function findStarters(): Starter[] {
  const starters: Starter[] = [{ pid: process.pid, parent: process.ppid }];
  const group = readStat(process.pid)?.group;
  for (let pid = process.ppid; pid > 1; ) {
    const stat = readStat(pid);
    const parent = stat?.group === group ? stat?.parent : undefined;
    if (parent === undefined || readStat(parent)?.group !== group) break;
    starters.push({ pid, parent });
    pid = parent;
  }
  return starters;
}

function parentOf(pid: number): number | undefined {
  return pid === process.pid ? process.ppid : readStat(pid)?.parent;
}

/** Only Linux has the file; elsewhere only the direct parent is known. */
function readStat(pid: number): { readonly parent: number; readonly group: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Pid, name in parentheses, state, parent, group. The name may be anything.
    const [, parent, group] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(parent), group: Number(group) };
  } catch {
    return undefined;
  }
}
