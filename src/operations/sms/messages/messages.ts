import { findMessages } from '../../../db/sql/sms/find-by-ids.js';
import { listAttemptRows } from '../../../db/sql/sms/list-attempts.js';
import { type ChangeRow, listChangeRows } from '../../../db/sql/sms/list-changes.js';
import { countMessages, listMessageRows, type MessageConditions } from '../../../db/sql/sms/list-messages.js';
import type { AttemptRow, MessageRow } from '../../../db/sql/sms/rows.js';
import { LIMITS } from '../../../domain/limits.js';
import { CursorCodec, type Page, type PageArguments, pageOf, readSlice } from '../../../domain/paging.js';
import { parseMobile } from '../../../domain/sms/phone-number.js';
import type { Context } from '../../context.js';

/** Those of the ids that are messages of the organisation. */
export function getMessages({ db, caller }: Context, ids: readonly string[]): Promise<MessageRow[]> {
  return db.atOnceInOrganisation(caller.organisationId, (tx) => findMessages(tx, ids));
}

export interface ListMessagesInput extends PageArguments {
  readonly conditions: MessageConditions;
}

export async function listMessages(
  { db, secretKey, caller: { organisationId } }: Context,
  { conditions: asked, ...page }: ListMessagesInput,
): Promise<Page<MessageRow>> {
  const to = asked.to == null ? null : parseMobile(asked.to);
  const conditions = to?.ok ? { ...asked, to: to.digits } : asked;
  const codec = new CursorCodec(secretKey, organisationId, 'messages');
  const slice = readSlice(page, codec, LIMITS.connectionPageMax);
  const rows = await db.atOnceInOrganisation(organisationId, (tx) => listMessageRows(tx, conditions, slice));
  return pageOf(
    rows,
    slice,
    (row) => codec.encode([row.id]),
    () => db.atOnceInOrganisation(organisationId, (tx) => countMessages(tx, conditions)),
  );
}

/** The hand-overs of each message, by message id. */
export async function listAttempts(
  { db, caller: { organisationId } }: Context,
  messageIds: readonly string[],
): Promise<Map<string, AttemptRow[]>> {
  const rows = await db.atOnceInOrganisation(organisationId, (tx) => listAttemptRows(tx, messageIds));
  return Map.groupBy(rows, (row) => row.message_id);
}

/** The logged changes of status of each message, by message id. */
export async function messageHistory(
  { db, caller: { organisationId } }: Context,
  messageIds: readonly string[],
): Promise<Map<string, ChangeRow[]>> {
  const rows = await db.atOnceInOrganisation(organisationId, (tx) => listChangeRows(tx, messageIds));
  return Map.groupBy(rows, (row) => row.subject_id);
}
