import { Migration } from '@mikro-orm/migrations';

/** Every chat send wrote it. Housekeeping remembers now how far it has come (`sms_bounds`). */
export class ChatWithoutUnredactedIndex extends Migration {
  override name = '0052-chat-without-unredacted-index';

  override up(): void {
    this.addSql('DROP INDEX chat_messages_unredacted');
  }
}
