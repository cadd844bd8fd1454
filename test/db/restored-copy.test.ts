import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { needsMigration, probeDatabase } from '../../src/cli/probe-database.js';
import type { Context } from '../../src/domain/context.js';
import { migrateDatabase } from '../../src/migrate.js';
import { readEvents } from '../../src/operations/events/read-events.js';
import { deliverNext } from '../../src/operations/webhooks/deliver-next.js';
import { createTestDatabase } from '../support/database.js';
import { numberAll } from '../support/event-log.js';
import { startReceiver } from '../support/receiver.js';
import { newOrganisation, startServices, type TestServices } from '../support/services.js';
import { logEvents, newEndpoint } from '../support/webhooks.js';

/** As if the server that the copy is from had seen so many transactions more. */
const TRANSACTIONS = 1_000_000_000;

describe('a database that was restored into another server', () => {
  it('must be migrated first, and then its event log goes on where it ended', async () => {
    const database = await createTestDatabase();
    const services = await startServices(database, { gateways: [] });
    const context = await newOrganisation(services);
    const receiver = await startReceiver();
    await newEndpoint(context, receiver.url);
    const isOutdated = async () => needsMigration(database.url, await probeDatabase(database.url), services.logger);

    const subjects = await logEvents(context, 5);
    expect(await isOutdated()).toBe(false);
    await comeFromElsewhere(services);
    expect(await isOutdated()).toBe(true);
    await migrateDatabase(database.url, services.logger);
    expect(await isOutdated()).toBe(false);

    subjects.push(...(await logEvents(context, 5)));
    await numberAll(services);
    expect(await deliverNext(services)).toBe(true);
    expect(await read(context)).toEqual(subjects.map((subjectId, index) => ({ sequence: index + 1, subjectId })));
    expect(receiver.received).toHaveLength(10);

    // A transaction that is still open keeps others from being numbered before it, as ever.
    const slow = await services.superuser.connect();
    const { organisationId } = context.caller;
    await slow.query('BEGIN');
    subjects.push(randomUUID());
    await slow.query(`INSERT INTO events (organisation_id, type, subject_id, revision) VALUES ($1, $2, $3, 1)`, [
      organisationId,
      'session.connected',
      subjects.at(-1),
    ]);
    const quick = logEvents(context, 5);
    await sleep(300);
    expect(await read(context)).toHaveLength(10);
    await slow.query('COMMIT');
    slow.release();
    subjects.push(...(await quick));
    expect((await read(context)).map(({ subjectId }) => subjectId)).toEqual(subjects);

    // Once more, from a server that has seen more again.
    await comeFromElsewhere(services);
    await migrateDatabase(database.url, services.logger);
    subjects.push(...(await logEvents(context, 5)));
    expect((await read(context)).map(({ subjectId }) => subjectId)).toEqual(subjects);

    await receiver.stop();
    await services.stop();
    await database.drop();
  });
});

async function read(context: Context) {
  const { events } = await readEvents(context, { after: 0 });
  return events.map(({ sequence, subjectId }) => ({ sequence, subjectId }));
}

async function comeFromElsewhere({ superuser }: TestServices): Promise<void> {
  const later = (column: string) => `${column} = (${column}::text::bigint + ${TRANSACTIONS})::text::xid8`;
  await superuser.query(`
    UPDATE events SET ${later('xact_id')};
    UPDATE webhook_deliveries SET ${later('xact_id')};
    UPDATE event_logs SET ${later('last_xact_id')};
    UPDATE event_slices SET ${later('after_xact_id')}, ${later('until_xact_id')}`);
}
