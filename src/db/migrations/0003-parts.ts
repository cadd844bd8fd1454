import { Migration } from '@mikro-orm/migrations';
import { isolate } from './isolation.js';

/** Parts of long texts, for gateways whose reports name the id of a part. */
export class Parts extends Migration {
  override name = '0003-parts';

  override up(): void {
    for (const statement of [...tables, ...isolate('sms_attempt_parts')]) this.addSql(statement);
  }
}

const tables = [
  // Rows, and not an array of the attempt: behind row level security PostgreSQL uses an index for equality only, since
  // what other operators do with rows of others could be observed.
  `CREATE TABLE sms_attempt_parts (
     organisation_id uuid NOT NULL,
     message_id      uuid NOT NULL,
     -- Of the attempt.
     number          smallint NOT NULL,
     part            smallint NOT NULL,
     gateway         text NOT NULL,
     provider_id     text NOT NULL,
     -- What was reported: 100, or why it failed. Null until then.
     delivery_code   smallint,
     PRIMARY KEY (organisation_id, message_id, number, part)
   ) WITH (fillfactor = 80)`,
  `CREATE INDEX sms_attempt_parts_provider ON sms_attempt_parts (provider_id, gateway)`,
];
