import { countRows } from '../../../db/lists/list.js';
import type { OrganisationSql } from '../../../db/postgres/transaction.js';
import {
  CAMPAIGN_MESSAGES,
  type CampaignMessageConditions,
  type CampaignMessageRow,
  listCampaignMessageRows,
} from '../../../db/sql/sms/campaigns/campaign-messages.js';
import type { StatusCounts } from '../../../db/sql/sms/campaigns/campaigns.js';
import { invalidField } from '../../../domain/errors.js';
import { LIMITS } from '../../../domain/limits.js';
import { CursorCodec, type Page, type PageArguments, pageOf, readSlice, type Slice } from '../../../domain/paging.js';
import { searchedMobile } from '../../../domain/sms/phone-number.js';
import type { Context } from '../../context.js';
import { requireShort } from '../../kernel/reads.js';

export type { CampaignMessageRow } from '../../../db/sql/sms/campaigns/campaign-messages.js';

export interface ListCampaignMessagesInput extends PageArguments {
  readonly conditions: CampaignMessageConditions;
  /** From 1; instead of a cursor. */
  readonly page?: number | null | undefined;
  /** True: the rows are MessageRows. */
  readonly whole?: boolean;
}

interface ListedCampaign extends StatusCounts {
  readonly id: string;
  readonly total: number;
}

/** The recipients of one campaign and their outcomes, in the order of the call. */
export async function listCampaignMessages(
  { db, secretKeys, caller: { organisationId } }: Context,
  campaign: ListedCampaign,
  { conditions: given, page, whole, ...pageArguments }: ListCampaignMessagesInput,
): Promise<Page<CampaignMessageRow>> {
  requireShort(given);
  const conditions = { ...given, mobile: searchedMobile(given.mobile) };
  const filtered = Object.values(conditions).some((value) => value != null);
  const codec = new CursorCodec(secretKeys, organisationId, `campaign ${campaign.id}`);
  const slice = readSlice(pageArguments, codec, LIMITS.pageSizeMax);
  const start = page == null ? { slice, skip: 0 } : startOfPage(page, slice, filtered);
  const rows = await db.atOnceInOrganisation(organisationId, (tx) =>
    listCampaignMessageRows(tx, campaign.id, conditions, start.slice, { skip: start.skip, whole }),
  );
  const result = { ...pageOf(rows, start.slice, (row) => codec.encode([row.position])), count };
  return page != null && page > 1 ? { ...result, hasPreviousPage: true } : result;

  async function count() {
    // The kept counts of the campaign, if they answer the question.
    const known = knownCount(campaign, conditions);
    const filter = { ...conditions, campaignId: campaign.id };
    const read = (tx: OrganisationSql) => countRows(tx, CAMPAIGN_MESSAGES, filter);
    return { counted: known ?? (await db.atOnceInOrganisation(organisationId, read)), isAll: true };
  }
}

function knownCount(campaign: ListedCampaign, { messageStatus, ...others }: CampaignMessageConditions): number | null {
  if (Object.values(others).some((value) => value != null)) return null;
  return messageStatus == null ? campaign.total : campaign[messageStatus];
}

/**
 * Positions have no gaps, so page N of the whole listing is found like a cursor; with a filter PostgreSQL has to skip
 * rows.
 */
function startOfPage(page: number, slice: Slice, filtered: boolean): { slice: Slice; skip: number } {
  if (page < 1) throw invalidField('page', 'invalid', 'Pages are numbered from 1.');
  if (slice.from || slice.backwards) {
    throw invalidField('page', 'invalid', '`page` goes with `first` and without a cursor.');
  }
  const before = Math.min((page - 1) * slice.size, LIMITS.recipientsPerBulkCall);
  if (filtered || before === 0) return { slice, skip: before };
  return { slice: { ...slice, from: [before - 1] }, skip: 0 };
}
