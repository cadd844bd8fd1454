import { readdirSync, readFileSync } from 'node:fs';
import type { Server } from './postgres.ts';
import type { Program } from './program.ts';

/** What was measured at a moment, by name. */
export type Sample = Readonly<Record<string, number>> & { readonly atHours: number };

const MEBIBYTE = 1024 * 1024;
const MS_PER_HOUR = 3_600_000;

/** Memory and descriptors of each process, and what PostgreSQL keeps for them. */
export async function takeSample(programs: Readonly<Record<string, Program>>, server: Server): Promise<Sample> {
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

/** By linear regression, so that one collection of garbage more or less decides nothing. */
export function trendsOf(samples: readonly Sample[]): Trend[] {
  const names = Object.keys(samples[0] ?? {}).filter((name) => name !== 'atHours');
  return names.map((name) => {
    const values = samples.map((sample) => sample[name] ?? 0);
    const perHour = slope(
      samples.map(({ atHours }) => atHours),
      values,
    );
    return { name, start: values[0] ?? 0, end: values.at(-1) ?? 0, perHour };
  });
}

function slope(xs: readonly number[], ys: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(xs), mean(ys)];
  const covariance = xs.reduce((sum, one, index) => sum + (one - x) * ((ys[index] ?? 0) - y), 0);
  return covariance / xs.reduce((sum, one) => sum + (one - x) ** 2, 0);
}
