import type { Tx } from '../transaction.js';

/** Remembers the first cancel of a campaign, with its event. */
export async function markCancelled(tx: Tx, organisationId: string, campaignId: string): Promise<void> {
  await tx.sql(
    `WITH marked AS (
       UPDATE campaigns SET cancelled_at = now(), revision = revision + 1
       WHERE organisation_id = $1 AND id = $2 AND cancelled_at IS NULL
       RETURNING id, revision
     )
     INSERT INTO events (organisation_id, type, subject_id, campaign_id, revision)
     SELECT $1, 'campaign.cancelled', id, id, revision FROM marked`,
    [organisationId, campaignId],
  );
}
