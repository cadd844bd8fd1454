import { readdirSync, readFileSync } from 'node:fs';

/** Of /proc on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
/** Positions behind the name of the program, which may hold spaces: see proc_pid_stat(5). */
const PARENT = 1;
const OWN_TICKS = [11, 12];
const ENDED_CHILDREN_TICKS = [13, 14];

/** CPU time that a process has used since its start; NaN where the system does not tell (no /proc). */
export function cpuSecondsOf(pid: number): number {
  return ticks(readStat(pid), OWN_TICKS) / TICKS_PER_SECOND;
}

/** The same for a server process with all its workers, those that have ended included. */
export function cpuSecondsOfFamily(pid: number): number {
  const children = numericEntries('/proc')
    .map(readStat)
    .filter((stat) => Number(stat?.[PARENT]) === pid);
  const total = [readStat(pid), ...children].reduce((sum, stat) => sum + ticks(stat, OWN_TICKS), 0);
  return (total + ticks(readStat(pid), ENDED_CHILDREN_TICKS)) / TICKS_PER_SECOND;
}

export function parentOf(pid: number): number {
  return Number(readStat(pid)?.[PARENT]);
}

function ticks(stat: readonly string[] | null, positions: readonly number[]): number {
  return positions.reduce((sum, position) => sum + Number(stat?.[position]), 0);
}

function readStat(pid: number): string[] | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
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
