import { Migration } from '@mikro-orm/migrations';

/** Numbers that only test messages must not go to: who tries something out changes nothing for the real ones. */
export class TestSuppressions extends Migration {
  override name = '0009-test-suppressions';

  override up(): void {
    // Of those that are there nobody knows: they hold for all messages, as before.
    this.addSql('ALTER TABLE suppressions ADD COLUMN test boolean NOT NULL DEFAULT false');
  }
}
