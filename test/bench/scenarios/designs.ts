import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../support/programs/free-port.ts';
import { BULK_SIZE, mobile } from '../calls.ts';
import { cpuSecondsOfFamily } from '../cpu-time.ts';
import { atLeast, compared, type Finding, median, medianRatio, takeTurns } from '../measure.ts';
import { peerProgram } from '../peer-programs.ts';
import { startProgram } from '../processes.ts';
import { createFloorTables, insertFloorCampaign, newFloorCampaign } from '../servers/floor-tables.ts';
import type { Database, Stage } from '../stage.ts';
import { dispatchFloor, dispatchOurs } from './dispatch.ts';
import { createTenants, type Tenant } from './tenants.ts';

const WARM_UP_ROUNDS = 1;
/** What design.md of a queue per recipient must be beaten by. */
const WANTED_TIMES_FASTER = 5;

const DESIGNS = ['pg-boss', 'graphile-worker', 'bullmq'] as const;
type Design = (typeof DESIGNS)[number];

/** The textbook: one job per recipient, on the queues that people take, tuned as their manuals say. */
export async function benchDesigns(stage: Stage, rounds: number): Promise<Finding[]> {
  const database = await stage.createDatabase('bench_designs');
  await createFloorTables(database.superuser);
  const [tenant] = (await createTenants(database, 1)) as [Tenant];
  const api = await startProgram(stage, database, 'api');
  const worker = await startProgram(stage, database, 'worker');
  const redisPort = await startRedis(stage);
  if (redisPort === null) console.error('BullMQ is left out: there is no redis-server.');
  const designs = DESIGNS.filter((design) => design !== 'bullmq' || redisPort !== null);

  const samples = await takeTurns(
    {
      floor: async () => ({ ...(await dispatchFloor(database, tenant)), enqueueMs: 0 }),
      ours: async () => ({ ...(await dispatchOurs(database, api, worker, tenant)), enqueueMs: 0 }),
      ...Object.fromEntries(designs.map((design) => [design, () => runDesign(database, tenant, design, redisPort)])),
    } as Record<'floor' | 'ours' | Design, () => Promise<DesignSample>>,
    { rounds, warmUpRounds: WARM_UP_ROUNDS },
  );
  const times = (who: 'ours' | Design) => samples[who].map(({ ms }) => ms);
  return designs.map((design) => {
    const cpu = median(samples[design].map((sample) => sample.clientCpuSeconds + sample.postgresCpuSeconds));
    const enqueueMs = median(samples[design].map((sample) => sample.enqueueMs));
    const note = `${cpu.toFixed(1)} CPU s; enqueueing took ${enqueueMs.toFixed(0)} ms before`;
    return compared(
      `10,000 recipients, against a job each on ${design}`,
      { value: median(times(design)), unit: 'ms', note },
      { value: median(times('ours')), unit: 'ms' },
      medianRatio(times(design), times('ours')),
      atLeast(WANTED_TIMES_FASTER),
    );
  });
}

interface DesignSample {
  readonly ms: number;
  readonly enqueueMs: number;
  readonly clientCpuSeconds: number;
  readonly postgresCpuSeconds: number;
}

async function runDesign(
  { superuser, superuserUrl, postmasterPid }: Database,
  { organisationId }: Tenant,
  design: Design,
  redisPort: number | null,
): Promise<DesignSample> {
  const mobiles = Array.from({ length: BULK_SIZE }, (_, place) => mobile(place));
  const campaign = newFloorCampaign(organisationId, mobiles);
  const client = await superuser.connect();
  await insertFloorCampaign(client, campaign).finally(() => client.release());

  const child = fork(peerProgram(design), {
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: superuserUrl,
      ORGANISATION_ID: organisationId,
      CAMPAIGN_ID: campaign.id,
      REDIS_PORT: String(redisPort),
    },
    // What a queue tells of each of ten thousand jobs would be measured with it.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`${design} ended with ${code}.`);
  });
  died.catch(() => undefined);
  const told = async <Message>() => (await Promise.race([once(child, 'message'), died]))[0] as Message;
  const { enqueueMs } = await told<{ enqueueMs: number }>();
  const postgresCpuBefore = cpuSecondsOfFamily(postmasterPid);
  child.send('go');
  const { ms, cpuSeconds } = await told<{ ms: number; cpuSeconds: number }>();
  const postgresCpuSeconds = cpuSecondsOfFamily(postmasterPid) - postgresCpuBefore;
  await died.catch(() => undefined);
  const { rows } = await superuser.query<{ delivered: number }>(
    `SELECT count(*)::int AS delivered FROM floor_sms_messages WHERE campaign_id = $1 AND status = 'delivered'`,
    [campaign.id],
  );
  if (rows[0]?.delivered !== BULK_SIZE) throw new Error(`${design} has delivered ${rows[0]?.delivered} only.`);
  return { ms, enqueueMs, clientCpuSeconds: cpuSeconds, postgresCpuSeconds };
}

/** Null where it is not installed. Nothing is written to disk, as BullMQ is usually run. */
async function startRedis(stage: Stage): Promise<number | null> {
  if (spawnSync('redis-server', ['--version']).status !== 0) return null;
  const port = await freePort();
  const redis = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    {
      stdio: 'ignore',
    },
  );
  stage.onLeave(async () => {
    redis.kill();
    await once(redis, 'exit');
  });
  await sleep(500);
  return port;
}
