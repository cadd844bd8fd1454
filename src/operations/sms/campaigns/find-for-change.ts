import { type CampaignRow, findCampaign } from '../../../db/sql/sms/campaigns.js';
import type { OrganisationSql } from '../../../db/transaction.js';
import { notFound, PostriderError } from '../../../domain/errors.js';
import type { Context } from '../../context.js';

/** A campaign that the caller may change. Test keys may change campaigns of the sandbox alone. */
export async function findForChange(
  tx: OrganisationSql,
  { caller }: Pick<Context, 'caller'>,
  campaignId: string,
): Promise<CampaignRow> {
  const campaign = await findCampaign(tx, campaignId);
  if (!campaign) throw notFound('Campaign');
  if (caller.mode === 'test' && !campaign.test) throw new PostriderError('live_for_test_key');
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
