import { Migration } from '@mikro-orm/migrations';

/** Counts the codes that an engine shows to be scanned. */
export class QrAttempts extends Migration {
  override name = '0024-qr-attempts';

  override up(): void {
    this.addSql('ALTER TABLE chat_sessions ADD COLUMN qr_attempt integer NOT NULL DEFAULT 0');
  }
}
