import { SMS_STATUSES } from '../../../../domain/vocabulary.js';
import type { OrganisationSql, OrganisationTx } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';
import type { StatusCounts } from './campaigns.js';

/** Messages of a campaign that have changed their status. */
interface TimelineMove extends RowOf<'sms_messages', 'campaign_id' | 'status'> {
  readonly messages: number;
}

/** Counts the changes in the timelines of their campaigns when the transaction commits. */
export function addToTimelines(tx: OrganisationTx, moves: readonly TimelineMove[]): void {
  const counted = moves.filter(({ campaign_id }) => campaign_id !== null);
  if (counted.length === 0) return;
  tx.logWrites.add({
    organisationId: tx.organisationId,
    statement: ADD,
    values: {
      campaignIds: counted.map(({ campaign_id }) => campaign_id),
      statuses: counted.map(({ status }) => status),
      messages: counted.map(({ messages }) => messages),
    },
  });
}

const ADD = `
INSERT INTO campaign_timeline AS t (organisation_id, campaign_id, bucket, status, changes)
SELECT :organisationId::uuid, campaign_id, date_bin('10 seconds', now(), 'epoch'), status, sum(messages)
FROM unnest(:campaignIds::uuid[], :statuses::sms_status[], :messages::integer[]) AS m (campaign_id, status, messages)
GROUP BY 1, 2, 4
ON CONFLICT (organisation_id, campaign_id, bucket, status) DO UPDATE SET changes = t.changes + excluded.changes`;

interface TimelineRow extends StatusCounts {
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
