import type { NewEvents } from '../../../domain/events/event.js';
import { plainArray, type Tx } from '../../transaction.js';
import { NEWEST } from './read-log.js';

/**
 * The only writer of events. They get the numbers behind the newest event of the log, at the end of the transaction: its
 * row in event_logs is locked from then until the commit. So the order of numbers is the order of commits, and there are
 * no gaps, whatever is rolled back.
 */
export function appendEvents(tx: Tx, organisationId: string, all: readonly NewEvents[]): void {
  for (const alike of Map.groupBy(all, likeness).values()) {
    const [{ type, campaignId = null, revision, deliveryCode = null, corrected = false }] = alike as [NewEvents];
    const subjectIds = alike.flatMap((events) => events.subjectIds);
    if (subjectIds.length === 0) continue;
    const parameters = [organisationId, plainArray(subjectIds), type, campaignId, revision, deliveryCode, corrected];
    tx.logWrites.add({ organisationId, text: APPEND, parameters });
  }
}

/** Events that differ in their subject only are appended by one statement. */
function likeness({ type, campaignId, revision, deliveryCode, corrected }: NewEvents): string {
  return `${type} ${campaignId} ${revision} ${deliveryCode} ${corrected}`;
}

/** Null where the organisation has no log, which no event may have. */
const END = `(SELECT ${NEWEST} FROM event_logs l WHERE l.organisation_id = $1)`;

/** Times are taken under the lock, so they follow the order of the log. */
const APPEND = `
INSERT INTO events (organisation_id, sequence, type, subject_id, campaign_id, revision, delivery_code, corrected, created_at)
SELECT $1, ${END} + place, $3, subject_id, $4, $5, $6, $7, clock_timestamp()
FROM unnest($2::uuid[]) WITH ORDINALITY AS s (subject_id, place)`;

/** For a statement that `appendAtOnce` runs: inserts an event for each row of `changes`, which is a query. */
export const appending = (changes: string) => `
INSERT INTO events (organisation_id, sequence, type, subject_id, revision, delivery_code, created_at)
SELECT $1, ${END} + row_number() OVER (), type, subject_id, revision, delivery_code, clock_timestamp()
FROM (${changes}) AS c`;
