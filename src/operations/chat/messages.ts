import {
  CHAT_SEARCH,
  type ChatMessageConditions,
  type ChatMessageRow,
  findChatMessageByEngineId,
  findChatMessages,
  listChatChangeRows,
} from '../../db/sql/chat/messages.js';
import { parseRecipient } from '../../domain/chat/validate.js';
import type { Page } from '../../domain/paging.js';
import { isUuid } from '../../lib/ids.js';
import type { Context } from '../context.js';
import { type FilteredPage, forCaller, groupedForCaller, walkPage } from '../kernel/reads.js';

export type { ChatChangeRow, ChatMessageRow } from '../../db/sql/chat/messages.js';

export const getChatMessages = forCaller(findChatMessages);

/** By our id, or by the id that the engine gave the message and that the answer to the send named. */
export function findChatMessage({ db, caller }: Context, anyId: string): Promise<ChatMessageRow | null> {
  const { organisationId } = caller;
  return db.inOrganisation(organisationId, async (tx) => {
    const [own] = isUuid(anyId) ? await findChatMessages(tx, [anyId]) : [];
    return own ?? findChatMessageByEngineId(tx, anyId);
  });
}

export function listChatMessages(
  context: Context,
  { conditions: given, ...page }: FilteredPage<ChatMessageConditions>,
): Promise<Page<ChatMessageRow>> {
  const conditions = given.to == null ? given : { ...given, to: searchedRecipient(given.to) };
  return walkPage(context, 'chat messages', CHAT_SEARCH, conditions, page);
}

/** The digits of a number as people write it; the id of a group stays as it is. */
export function searchedRecipient(to: string): string {
  const person = parseRecipient(to, 'person');
  return person.ok ? person.to : to;
}

/** The changes of status of each chat message, from the event log. */
export const chatMessageHistory = groupedForCaller('subject_id', listChatChangeRows);
