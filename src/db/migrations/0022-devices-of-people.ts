import { Migration } from '@mikro-orm/migrations';

/** Where a session of a person is used, and by which browser. Sessions that were opened earlier tell it after their next use, or never. */
export class DevicesOfPeople extends Migration {
  override name = '0022-devices-of-people';

  override up(): void {
    this.addSql(`ALTER TABLE person_sessions
       ADD COLUMN address text,
       ADD COLUMN user_agent text`);
  }
}
