import {
  findInboundMessages,
  INBOUND_SEARCH,
  type InboundConditions,
  type InboundMessageRow,
} from '../../../db/sql/sms/inbound/inbound-messages.js';
import type { Page } from '../../../domain/paging.js';
import { numbersOf, type OwnNumber } from '../../../domain/sms/inbound/own-numbers.js';
import { searchedMobile } from '../../../domain/sms/phone-number.js';
import type { Context } from '../../context.js';
import { type FilteredPage, forCaller, walkPage } from '../../kernel/reads.js';

export type { InboundMessageRow } from '../../../db/sql/sms/inbound/inbound-messages.js';

export const getInboundMessages = forCaller(findInboundMessages);

/** What people have sent to the organisation, newest first. */
export function listInboundMessages(
  context: Context,
  { conditions: given, ...page }: FilteredPage<InboundConditions>,
): Promise<Page<InboundMessageRow>> {
  const conditions = { ...given, mobile: searchedMobile(given.mobile) };
  return walkPage(context, 'inbound messages', INBOUND_SEARCH, conditions, page);
}

/** The numbers to which people may write. */
export function listOwnNumbers({ numbers, caller }: Pick<Context, 'numbers' | 'caller'>): OwnNumber[] {
  return numbersOf(numbers, caller.organisationId);
}
