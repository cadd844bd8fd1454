import { Migration } from '@mikro-orm/migrations';

/** Export links are not stored; a person's links carry this number, and one with another number is over. */
export class EndExportLinks extends Migration {
  override name = '0061-end-export-links';

  override up(): void {
    this.addSql('ALTER TABLE people ADD COLUMN export_links_ended integer NOT NULL DEFAULT 0');
  }
}
