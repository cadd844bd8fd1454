import { SUPPRESSIONS, type SuppressionConditions, type SuppressionRow } from '../../../db/sql/sms/suppressions.js';
import type { Page, PageArguments } from '../../../domain/paging.js';
import { parseMobile } from '../../../domain/sms/phone-number.js';
import type { Context } from '../../context.js';
import { readPage } from '../../plumbing/read-page.js';

export interface ListSuppressionsInput extends PageArguments {
  readonly conditions: SuppressionConditions;
}

export function listSuppressions(
  context: Context,
  { conditions: asked, ...page }: ListSuppressionsInput,
): Promise<Page<SuppressionRow>> {
  const mobile = asked.mobile == null ? null : parseMobile(asked.mobile);
  const conditions = mobile?.ok ? { ...asked, mobile: mobile.digits } : asked;
  return readPage(context, 'suppressions', SUPPRESSIONS, conditions, page);
}
