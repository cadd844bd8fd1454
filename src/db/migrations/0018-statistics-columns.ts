import { Migration } from '@mikro-orm/migrations';

/** Columns for the statistics of migration 0019, apart from it because they lock out readers, for an instant. */
export class StatisticsColumns extends Migration {
  override name = '0018-statistics-columns';

  override up(): void {
    this.addSql('ALTER TABLE sms_messages ADD COLUMN previous_delivery_code smallint');
    this.addSql(`ALTER TABLE organisations ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC'`);
  }
}
