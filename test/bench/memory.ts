import { type Call, callOnce, calls } from './calls.ts';
import { absolute, atMost, type Finding, median } from './measure.ts';
import { type Process, startProgram } from './processes.ts';
import type { Stage } from './stage.ts';
import { createTenants, type Tenant } from './tenants.ts';

const CONCURRENT_CALLS = 10;
const WARM_UP_ROUNDS = 3;
/** Each tenant makes one call a round on each face, and has 60 a minute. */
const MOST_ROUNDS = 20;

/** The API role under ten bulk calls of 10,000 at the same time. */
export async function benchMemory(stage: Stage, wantedRounds: number): Promise<Finding[]> {
  const rounds = Math.min(wantedRounds, MOST_ROUNDS);
  const database = await stage.createDatabase('bench_memory');
  const tenants = await createTenants(database, CONCURRENT_CALLS);
  const api = await startProgram(stage, database, 'api');
  const findings: Finding[] = [];
  for (const [face, call] of [
    ['REST', calls.bulkByRest],
    ['/graphql', calls.bulkByGraphql],
  ] as const) {
    const blocks: number[] = [];
    for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
      const blockMs = await longestBlock(api, call, tenants);
      if (round >= 0) blocks.push(blockMs);
    }
    const note = `median of rounds; longest of all ${Math.max(...blocks).toFixed(0)} ms`;
    findings.push(
      absolute(`event loop blocked, 10 bulk calls, ${face}`, { value: median(blocks), unit: 'ms', note }, atMost(25)),
    );
  }
  const { memoryMb, peakMemoryMb } = await api.ask('report');
  const note = `peak; ${memoryMb.toFixed(0)} MB at the end`;
  findings.push(absolute('memory, 10 bulk calls at once', { value: peakMemoryMb, unit: 'MB', note }, atMost(300)));
  return findings;
}

async function longestBlock(api: Process, call: Call, tenants: readonly Tenant[]): Promise<number> {
  await api.ask('forget');
  await Promise.all(tenants.map((tenant) => callOnce(api.url, call, tenant)));
  return (await api.ask('report')).longestBlockMs;
}
