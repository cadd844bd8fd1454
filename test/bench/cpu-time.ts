import { readdirSync, readFileSync } from 'node:fs';

/** Of /proc on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
/** Positions behind the name of the program, which may hold spaces: see proc_pid_stat(5). */
const PARENT = 1;
const OWN_TICKS = [11, 12];
const ENDED_CHILDREN_TICKS = [13, 14];

/**
 * CPU time that a process has used since its start; NaN where the system does not tell (no /proc). By the nanoseconds
 * of its threads where there are any: ticks are of ten milliseconds, and of each of twenty backends.
 */
export function cpuSecondsOf(pid: number): number {
  const threads = numericEntries(`/proc/${pid}/task`).map((thread) => read(`/proc/${pid}/task/${thread}/schedstat`));
  const seconds = threads.reduce((sum, line) => sum + Number(line?.split(' ')[0]) / 1e9, 0);
  return seconds > 0 ? seconds : ticks(readStat(pid), OWN_TICKS) / TICKS_PER_SECOND;
}

/** The same for a server process with all its workers, those that have ended included. */
export function cpuSecondsOfFamily(pid: number): number {
  const children = numericEntries('/proc').filter((child) => parentOf(child) === pid);
  const running = [pid, ...children].map(cpuSecondsOf).filter((seconds) => !Number.isNaN(seconds));
  const ended = ticks(readStat(pid), ENDED_CHILDREN_TICKS) / TICKS_PER_SECOND;
  return running.reduce((sum, seconds) => sum + seconds, ended);
}

const LOOK_AT_BACKENDS_MS = 200;

/**
 * Meters the backends of one database, whose titles name it. A pool ends connections that it does not need, so the
 * meter looks often and remembers what ended backends had used.
 */
export function meterBackends({
  url,
  postmasterPid,
}: {
  readonly url: string;
  readonly postmasterPid: number;
}): () => number {
  const name = ` ${new URL(url).pathname.slice(1)} `;
  const secondsOf = new Map<number, number>();
  const look = () => {
    for (const pid of numericEntries('/proc')) {
      if (parentOf(pid) !== postmasterPid || !read(`/proc/${pid}/cmdline`)?.includes(name)) continue;
      const seconds = cpuSecondsOf(pid);
      if (!Number.isNaN(seconds)) secondsOf.set(pid, seconds);
    }
    return [...secondsOf.values()].reduce((sum, seconds) => sum + seconds, 0);
  };
  setInterval(look, LOOK_AT_BACKENDS_MS).unref();
  return look;
}

export function parentOf(pid: number): number {
  return Number(readStat(pid)?.[PARENT]);
}

function ticks(stat: readonly string[] | null, positions: readonly number[]): number {
  return positions.reduce((sum, position) => sum + Number(stat?.[position]), 0);
}

function readStat(pid: number): string[] | null {
  const line = read(`/proc/${pid}/stat`);
  return line?.slice(line.lastIndexOf(')') + 2).split(' ') ?? null;
}

/** Null also for a process that has ended meanwhile. */
function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function numericEntries(folder: string): number[] {
  try {
    return readdirSync(folder).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}
