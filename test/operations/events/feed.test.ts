import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import type { Context } from '../../../src/domain/context.js';
import type { DescribedEvent, EventType } from '../../../src/domain/events/event.js';
import { numberEvents } from '../../../src/operations/events/number-events.js';
import { readEvents } from '../../../src/operations/events/read-events.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { numberAll } from '../../support/event-log.js';
import { newOrganisation, startServices, type TestServices } from '../../support/services.js';

const WRITERS = 8;
const READERS = 3;
const TRANSACTIONS_PER_WRITER = 60;
const LONGEST_WAIT_MS = 12;
/** Fewer than writers, so that they wait for each other. */
const SHARED_SUBJECTS = 3;
const ROLLED_BACK = 0.1;

describe('the event log under writers that commit late', () => {
  let database: TestDatabase;
  let one: TestServices;
  let other: TestServices;
  let writing: Pool;
  let context: Context;
  let committed: number;
  const logs: DescribedEvent[][] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    one = await startServices(database, { gateways: [] });
    other = await startServices(database, { gateways: [] });
    writing = new Pool({ connectionString: database.superuserUrl, max: WRITERS });
    await writing.query('CREATE TABLE subjects (id uuid PRIMARY KEY, revision integer NOT NULL DEFAULT 0)');
    await writing.query('INSERT INTO subjects SELECT gen_random_uuid() FROM generate_series(1, $1)', [SHARED_SUBJECTS]);
    context = await newOrganisation(one);
    const done = new AbortController();
    const numbering = [one, other].map(async (services) => {
      while (!done.signal.aborted) if ((await numberEvents(services)).numbered === 0) await sleep(2);
    });
    const reading = Array.from({ length: READERS }, () => follow(context, done.signal));
    const counts = await Promise.all(
      Array.from({ length: WRITERS }, () => write(writing, context.caller.organisationId)),
    );
    committed = counts.reduce((sum, count) => sum + count, 0);
    await numberAll(one);
    done.abort();
    await Promise.all(numbering);
    logs.push(...(await Promise.all(reading)));
  }, 60_000);

  afterAll(async () => {
    await writing.end();
    await one.stop();
    await other.stop();
    await database.drop();
  });

  it('shows every committed event to every reader, once, without a gap in the sequence', () => {
    expect(committed).toBeGreaterThan(WRITERS * TRANSACTIONS_PER_WRITER);
    for (const log of logs) {
      expect(log.map(({ sequence }) => sequence)).toEqual(Array.from({ length: committed }, (_, index) => index + 1));
      expect(new Set(log.map(({ entryId }) => entryId)).size).toBe(committed);
    }
  });

  it('shows all readers the same order', () => {
    const [first, ...others] = logs.map((log) => log.map(({ entryId }) => entryId));
    for (const log of others) expect(log).toEqual(first);
  });

  it('shows the changes of a subject in the order in which they happened', () => {
    for (const events of Map.groupBy(logs[0] ?? [], ({ subjectId }) => subjectId).values()) {
      expect(events.map(({ revision }) => revision)).toEqual(events.map((_, index) => index + 1));
    }
  });

  it('shows the same again from any place on, whatever the size of the page', async () => {
    const [log = []] = logs;
    for (let tries = 0; tries < 20; tries += 1) {
      const [after, first] = [randomInt(committed), randomInt(1, 200)];
      const { events, last, hasMore } = await readEvents(context, { after, first });
      expect(events).toEqual(log.slice(after, after + first));
      expect([last, hasMore]).toEqual([Math.min(after + first, committed), after + first < committed]);
    }
  });

  it('shows a reader of one type the same events, and where to go on', async () => {
    const [log = []] = logs;
    const types: EventType[] = ['session.connected'];
    const { events, last } = await readEvents(context, { after: 0, types, first: 1_000 });
    expect(events).toEqual(log.filter(({ type }) => type === 'session.connected').slice(0, 1_000));
    expect(last).toBe(events.length < 1_000 ? committed : events.at(-1)?.sequence);
  });

  it('shows another organisation nothing of it', async () => {
    const stranger = await newOrganisation(one);
    expect(await readEvents(stranger, {})).toEqual({ events: [], last: 0, hasMore: false, oldest: 1, newest: 0 });
  });
});

/** Reads to the end of the log until told to stop, and then once more. */
async function follow(context: Context, stop: AbortSignal): Promise<DescribedEvent[]> {
  const log: DescribedEvent[] = [];
  let after = 0;
  for (;;) {
    const isLast = stop.aborted;
    const { events, last, hasMore } = await readEvents(context, { after, first: randomInt(1, 100) });
    log.push(...events);
    after = last;
    if (isLast && !hasMore) return log;
    if (!hasMore) await sleep(randomInt(1, 4));
  }
}

/** Answers how many events it has committed. Each transaction may wait, for others too, between its events. */
async function write(pool: Pool, organisationId: string): Promise<number> {
  const insert = 'INSERT INTO events (organisation_id, type, subject_id, revision) VALUES ($1, $2, $3, $4)';
  let committed = 0;
  for (let done = 0; done < TRANSACTIONS_PER_WRITER; done += 1) {
    const client = await pool.connect();
    try {
      let events = 0;
      await client.query('BEGIN');
      for (; events < randomInt(1, 4); events += 1) {
        await client.query(insert, [organisationId, 'session.connected', randomUUID(), 1]);
      }
      await sleep(randomInt(LONGEST_WAIT_MS));
      // The oldest transaction may be the last to change what all of them change.
      const { rows } = await client.query(
        `UPDATE subjects SET revision = revision + 1
         WHERE id = (SELECT id FROM subjects OFFSET $1 LIMIT 1) RETURNING id, revision`,
        [randomInt(SHARED_SUBJECTS)],
      );
      await client.query(insert, [organisationId, 'session.disconnected', rows[0].id, rows[0].revision]);
      await sleep(randomInt(LONGEST_WAIT_MS / 4));
      const isKept = Math.random() >= ROLLED_BACK;
      await client.query(isKept ? 'COMMIT' : 'ROLLBACK');
      if (isKept) committed += events + 1;
    } finally {
      client.release();
    }
  }
  return committed;
}
