import { Migration } from '@mikro-orm/migrations';

/**
 * Lets the index of messages in trouble be searched by status: behind row level security PostgreSQL searches no index by an enum.
 * Changes of messages wait while the table is written anew: about a second for 500,000 messages in trouble.
 */
export class TroublesByStatus extends Migration {
  override name = '0025-troubles-by-status';

  override up(): void {
    this.addSql('ALTER TABLE sms_troubles ALTER COLUMN status TYPE text');
  }
}
