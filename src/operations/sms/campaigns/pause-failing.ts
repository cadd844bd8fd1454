import { findFailingCampaigns, markCampaignPaused } from '../../../db/sql/sms/campaign-pauses.js';
import type { OrganisationTx } from '../../../db/transaction.js';

/** Pauses those campaigns of failed messages that are to be paused on failures and have too many. */
export async function pauseFailingCampaigns(tx: OrganisationTx, messageIds: readonly string[]): Promise<void> {
  for (const campaignId of await findFailingCampaigns(tx, messageIds)) {
    await markCampaignPaused(tx, campaignId, 'failures');
  }
}
