import { Migration } from '@mikro-orm/migrations';
import { isolate } from './isolation.js';

/** Suppressions that hold although the number was erased. */
export class ErasedSuppressions extends Migration {
  override name = '0042-erased-suppressions';

  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  `CREATE TABLE erased_suppressions (
     organisation_id uuid NOT NULL,
     mobile_hash     bytea NOT NULL,
     sender_id       text NOT NULL,
     id              uuid NOT NULL,
     delivery_code   smallint NOT NULL,
     source          suppression_source NOT NULL,
     test            boolean NOT NULL,
     created_at      timestamptz NOT NULL,
     PRIMARY KEY (organisation_id, mobile_hash, sender_id)
   )`,
  ...isolate('erased_suppressions'),
];
