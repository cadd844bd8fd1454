import { CHAT_MESSAGES, type ChatMessageConditions } from '../../db/sql/chat/find-chat-messages.js';
import type { ChatMessageRow } from '../../db/sql/chat/rows.js';
import { parseRecipient } from '../../domain/chat/validate.js';
import type { Page, PageArguments } from '../../domain/paging.js';
import type { Context } from '../context.js';
import { readPage } from '../plumbing/read-page.js';

export interface ListChatMessagesInput extends PageArguments {
  readonly conditions: ChatMessageConditions;
}

export function listChatMessages(
  context: Context,
  { conditions: asked, ...page }: ListChatMessagesInput,
): Promise<Page<ChatMessageRow>> {
  const person = asked.to == null ? null : parseRecipient(asked.to, 'person');
  const conditions = person?.ok ? { ...asked, to: person.to } : asked;
  return readPage(context, 'chat messages', CHAT_MESSAGES, conditions, page);
}
