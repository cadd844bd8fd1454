import { setTimeout as sleep } from 'node:timers/promises';
import type { MoveMode } from '../../citus/move-shards.js';
import type { OwnCluster } from '../../citus/own-cluster.js';
import type { Client } from '../../support/fleet/client.js';
import type { Member } from '../../support/fleet/fleet-member.js';
import type { DatabaseProxy } from '../../support/fleet/proxy.js';
import type { Chaos } from '../../support/fleet/run.js';
import { WORKER_STEPS } from '../../support/fleet/worker-steps.js';
import { type Behaviour, createRandom } from '../../support/gateways/journal-gateway-behaviour.js';
import { runPostrider } from '../../support/programs/program.js';
import type { Fault, FaultKind } from './plan-faults.js';
import type { Stage } from './stage.js';

/** How often each kind has struck. */
export type Struck = Map<FaultKind, number>;

const CALM: Partial<Behaviour> = {
  acceptThenDropRate: 0.01,
  dropBeforeAcceptRate: 0,
  stallRate: 0.01,
  garbageRate: 0,
  refuseRate: 0,
  connections: 'taken',
  rejectEvery: 0,
  credit: 1_000_000_000,
};
/** Of PostgreSQL's answers to the workers' COMMITs so many get lost. */
const LOST_COMMITS = 0.06;

const MOODS: Partial<Record<FaultKind, Partial<Behaviour>>> = {
  'gateway drops answers': { acceptThenDropRate: 0.1 },
  'gateway drops requests': { dropBeforeAcceptRate: 0.2 },
  'gateway stalls': { stallRate: 0.2 },
  'gateway answers garbage': { garbageRate: 0.1 },
  'gateway refuses some': { rejectEvery: 10 },
  'gateway without credit': { credit: 0 },
  'gateway throttles': { refuseRate: 0.5, refuseStatus: 429, retryAfterSeconds: 0, stallRate: 0.3 },
  'gateway is overloaded': { refuseRate: 0.5, refuseStatus: 503, retryAfterSeconds: 1, stallRate: 0.3 },
  'gateway refuses the secret': { refuseRate: 1, refuseStatus: 401, retryAfterSeconds: null },
  'gateway closes its port': { connections: 'refused' },
  'gateway resets connections': { connections: 'reset' },
};

/** Lets every fault of the plan happen at its time; resolves when the last is over. */
export async function strike(chaos: Chaos, stage: Stage, plan: readonly Fault[], struck: Struck): Promise<void> {
  const startedAt = Date.now();
  let postgres: Promise<void> = Promise.resolve();
  const crashPostgres = () => {
    // One after the other: what has not come back cannot be stopped.
    postgres = postgres.then(() => stage.postgres.crash());
    return postgres;
  };
  await Promise.all(
    plan.map(async (fault) => {
      await sleep(startedAt + fault.atMs - Date.now());
      const what = await happen(stage, fault, crashPostgres, chaos);
      struck.set(fault.kind, (struck.get(fault.kind) ?? 0) + 1);
      if (what) chaos.struck(`${fault.kind} ${what}: over`);
    }),
  );
}

/** Returns what is to be noted when it is over; nothing where that is noted already. */
function happen(stage: Stage, fault: Fault, crashPostgres: () => Promise<void>, chaos: Chaos): Promise<string> {
  switch (fault.kind) {
    case 'kill':
    case 'restart':
      return end(chaos, fault.kind, stage.members, fault.whom);
    case 'freeze':
      return freeze(chaos, stage, fault);
    case 'late answer to a worker':
      return answerLate(chaos, stage, fault);
    case 'node stops':
    case 'shards move, writes wait':
    case 'shards move online':
    case 'node added':
      return changeCluster(chaos, stage, fault);
    default:
      return MOODS[fault.kind] ? changeMood(chaos, stage, fault) : takeAway(chaos, stage, fault, crashPostgres);
  }
}

async function changeMood(chaos: Chaos, { gateways }: Stage, { kind, lastsMs, whom }: Fault): Promise<string> {
  const gateway = gateways[Math.floor(whom * gateways.length)];
  chaos.struck(`${kind}: ${gateway?.url}`);
  const mood = MOODS[kind] ?? {};
  await gateway?.control(mood);
  await sleep(lastsMs);
  // Another mood may go on.
  await gateway?.control(Object.fromEntries(Object.entries(CALM).filter(([field]) => field in mood)));
  return gateway?.url ?? '';
}

async function freeze(chaos: Chaos, { members }: Stage, { lastsMs, whom }: Fault): Promise<string> {
  const member = members[Math.floor(whom * members.length)];
  chaos.struck(`SIGSTOP ${member?.role} ${member?.url} for ${Math.round(lastsMs)} ms`);
  await member?.freeze(lastsMs);
  return member?.url ?? '';
}

async function answerLate(chaos: Chaos, stage: Stage, { kind, lastsMs, whom }: Fault): Promise<string> {
  const choices = proxiesOfWorkers(stage).flatMap((proxy) => WORKER_STEPS.map((step) => ({ proxy, step })));
  const choice = choices[Math.floor(whom * choices.length)];
  chaos.struck(`${kind}: ${choice?.step}, ${Math.round(lastsMs)} ms`);
  choice?.proxy.delayAnswer(choice.step, lastsMs);
  return '';
}

function proxiesOfWorkers({ members, proxies }: Stage): DatabaseProxy[] {
  return proxies.filter((_, index) => members[index]?.role === 'worker');
}

/** PostgreSQL, the way to it, or the queue. */
async function takeAway(
  chaos: Chaos,
  stage: Stage,
  { kind, lastsMs, whom }: Fault,
  crashPostgres: () => Promise<void>,
): Promise<string> {
  const ofWorkers = proxiesOfWorkers(stage);
  const ofOne = Math.floor(whom * ofWorkers.length);
  const proxies = kind.startsWith('one worker') ? ofWorkers.slice(ofOne, ofOne + 1) : stage.proxies;
  chaos.struck(kind);
  if (kind === 'PostgreSQL stops') await crashPostgres();
  else if (kind === 'queue dropped') await dropQueue(stage, lastsMs);
  else {
    for (const proxy of proxies) kind.endsWith('cut') ? proxy.cut() : proxy.stall();
    await sleep(lastsMs);
    for (const proxy of proxies) kind.endsWith('that forgets') ? proxy.forget() : proxy.heal();
  }
  return ' ';
}

async function changeCluster(chaos: Chaos, { cluster, customers }: Stage, fault: Fault): Promise<string> {
  if (!cluster) throw new Error(`There is no cluster for "${fault.kind}".`);
  const { kind, whom, lastsMs } = fault;
  chaos.struck(kind);
  const startedAt = Date.now();
  const change = {
    'node stops': () => cluster.crashWorker(whom, lastsMs),
    'node added': () => cluster.addWorker(),
    'shards move, writes wait': () => moveShards(chaos, cluster, customers.bulk, fault, 'block_writes'),
    'shards move online': () => moveShards(chaos, cluster, customers.bulk, fault, 'force_logical'),
  }[kind as string];
  const done = await change?.();
  return `${done ?? ''} after ${Date.now() - startedAt} ms`;
}

const MOVE_FOR_MS = 60_000;

/** Those of a customer who sends campaigns. Nodes may stop meanwhile: then it begins again, as an operator would. */
async function moveShards(
  chaos: Chaos,
  cluster: OwnCluster,
  clients: readonly Client[],
  { kind, whom }: Fault,
  mode: MoveMode,
): Promise<string> {
  const client = clients[Math.floor(whom * clients.length)] as Client;
  const refusals = new Set<string>();
  for (const deadline = Date.now() + MOVE_FOR_MS; ; await sleep(500)) {
    try {
      return await cluster.moveShards(client.organisationId, mode);
    } catch (error) {
      const { message } = error as Error;
      if (!refusals.has(message)) chaos.struck(`${kind}: ${message}`);
      refusals.add(message);
      if (Date.now() > deadline || chaos.over.aborted) throw error;
    }
  }
}

/** Whoever is meant, or the next one that is up. */
async function end(chaos: Chaos, kind: 'kill' | 'restart', members: readonly Member[], whom: number): Promise<string> {
  const first = Math.floor(whom * members.length);
  for (;;) {
    for (let index = 0; index < members.length; index += 1) {
      const member = members[(first + index) % members.length];
      if (!member?.isUp()) continue;
      chaos.struck(`${kind === 'kill' ? 'SIGKILL' : 'SIGTERM'} ${member.role} ${member.url}`);
      await (kind === 'kill' ? member.crash() : member.restart());
      return '';
    }
    await sleep(50);
  }
}

/** It may be that PostgreSQL is away at this moment, too. */
async function dropQueue({ fleet, postgres }: Stage, lastsMs: number): Promise<void> {
  while (
    !(await fleet.sql('DROP SCHEMA IF EXISTS pgboss CASCADE').then(
      () => true,
      () => false,
    ))
  )
    await sleep(200);
  await sleep(lastsMs);
  while ((await runPostrider(['migrate'], { DATABASE_URL: postgres.url })).code !== 0) await sleep(200);
}

export async function calmDown({ proxies, gateways, lives }: Stage): Promise<void> {
  for (const proxy of proxies) proxy.calm();
  for (const each of lives) each.spare();
  await Promise.all(gateways.map((gateway) => gateway.control({ ...CALM, acceptThenDropRate: 0, stallRate: 0 })));
}

/** What goes on all the time. Counts the answers to COMMITs that have got lost. */
export async function beRestless(stage: Stage, seed: number): Promise<{ readonly commits: number }> {
  const lost = { commits: 0 };
  for (const [index, proxy] of proxiesOfWorkers(stage).entries()) {
    const random = createRandom(seed + index);
    proxy.losesCommit = () => {
      const isLost = random() < LOST_COMMITS;
      if (isLost) lost.commits += 1;
      return isLost;
    };
  }
  await Promise.all(stage.gateways.map((gateway) => gateway.control(CALM)));
  return lost;
}
