import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { Database } from '../../src/db/database.js';
import { migrateTables } from '../../src/db/migrate.js';
import { openDatabase } from '../../src/db/orm.js';
import { MIGRATION_PATIENCE } from '../../src/lib/database-patience.js';
import { createLogger } from '../../src/lib/log/logger.js';
import { eventually } from '../support/chaos-wait.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const logger = createLogger({ level: 'silent', pretty: false });
const LAST_OF_OLD_PROGRAM = '0012-account-tries';

/** An event as the old program wrote it, at its place in the log. */
interface OldEvent {
  readonly subjectId: string;
  readonly revision: number;
}

describe('the move of a filled event log to the one where events carry their number', () => {
  let database: TestDatabase;
  let db: Database;
  let superuser: Client;

  beforeAll(async () => {
    database = await createTestDatabase({ template: 'template0' });
    db = await openDatabase({ url: database.url, poolSize: 4, logger, patience: MIGRATION_PATIENCE });
    superuser = new Client({ connectionString: database.superuserUrl });
    await superuser.connect();
    await db.orm.migrator.up({ to: LAST_OF_OLD_PROGRAM });
  });

  afterAll(async () => {
    await superuser.end();
    await db.close();
    await database.drop();
  });

  const sql = async (text: string, parameters: unknown[] = []) => (await superuser.query(text, parameters)).rows;

  const newOrganisation = async (oldest = 1) => {
    const id = randomUUID();
    await sql('INSERT INTO organisations (organisation_id, name) VALUES ($1, $2)', [id, 'Any']);
    await sql(
      'INSERT INTO event_logs (organisation_id, oldest_sequence, last_sequence) VALUES ($1, $2::bigint, $2::bigint - 1)',
      [id, oldest],
    );
    return id;
  };

  /** Appends events in transactions of the given sizes, as the old program did. */
  const write = async (organisationId: string, transactions: readonly (readonly OldEvent[])[]) => {
    for (const events of transactions) {
      await sql(
        `INSERT INTO events (organisation_id, type, subject_id, revision)
         SELECT $1, 'sms.sent', * FROM unnest($2::uuid[], $3::int[])`,
        [organisationId, events.map(({ subjectId }) => subjectId), events.map(({ revision }) => revision)],
      );
    }
  };

  /** Numbers what is not numbered yet, in slices of this size, as the old program's worker did. */
  const number = (organisationId: string, size: number) =>
    sql(
      `WITH unnumbered AS (
         SELECT e.xact_id, e.entry_id, row_number() OVER (ORDER BY e.xact_id, e.entry_id) AS place
         FROM events e JOIN event_logs l USING (organisation_id)
         WHERE organisation_id = $1 AND (e.xact_id, e.entry_id) > (l.last_xact_id, l.last_entry_id)
       ),
       ends AS (
         SELECT * FROM unnumbered WHERE place % $2 = 0 OR place = (SELECT max(place) FROM unnumbered)
       ),
       slices AS (
         SELECT xact_id, entry_id, place, place - lag(place, 1, 0::bigint) OVER w AS size,
                lag(xact_id) OVER w AS after_xact_id, lag(entry_id) OVER w AS after_entry_id
         FROM ends WINDOW w AS (ORDER BY place)
       ),
       cut AS (
         INSERT INTO event_slices (organisation_id, first_sequence, size, after_xact_id, after_entry_id, until_xact_id,
                                   until_entry_id)
         SELECT $1, l.last_sequence + place - size + 1, size, coalesce(after_xact_id, l.last_xact_id),
                coalesce(after_entry_id, l.last_entry_id), xact_id, entry_id
         FROM slices, event_logs l WHERE l.organisation_id = $1
       )
       UPDATE event_logs l SET last_sequence = last_sequence + place, last_xact_id = xact_id, last_entry_id = entry_id
       FROM slices s WHERE l.organisation_id = $1 AND place = (SELECT max(place) FROM slices)`,
      [organisationId, size],
    );

  /** What the old program would read: the places of a slice, its subjects' changes in the order of their revisions. */
  const asOldReadersSaw = (events: readonly OldEvent[], sizes: readonly number[]): OldEvent[] => {
    let start = 0;
    return sizes.flatMap((size) => {
      const slice = events.slice(start, start + size);
      start += size;
      const bySubject = Map.groupBy(slice, ({ subjectId }) => subjectId);
      for (const changes of bySubject.values()) changes.sort((a, b) => a.revision - b.revision);
      return slice.map(({ subjectId }) => bySubject.get(subjectId)?.shift() as OldEvent);
    });
  };

  const readNewLog = (organisationId: string) =>
    sql(
      'SELECT sequence::int, subject_id AS "subjectId", revision FROM events WHERE organisation_id = $1 ORDER BY sequence',
      [organisationId],
    );

  const numberedFrom = (first: number, events: readonly OldEvent[]) =>
    events.map((event, index) => ({ sequence: first + index, ...event }));

  /** Some subjects, whose later changes come before earlier ones now and then. */
  const changesOf = (count: number): OldEvent[] => {
    const subjects = Array.from({ length: Math.ceil(count / 3) }, () => randomUUID());
    const swapped = subjects.flatMap((subjectId) => [1, 3, 2].map((revision) => ({ subjectId, revision })));
    return swapped.slice(0, count);
  };

  it('keeps every number that readers know, and lets the rest follow without a gap', async () => {
    const [numbered, rest] = [changesOf(2_500), changesOf(700)];
    const first = await newOrganisation();
    await write(first, [numbered.slice(0, 900), numbered.slice(900)]);
    await number(first, 1_000);
    // An upgrade that was interrupted has copied some already.
    await db.orm.migrator.up({ to: '0013-sequenced-events' });
    await sql('SELECT copy_slices($1, 1)', [first]);
    await write(first, [rest.slice(0, 300), rest.slice(300)]);

    const shortened = await newOrganisation(501);
    const kept = changesOf(40);
    await write(shortened, [kept]);
    await number(shortened, 7);

    const unnumbered = await newOrganisation();
    await write(unnumbered, [rest]);

    const emptied = await newOrganisation(8_001);
    const silent = await newOrganisation();

    // PostgreSQL still runs what an upgrade has asked for that was killed a moment ago.
    const killed = new Client({ connectionString: database.superuserUrl });
    await killed.connect();
    await killed.query('BEGIN');
    await killed.query('SELECT copy_slices($1, 1)', [first]);
    const migrating = migrateTables(db, logger, async () => undefined);
    const isWaiting = async () =>
      (await sql(`SELECT FROM pg_stat_activity WHERE query LIKE 'SELECT copy_slices%' AND wait_event_type = 'Lock'`))
        .length > 0 || undefined;
    await eventually('the copies meet', isWaiting);
    await killed.query('COMMIT');
    await killed.end();
    await migrating;

    expect(await readNewLog(first)).toEqual(
      numberedFrom(1, [...asOldReadersSaw(numbered, [1_000, 1_000, 500]), ...asOldReadersSaw(rest, [700])]),
    );
    expect(await readNewLog(shortened)).toEqual(numberedFrom(501, asOldReadersSaw(kept, [7, 7, 7, 7, 7, 5])));
    expect(await readNewLog(unnumbered)).toEqual(numberedFrom(1, asOldReadersSaw(rest, [700])));
    expect(await readNewLog(emptied)).toEqual([]);
    expect(await readNewLog(silent)).toEqual([]);
    expect(await sql(`SELECT to_regclass('sequenced_events') AS copy`)).toEqual([{ copy: null }]);
  });

  describe('refuses the old program', () => {
    let owner: Client;

    beforeAll(async () => {
      owner = new Client({ connectionString: database.url });
      await owner.connect();
    });
    afterAll(() => owner.end());

    const inTransaction = async (setting: string, statement: string) => {
      await owner.query(`BEGIN; SET LOCAL ${setting}`);
      return owner.query(statement).finally(() => owner.query('ROLLBACK'));
    };
    const someOrganisation = async () => (await sql('SELECT organisation_id AS id FROM organisations LIMIT 1'))[0].id;

    it.each([
      ['reads', () => 'SELECT * FROM organisations'],
      ['reads of the log', () => 'SELECT oldest_sequence, last_sequence FROM event_logs'],
      [
        'reads of its slices',
        (id: string) =>
          `SELECT first_sequence, after_xact_id::text FROM event_slices WHERE organisation_id = '${id}' AND first_sequence > 0`,
      ],
      ['changes', () => `UPDATE organisations SET name = 'other'`],
      [
        'events',
        (id: string) =>
          `INSERT INTO events (organisation_id, type, subject_id, revision) VALUES ('${id}', 'sms.sent', '${id}', 1)`,
      ],
    ])('with 57P03, which it answers with 503 and waits out: %s', async (_, statementFor) => {
      const id = await someOrganisation();
      const own = ['app', 'postrider'].map((prefix) => `${prefix}.organisation_id = '${id}'`);
      const all = ['app', 'postrider'].map((prefix) => `${prefix}.all_organisations = 'on'`);
      for (const setting of [...own, ...all]) {
        await expect(inTransaction(setting, statementFor(id))).rejects.toMatchObject({ code: '57P03' });
      }
    });

    it('and no transaction of the new one', async () => {
      const id = await someOrganisation();
      const names = 'SELECT * FROM organisations';
      expect((await inTransaction(`postrider.organisation = '${id}'`, names)).rowCount).toBe(1);
      expect((await inTransaction(`postrider.every_organisation = 'on'`, names)).rowCount).toBe(5);
      expect((await inTransaction(`postrider.organisation = ''`, names)).rowCount).toBe(0);
    });
  });
});
