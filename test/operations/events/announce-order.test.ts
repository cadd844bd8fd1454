import { expect, it } from '@jest/globals';
import type { Database } from '../../../src/db/database.js';
import type { EveryOrganisationTx } from '../../../src/db/postgres/transaction.js';
import { announceEvents } from '../../../src/db/sql/events/announce-events.js';
import { newOrganisation } from '../../support/services.js';
import { useServices } from '../../support/use-services.js';
import { newEndpoint } from '../../support/webhooks.js';

const ROUNDS = 50;
const ANNOUNCERS = 6;
const ENDPOINTS = 20;

/**
 * The planner chooses by statistics: the first plan finds the endpoints in the order of the table, the second in that
 * of an index.
 */
const TABLE_SCAN = ['plan_cache_mode = force_custom_plan', 'enable_indexscan = off', 'enable_bitmapscan = off'];
const INDEX_SCAN = ['plan_cache_mode = force_custom_plan', 'enable_seqscan = off', 'enable_bitmapscan = off'];

const process = useServices();

it('announcements of the same organisations by several processes and by different plans do not deadlock', async () => {
  const contexts = [await newOrganisation(process), await newOrganisation(process)];
  for (const context of contexts) {
    for (let count = 0; count < ENDPOINTS; count += 1) await newEndpoint(context, 'https://hooks.example.com');
  }
  const organisationIds = contexts.map(({ caller }) => caller.organisationId);

  for (let round = 0; round < ROUNDS; round += 1) {
    // The endpoints that are written move to other places of the table.
    await process.superuser.query(
      `UPDATE webhook_endpoints SET due_at = now() + interval '1 day' WHERE md5($1 || id::text) < '8'`,
      [round],
    );
    await Promise.all(
      Array.from({ length: ANNOUNCERS }, (_, announcer) =>
        process.db.acrossOrganisations(async (tx) => {
          for (const setting of announcer % 2 === 0 ? TABLE_SCAN : INDEX_SCAN) await tx.sql(`SET LOCAL ${setting}`);
          await announceEvents(within(tx), organisationIds);
        }),
      ),
    );
  }
  // Backends report their counts with some delay.
  await process.superuser.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await process.superuser.query(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
}, 60_000);

/** The database as it is from within a transaction that has set how its statements are planned. */
function within(tx: EveryOrganisationTx): Database {
  const work = <T>(run: (tx: EveryOrganisationTx) => T) => run(tx);
  const database = {
    acrossOrganisations: work,
    atOnceAcrossOrganisations: work,
  };
  return database as Partial<Database> as Database;
}
