import { Migration } from '@mikro-orm/migrations';
import { IS_DISTRIBUTED } from '../citus/placement.js';

/**
 * Events of a batch share a row, whose sequence is that of the last one. Old rows stay as they are: each has one event.
 * PostgreSQL reads the table once for the index, while transactions that append wait.
 */
export class EventRows extends Migration {
  override name = '0058-event-rows';

  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `ALTER TABLE events
     ADD COLUMN size integer NOT NULL DEFAULT 1,
     ADD COLUMN lowest_id uuid,
     ADD COLUMN highest_id uuid,
     ADD COLUMN subject_ids uuid[],
     ALTER COLUMN subject_id DROP NOT NULL`,
  'CREATE INDEX events_campaign ON events (organisation_id, campaign_id) WHERE subject_ids IS NOT NULL',
  // PostgreSQL would try to compress ids, in vain. Citus refuses this for distributed tables, which work without it.
  `DO $do$ BEGIN
     IF NOT ${IS_DISTRIBUTED} THEN
       ALTER TABLE events ALTER COLUMN subject_ids SET STORAGE EXTERNAL;
     END IF;
   END $do$`,
];
