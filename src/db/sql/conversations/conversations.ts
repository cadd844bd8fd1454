import { sql } from 'kysely';
import type { ConversationChannel } from '../../../domain/vocabulary.js';
import { Conversation } from '../../entities/conversations/conversations.js';
import { type Condition, equal, given, type List } from '../../lists/list.js';
import { type Walk, walkAlong } from '../../lists/walk.js';
import { uuidArray } from '../../postgres/array-parameters.js';
import type { OrganisationSql } from '../../postgres/transaction.js';
import { anyOf, columnsBut, first, type RowOf, run, tables } from '../../tables.js';

const COLUMNS = columnsBut(Conversation, 'organisation_id');

export interface ConversationRow extends RowOf<'conversations', (typeof COLUMNS)[number]> {}

export interface ConversationConditions {
  readonly unread?: boolean | null | undefined;
  readonly channel?: ConversationChannel | null | undefined;
  readonly mobile?: string | null | undefined;
  readonly test?: boolean | null | undefined;
}

/** By what the party wrote last, newest first. */
const CONVERSATIONS: List<ConversationRow, ConversationConditions, 'conversations'> = {
  table: 'conversations',
  order: ['last_at', 'id'],
  descending: true,
  rows: (from) => from.select(COLUMNS),
  conditions: ({ unread, channel, mobile, test }) => [
    ...equal<'conversations'>({ channel, mobile, test }),
    ...given(unread, isUnread),
  ],
};

const isUnread = (unread: boolean): Condition => (unread ? sql`unread > 0` : sql`unread = 0`);

/** Along the index of a number, along the few that are unread, or along the times. */
export const CONVERSATION_SEARCH: Walk<ConversationRow, ConversationConditions, 'conversations'> = walkAlong(
  CONVERSATIONS,
  (_tx, { mobile, unread }) => (mobile == null ? given(unread || null, isUnread) : equal<'conversations'>({ mobile })),
);

const conversations = ({ organisationId }: OrganisationSql) =>
  tables.selectFrom('conversations').select(COLUMNS).where('organisation_id', '=', organisationId);

/** In any order. */
export function findConversations(tx: OrganisationSql, ids: readonly string[]): Promise<ConversationRow[]> {
  return run(tx, conversations(tx).where('id', '=', anyOf(ids)));
}

/** Locks the row against the fold, which counts new messages in it. */
export function lockConversation(tx: OrganisationSql, id: string): Promise<ConversationRow | null> {
  return first(tx, conversations(tx).where('id', '=', id).forUpdate());
}

/** Counts the messages after `upTo` as unread, in a statement after the lock: it sees what the fold has committed. */
export async function countUnreadAfter(tx: OrganisationSql, id: string, upTo: string): Promise<number> {
  const after = tables
    .selectFrom('inbound_messages')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organisation_id', '=', tx.organisationId)
    .where('conversation_id', '=', id)
    .where('id', '>', upTo);
  return (await first(tx, after))?.count ?? 0;
}

export async function updateRead(
  tx: OrganisationSql,
  id: string,
  { unread, readUpTo }: { readonly unread: number; readonly readUpTo: string },
): Promise<ConversationRow | null> {
  const own = tables.updateTable('conversations').where('organisation_id', '=', tx.organisationId).where('id', '=', id);
  const read = own.set({ unread, read_up_to: readUpTo, revision: sql`revision + 1` });
  return first(tx, read.returning(COLUMNS));
}

/** When the party of a conversation was suppressed. */
export interface ConversationSuppression extends RowOf<'conversations', 'id'>, RowOf<'suppressions', 'created_at'> {}

/** Of several suppressions of a party, the first. Suppressions block SMS alone, so chats have none. */
export function findPartySuppressions(tx: OrganisationSql, ids: readonly string[]): Promise<ConversationSuppression[]> {
  return tx.sql<ConversationSuppression>(
    `SELECT c.id, min(s.created_at) AS created_at FROM conversations c
     JOIN suppressions s ON s.organisation_id = :organisationId AND s.mobile = c.mobile
       AND s.sender_id IN ('', c.own_address) AND (NOT s.test OR c.test) AND NOT s.promotional_only
     WHERE c.organisation_id = :organisationId AND c.id = ANY (:ids::uuid[]) AND c.channel = 'sms'
     GROUP BY c.id`,
    { ids },
  );
}

/**
 * Deletes the conversations whose newest message is one of these: a conversation names its party for as long as the
 * newest message does. One that gets another message meanwhile stays.
 */
export async function deleteConversationsEndingWith(tx: OrganisationSql, inboundIds: readonly string[]): Promise<void> {
  await tx.sql(
    `DELETE FROM conversations WHERE organisation_id = :organisationId AND id = ANY (ARRAY(
       SELECT c.id FROM inbound_messages m
       JOIN conversations c ON c.organisation_id = :organisationId AND c.id = m.conversation_id AND c.last_inbound_id = m.id
       WHERE m.organisation_id = :organisationId AND m.id = ANY (:inboundIds::uuid[])
       ORDER BY c.id FOR UPDATE OF c))`,
    { inboundIds: uuidArray(inboundIds) },
  );
}

export async function eraseConversations(tx: OrganisationSql, mobile: string): Promise<void> {
  await tx.sql('DELETE FROM conversations WHERE organisation_id = :organisationId AND mobile = :mobile', { mobile });
}
