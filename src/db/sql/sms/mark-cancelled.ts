import type { RowOf } from '../../tables.js';
import type { OrganisationTx } from '../../transaction.js';
import { appendEvents } from '../events/append-events.js';

/** Remembers the first cancel of a campaign, with its event. */
export async function markCancelled(tx: OrganisationTx, campaignId: string): Promise<void> {
  const marked = await tx.sql<RowOf<'campaigns', 'revision'>>(
    `UPDATE campaigns SET cancelled_at = now(), revision = revision + 1
     WHERE organisation_id = :organisationId AND id = :campaignId AND cancelled_at IS NULL
     RETURNING revision`,
    { campaignId },
  );
  const about = { campaignId, subjectIds: [campaignId] };
  appendEvents(
    tx,
    marked.map(({ revision }) => ({ type: 'campaign.cancelled', ...about, revision })),
  );
}
