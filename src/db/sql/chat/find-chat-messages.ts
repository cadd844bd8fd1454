import type { ChatMessageType, ChatStatus } from '../../../domain/vocabulary.js';
import type { List } from '../../list.js';
import { anyOf, first, run, tables } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';
import { CHAT_MESSAGE_COLUMN_NAMES, type ChatMessageRow } from './rows.js';

const messages = tables.selectFrom('chat_messages').select(CHAT_MESSAGE_COLUMN_NAMES);

export interface ChatMessageConditions {
  readonly sessionId?: string | null | undefined;
  readonly status?: ChatStatus | null | undefined;
  readonly type?: ChatMessageType | null | undefined;
  readonly to?: string | null | undefined;
}

/** Newest first: ids are made in the order of time. */
export const CHAT_MESSAGES: List<ChatMessageRow, ChatMessageConditions, 'chat_messages'> = {
  table: 'chat_messages',
  order: ['id'],
  descending: true,
  rows: messages,
  matching(rows, { sessionId, status, type, to }) {
    let query = rows;
    if (sessionId != null) query = query.where('session_id', '=', sessionId);
    if (status != null) query = query.where('status', '=', status);
    if (type != null) query = query.where('type', '=', type);
    if (to != null) query = query.where('recipient', '=', to);
    return query;
  },
};

/** Several at once, in any order. */
export function findChatMessages(tx: OrganisationSql, ids: readonly string[]): Promise<ChatMessageRow[]> {
  return run(tx, messages.where('organisation_id', '=', tx.organisationId).where('id', '=', anyOf(ids)));
}

/** By the engine's id; should two engines have used the same one, the newest. */
export function findByEngineId(tx: OrganisationSql, messageId: string): Promise<ChatMessageRow | null> {
  const own = messages.where('organisation_id', '=', tx.organisationId).where('message_id', '=', messageId);
  return first(tx, own.where('sent_at', 'is not', null).orderBy('id', 'desc').limit(1));
}
