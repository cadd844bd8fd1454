import { type MessageConditions, SMS_MESSAGES } from '../../../db/sql/sms/messages.js';
import type { MessageRow } from '../../../db/sql/sms/rows.js';
import type { Page, PageArguments } from '../../../domain/paging.js';
import { parseMobile } from '../../../domain/sms/phone-number.js';
import type { Context } from '../../context.js';
import { readPage } from '../../plumbing/read-page.js';

export interface ListMessagesInput extends PageArguments {
  readonly conditions: MessageConditions;
}

export function listMessages(
  context: Context,
  { conditions: asked, ...page }: ListMessagesInput,
): Promise<Page<MessageRow>> {
  const to = asked.to == null ? null : parseMobile(asked.to);
  const conditions = to?.ok ? { ...asked, to: to.digits } : asked;
  return readPage(context, 'messages', SMS_MESSAGES, conditions, page);
}
