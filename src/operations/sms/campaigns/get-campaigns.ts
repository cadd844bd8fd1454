import { findCampaigns } from '../../../db/sql/sms/campaigns.js';
import type { CampaignRow } from '../../../db/sql/sms/rows.js';
import type { Context } from '../../context.js';

/** Those of the ids that are campaigns of the organisation. */
export function getCampaigns({ db, caller }: Context, ids: readonly string[]): Promise<CampaignRow[]> {
  return db.atOnceInOrganisation(caller.organisationId, (tx) => findCampaigns(tx, ids));
}
