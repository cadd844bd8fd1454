import { first, NOW, tables } from '../../tables.js';
import type { OrganisationTx } from '../../transaction.js';
import { appendEvents } from '../events/append-events.js';

/** Remembers the first cancel of a campaign, with its event. */
export async function markCancelled(tx: OrganisationTx, campaignId: string): Promise<void> {
  const update = tables
    .updateTable('campaigns')
    .set((eb) => ({ cancelled_at: NOW, revision: eb('revision', '+', 1) }))
    .where('organisation_id', '=', tx.organisationId)
    .where('id', '=', campaignId);
  const marked = await first(tx, update.where('cancelled_at', 'is', null).returning('revision'));
  if (!marked) return;
  const { revision } = marked;
  appendEvents(tx, [{ type: 'campaign.cancelled', campaignId, subjectIds: [campaignId], revision }]);
}
