import { countOutcomes, type OutcomeRow } from '../../../db/sql/sms/campaign-outcomes.js';
import type { Context } from '../../context.js';

/** How many messages of a campaign have which delivery code, most frequent first. */
export function campaignOutcomes({ db, caller }: Context, campaignId: string): Promise<OutcomeRow[]> {
  return db.atOnceInOrganisation(caller.organisationId, (tx) => countOutcomes(tx, campaignId));
}
