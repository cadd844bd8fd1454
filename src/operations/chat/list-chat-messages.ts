import type { ChatMessageRow } from '../../db/sql/chat/messages.js';
import { type ChatMessageConditions, countChatMessages, listChatMessageRows } from '../../db/sql/chat/messages.js';
import { parseRecipient } from '../../domain/chat/validate.js';
import { LIMITS } from '../../domain/limits.js';
import { CursorCodec, type Page, type PageArguments, pageOf, readSlice } from '../../domain/paging.js';
import type { Context } from '../context.js';

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
