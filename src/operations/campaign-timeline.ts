import { readTimeline, type TimelineRow } from '../db/queries/campaign-timeline.js';
import { atOnceInOrganisation } from '../db/transaction.js';
import type { Context } from '../domain/context.js';
import { LIMITS } from '../domain/limits.js';

/** How many messages of a campaign came into which status, and when. */
export function campaignTimeline(
  { orm, caller }: Context,
  campaignId: string,
  bucketSeconds: number,
): Promise<TimelineRow[]> {
  return atOnceInOrganisation(orm, caller.organisationId, (tx) =>
    readTimeline(tx, campaignId, bucketSeconds, LIMITS.timelinePointsMax),
  );
}
