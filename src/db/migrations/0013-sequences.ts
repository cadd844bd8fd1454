import { Migration } from '@mikro-orm/migrations';
import { isolate } from './isolation.js';

/**
 * Events get their number when they are written. Those that are there keep the numbers that readers know, and those that
 * were not numbered yet follow.
 */
export class Sequences extends Migration {
  override name = '0013-sequences';

  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
    for (const statement of isolate('events')) this.addSql(statement);
  }
}

const STATEMENTS = [
  // Row level security holds for migrations as well.
  `SELECT set_config('app.all_organisations', 'on', true)`,
  'LOCK TABLE events, event_logs, event_slices, webhook_deliveries IN ACCESS EXCLUSIVE MODE',
  'ALTER TABLE events RENAME TO old_events',
  'ALTER TABLE old_events RENAME CONSTRAINT events_pkey TO old_events_pkey',
  'ALTER INDEX events_subject RENAME TO old_events_subject',
  `CREATE TABLE events (
     organisation_id uuid NOT NULL,
     sequence        bigint NOT NULL,
     type            text NOT NULL,
     subject_id      uuid NOT NULL,
     campaign_id     uuid,
     revision        integer NOT NULL,
     delivery_code   smallint,
     -- A late report contradicted an earlier outcome.
     corrected       boolean NOT NULL DEFAULT false,
     created_at      timestamptz NOT NULL
   )`,
  // Within a slice the changes of a subject share their places in the order of their revisions, as readers have seen them.
  // What is not numbered yet counts as one slice.
  `INSERT INTO events (organisation_id, sequence, type, subject_id, campaign_id, revision, delivery_code, corrected, created_at)
   SELECT organisation_id,
          (array_agg(place) OVER (of_subject ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
          )[row_number() OVER (of_subject ORDER BY revision, place)],
          type, subject_id, campaign_id, revision, delivery_code, corrected, created_at
   FROM (
     SELECT e.*, (SELECT first_sequence FROM event_slices s
                  WHERE s.organisation_id = e.organisation_id AND s.first_sequence <= e.place AND e.place <= e.last_sequence
                  ORDER BY first_sequence DESC LIMIT 1) AS slice
     FROM (
       SELECT e.*, l.last_sequence, l.oldest_sequence - 1
                + row_number() OVER (PARTITION BY organisation_id ORDER BY xact_id, entry_id) AS place
       FROM old_events e JOIN event_logs l USING (organisation_id)
     ) e
   ) e
   WINDOW of_subject AS (PARTITION BY organisation_id, slice, subject_id)`,
  'DROP TABLE old_events',
  'ALTER TABLE events ADD PRIMARY KEY (organisation_id, sequence)',
  'CREATE INDEX events_subject ON events (organisation_id, subject_id, revision)',
  'ALTER TABLE webhook_deliveries DROP COLUMN xact_id, DROP COLUMN entry_id',
  'ALTER TABLE event_logs DROP COLUMN last_sequence, DROP COLUMN last_xact_id, DROP COLUMN last_entry_id',
  'DROP TABLE event_slices',
  'DROP FUNCTION event_position()',
  'DROP FUNCTION event_horizon()',
];
