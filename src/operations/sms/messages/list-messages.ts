import { countMessages, listMessageRows, type MessageConditions } from '../../../db/sql/sms/list-messages.js';
import type { MessageRow } from '../../../db/sql/sms/rows.js';
import { LIMITS } from '../../../domain/limits.js';
import { CursorCodec, type Page, type PageArguments, pageOf, readSlice } from '../../../domain/paging.js';
import { parseMobile } from '../../../domain/sms/phone-number.js';
import type { Context } from '../../context.js';

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
