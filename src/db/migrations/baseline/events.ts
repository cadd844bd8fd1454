import { isolate } from '../isolation.js';

/** The ordered log of each organisation. */
export const EVENTS = [
  // A transaction that appends events locks this row (`db/postgres/log-writes.ts`).
  `CREATE TABLE event_logs (
     organisation_id uuid PRIMARY KEY REFERENCES organisations,
     last_sequence   bigint NOT NULL DEFAULT 0,
     -- Older events have been deleted.
     oldest_sequence bigint NOT NULL DEFAULT 1
   ) WITH (fillfactor = 50)`,
  ...isolate('event_logs'),

  // Events of a batch share a row, whose sequence is that of the last one.
  `CREATE TABLE events (
     organisation_id uuid NOT NULL,
     sequence        bigint NOT NULL,
     type            text NOT NULL,
     -- Null if the row has several subjects.
     subject_id      uuid,
     campaign_id     uuid,
     revision        integer NOT NULL,
     delivery_code   smallint,
     -- A late report contradicted an earlier outcome.
     corrected       boolean NOT NULL DEFAULT false,
     created_at      timestamptz NOT NULL,
     -- Events of the row.
     size            integer NOT NULL DEFAULT 1,
     lowest_id       uuid,
     highest_id      uuid,
     subject_ids     uuid[],
     PRIMARY KEY (organisation_id, sequence)
   )`,
  // PostgreSQL would try to compress ids, in vain.
  'ALTER TABLE events ALTER COLUMN subject_ids SET STORAGE EXTERNAL',
  // By the subject alone, which is an id that no other organisation has: a third of the size, and 9 % less work for an
  // event.
  'CREATE INDEX events_subject ON events (subject_id)',
  'CREATE INDEX events_campaign ON events (organisation_id, campaign_id) WHERE subject_ids IS NOT NULL',
  ...isolate('events'),
];
