import { readFileSync } from 'node:fs';
import type { Logger } from '../../lib/log/logger.js';

const LOOK_EVERY_MS = 250;

/**
 * Stops the server, as SIGTERM does, when a process has ended that it was started through: a shell between npm and the
 * server dies of the signal and does not pass it on. Of its ancestors these are the ones in its process group. A terminal
 * gives each command a group of its own, so what `nohup` or `setsid` has started outlives the terminal.
 */
export function endWithStarter(logger: Logger, stopping: AbortSignal): void {
  const starters = findStarters();
  const look = setInterval(() => {
    if (starters.every(({ pid, parent }) => parentOf(pid) === parent)) return;
    clearInterval(look);
    logger.warn('a process that this server was started through has ended; stopping');
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS);
  look.unref();
  // By then a signal would be the second one, which ends the process at once.
  stopping.addEventListener('abort', () => clearInterval(look));
}

interface Starter {
  readonly pid: number;
  readonly parent: number;
}

/** This process and those of its ancestors whose parents are in its process group, too. */
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

/** Only Linux has the file; elsewhere a process knows its own parent alone. */
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
