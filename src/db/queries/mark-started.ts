import type { Tx } from '../transaction.js';

/** The first claim starts a campaign; later ones touch nothing. */
export async function markStarted(tx: Tx, organisationId: string, campaignIds: readonly string[]): Promise<void> {
  if (campaignIds.length === 0) return;
  await tx.sql(
    `WITH started AS (
       UPDATE campaigns SET started_at = now(), revision = revision + 1
       WHERE organisation_id = $1 AND id = ANY ($2::uuid[]) AND started_at IS NULL
       RETURNING id, revision
     )
     INSERT INTO events (organisation_id, type, subject_id, campaign_id, revision)
     SELECT $1, 'campaign.started', id, id, revision FROM started`,
    [organisationId, campaignIds],
  );
}
