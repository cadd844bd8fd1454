import { placeOf } from '../../../db/list.js';
import { listAttemptRows } from '../../../db/sql/sms/attempts.js';
import {
  findMessages,
  listChangeRows,
  type MessageConditions,
  type MessageRow,
  SMS_MESSAGES,
} from '../../../db/sql/sms/messages.js';
import { countMessages, findWalkEnd, searchMessages } from '../../../db/sql/sms/search-messages.js';
import { LIMITS } from '../../../domain/limits.js';
import { type Count, CursorCodec, type Page, pageOf, readSlice } from '../../../domain/paging.js';
import { searchedMobile } from '../../../domain/sms/phone-number.js';
import type { Context } from '../../context.js';
import { type FilteredPage, forCaller, groupedForCaller } from '../../plumbing/reads.js';

export const getMessages = forCaller(findMessages);

const search = forCaller(searchMessages);
const findEnd = forCaller(findWalkEnd);
const countFound = forCaller(countMessages);

/** Reads a page of the messages that meet the conditions. A page may be short, and lead on, where no index leads to them. */
export async function listMessages(
  context: Context,
  { conditions: given, ...page }: FilteredPage<MessageConditions>,
): Promise<Page<MessageRow>> {
  const conditions = { ...given, to: searchedMobile(given.to) };
  const codec = new CursorCodec(context.secretKey, context.caller.organisationId, 'messages');
  const slice = readSlice(page, codec, LIMITS.connectionPageMax);
  const rows = await search(context, conditions, slice);
  const stoppedAt = rows.length > slice.size ? null : await findEnd(context, conditions, slice);
  return {
    ...pageOf(rows, slice, (row) => codec.encode(placeOf(SMS_MESSAGES, row)), stoppedAt && codec.encode(stoppedAt)),
    count: () => countSome(context, conditions),
  };
}

async function countSome(context: Context, conditions: MessageConditions): Promise<Count> {
  const counted = await countFound(context, conditions, LIMITS.messagesCounted + 1);
  if (counted > LIMITS.messagesCounted) return { counted: LIMITS.messagesCounted, isAll: false };
  const stoppedAt = await findEnd(context, conditions, { from: null, backwards: false });
  return { counted, isAll: stoppedAt === null };
}

/** The attempts to hand over each message. */
export const listAttempts = groupedForCaller('message_id', listAttemptRows);

/** The changes of status of each message, from the event log. */
export const messageHistory = groupedForCaller('subject_id', listChangeRows);
