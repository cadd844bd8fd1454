import { setTimeout as sleep } from 'node:timers/promises';
import { BULK_SIZE, callOnce, calls } from '../calls.ts';
import { cpuSecondsOf, cpuSecondsOfFamily } from '../cpu-time.ts';
import { absolute, atMost, comparedRounds, type Finding, median, takeTurns } from '../measure.ts';
import { type Process, startApiAndWorker } from '../processes.ts';
import {
  createFloorTables,
  dispatchFloorCampaign,
  insertFloorCampaign,
  newFloorCampaign,
} from '../servers/floor-tables.ts';
import type { Database, Stage } from '../stage.ts';
import { createBulkCallers, type Tenant } from './tenants.ts';

const WARM_UP_ROUNDS = 5;
const FLOOR_CONNECTIONS = 2;
const POLL_INTERVAL_MS = 10;
/** Looks that are no statement of the program should cost PostgreSQL little. */
const COUNT_INTERVAL_MS = 100;
/** Longer than a lease, so that a turn that failed shows as a slow round and is told in the worker's log. */
const TIMEOUT_MS = 120_000;
/** A session that falls idle keeps its counts to itself for up to ten seconds. */
const STATISTICS_DELAY_MS = 11_000;

interface Sample {
  readonly ms: number;
  /** NaN where the system does not tell. */
  readonly clientCpuSeconds: number;
  readonly postgresCpuSeconds: number;
}

/** From the answer to a bulk call of 10,000 until all are delivered through the sandbox. */
export async function benchDispatch(stage: Stage, rounds: number): Promise<Finding[]> {
  const database = await stage.createDatabase('bench_dispatch');
  await createFloorTables(database.superuser);
  const { tenants, next } = await createBulkCallers(database, rounds + WARM_UP_ROUNDS + 1);
  const { api, worker } = await startApiAndWorker(stage, database);
  const ours = () => dispatchOurs(database, api, worker, next());

  const samples = await takeTurns(
    rounds,
    { floor: () => dispatchFloor(database, tenants[0] as Tenant), ours },
    { warmUpRounds: WARM_UP_ROUNDS },
  );
  const commits = await countCommits(database, ours);
  return judge(samples, commits);
}

function judge(samples: { floor: Sample[]; ours: Sample[] }, commits: number): Finding[] {
  const of = (who: Sample[], what: keyof Sample) => who.map((sample) => sample[what]);
  const cpu = (who: Sample[]) => ({
    client: median(of(who, 'clientCpuSeconds')),
    postgres: median(of(who, 'postgresCpuSeconds')),
  });
  const [floorCpu, oursCpu] = [cpu(samples.floor), cpu(samples.ours)];
  const split = ({ client, postgres }: typeof oursCpu) => `${client.toFixed(2)} + ${postgres.toFixed(2)} PostgreSQL`;
  return [
    comparedRounds('dispatch 10,000 until delivered', {
      unit: 'ms',
      floor: of(samples.floor, 'ms'),
      note: 'claim, sent, delivered; 2 connections',
      ours: of(samples.ours, 'ms'),
      wanted: atMost(1.95),
    }),
    absolute('… commits, intake included', { value: Math.round(commits), unit: '' }, atMost(150)),
    absolute(
      '… CPU time',
      { value: oursCpu.client + oursCpu.postgres, unit: 's', note: `worker ${split(oursCpu)}` },
      atMost(1),
      { value: floorCpu.client + floorCpu.postgres, unit: 's', note: `client ${split(floorCpu)}` },
    ),
  ];
}

export async function dispatchOurs(database: Database, api: Process, worker: Process, tenant: Tenant): Promise<Sample> {
  // The worker may begin before the answer has been read.
  const clientCpuBefore = cpuSecondsOf(worker.pid);
  const { campaign_id } = await callOnce<{ campaign_id: string }>(api.url, calls.bulkByRest, tenant);
  const start = performance.now();
  const postgresCpuBefore = cpuSecondsOfFamily(database.postmasterPid);
  await untilDelivered(database, campaign_id, worker);
  return {
    ms: performance.now() - start,
    clientCpuSeconds: cpuSecondsOf(worker.pid) - clientCpuBefore,
    postgresCpuSeconds: cpuSecondsOfFamily(database.postmasterPid) - postgresCpuBefore,
  };
}

/** One connection and one transaction for all looks, so that looking on adds no commits. */
export async function untilDelivered(
  { superuser }: Database,
  campaignId: string,
  worker: Process,
  size = BULK_SIZE,
): Promise<void> {
  const client = await superuser.connect();
  try {
    await client.query('BEGIN');
    for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(POLL_INTERVAL_MS)) {
      const { rows } = await client.query<{ delivered: number }>({
        name: 'delivered',
        text: 'SELECT delivered FROM campaign_progress WHERE campaign_id = $1',
        values: [campaignId],
      });
      if (rows[0]?.delivered === size) return;
    }
    throw new Error(
      `A campaign was not delivered within ${TIMEOUT_MS / 1000} seconds. The worker:\n${worker.output()}`,
    );
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** Resolves when so many messages of these organisations have been delivered. */
export async function untilCountDelivered(
  database: Database,
  tenants: readonly Tenant[],
  count: number,
): Promise<void> {
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(COUNT_INTERVAL_MS)) {
    if ((await countDelivered(database, tenants)) >= count) return;
  }
  throw new Error(`Not all messages were delivered within ${TIMEOUT_MS / 1000} seconds.`);
}

/** By the sums of the statistics, because reading the messages would add to the time that is measured. */
export async function countDelivered({ superuser }: Database, tenants: readonly Tenant[]): Promise<number> {
  const { rows } = await superuser.query<{ count: number }>({
    name: 'delivered of organisations',
    text: `SELECT coalesce(sum(messages), 0)::float8 AS count FROM sms_statistics
           WHERE organisation_id = ANY ($1::uuid[]) AND status = 'delivered'`,
    values: [tenants.map(({ organisationId }) => organisationId)],
  });
  return rows[0]?.count ?? 0;
}

async function dispatchFloor({ superuser, postmasterPid }: Database, tenant: Tenant): Promise<Sample> {
  const clients = await Promise.all(Array.from({ length: FLOOR_CONNECTIONS }, () => superuser.connect()));
  try {
    const campaign = newFloorCampaign(tenant);
    await insertFloorCampaign(clients[0] as (typeof clients)[0], campaign);
    const clientCpuBefore = process.cpuUsage();
    const postgresCpuBefore = cpuSecondsOfFamily(postmasterPid);
    const start = performance.now();
    await dispatchFloorCampaign(clients, campaign);
    const ms = performance.now() - start;
    const { user, system } = process.cpuUsage(clientCpuBefore);
    const postgresCpuSeconds = cpuSecondsOfFamily(postmasterPid) - postgresCpuBefore;
    return { ms, clientCpuSeconds: (user + system) / 1e6, postgresCpuSeconds };
  } finally {
    for (const client of clients) client.release();
  }
}

/** What the database counts during the work, less what it counts while everybody is idle. */
async function countCommits({ superuser }: Database, work: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    await sleep(STATISTICS_DELAY_MS);
    const { rows } = await superuser.query<{ commits: string }>(
      'SELECT xact_commit AS commits FROM pg_stat_database WHERE datname = current_database()',
    );
    return { atMs: performance.now(), commits: Number(rows[0]?.commits) };
  };
  const first = await read();
  const idle = await read();
  await work();
  const last = await read();
  const idlePerMs = (idle.commits - first.commits) / (idle.atMs - first.atMs);
  return last.commits - idle.commits - idlePerMs * (last.atMs - idle.atMs);
}
