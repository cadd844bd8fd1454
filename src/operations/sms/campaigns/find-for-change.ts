import type { OrganisationSql } from '../../../db/postgres/transaction.js';
import { type CampaignRow, findCampaign } from '../../../db/sql/sms/campaigns/campaigns.js';
import { notFound, PostriderError } from '../../../domain/errors.js';
import type { Context } from '../../context.js';
import { requireControl } from '../require-control.js';

/** A campaign that the caller may change. */
export async function findForChange(
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
export async function findOpen(
  tx: OrganisationSql,
  context: Pick<Context, 'caller'>,
  campaignId: string,
): Promise<CampaignRow> {
  const campaign = await findForChange(tx, context, campaignId);
  if (campaign.cancelled_at !== null || campaign.completed_at !== null) throw new PostriderError('campaign_ended');
  return campaign;
}
