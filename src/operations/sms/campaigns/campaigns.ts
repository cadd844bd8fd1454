import type { OrganisationSql } from '../../../db/postgres/transaction.js';
import { countOutcomes, sumCampaigns } from '../../../db/sql/sms/campaigns/campaign-messages.js';
import { readTimeline } from '../../../db/sql/sms/campaigns/campaign-timeline.js';
import {
  type CampaignConditions,
  type CampaignRow,
  type CampaignSorting,
  campaignSearch,
  findCampaign,
  findCampaigns,
} from '../../../db/sql/sms/campaigns/campaigns.js';
import { notFound, PostriderError } from '../../../domain/errors.js';
import { LIMITS } from '../../../domain/limits.js';
import type { Page } from '../../../domain/paging.js';
import { requireControl } from '../../../domain/people/api-key.js';
import type { Context } from '../../context.js';
import { type FilteredPage, forCaller, sumsForCaller, walkPage } from '../../kernel/reads.js';

export type { CampaignRow } from '../../../db/sql/sms/campaigns/campaigns.js';

export const getCampaigns = forCaller(findCampaigns);

export interface ListCampaignsInput extends FilteredPage<CampaignConditions> {
  readonly sorting: CampaignSorting;
}

export function listCampaigns(
  context: Context,
  { conditions, sorting, ...page }: ListCampaignsInput,
): Promise<Page<CampaignRow>> {
  // A cursor of one order is refused in another.
  const name = `campaigns ${sorting.by} ${sorting.descending ? 'down' : 'up'}`;
  return walkPage(context, name, campaignSearch(sorting), conditions, page);
}

/** How many messages of each campaign have each delivery code, most frequent first. */
export const campaignOutcomes = sumsForCaller(countOutcomes);

/** The segments of each campaign's messages, and the gateways that they were submitted to. */
export const campaignSums = sumsForCaller(sumCampaigns);

/** How many messages of a campaign entered each status, by time. */
export const campaignTimeline = forCaller((tx, campaignId: string, bucketSeconds: number) =>
  readTimeline(tx, campaignId, bucketSeconds, LIMITS.timelinePointsMax),
);

/** A campaign that the caller may change. */
export async function findCampaignToChange(
  tx: OrganisationSql,
  { caller }: Pick<Context, 'caller'>,
  campaignId: string,
): Promise<CampaignRow> {
  const campaign = await findCampaign(tx, campaignId);
  if (!campaign) throw notFound('Campaign');
  requireControl(caller, campaign);
  return campaign;
}

/** The same, if the campaign has neither ended nor been cancelled. */
export async function findOpenCampaign(
  tx: OrganisationSql,
  context: Pick<Context, 'caller'>,
  campaignId: string,
): Promise<CampaignRow> {
  const campaign = await findCampaignToChange(tx, context, campaignId);
  if (campaign.cancelled_at !== null || campaign.completed_at !== null) throw new PostriderError('campaign_ended');
  return campaign;
}
