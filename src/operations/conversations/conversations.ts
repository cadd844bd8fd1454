import {
  CONVERSATION_SEARCH,
  type ConversationConditions,
  type ConversationRow,
  countUnreadAfter,
  findConversations,
  findPartySuppressions,
  lockConversation,
  updateRead,
} from '../../db/sql/conversations/conversations.js';
import { hasErasedSuppressions } from '../../db/sql/sms/recipients/erased-suppressions.js';
import { missingScope, notFound, PostriderError } from '../../domain/errors.js';
import type { Page } from '../../domain/paging.js';
import { searchedMobile } from '../../domain/sms/phone-number.js';
import type { ConversationChannel, Scope } from '../../domain/vocabulary.js';
import { LOWEST_ID } from '../../lib/ids.js';
import type { Context } from '../context.js';
import { type FilteredPage, forCaller, walkPage } from '../kernel/reads.js';
import { findErasedCodes } from '../sms/suppressions/erased-codes.js';

export type { ConversationRow } from '../../db/sql/conversations/conversations.js';

export const getConversations = forCaller(findConversations);

export async function getConversation(context: Context, id: string): Promise<ConversationRow> {
  const [conversation] = await getConversations(context, [id]);
  if (!conversation) throw notFound('Conversation');
  return conversation;
}

export function listConversations(
  context: Context,
  { conditions: given, ...page }: FilteredPage<ConversationConditions>,
): Promise<Page<ConversationRow>> {
  const conditions = { ...given, mobile: searchedMobile(given.mobile) };
  return walkPage(context, 'conversations', CONVERSATION_SEARCH, conditions, page);
}

export interface PartySuppression {
  /** Null if the number was erased since. */
  readonly since: string | null;
}

/** The suppressions of the parties to which a reply would be blocked, by conversation. They block no chat messages. */
export function findSuppressedParties(
  { db, caller, secretKeys }: Context,
  ids: readonly string[],
): Promise<Map<string, PartySuppression>> {
  return db.inOrganisation(caller.organisationId, async (tx) => {
    const known = await findPartySuppressions(tx, ids);
    const suppressed = new Map<string, PartySuppression>(known.map((row) => [row.id, { since: row.created_at }]));
    const others = (await findConversations(tx, ids)).flatMap(({ id, channel, mobile, own_address: senderId, test }) =>
      channel === 'chat' || mobile === null || suppressed.has(id)
        ? []
        : [{ id, mobile, senderId, test, promotional: false }],
    );
    const codes = (await hasErasedSuppressions(tx)) ? await findErasedCodes(tx, secretKeys, others) : [];
    for (const [place, { id }] of others.entries()) if (codes[place] != null) suppressed.set(id, { since: null });
    return suppressed;
  });
}

const SCOPES: Readonly<Record<ConversationChannel, Scope>> = { sms: 'sms:send', chat: 'chat:send' };

/** Before a conversation is read: callers who may reply to none do not learn which ids exist. */
export function requireAnyReply({ caller }: Context): void {
  const scopes = Object.values(SCOPES);
  if (scopes.some((scope) => caller.scopes.includes(scope))) return;
  throw missingScope(caller, `one of the scopes ${scopes.join(', ')}`);
}

/** Throws if the caller may not reply in this channel. */
export function requireReply({ caller }: Context, channel: ConversationChannel): void {
  const scope = SCOPES[channel];
  if (!caller.scopes.includes(scope)) throw missingScope(caller, `the scope ${scope}`);
}

export interface MarkReadInput {
  readonly conversationId: string;
  /** The last message that was read. */
  readonly upTo: string;
}

/**
 * Marks messages as read, as far as one of them: those that arrive meanwhile stay unread. Marks are shared: a member
 * who may only read leaves messages unread for those who reply. The fold locks the row too, so it counts a message
 * either before or after this count.
 */
export async function markConversationRead(context: Context, input: MarkReadInput): Promise<ConversationRow> {
  const { db, caller } = context;
  requireAnyReply(context);
  return db.selfContained.inOrganisation(caller.organisationId, async (tx) => {
    const conversation = await lockConversation(tx, input.conversationId);
    if (!conversation) throw notFound('Conversation');
    requireReply(context, conversation.channel);
    if (caller.mode === 'test' && !conversation.test) throw new PostriderError('live_for_test_key');
    const { id, read_up_to: before, last_inbound_id: last } = conversation;
    // Between the two: a mark goes neither back nor beyond what there is.
    const readUpTo = [before ?? LOWEST_ID, input.upTo, last].toSorted()[1] as string;
    const unread = await countUnreadAfter(tx, id, readUpTo);
    return (await updateRead(tx, id, { unread, readUpTo })) ?? conversation;
  });
}
