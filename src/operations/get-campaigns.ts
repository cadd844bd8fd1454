import { findCampaigns } from '../db/queries/find-by-ids.js';
import type { CampaignRow } from '../db/queries/rows.js';
import { atOnceInOrganisation } from '../db/transaction.js';
import type { Context } from '../domain/context.js';

/** Those of the ids that are campaigns of the organisation. */
export function getCampaigns({ orm, caller }: Context, ids: readonly string[]): Promise<CampaignRow[]> {
  return atOnceInOrganisation(orm, caller.organisationId, (tx) => findCampaigns(tx, ids));
}
