import type { OrganisationTx } from '../../db/postgres/transaction.js';
import {
  type ConversationMessage,
  placeInConversations,
  updateConversations,
} from '../../db/sql/conversations/fold-conversations.js';
import { insertInboundMessages, type NewInboundMessage } from '../../db/sql/sms/inbound/fold-inbound.js';

export interface StoredInbound<Message> {
  readonly added: readonly (Message & NewInboundMessage)[];
  /** The gateway had delivered these before. */
  readonly repeated: readonly (Message & NewInboundMessage)[];
}

/** Stores messages of either channel, and counts the new ones in their conversations. */
export async function storeInbound<Message extends ConversationMessage & Omit<NewInboundMessage, 'conversation_id'>>(
  tx: OrganisationTx,
  messages: readonly Message[],
): Promise<StoredInbound<Message>> {
  const placed = await placeInConversations(tx, messages);
  const ids = await insertInboundMessages(tx, placed);
  const added = placed.filter(({ id }) => ids.has(id));
  await updateConversations(tx, added);
  return { added, repeated: placed.filter(({ id }) => !ids.has(id)) };
}
