import { callOnce, calls } from '../calls.ts';
import { atMost, comparedRounds, type Finding, milliseconds, takeTurns } from '../measure.ts';
import { startProgram } from '../processes.ts';
import { createFloorTables, insertFloorCampaign, newFloorCampaign } from '../servers/floor-tables.ts';
import type { Stage } from '../stage.ts';
import { createBulkCallers, type Tenant } from './tenants.ts';

const WANTED = { rest: 1.5, graphql: 1.8 };
const WARM_UP_ROUNDS = 10;

/** A bulk call of 10,000, from sending the request to having read the answer, with nobody dispatching meanwhile. */
export async function benchIntake(stage: Stage, rounds: number): Promise<Finding[]> {
  const database = await stage.createDatabase('bench_intake');
  await createFloorTables(database.superuser);
  const callers = await createBulkCallers(database, 2 * (rounds + WARM_UP_ROUNDS));
  const api = await startProgram(stage, database, 'api');
  const client = await database.superuser.connect();

  const samples = await takeTurns(
    rounds,
    {
      async floor() {
        const campaign = newFloorCampaign(callers.tenants[0] as Tenant);
        return milliseconds(() => insertFloorCampaign(client, campaign));
      },
      rest: () => milliseconds(() => callOnce(api.url, calls.bulkByRest, callers.next())),
      graphql: () => milliseconds(() => callOnce(api.url, calls.bulkByGraphql, callers.next())),
    },
    { warmUpRounds: WARM_UP_ROUNDS },
  );
  client.release();

  return (['rest', 'graphql'] as const).map((face) =>
    comparedRounds(`accept a bulk call of 10,000, ${face === 'rest' ? 'REST' : '/graphql'}`, {
      unit: 'ms',
      floor: samples.floor,
      note: 'one transaction, unnest, by pg',
      ours: samples[face],
      wanted: atMost(WANTED[face]),
    }),
  );
}
