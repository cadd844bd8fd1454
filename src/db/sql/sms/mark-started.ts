import type { RowOf } from '../../tables.js';
import type { OrganisationTx } from '../../transaction.js';
import { appendEvents } from '../events/append-events.js';

/** The first claim starts a campaign; later ones touch nothing. */
export async function markStarted(tx: OrganisationTx, campaignIds: readonly string[]): Promise<void> {
  if (campaignIds.length === 0) return;
  const started = await tx.sql<RowOf<'campaigns', 'id' | 'revision'>>(
    `UPDATE campaigns SET started_at = now(), revision = revision + 1
     WHERE organisation_id = :organisationId AND id = ANY (:campaignIds::uuid[]) AND started_at IS NULL
     RETURNING id, revision`,
    { campaignIds },
  );
  appendEvents(
    tx,
    started.map(({ id, revision }) => ({ type: 'campaign.started', subjectIds: [id], campaignId: id, revision })),
  );
}
