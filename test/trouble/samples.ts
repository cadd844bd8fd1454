import { readdirSync, readFileSync } from 'node:fs';
import { portions } from '../../src/lib/lists.ts';
import type { RunningProgram } from '../support/programs/program.ts';
import type { Server } from './postgres.ts';

/** What was measured at a moment, by name. */
export type Sample = Readonly<Record<string, number>> & { readonly atHours: number };

const MEBIBYTE = 1024 * 1024;
const MS_PER_HOUR = 3_600_000;

/** Memory and descriptors of each process, and what PostgreSQL keeps for them. */
export async function takeSample(programs: Readonly<Record<string, RunningProgram>>, server: Server): Promise<Sample> {
  const sample: Record<string, number> = {};
  for (const [name, { pid, url }] of Object.entries(programs)) {
    sample[`${name}: memory, MB`] =
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
    sample[`${name}: descriptors`] = readdirSync(`/proc/${pid}/fd`).length;
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const megabytes = (metric: string) => Number(new RegExp(`^${metric} (\\S+)`, 'm').exec(metrics)?.[1]) / MEBIBYTE;
    sample[`${name}: heap, MB`] = megabytes('nodejs_heap_size_used_bytes');
    sample[`${name}: reserved for the heap, MB`] = megabytes('nodejs_heap_size_total_bytes');
    sample[`${name}: buffers, MB`] = megabytes('nodejs_external_memory_bytes');
  }
  const [database] = await server.sql<Record<string, number>>(DATABASE);
  return { ...sample, ...database, atHours: performance.now() / MS_PER_HOUR };
}

const DATABASE = `SELECT
  (SELECT count(*)::int FROM pg_stat_activity WHERE usename = 'postrider') AS "connections",
  (SELECT count(*)::int FROM pg_stat_activity WHERE query ILIKE 'LISTEN%' OR application_name = 'postrider listener') AS "listeners",
  (SELECT sum(n_dead_tup)::float8 FROM pg_stat_user_tables) AS "dead rows",
  (SELECT count(*)::int FROM sms_due WHERE purpose = 'dispatch') AS "agenda rows to dispatch",
  pg_database_size(current_database())::float8 / 1048576 AS "database, MB"`;

export interface Trend {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly perHour: number;
}

const WINDOWS = 10;

/**
 * By linear regression over the least of each tenth of the time: what a busy moment needs, it gives back, and what
 * leaks is still there at rest.
 */
export function trendsOf(samples: readonly Sample[]): Trend[] {
  const names = Object.keys(samples[0] ?? {}).filter((name) => name !== 'atHours');
  const windows = portions(samples, Math.ceil(samples.length / WINDOWS));
  const beginnings = windows.map(([first]) => first?.atHours ?? 0);
  return names.map((name) => {
    const least = windows.map((window) => Math.min(...window.map((sample) => sample[name] ?? 0)));
    return { name, start: least[0] ?? 0, end: least.at(-1) ?? 0, perHour: slope(beginnings, least) };
  });
}

function slope(xs: readonly number[], ys: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(xs), mean(ys)];
  const covariance = xs.reduce((sum, one, index) => sum + (one - x) * ((ys[index] ?? 0) - y), 0);
  return covariance / xs.reduce((sum, one) => sum + (one - x) ** 2, 0);
}
