import { Migration } from '@mikro-orm/migrations';

/**
 * Messages and campaigns may have a time after which no message is submitted. Without one the column takes no space.
 */
export class ValidUntil extends Migration {
  override name = '0057-valid-until';

  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  'ALTER TABLE sms_messages ADD COLUMN valid_until timestamptz',
  'ALTER TABLE campaigns ADD COLUMN valid_until timestamptz',
];
