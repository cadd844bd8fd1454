import { Migration } from '@mikro-orm/migrations';
import { isolate } from './isolation.js';

/** How far redaction has come in the messages of each organisation, and which of the older ones had not ended by then. */
export class OldMessages extends Migration {
  override name = '0040-old-messages';

  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `CREATE TABLE sms_bounds (
     organisation_id uuid NOT NULL,
     task            text NOT NULL,
     up_to           uuid NOT NULL,
     PRIMARY KEY (organisation_id, task)
   )`,
  ...isolate('sms_bounds'),
  `CREATE TABLE sms_deferred (
     organisation_id uuid NOT NULL,
     task            text NOT NULL,
     message_id      uuid NOT NULL,
     PRIMARY KEY (organisation_id, task, message_id)
   )`,
  ...isolate('sms_deferred'),
  'CREATE INDEX campaigns_unredacted ON campaigns (organisation_id, id) WHERE redacted_at IS NULL',
];
