import { listAttemptRows } from '../../../db/sql/sms/dispatch/attempts.js';
import {
  findMessages,
  listChangeRows,
  type MessageConditions,
  type MessageRow,
} from '../../../db/sql/sms/messages/messages.js';
import { SMS_SEARCH } from '../../../db/sql/sms/messages/search-messages.js';
import type { Page } from '../../../domain/paging.js';
import { searchedMobile } from '../../../domain/sms/phone-number.js';
import type { Context } from '../../context.js';
import { type FilteredPage, forCaller, groupedForCaller, walkPage } from '../../kernel/reads.js';

export type { AttemptRow } from '../../../db/sql/sms/dispatch/attempts.js';

export type { MessageRow } from '../../../db/sql/sms/messages/messages.js';

export const getMessages = forCaller(findMessages);

/** Reads a page of the messages that meet the conditions. */
export function listMessages(
  context: Context,
  { conditions: given, ...page }: FilteredPage<MessageConditions>,
): Promise<Page<MessageRow>> {
  const conditions = { ...given, to: searchedMobile(given.to) };
  return walkPage(context, 'messages', SMS_SEARCH, conditions, page);
}

/** The attempts to hand over each message. */
export const listAttempts = groupedForCaller('message_id', listAttemptRows);

/** The changes of status of each message, from the event log. */
export const messageHistory = groupedForCaller('subject_id', listChangeRows);
