import { newId } from '../../../lib/ids.js';
import type { OrganisationSql } from '../../postgres/transaction.js';
import type { RowOf } from '../../tables.js';

/** An inbound message of either channel, as far as its conversation needs it. */
export interface ConversationMessage extends RowOf<'conversations', 'channel' | 'own_address' | 'party' | 'test'> {
  /** Null for a group, though its messages have the numbers of their writers. */
  readonly party_mobile: string | null;
  /** UUIDv7: later messages have higher ids. */
  readonly id: string;
  readonly received_at: string;
}

export interface PlacedMessage extends ConversationMessage {
  readonly conversation_id: string;
}

type Key = Pick<ConversationMessage, 'channel' | 'own_address' | 'party' | 'test'>;

const toKey = ({ channel, own_address, party, test }: Key): Key => ({ channel, own_address, party, test });
const keyOf = (message: Key) => JSON.stringify(toKey(message));

/**
 * Gives each message the id of its conversation, or a new id if there is none yet. The caller has locked the
 * organisation.
 */
export async function placeInConversations<Message extends ConversationMessage>(
  tx: OrganisationSql,
  messages: readonly Message[],
): Promise<(Message & PlacedMessage)[]> {
  const known = await tx.sql<Key & RowOf<'conversations', 'id'>>(
    `SELECT c.id, c.channel, c.own_address, c.party, c.test
     FROM json_to_recordset(:messages::json) AS n (channel text, own_address text, party text, test boolean)
     JOIN conversations c ON c.organisation_id = :organisationId AND c.channel = n.channel::conversation_channel
       AND c.own_address = n.own_address AND c.party = n.party AND c.test = n.test`,
    { messages: JSON.stringify(messages.map(toKey)) },
  );
  const ids = new Map(known.map((conversation) => [keyOf(conversation), conversation.id]));
  return messages.map((message) => {
    const key = keyOf(message);
    const id = ids.get(key) ?? newId();
    ids.set(key, id);
    return { ...message, conversation_id: id };
  });
}

/**
 * Counts new messages in their conversations, and creates those that do not exist. A repeated delivery is no new
 * message. Conversations are locked in the order of their ids.
 */
export async function updateConversations(tx: OrganisationSql, messages: readonly PlacedMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await tx.sql(
    `INSERT INTO conversations AS c (organisation_id, id, channel, own_address, party, mobile, test, unread,
                                     last_inbound_id, last_at, revision)
     SELECT :organisationId, conversation_id, channel::conversation_channel, own_address, party, mobile, test, unread,
            last_inbound_id, last_at, 1
     FROM (
       SELECT conversation_id, channel, own_address, party, max(party_mobile) AS mobile, test, count(*)::integer AS unread,
              (array_agg(id ORDER BY id DESC))[1] AS last_inbound_id, max(received_at) AS last_at
       FROM json_to_recordset(:messages::json)
         AS n (conversation_id uuid, channel text, own_address text, party text, party_mobile text, test boolean, id uuid,
               received_at timestamptz)
       GROUP BY conversation_id, channel, own_address, party, test
     ) AS counted
     ORDER BY conversation_id
     ON CONFLICT (organisation_id, channel, own_address, party, test) DO UPDATE
     SET unread = c.unread + excluded.unread, revision = c.revision + 1, mobile = coalesce(excluded.mobile, c.mobile),
         last_inbound_id = greatest(c.last_inbound_id, excluded.last_inbound_id),
         last_at = greatest(c.last_at, excluded.last_at)`,
    { messages: JSON.stringify(messages.map(toCounted)) },
  );
}

/** Without texts, which the statement does not need. */
const toCounted = ({ id, conversation_id, party_mobile, received_at, ...message }: PlacedMessage) => ({
  ...toKey(message),
  id,
  conversation_id,
  party_mobile,
  received_at,
});
