import { Migration } from '@mikro-orm/migrations';

/**
 * Replaces the old log by `sequenced_events`, where an event gets its number when it is written. What the old program had not
 * numbered yet follows what it had, so readers and webhooks go on where they are.
 *
 * The old program cannot write this log. Row level security refuses it from here on: it names its organisation by another
 * setting than the new one, and the function that reads the setting tells it that the database is starting, which every version
 * answers with 503 and waits out.
 */
export class Sequences extends Migration {
  override name = '0014-sequences';

  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `SELECT set_config('app.all_organisations', 'on', true)`,
  // In the order in which the old program's numbering locks them. Its open transactions end first, others wait.
  'LOCK TABLE event_logs, events, event_slices, webhook_deliveries IN ACCESS EXCLUSIVE MODE',
  // The rest becomes one more slice.
  `INSERT INTO event_slices (organisation_id, first_sequence, size, after_xact_id, after_entry_id, until_xact_id,
                             until_entry_id)
   SELECT l.organisation_id, l.last_sequence + 1, rest.size, l.last_xact_id, l.last_entry_id, newest.xact_id, newest.entry_id
   FROM event_logs l
   CROSS JOIN LATERAL (SELECT xact_id, entry_id FROM events e WHERE e.organisation_id = l.organisation_id
                       ORDER BY xact_id DESC, entry_id DESC LIMIT 1) newest
   CROSS JOIN LATERAL (SELECT count(*) AS size FROM events e WHERE e.organisation_id = l.organisation_id
                         AND (e.xact_id, e.entry_id) > (l.last_xact_id, l.last_entry_id)) rest
   WHERE (newest.xact_id, newest.entry_id) > (l.last_xact_id, l.last_entry_id)`,
  `DO $$
   DECLARE log_owner uuid;
   BEGIN
     FOR log_owner IN
       SELECT organisation_id FROM event_logs l
       WHERE (SELECT first_sequence FROM event_slices s WHERE s.organisation_id = l.organisation_id
              ORDER BY first_sequence DESC LIMIT 1)
             > coalesce((SELECT max(sequence) FROM sequenced_events s WHERE s.organisation_id = l.organisation_id), 0)
     LOOP
       WHILE copy_slices(log_owner, 100) > 0 LOOP END LOOP;
     END LOOP;
   END $$`,
  // Of what was copied the old program has deleted the oldest meanwhile.
  `DELETE FROM sequenced_events s USING event_logs l
   WHERE s.organisation_id = l.organisation_id AND s.sequence < l.oldest_sequence`,
  'DROP FUNCTION copy_slices(uuid, integer)',
  'DROP TABLE events, event_slices',
  'ALTER TABLE sequenced_events RENAME TO events',
  'ALTER TABLE events RENAME CONSTRAINT sequenced_events_pkey TO events_pkey',
  'ALTER INDEX sequenced_events_subject RENAME TO events_subject',
  'ALTER TABLE webhook_deliveries DROP COLUMN xact_id, DROP COLUMN entry_id',
  // An old API names this view, and `last_sequence`, when it reads a log, and must be refused instead of failing. A later
  // migration drops both.
  `CREATE VIEW event_slices AS
   SELECT organisation_id, last_sequence AS first_sequence, 0 AS size, '0'::xid8 AS after_xact_id, 0::bigint AS after_entry_id,
          '0'::xid8 AS until_xact_id, 0::bigint AS until_entry_id, now() AS numbered_at
   FROM event_logs`,
  'ALTER TABLE event_logs DROP COLUMN last_xact_id, DROP COLUMN last_entry_id',
  'DROP FUNCTION event_position()',
  'DROP FUNCTION event_horizon()',
  `SELECT set_config('app.all_organisations', '', true)`,
  `CREATE FUNCTION refuse_outdated_program() RETURNS uuid LANGUAGE plpgsql STABLE AS $$
   BEGIN
     RAISE EXCEPTION USING ERRCODE = 'cannot_connect_now',
       MESSAGE = 'The tables are those of a newer version of the program: start that one.';
   END $$`,
  // The old settings begin with "app."; they are looked at only where the new one names no organisation.
  `CREATE OR REPLACE FUNCTION current_organisation() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
     SELECT CASE
       WHEN current_setting('postrider.organisation_id', true) <> '' THEN current_setting('postrider.organisation_id', true)::uuid
       WHEN current_setting('app.organisation_id', true) <> '' OR current_setting('app.all_organisations', true) <> ''
         THEN refuse_outdated_program()
     END $$`,
  `CREATE OR REPLACE FUNCTION all_organisations() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS
     $$ SELECT coalesce(current_setting('postrider.all_organisations', true), '') = 'on' $$`,
];
