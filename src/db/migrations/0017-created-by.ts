import { Migration } from '@mikro-orm/migrations';

/** The maker of campaigns and messages. Rows that were made earlier have none. */
export class CreatedBy extends Migration {
  override name = '0017-created-by';

  override up(): void {
    for (const table of ['campaigns', 'sms_messages', 'chat_messages']) {
      this.addSql(`ALTER TABLE ${table}
         ADD COLUMN created_by_kind actor_kind,
         ADD COLUMN created_by_id uuid,
         ADD COLUMN created_by_name text`);
    }
  }
}
