import { countOutcomes, type OutcomeRow } from '../db/queries/campaign-outcomes.js';
import { atOnceInOrganisation } from '../db/transaction.js';
import type { Context } from '../domain/context.js';

/** How many messages of a campaign have which delivery code, most frequent first. */
export function campaignOutcomes({ orm, caller }: Context, campaignId: string): Promise<OutcomeRow[]> {
  return atOnceInOrganisation(orm, caller.organisationId, (tx) => countOutcomes(tx, campaignId));
}
