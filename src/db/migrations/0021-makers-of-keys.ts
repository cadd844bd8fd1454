import { Migration } from '@mikro-orm/migrations';

/** The maker of an API key, and the address of its last use. Keys that were made earlier have no maker. */
export class MakersOfKeys extends Migration {
  override name = '0021-makers-of-keys';

  override up(): void {
    this.addSql(`ALTER TABLE api_keys
       ADD COLUMN created_by_kind actor_kind,
       ADD COLUMN created_by_id uuid,
       ADD COLUMN created_by_name text,
       ADD COLUMN last_used_from text`);
  }
}
