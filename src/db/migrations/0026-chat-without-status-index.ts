import { Migration } from '@mikro-orm/migrations';

/**
 * Behind row level security PostgreSQL searches no index by an enum, so nothing has ever used this index, and each change of a status
 * wrote to it. Without it such changes stay in their page.
 */
export class ChatWithoutStatusIndex extends Migration {
  override name = '0026-chat-without-status-index';

  override up(): void {
    this.addSql('DROP INDEX chat_messages_status');
  }
}
