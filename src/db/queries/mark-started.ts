import type { Tx } from '../transaction.js';

/** The first claim starts a campaign; later ones touch nothing. */
export async function markStarted(
  tx: Tx,
  organisationId: string,
  messages: readonly { campaign_id: string | null }[],
): Promise<void> {
  const campaigns = [...new Set(messages.map((message) => message.campaign_id))].filter((id) => id !== null);
  if (campaigns.length === 0) return;
  await tx.sql(
    `WITH started AS (
       UPDATE campaign_progress SET started_at = now()
       WHERE organisation_id = $1 AND campaign_id = ANY ($2::uuid[]) AND started_at IS NULL
       RETURNING campaign_id
     )
     INSERT INTO events (organisation_id, type, subject_id, campaign_id, revision)
     SELECT $1, 'campaign.started', campaign_id, campaign_id, 1 FROM started`,
    [organisationId, campaigns],
  );
}
