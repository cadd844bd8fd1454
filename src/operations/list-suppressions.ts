import {
  countSuppressions,
  listSuppressionRows,
  type SuppressionConditions,
  type SuppressionRow,
} from '../db/queries/list-suppressions.js';
import { atOnceInOrganisation } from '../db/transaction.js';
import type { Context } from '../domain/context.js';
import { LIMITS } from '../domain/limits.js';
import { CursorCodec, type Page, type PageArguments, pageOf, readSlice } from '../domain/paging.js';
import { parseMobile } from '../domain/sms/phone-number.js';

export interface ListSuppressionsInput extends PageArguments {
  readonly conditions: SuppressionConditions;
}

export async function listSuppressions(
  { orm, secretKey, caller: { organisationId } }: Context,
  { conditions: asked, ...page }: ListSuppressionsInput,
): Promise<Page<SuppressionRow>> {
  const mobile = asked.mobile == null ? null : parseMobile(asked.mobile);
  const conditions = mobile?.ok ? { ...asked, mobile: mobile.digits } : asked;
  const codec = new CursorCodec(secretKey, organisationId, 'suppressions');
  const slice = readSlice(page, codec, LIMITS.connectionPageMax);
  const rows = await atOnceInOrganisation(orm, organisationId, (tx) => listSuppressionRows(tx, conditions, slice));
  return pageOf(
    rows,
    slice,
    (row) => codec.encode([row.id]),
    () => atOnceInOrganisation(orm, organisationId, (tx) => countSuppressions(tx, conditions)),
  );
}
