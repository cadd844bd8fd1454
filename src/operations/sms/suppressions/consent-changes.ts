import {
  CONSENT_SEARCH,
  type ConsentChangeRow,
  type ConsentConditions,
  findConsentChanges,
} from '../../../db/sql/sms/recipients/consent-changes.js';
import type { Page } from '../../../domain/paging.js';
import { searchedMobile } from '../../../domain/sms/phone-number.js';
import type { Context } from '../../context.js';
import { type FilteredPage, forCaller, walkPage } from '../../kernel/reads.js';

export type { ConsentChangeRow } from '../../../db/sql/sms/recipients/consent-changes.js';

export const getConsentChanges = forCaller(findConsentChanges);

/** What people have decided about messages of the organisation, newest first. */
export function listConsentChanges(
  context: Context,
  { conditions: given, ...page }: FilteredPage<ConsentConditions>,
): Promise<Page<ConsentChangeRow>> {
  const conditions = { ...given, mobile: searchedMobile(given.mobile) };
  return walkPage(context, 'consent changes', CONSENT_SEARCH, conditions, page);
}
