import { Migration } from '@mikro-orm/migrations';
import { isolate } from './isolation.js';

/** What the events of a phone still need of it when it has been deleted; kept for as long as the last of them. */
export class DeletedSessions extends Migration {
  override name = '0008-deleted-sessions';

  override up(): void {
    this.addSql(
      `CREATE TABLE deleted_chat_sessions (
         organisation_id uuid NOT NULL REFERENCES organisations,
         id              uuid NOT NULL,
         test            boolean NOT NULL,
         PRIMARY KEY (organisation_id, id)
       )`,
    );
    for (const statement of isolate('deleted_chat_sessions')) this.addSql(statement);
  }
}
