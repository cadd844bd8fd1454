import { SMS_STATUSES } from '../../../domain/vocabulary.js';
import type { OrganisationSql } from '../../transaction.js';
import type { StatusCounts } from './rows.js';

export interface TimelineRow extends StatusCounts {
  readonly at: string;
}

/** The latest `limit` points in which anything changed, oldest first. */
export async function readTimeline(
  tx: OrganisationSql,
  campaignId: string,
  bucketSeconds: number,
  limit: number,
): Promise<TimelineRow[]> {
  const sums = SMS_STATUSES.map(
    (status) => `coalesce(sum(changes) FILTER (WHERE status = '${status}'), 0)::int AS ${status}`,
  );
  const rows = await tx.sql<TimelineRow>(
    `SELECT date_bin(make_interval(secs => :bucketSeconds), bucket, 'epoch') AS at, ${sums.join(', ')}
     FROM campaign_timeline WHERE organisation_id = :organisationId AND campaign_id = :campaignId
     GROUP BY 1 ORDER BY 1 DESC LIMIT :limit`,
    { campaignId, bucketSeconds, limit },
  );
  return rows.toReversed();
}
