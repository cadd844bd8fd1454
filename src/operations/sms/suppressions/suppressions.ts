import {
  SUPPRESSION_SEARCH,
  type SuppressionConditions,
  type SuppressionRow,
} from '../../../db/sql/sms/recipients/suppressions.js';
import type { Page } from '../../../domain/paging.js';
import { searchedMobile } from '../../../domain/sms/phone-number.js';
import type { Context } from '../../context.js';
import { type FilteredPage, walkPage } from '../../kernel/reads.js';

export type { SuppressionRow } from '../../../db/sql/sms/recipients/suppressions.js';

export function listSuppressions(
  context: Context,
  { conditions: given, ...page }: FilteredPage<SuppressionConditions>,
): Promise<Page<SuppressionRow>> {
  const conditions = { ...given, mobile: searchedMobile(given.mobile) };
  return walkPage(context, 'suppressions', SUPPRESSION_SEARCH, conditions, page);
}
