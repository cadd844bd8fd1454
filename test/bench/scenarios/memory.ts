import { type Call, callOnce, calls } from '../calls.ts';
import type { ProbeReading } from '../event-loop-probe.ts';
import { absolute, atMost, type Finding, median, takeTurns } from '../measure.ts';
import { type Process, startProgram } from '../processes.ts';
import type { Stage } from '../stage.ts';
import { createTenants, type Tenant } from './tenants.ts';

const CONCURRENT_CALLS = 10;
const WARM_UP_ROUNDS = 3;
/** One of the tenants makes four calls a round, and has 60 a minute. */
const MOST_ROUNDS = 10;

/** The API role under one bulk call of 10,000, and under ten at the same time. */
export async function benchMemory(stage: Stage, wantedRounds: number): Promise<Finding[]> {
  const rounds = Math.min(wantedRounds, MOST_ROUNDS);
  const database = await stage.createDatabase('bench_memory');
  const tenants = await createTenants(database, CONCURRENT_CALLS);
  const api = await startProgram(stage, database, 'api');
  const blockedBy = (call: Call, callers: readonly Tenant[]) => () => longestBlock(api, call, callers);
  const samples = await takeTurns(
    rounds,
    {
      'one bulk call, REST': blockedBy(calls.bulkByRest, tenants.slice(0, 1)),
      'one bulk call, /graphql': blockedBy(calls.bulkByGraphql, tenants.slice(0, 1)),
      '10 bulk calls, REST': blockedBy(calls.bulkByRest, tenants),
      '10 bulk calls, /graphql': blockedBy(calls.bulkByGraphql, tenants),
    },
    { warmUpRounds: WARM_UP_ROUNDS },
  );
  const { memoryMb, peakMemoryMb } = await api.ask('report');
  const memory = { value: peakMemoryMb, unit: 'MB', note: `peak; ${memoryMb.toFixed(0)} MB at the end` } as const;
  return [
    ...Object.entries(samples).map(([work, blocks]) => {
      const blocksMs = blocks.map(({ longestBlockMs }) => longestBlockMs);
      const busyMs = median(blocks.map(({ longestBusyMs }) => longestBusyMs));
      const note = `longest ${Math.max(...blocksMs).toFixed(0)} ms; ${busyMs.toFixed(0)} ms of processor time`;
      return absolute(`event loop blocked, ${work}`, { value: median(blocksMs), unit: 'ms', note }, atMost(25));
    }),
    absolute('memory, 10 bulk calls at once', memory, atMost(300)),
  ];
}

async function longestBlock(api: Process, call: Call, tenants: readonly Tenant[]): Promise<ProbeReading> {
  await api.ask('forget');
  await Promise.all(tenants.map((tenant) => callOnce(api.url, call, tenant)));
  return api.ask('report');
}
