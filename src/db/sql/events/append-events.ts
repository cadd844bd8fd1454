import type { NewEvents } from '../../../domain/events/event.js';
import { portions } from '../../../lib/lists.js';
import { uuidArray } from '../../postgres/array-parameters.js';
import type { OrganisationTx } from '../../postgres/transaction.js';
import { EVENTS_PER_ROW, LOG } from './log.js';

/**
 * Appends events when the transaction commits, with the sequences after the newest event. The transaction then holds
 * the lock of the log, so sequences follow the order of commits and have no gaps. Only this file inserts events.
 *
 * Events of a campaign's messages share rows, which are found by the campaign, and so do consent changes, whose events
 * nothing looks for. Each other event has a row of its own, which is found by its subject.
 */
export function appendEvents(tx: OrganisationTx, events: readonly NewEvents[]): void {
  for (const alike of Map.groupBy(events, groupKey).values()) {
    const [{ type, campaignId = null, revision, deliveryCode = null, corrected = false }] = alike as [NewEvents];
    const subjectIds = alike.flatMap(({ subjectIds }) => subjectIds);
    if (subjectIds.length === 0) continue;
    const sharesRows = (campaignId !== null || type === 'consent.changed') && subjectIds.length > 1;
    for (const part of sharesRows ? portions(subjectIds, EVENTS_PER_ROW) : [subjectIds]) {
      const values = { subjectIds: uuidArray(part), type, campaignId, revision, deliveryCode, corrected };
      const write = sharesRows
        ? { statement: APPEND_ROW, values: { ...values, ...sizeOf(part) } }
        : { statement: APPEND, values };
      tx.logWrites.add({ organisationId: tx.organisationId, ...write });
    }
  }
}

/** Ids are lower-case texts, which have the order that PostgreSQL gives UUIDs. */
function sizeOf(subjectIds: readonly string[]) {
  const sorted = subjectIds.toSorted();
  return { size: sorted.length, lowestId: sorted[0], highestId: sorted.at(-1) };
}

/** Of events that differ only in their subject. */
function groupKey({ type, campaignId, revision, deliveryCode, corrected }: NewEvents): string {
  return `${type} ${campaignId} ${revision} ${deliveryCode} ${corrected}`;
}

/**
 * The time is that at which PostgreSQL comes to this statement, after it has granted the lock, so times follow the
 * order of the log.
 */
const APPEND = `
INSERT INTO events (organisation_id, sequence, type, subject_id, campaign_id, revision, delivery_code, corrected, created_at)
SELECT log.organisation_id, log.newest + place, :type, subject_id, :campaignId, :revision, :deliveryCode, :corrected, statement_timestamp()
FROM ${LOG}, unnest(:subjectIds::uuid[]) WITH ORDINALITY AS s (subject_id, place)`;

/** The same with one row for all. */
const APPEND_ROW = `
INSERT INTO events (organisation_id, sequence, type, campaign_id, revision, delivery_code, corrected, created_at,
                    size, lowest_id, highest_id, subject_ids)
SELECT log.organisation_id, log.newest + :size::int, :type, :campaignId, :revision, :deliveryCode, :corrected,
       statement_timestamp(), :size::int, :lowestId::uuid, :highestId::uuid, :subjectIds::uuid[]
FROM ${LOG}`;

/** For a statement that `appendAtOnce` runs: inserts an event for each row of the query `changes`. */
export const appending = (changes: string) => `
INSERT INTO events (organisation_id, sequence, type, subject_id, revision, delivery_code, created_at)
SELECT log.organisation_id, log.newest + row_number() OVER (), type, subject_id, revision, delivery_code, statement_timestamp()
FROM ${LOG}, (${changes}) AS c`;
