import { Migration } from '@mikro-orm/migrations';

/**
 * Comparing enums is not leakproof, so under row level security PostgreSQL did not look purposes up in an index: each
 * lease read everything that the organisation had on the agenda, and what it had had there since the last vacuum.
 */
export class AgendaByPurpose extends Migration {
  override name = '0059-agenda-by-purpose';

  override up(): void {
    for (const purpose of ['dispatch', 'resolve', 'hold', 'report']) {
      this.addSql(
        `CREATE INDEX sms_due_${purpose} ON sms_due (gateway, organisation_id, priority, due_at) WHERE purpose = '${purpose}'`,
      );
    }
    this.addSql('DROP INDEX sms_due_agenda');
  }
}
