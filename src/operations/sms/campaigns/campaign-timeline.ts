import { readTimeline, type TimelineRow } from '../../../db/sql/sms/campaign-timeline.js';
import { LIMITS } from '../../../domain/limits.js';
import type { Context } from '../../context.js';

/** How many messages of a campaign entered each status, by time. */
export function campaignTimeline(
  { db, caller }: Context,
  campaignId: string,
  bucketSeconds: number,
): Promise<TimelineRow[]> {
  return db.atOnceInOrganisation(caller.organisationId, (tx) =>
    readTimeline(tx, campaignId, bucketSeconds, LIMITS.timelinePointsMax),
  );
}
