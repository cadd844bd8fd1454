import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { appendEvents } from '../../../db/sql/events/append-events.js';
import {
  deleteBeyond,
  insertConsentChanges,
  type NewConsentChange,
} from '../../../db/sql/sms/recipients/consent-changes.js';

/** Keeps changes of consent as proof, with an event for each. */
export async function recordConsent(tx: OrganisationTx, changes: readonly NewConsentChange[]): Promise<void> {
  if (changes.length === 0) return;
  const subjectIds = await insertConsentChanges(tx, changes);
  appendEvents(tx, [{ type: 'consent.changed', subjectIds, revision: 1 }]);
}

/** Of a number within 24 hours: a phone that says STOP and START for ever must not fill the table. */
const KEPT_OF_KEYWORDS = 20;

/**
 * The same for changes by keywords, one of each number. Beyond the most that are kept, the newest gives way to the
 * next, so the last one is always what holds.
 */
export async function recordKeywordChanges(tx: OrganisationTx, changes: readonly NewConsentChange[]): Promise<void> {
  const mobiles = changes.flatMap(({ mobile, test }) => (test ? [] : mobile));
  const omitted = mobiles.length === 0 ? null : await deleteBeyond(tx, { mobiles, most: KEPT_OF_KEYWORDS });
  await recordConsent(
    tx,
    changes.map((change) => ({ ...change, omitted: omitted?.get(change.mobile) ?? 0 })),
  );
}
