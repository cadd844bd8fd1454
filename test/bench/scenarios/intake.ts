import { BULK_SIZE, callOnce, calls, mobile } from '../calls.ts';
import { atMost, compared, type Finding, median, medianRatio, milliseconds, takeTurns } from '../measure.ts';
import { startProgram } from '../processes.ts';
import { createFloorTables, insertFloorCampaign, newFloorCampaign } from '../servers/floor-tables.ts';
import type { Stage } from '../stage.ts';
import { createTenants, type Tenant } from './tenants.ts';

const WANTED = { rest: 1.5, graphql: 1.8 };
const WARM_UP_ROUNDS = 10;
/** Below the 60 a minute that an organisation has. */
const CALLS_PER_TENANT = 50;

/** A bulk call of 10,000, from sending the request to having read the answer, with nobody dispatching meanwhile. */
export async function benchIntake(stage: Stage, rounds: number): Promise<Finding[]> {
  const database = await stage.createDatabase('bench_intake');
  await createFloorTables(database.superuser);
  const callsNeeded = 2 * (rounds + WARM_UP_ROUNDS);
  const tenants = await createTenants(database, Math.ceil(callsNeeded / CALLS_PER_TENANT));
  let callsMade = 0;
  const nextTenant = () => tenants[Math.floor(callsMade++ / CALLS_PER_TENANT)] as Tenant;
  const api = await startProgram(stage, database, 'api');
  const client = await database.superuser.connect();
  const mobiles = Array.from({ length: BULK_SIZE }, (_, place) => mobile(place));

  const samples = await takeTurns(
    {
      async floor() {
        const campaign = newFloorCampaign(tenants[0]?.organisationId ?? '', mobiles);
        return milliseconds(() => insertFloorCampaign(client, campaign));
      },
      rest: () => milliseconds(() => callOnce(api.url, calls.bulkByRest, nextTenant())),
      graphql: () => milliseconds(() => callOnce(api.url, calls.bulkByGraphql, nextTenant())),
    },
    { rounds, warmUpRounds: WARM_UP_ROUNDS },
  );
  client.release();

  const floor = { value: median(samples.floor), unit: 'ms', note: 'one transaction, unnest, by pg' } as const;
  return (['rest', 'graphql'] as const).map((face) =>
    compared(
      `accept a bulk call of 10,000, ${face === 'rest' ? 'REST' : '/graphql'}`,
      floor,
      { value: median(samples[face]), unit: 'ms' },
      medianRatio(samples[face], samples.floor),
      atMost(WANTED[face]),
    ),
  );
}
