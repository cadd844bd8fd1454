import { Migration } from '@mikro-orm/migrations';
import { requireProgram } from '../required-programs.js';
import { isolate } from './isolation.js';

/** What one person and one own number or phone of the organisation write to each other. */
export class Conversations extends Migration {
  override name = '0002-conversations';

  override up(): void {
    for (const statement of TABLE) this.addSql(statement);
    this.addSql('ALTER TABLE inbound_messages ADD COLUMN conversation_id uuid');
    this.addSql(requireProgram(this.name, '0.2.0'));
  }
}

export class ConversationsIndex extends Migration {
  override name = '0002-conversations-index';

  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('SET lock_timeout = 0');
    this.addSql('DROP INDEX CONCURRENTLY IF EXISTS inbound_messages_conversation');
    this.addSql(`CREATE INDEX CONCURRENTLY inbound_messages_conversation
                 ON inbound_messages (organisation_id, conversation_id, id)`);
    this.addSql('RESET lock_timeout');
    this.addSql(requireProgram(this.name, '0.2.0'));
  }
}

/** Earlier messages get conversations, which count as read. */
export class ConversationsBackFill extends Migration {
  override name = '0002-conversations-back-fill';

  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(BACK_FILL);
    this.addSql(requireProgram(this.name, '0.2.0'));
  }
}

const TABLE = [
  `CREATE TYPE conversation_channel AS ENUM ('sms', 'chat')`,
  `CREATE TABLE conversations (
     organisation_id uuid NOT NULL,
     id              uuid NOT NULL,
     channel         conversation_channel NOT NULL,
     -- The own number, or the id of the session.
     own_address     text NOT NULL,
     party           text NOT NULL,
     -- The number of the party, if it is known and can be written to.
     mobile          text,
     test            boolean NOT NULL,
     unread          integer NOT NULL,
     last_inbound_id uuid NOT NULL,
     last_at         timestamptz NOT NULL,
     read_up_to      uuid,
     revision        integer NOT NULL,
     created_at      timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (organisation_id, id)
   )`,
  'CREATE UNIQUE INDEX conversations_key ON conversations (organisation_id, channel, own_address, party, test)',
  'CREATE INDEX conversations_last ON conversations (organisation_id, last_at, id)',
  'CREATE INDEX conversations_unread ON conversations (organisation_id, last_at, id) WHERE unread > 0',
  'CREATE INDEX conversations_mobile ON conversations (organisation_id, mobile, last_at, id)',
  ...isolate('conversations'),
];

/** The id of a conversation begins as that of its first message: PostgreSQL makes no ids in the order of time. */
const BACK_FILL = `DO $do$
  DECLARE
    organisation uuid := '00000000-0000-0000-0000-000000000000';
    message uuid := '00000000-0000-0000-0000-000000000000';
    last_organisation uuid;
    last_message uuid;
  BEGIN
    LOOP
      PERFORM set_config('postrider.every_organisation', 'on', true);
      SELECT organisation_id, id INTO last_organisation, last_message FROM (
        SELECT organisation_id, id FROM inbound_messages WHERE (organisation_id, id) > (organisation, message)
        ORDER BY organisation_id, id LIMIT 1000
      ) AS page ORDER BY organisation_id DESC, id DESC LIMIT 1;
      EXIT WHEN NOT FOUND;
      INSERT INTO conversations AS c (organisation_id, id, channel, own_address, party, mobile, test, unread,
                                      last_inbound_id, last_at, read_up_to, revision)
      SELECT organisation_id, (left(min(id::text), 24) || left(md5(min(id::text)), 12))::uuid, 'sms', own_number, sender, min(mobile), test, 0,
             (array_agg(id ORDER BY id DESC))[1], max(received_at), (array_agg(id ORDER BY id DESC))[1], 1
      FROM inbound_messages
      WHERE (organisation_id, id) > (organisation, message) AND (organisation_id, id) <= (last_organisation, last_message)
        AND sender IS NOT NULL AND conversation_id IS NULL
      GROUP BY organisation_id, own_number, sender, test
      ON CONFLICT (organisation_id, channel, own_address, party, test) DO UPDATE
      SET last_inbound_id = excluded.last_inbound_id, read_up_to = excluded.read_up_to,
          last_at = greatest(c.last_at, excluded.last_at);
      UPDATE inbound_messages m SET conversation_id = c.id FROM conversations c
      WHERE (m.organisation_id, m.id) > (organisation, message)
        AND (m.organisation_id, m.id) <= (last_organisation, last_message) AND m.conversation_id IS NULL
        AND c.organisation_id = m.organisation_id AND c.channel = 'sms' AND c.own_address = m.own_number
        AND c.party = m.sender AND c.test = m.test;
      organisation := last_organisation;
      message := last_message;
      COMMIT;
    END LOOP;
  END $do$`;
