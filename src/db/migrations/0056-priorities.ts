import { Migration } from '@mikro-orm/migrations';

/** Workers take single messages before campaigns. What is due already has one of the priorities of campaigns. */
export class Priorities extends Migration {
  override name = '0056-priorities';

  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement);
  }
}

const STATEMENTS = [
  'ALTER TABLE sms_due ADD COLUMN priority smallint NOT NULL DEFAULT 1',
  'DROP INDEX sms_due_agenda',
  'CREATE INDEX sms_due_agenda ON sms_due (purpose, gateway, organisation_id, priority, due_at)',
];
