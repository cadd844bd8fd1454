import { Migration } from '@mikro-orm/migrations';

/**
 * Tells whether anything is due at a gateway without a look at each organisation that has something on the agenda. Its
 * condition is always true, and no lease states it: a lease that followed this index would walk over what is due in all
 * other organisations.
 */
export class AgendaByTime extends Migration {
  override name = '0051-agenda-by-time';

  override up(): void {
    this.addSql('CREATE INDEX sms_due_by_time ON sms_due (gateway, due_at) WHERE tries >= 0');
  }
}
