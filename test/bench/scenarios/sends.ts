import { type Call, callOnce, calls, type Load, type LoadResult, load, loadPerSecond } from '../calls.ts';
import { cpuSecondsOf, cpuSecondsOfFamily } from '../cpu-time.ts';
import {
  absolute,
  atLeast,
  atMost,
  compared,
  comparedRounds,
  type Finding,
  median,
  medianRatio,
  takeTurns,
} from '../measure.ts';
import { startFloorServer, startProgram, startUnlimitedServer } from '../processes.ts';
import { createFloorTables } from '../servers/floor-tables.ts';
import type { Stage } from '../stage.ts';
import { countDelivered, untilCountDelivered } from './dispatch.ts';
import { createTenants } from './tenants.ts';

const CONNECTIONS = 16;
/** Below the 300 a minute that an organisation has. */
const CALLS_PER_TENANT = 250;
const TENANTS_PER_LOAD = 24;

/** Calls of one organisation over one connection, and over fifty. */
const ALONE = { connections: 1, amount: 500 };
const CROWD = { connections: 50, amount: 5_000 };

export async function benchSends(stage: Stage, rounds: number): Promise<Finding[]> {
  const benches = [benchManyOrganisations, benchOneOrganisation, benchUntilDelivered];
  const findings: Finding[] = [];
  for (const bench of benches) findings.push(...(await bench(stage, rounds)));
  return findings;
}

/** One SMS a call, sixteen callers at a time. */
async function benchManyOrganisations(stage: Stage, rounds: number): Promise<Finding[]> {
  const database = await stage.createDatabase('bench_sends');
  await createFloorTables(database.superuser);
  const tenants = await createTenants(database, TENANTS_PER_LOAD * (rounds + 1));
  const [floor, unlimited, api] = [
    await startFloorServer(stage, database),
    await startUnlimitedServer(stage, database),
    await startProgram(stage, database, 'api'),
  ];
  // Each load has tenants of the round, who thus call the real program once within a minute.
  const send = (url: string, call: Call) => {
    let round = 0;
    return async () => {
      const callers = tenants.slice(round * TENANTS_PER_LOAD, (round + 1) * TENANTS_PER_LOAD);
      round += 1;
      return load(url, call, callers, { connections: CONNECTIONS, amount: callers.length * CALLS_PER_TENANT });
    };
  };
  const { data } = await callOnce<{ data: { sendSms: { message: unknown } } }>(
    unlimited.url,
    calls.sendByGraphql,
    tenants[0] as (typeof tenants)[0],
  );
  if (!data.sendSms.message) throw new Error(`The GraphQL call is not right: ${JSON.stringify(data)}`);

  const samples = await takeTurns(rounds, {
    insert: send(floor.url, to('/insert')),
    statements: send(floor.url, to('/statements')),
    rest: send(unlimited.url, calls.sendByRest),
    graphql: send(unlimited.url, calls.sendByGraphql),
    limited: send(api.url, calls.sendByRest),
  });
  return judge(samples);
}

/** What waits for one another's statements are the sends of one organisation. */
async function benchOneOrganisation(stage: Stage, rounds: number): Promise<Finding[]> {
  const database = await stage.createDatabase('bench_sends_of_one');
  await createFloorTables(database.superuser);
  const tenants = await createTenants(database, 1);
  const [floor, unlimited] = [await startFloorServer(stage, database), await startUnlimitedServer(stage, database)];
  const send = (url: string, call: Call, how: Load) => () => loadPerSecond(url, call, tenants, how);
  const samples = await takeTurns(rounds, {
    statements: send(floor.url, to('/statements'), ALONE),
    alone: send(unlimited.url, calls.sendByRest, ALONE),
    insert: send(floor.url, to('/insert'), CROWD),
    grouped: send(floor.url, to('/grouped'), CROWD),
    crowd: send(unlimited.url, calls.sendByRest, CROWD),
    graphql: send(unlimited.url, calls.sendByGraphql, CROWD),
    keyed: send(unlimited.url, { ...calls.sendByRest, isKeyed: true }, CROWD),
  });
  const against = (work: string, ours: keyof typeof samples, floorWork: keyof typeof FLOORS, wanted: number) => {
    const { connections } = ours === 'alone' ? ALONE : CROWD;
    return comparedRounds(`one SMS send, ${work}, one organisation, connections: ${connections}`, {
      unit: '/s',
      floor: samples[floorWork],
      note: `bare Fastify, ${FLOORS[floorWork]}`,
      ours: samples[ours],
      wanted: atLeast(wanted),
    });
  };
  return [
    against('REST', 'alone', 'statements', 0.9),
    against('REST', 'crowd', 'insert', 0.8),
    against('REST', 'crowd', 'grouped', 0.45),
    against('/graphql', 'graphql', 'grouped', 0.45),
    against('REST with a key each', 'keyed', 'grouped', 0.3),
  ];
}

/** The program groups sends that arrive together, so one INSERT each flatters it. */
const FLOORS = {
  statements: 'same statements',
  insert: 'one INSERT each',
  grouped: 'INSERTs in groups as ours are',
} as const;

/** The other benches have no worker, so they do not show what it costs to take single messages from the agenda. */
async function benchUntilDelivered(stage: Stage, rounds: number): Promise<Finding[]> {
  const database = await stage.createDatabase('bench_sends_delivered');
  const tenants = await createTenants(database, 1);
  const unlimited = await startUnlimitedServer(stage, database);
  const worker = await startProgram(stage, database, 'worker');
  const microseconds = (readCpu: () => number) => {
    const before = readCpu();
    return () => ((readCpu() - before) / CROWD.amount) * 1e6;
  };
  const { delivered } = await takeTurns(rounds, {
    async delivered() {
      const postgres = microseconds(() => cpuSecondsOfFamily(database.postmasterPid));
      const others = [unlimited, worker].map(({ pid }) => microseconds(() => cpuSecondsOf(pid)));
      const deliveredBefore = await countDelivered(database, tenants);
      await load(unlimited.url, calls.sendByRest, tenants, CROWD);
      await untilCountDelivered(database, tenants, deliveredBefore + CROWD.amount);
      const [api = Number.NaN, ours = Number.NaN] = others.map((read) => read());
      return { postgres: postgres(), api, worker: ours };
    },
  });
  const figure = (of: keyof (typeof delivered)[0]) => median(delivered.map((sample) => sample[of]));
  const note = `API ${figure('api').toFixed(0)}, worker ${figure('worker').toFixed(0)}`;
  const work = 'one SMS send until delivered, CPU time of PostgreSQL, connections: 50';
  return [absolute(work, { value: figure('postgres'), unit: 'µs', note }, null)];
}

const to = (path: string): Call => ({ ...calls.sendByRest, path });

type Work = 'insert' | 'statements' | 'rest' | 'graphql' | 'limited';

function judge(samples: Record<Work, LoadResult[]>): Finding[] {
  const rates = (work: Work) => samples[work].map(({ perSecond }) => perSecond);
  const figure = (work: Work, note?: string) => {
    const p99 = `p99 ${Math.round(median(samples[work].map(({ p99Ms }) => p99Ms)))} ms`;
    return { value: median(rates(work)), unit: '/s', note: note ? `${note}; ${p99}` : p99 } as const;
  };
  const share = (ours: Work, floor: Work) => medianRatio(rates(ours), rates(floor));
  const insert = figure('insert', 'bare Fastify, one INSERT');
  const statements = figure('statements', 'bare Fastify, same statements');
  return [
    compared('one SMS send, REST', statements, figure('rest'), share('rest', 'statements'), atLeast(0.75)),
    compared('one SMS send, REST', insert, figure('rest'), share('rest', 'insert'), atLeast(0.5)),
    compared('one SMS send, /graphql', insert, figure('graphql'), share('graphql', 'insert'), atLeast(0.45)),
    compared(
      'rate limits on one SMS send, REST',
      figure('rest', 'the same without limits'),
      figure('limited'),
      share('rest', 'limited'),
      atMost(1.1),
    ),
  ];
}
