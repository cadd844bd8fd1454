import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { appendEvents } from '../../../db/sql/events/append-events.js';
import { insertConsentChanges, type NewConsentChange } from '../../../db/sql/sms/recipients/consent-changes.js';

/** Keeps changes of consent as proof, with an event for each. */
export async function recordConsent(tx: OrganisationTx, changes: readonly NewConsentChange[]): Promise<void> {
  if (changes.length === 0) return;
  const subjectIds = await insertConsentChanges(tx, changes);
  appendEvents(tx, [{ type: 'consent.changed', subjectIds, revision: 1 }]);
}
