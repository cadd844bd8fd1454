import { afterAll, beforeAll, jest } from '@jest/globals';
import type { Context } from '../../src/operations/context.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { onBehalfOf, startServices, type TestServices } from '../support/services.js';
import { eventually } from '../support/wait.js';
import { onePerNode, whileAway } from './homes.js';

/** Reports that wait for a node come again within this time. */
export const REPLAY_SECONDS = 30;
/** After this long a process asks again which nodes answer. */
const ASKS_AGAIN_MS = 10_001;

/** What is the same for an organisation whose node is away at times, and for one whose node is always there. */
export interface Both<T> {
  readonly away: T;
  readonly there: T;
}

/** A process on nodes of Citus, one of which can be taken away from it. */
export interface LostNode {
  readonly process: TestServices;
  readonly ids: Both<string>;
  forBoth<T>(make: (context: Context) => Promise<T>, services?: TestServices): Promise<Both<T>>;
  /** Afterwards the process knows that the node is back. */
  without<T>(work: () => Promise<T>): Promise<T>;
}

export function useLostNode(): LostNode {
  const process = {} as TestServices;
  const ids = {} as { -readonly [Key in keyof Both<string>]: string };
  let database: TestDatabase;
  let port: number;
  let aheadMs = 0;
  beforeAll(async () => {
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
    database = await createTestDatabase();
    Object.assign(process, await startServices(database, { gateways: [] }));
    const [lost, other] = [...(await onePerNode(database, process))] as [[number, Context], [number, Context]];
    port = lost[0];
    ids.away = lost[1].caller.organisationId;
    ids.there = other[1].caller.organisationId;
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await process.stop();
    await database.drop();
  });
  return {
    process,
    ids,
    async forBoth(make, services = process) {
      const away = await make(onBehalfOf(services, ids.away));
      return { away, there: await make(onBehalfOf(services, ids.there)) };
    },
    async without(work) {
      try {
        return await whileAway(database, port, work);
      } finally {
        aheadMs += ASKS_AGAIN_MS;
        await eventually('the process knows that the node is back', async () => {
          await process.db.acrossOrganisations(async () => undefined);
          return !process.db.missesNodes || undefined;
        });
      }
    },
  };
}
