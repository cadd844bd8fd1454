import { Migration } from '@mikro-orm/migrations';

/** The age at which an organisation's messages are deleted. */
export class MessageRetention extends Migration {
  override name = '0041-message-retention';

  override up(): void {
    this.addSql('ALTER TABLE organisations ADD COLUMN message_retention_days integer');
  }
}
