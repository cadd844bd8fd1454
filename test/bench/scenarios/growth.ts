import { callOnce, calls } from '../calls.ts';
import { compared, comparedRounds, type Finding, median, takeTurns } from '../measure.ts';
import { type Process, startApiAndWorker, startProgram } from '../processes.ts';
import type { Database, Stage } from '../stage.ts';
import { untilDelivered } from './dispatch.ts';
import { insertFinishedCampaign } from './listing.ts';
import { createTenant, createTenants, type Tenant } from './tenants.ts';

const CAMPAIGNS = [10, 100] as const;
/** A hundred campaigns take a while, and vary little. */
const ROUNDS_OF_HUNDRED = 1;
const STORED = [10_000, 100_000, 1_000_000] as const;

export async function benchGrowth(stage: Stage, rounds: number): Promise<Finding[]> {
  return [...(await benchCampaigns(stage, rounds)), ...(await benchStored(stage, rounds))];
}

/** What a campaign costs where so many messages are stored already, in databases of their own. */
async function benchStored(stage: Stage, rounds: number): Promise<Finding[]> {
  const [few, more, many] = [
    await storing(stage, STORED[0]),
    await storing(stage, STORED[1]),
    await storing(stage, STORED[2]),
  ];
  const samples = await takeTurns(rounds, { few, more, many });
  const note = `beside ${STORED[0].toLocaleString('en')}`;
  return (['more', 'many'] as const).map((who, place) =>
    comparedRounds(`intake and dispatch of 10,000 beside ${STORED[place + 1]?.toLocaleString('en')} stored messages`, {
      unit: 'ms',
      floor: samples.few,
      note,
      ours: samples[who],
    }),
  );
}

async function storing(stage: Stage, stored: number): Promise<() => Promise<number>> {
  const database = await stage.createDatabase(`bench_stored_${stored}`);
  const tenant = await createTenant(database);
  await insertFinishedCampaign(database, tenant, stored);
  await database.superuser.query('VACUUM (ANALYZE)');
  const { api, worker } = await startApiAndWorker(stage, database);
  return () => dispatchMany(database, api, worker, [tenant]);
}

/** What a campaign costs when it is one of many, and what a second worker gains. */
async function benchCampaigns(stage: Stage, rounds: number): Promise<Finding[]> {
  const database = await stage.createDatabase('bench_growth');
  const { api, worker } = await startApiAndWorker(stage, database);
  // Limits count per organisation; and fairness between many is part of the work.
  const tenants = await createTenants(database, Math.max(...CAMPAIGNS));
  const many = (count: number) => () => dispatchMany(database, api, worker, tenants.slice(0, count));

  const findings: Finding[] = [];
  for (const count of CAMPAIGNS) {
    const turns = count === 100 ? ROUNDS_OF_HUNDRED : rounds;
    const samples = await takeTurns(turns, { one: many(1), many: many(count) });
    const work = `intake and dispatch of 10,000, as one of ${count} campaigns`;
    const ours = samples.many.map((ms) => ms / count);
    findings.push(comparedRounds(work, { unit: 'ms', floor: samples.one, note: 'alone', ours }));
  }
  const alone = await takeTurns(rounds, { ten: many(10) });
  await startProgram(stage, database, 'worker');
  const both = await takeTurns(rounds, { ten: many(10) });
  return [
    ...findings,
    compared(
      '10 campaigns of 10,000 by two workers',
      { value: median(alone.ten), unit: 'ms', note: 'by one worker, in the rounds before' },
      { value: median(both.ten), unit: 'ms' },
      median(both.ten) / median(alone.ten),
    ),
  ];
}

/** From the first call until everything is delivered. */
async function dispatchMany(database: Database, api: Process, worker: Process, tenants: readonly Tenant[]) {
  const startedAt = performance.now();
  const ids: string[] = [];
  for (const tenant of tenants) {
    ids.push((await callOnce<{ campaign_id: string }>(api.url, calls.bulkByRest, tenant)).campaign_id);
  }
  for (const id of ids) await untilDelivered(database, id, worker);
  return performance.now() - startedAt;
}
