import { Migration } from '@mikro-orm/migrations';

/** Acks of a deleted phone's messages still come, and name it by its id alone. */
export class DeletedSessionsById extends Migration {
  override name = '0011-deleted-sessions-by-id';

  override up(): void {
    this.addSql('CREATE INDEX deleted_chat_sessions_id ON deleted_chat_sessions (id)');
  }
}
