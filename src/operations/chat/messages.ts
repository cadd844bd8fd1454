import {
  type ChatChangeRow,
  type ChatMessageConditions,
  type ChatMessageRow,
  countChatMessages,
  findByEngineId,
  findChatMessages,
  listChatChangeRows,
  listChatMessageRows,
} from '../../db/sql/chat/messages.js';
import { parseRecipient } from '../../domain/chat/validate.js';
import { LIMITS } from '../../domain/limits.js';
import { CursorCodec, type Page, type PageArguments, pageOf, readSlice } from '../../domain/paging.js';
import { isUuid } from '../../lib/ids.js';
import type { Context } from '../context.js';

/** Those of the ids that are chat messages of the organisation. */
export function getChatMessages({ db, caller }: Context, ids: readonly string[]): Promise<ChatMessageRow[]> {
  return db.inOrganisation(caller.organisationId, (tx) => findChatMessages(tx, ids));
}

/** By our id, or by the one that the engine gave it and that the answer to its sending named. */
export function findChatMessage({ db, caller }: Context, anyId: string): Promise<ChatMessageRow | null> {
  const { organisationId } = caller;
  return db.inOrganisation(organisationId, async (tx) => {
    const [own] = isUuid(anyId) ? await findChatMessages(tx, [anyId]) : [];
    return own ?? findByEngineId(tx, anyId);
  });
}

export interface ListChatMessagesInput extends PageArguments {
  readonly conditions: ChatMessageConditions;
}

export async function listChatMessages(
  { db, secretKey, caller: { organisationId } }: Context,
  { conditions: asked, ...page }: ListChatMessagesInput,
): Promise<Page<ChatMessageRow>> {
  const person = asked.to == null ? null : parseRecipient(asked.to, 'person');
  const conditions = person?.ok ? { ...asked, to: person.to } : asked;
  const codec = new CursorCodec(secretKey, organisationId, 'chat messages');
  const slice = readSlice(page, codec, LIMITS.connectionPageMax);
  const rows = await db.atOnceInOrganisation(organisationId, (tx) => listChatMessageRows(tx, conditions, slice));
  return pageOf(
    rows,
    slice,
    (row) => codec.encode([row.id]),
    () => db.atOnceInOrganisation(organisationId, (tx) => countChatMessages(tx, conditions)),
  );
}

/** The logged changes of status of each chat message, by our id. */
export async function chatMessageHistory(
  { db, caller: { organisationId } }: Context,
  messageIds: readonly string[],
): Promise<Map<string, ChatChangeRow[]>> {
  const rows = await db.atOnceInOrganisation(organisationId, (tx) => listChatChangeRows(tx, messageIds));
  return Map.groupBy(rows, (row) => row.subject_id);
}
