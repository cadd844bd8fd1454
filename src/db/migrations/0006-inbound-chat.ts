import { Migration } from '@mikro-orm/migrations';
import { requireProgram } from '../required-programs.js';

/** What people write to the phones of sessions stands beside what they send by SMS. */
export class InboundChat extends Migration {
  override name = '0006-inbound-chat';

  override up(): void {
    this.addSql(`CREATE TYPE inbound_kind AS ENUM ('text', 'media', 'data')`);
    this.addSql(`ALTER TABLE inbound_messages
      ALTER COLUMN own_number DROP NOT NULL,
      ADD COLUMN channel conversation_channel NOT NULL DEFAULT 'sms',
      ADD COLUMN kind inbound_kind NOT NULL DEFAULT 'text',
      ADD COLUMN session_id uuid,
      ADD COLUMN participant text,
      ADD COLUMN media_url text,
      ADD COLUMN media_type text,
      ADD COLUMN media_name text,
      ADD COLUMN reply_to_chat_id uuid`);
    this.addSql(requireProgram(this.name, '0.2.0'));
  }
}
