import { sql } from 'kysely';
import type { EventType } from '../../../../domain/events/event.js';
import type { PauseReason } from '../../../../domain/vocabulary.js';
import type { OrganisationTx } from '../../../postgres/transaction.js';
import { first, NOW, type RowOf, tables } from '../../../tables.js';
import { appendEvents } from '../../events/append-events.js';

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

const campaigns = tables.updateTable('campaigns');

/** Updates a campaign, with its event. Returns whether the campaign met the conditions of the update. */
async function mark(
  tx: OrganisationTx,
  campaignId: string,
  type: EventType,
  update: typeof campaigns,
): Promise<boolean> {
  const own = update.where('organisation_id', '=', tx.organisationId).where('id', '=', campaignId);
  const marked = await first(tx, own.set((eb) => ({ revision: eb('revision', '+', 1) })).returning('revision'));
  if (!marked) return false;
  appendEvents(tx, [{ type, campaignId, subjectIds: [campaignId], ...marked }]);
  return true;
}

/** Gives a campaign that has not started another time; null: now. */
export function markRescheduled(tx: OrganisationTx, campaignId: string, at: Date | null): Promise<boolean> {
  const update = campaigns.set({ scheduled_at: at === null ? NOW : sql<string>`${at}` });
  const open = update.where('started_at', 'is', null).where('cancelled_at', 'is', null);
  return mark(tx, campaignId, 'campaign.rescheduled', open);
}

/** Pauses an open campaign that is not paused. */
export function markPaused(tx: OrganisationTx, campaignId: string, reason: PauseReason): Promise<boolean> {
  const update = campaigns.set({ paused_at: NOW, pause_reason: reason });
  const open = update.where('paused_at', 'is', null).where('cancelled_at', 'is', null);
  return mark(tx, campaignId, 'campaign.paused', open);
}

/** Ends the pause of a campaign. The transaction then holds the lock of the campaign. */
export function markResumed(tx: OrganisationTx, campaignId: string): Promise<boolean> {
  const update = campaigns.set({ paused_at: null, pause_reason: null });
  return mark(tx, campaignId, 'campaign.resumed', update.where('paused_at', 'is not', null));
}

/** Cancels a campaign, unless it is cancelled. */
export function markCancelled(tx: OrganisationTx, campaignId: string): Promise<boolean> {
  const update = campaigns.set({ cancelled_at: NOW, paused_at: null, pause_reason: null });
  return mark(tx, campaignId, 'campaign.cancelled', update.where('cancelled_at', 'is', null));
}
