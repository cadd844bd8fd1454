import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { findFailingCampaigns } from '../../../db/sql/sms/campaigns/campaign-pauses.js';
import { markPaused } from '../../../db/sql/sms/campaigns/campaign-states.js';

/** Pauses those campaigns of failed messages that are to be paused on failures and have too many. */
export async function pauseFailingCampaigns(tx: OrganisationTx, messageIds: readonly string[]): Promise<void> {
  for (const campaignId of await findFailingCampaigns(tx, messageIds)) {
    await markPaused(tx, campaignId, 'failures');
  }
}
