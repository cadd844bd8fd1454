import { Migration } from '@mikro-orm/migrations';

/**
 * A worker settles an answer only for the claim that led to it, and finds the earlier tries of a retry when it claims
 * the retry.
 */
export class Claims extends Migration {
  override name = '0055-claims';

  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  'ALTER TABLE sms_messages ADD COLUMN claim integer NOT NULL DEFAULT 0',
  'CREATE INDEX sms_retries_retry ON sms_retries (organisation_id, retry_id)',
];
