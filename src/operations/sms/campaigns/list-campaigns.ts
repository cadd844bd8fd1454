import { type CampaignConditions, type CampaignSorting, campaignsSortedBy } from '../../../db/sql/sms/campaigns.js';
import type { CampaignRow } from '../../../db/sql/sms/rows.js';
import type { Page, PageArguments } from '../../../domain/paging.js';
import type { Context } from '../../context.js';
import { readPage } from '../../plumbing/read-page.js';

export interface ListCampaignsInput extends PageArguments {
  readonly conditions: CampaignConditions;
  readonly sorting: CampaignSorting;
}

export function listCampaigns(
  context: Context,
  { conditions, sorting, ...page }: ListCampaignsInput,
): Promise<Page<CampaignRow>> {
  // A place in one order is none in another.
  const name = `campaigns ${sorting.by} ${sorting.descending ? 'down' : 'up'}`;
  return readPage(context, name, campaignsSortedBy(sorting), conditions, page);
}
