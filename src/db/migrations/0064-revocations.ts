import { Migration } from '@mikro-orm/migrations';

/** The number no longer ends export links alone: marks of devices carry it as well. */
export class Revocations extends Migration {
  override name = '0064-revocations';

  override up(): void {
    this.addSql('ALTER TABLE people RENAME COLUMN export_links_ended TO revocations');
  }
}
