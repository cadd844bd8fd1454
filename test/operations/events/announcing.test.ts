import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { Database } from '../../../src/db/database.js';
import type { EveryOrganisationTx } from '../../../src/db/postgres/transaction.js';
import { announceEvents } from '../../../src/db/sql/events/announce-events.js';
import { appendEvents } from '../../../src/db/sql/events/append-events.js';
import { EVENTS_CHANNEL } from '../../../src/domain/events/event.js';
import { newId } from '../../../src/lib/ids.js';
import type { Context } from '../../../src/operations/context.js';
import { announceUnannounced, INTERVAL_MS, startAnnouncing } from '../../../src/operations/events/announce-events.js';
import { createTestDatabase } from '../../support/database/database.js';
import { type Receiver, startReceiver } from '../../support/gateways/receiver.js';
import { newOrganisation, startServices } from '../../support/services.js';
import { until } from '../../support/until.js';
import { useServices } from '../../support/use-services.js';
import { deliverAll, newEndpoint } from '../../support/webhooks.js';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** A process with a listener beside it, and an organisation whose endpoint has taken all there was and rests. */
async function setUp() {
  const database = await createTestDatabase();
  cleanUps.push(() => database.drop());
  const services = await startServices(database, { gateways: [] });
  cleanUps.push(() => services.stop());
  const listener = new Client({ connectionString: database.url });
  await listener.connect();
  cleanUps.push(() => listener.end());
  const heard: string[] = [];
  listener.on('notification', ({ payload = '' }) => heard.push(payload));
  await listener.query(`LISTEN ${EVENTS_CHANNEL}`);
  const receiver: Receiver = await startReceiver();
  cleanUps.push(() => receiver.stop());
  const context = await newOrganisation(services);
  await newEndpoint(context, receiver.url);
  await deliverAll(services);
  return { services, context, heard, receiver };
}

const append = ({ db, caller: { organisationId } }: Context) =>
  db.inOrganisation(organisationId, async (tx) =>
    appendEvents(tx, [{ type: 'session.connected', subjectIds: [newId()], revision: 1 }]),
  );

describe('announcing events', () => {
  it('is left to the process that appends: nothing of it is in the transactions', async () => {
    const { services, context, heard, receiver } = await setUp();
    await append(context);
    await deliverAll(services);
    await sleep(100);
    expect([heard, receiver.received]).toEqual([[], []]);
  });

  it('comes at once after the commit, and together for what is appended meanwhile', async () => {
    const { services, context, heard, receiver } = await setUp();
    const announcing = startAnnouncing(services);
    cleanUps.push(announcing.stop);
    const startedAt = performance.now();
    await append(context);
    await until(() => heard.length > 0);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    await deliverAll(services);
    expect(receiver.received).toHaveLength(1);
    expect(services.wakeUps).toContainEqual({ job: 'webhooks' });

    const burstAt = performance.now();
    const known = heard.length;
    for (let count = 0; count < 40; count += 1) await append(context);
    await announcing.stop();
    const most = 2 + (performance.now() - burstAt) / INTERVAL_MS;
    await until(() => heard.length > known);
    await sleep(50);
    expect(heard.length - known).toBeLessThanOrEqual(most);
    expect(new Set(heard)).toEqual(new Set([context.caller.organisationId]));
    await deliverAll(services);
    expect(receiver.received).toHaveLength(41);
  });

  it('is made up for by a sweep, when the process has died before it', async () => {
    const { services, context, heard, receiver } = await setUp();
    const other = await newOrganisation(services);
    await append(context);
    await append(other);
    await announceUnannounced(services, { restMs: 0 });
    await until(() => heard.length > 0);
    await deliverAll(services);
    expect(receiver.received).toHaveLength(1);
    expect(services.wakeUps).toContainEqual({ job: 'webhooks' });

    await announceUnannounced(services, { restMs: 0 });
    await sleep(50);
    expect(heard).toEqual([context.caller.organisationId]);
  });

  it('goes on after a failure, which loses nothing', async () => {
    const { services, context, heard, receiver } = await setUp();
    let failures = 0;
    const hints = {
      ...services.hints,
      nudge() {
        failures += 1;
        if (failures === 1) throw new Error('no announcement this time');
      },
    };
    const announcing = startAnnouncing({ ...services, hints });
    cleanUps.push(announcing.stop);
    await append(context);
    await until(() => failures === 1);
    await append(context);
    await until(() => failures === 2);
    expect(heard.length).toBeGreaterThan(0);
    await deliverAll(services);
    expect(receiver.received).toHaveLength(2);
  });
});

describe('Announcements of the same organisations by several processes', () => {
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

  it('do not deadlock, also by different plans', async () => {
    const contexts = [await newOrganisation(process), await newOrganisation(process)];
    for (const context of contexts) {
      for (let count = 0; count < ENDPOINTS; count += 1) await newEndpoint(context, 'https://hooks.example.com');
    }
    const organisationIds = contexts.map(({ caller }) => caller.organisationId);

    for (let round = 0; round < ROUNDS; round += 1) {
      // The endpoints that are written move to other places of the table.
      await process.sql(
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
    await process.sql('SELECT pg_stat_force_next_flush()');
    const rows = await process.sql('SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()');
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
});
