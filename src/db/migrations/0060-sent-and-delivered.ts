import { Migration } from '@mikro-orm/migrations';

/**
 * When a message was sent and delivered: a row of the log tells of up to five hundred messages, and no index leads
 * from one of them to it. Messages from before have neither time.
 */
export class SentAndDelivered extends Migration {
  override name = '0060-sent-and-delivered';

  override up(): void {
    this.addSql('ALTER TABLE sms_messages ADD COLUMN sent_at timestamptz, ADD COLUMN delivered_at timestamptz');
  }
}
