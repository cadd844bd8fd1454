import type { EventType, LoggedEvent } from '../../../domain/events/event.js';
import type { Tx } from '../../transaction.js';

/** Slices are cut no larger, so that finding the one that an event is in needs no search. */
export const SLICE_SIZE = 1_000;

export interface LogEnds {
  /** Older events have been deleted. */
  readonly oldest: number;
  readonly newest: number;
}

export async function readLogEnds(tx: Tx, organisationId: string): Promise<LogEnds> {
  const [row] = await tx.sql<LogEnds>(
    `SELECT oldest_sequence::float8 AS oldest, last_sequence::float8 AS newest
     FROM event_logs WHERE organisation_id = $1`,
    [organisationId],
  );
  return row ?? { oldest: 1, newest: 0 };
}

/** The events with the next `count` numbers after this one, in order, and the rest of the slice that the last is in. */
export async function readLog(tx: Tx, organisationId: string, after: number, count: number): Promise<LoggedEvent[]> {
  const slices = await tx.sql<SliceRow>(SLICES, [organisationId, after, SLICE_SIZE, count]);
  const [first, last] = [slices[0], slices.at(-1)];
  if (!first || !last) return [];
  const rows = await tx.sql<EventRow>(ENTRIES, [
    organisationId,
    first.after_xact_id,
    first.after_entry_id,
    last.until_xact_id,
    last.until_entry_id,
  ]);
  let read = 0;
  const events = slices.flatMap(({ first_sequence: firstSequence, size }) => {
    const ordered = inOrderOfRevision(rows.slice(read, read + size));
    read += size;
    return ordered.map((row, index) => toEvent(row, firstSequence + index));
  });
  return events.filter(({ sequence }) => sequence > after);
}

interface SliceRow {
  readonly first_sequence: number;
  readonly size: number;
  readonly after_xact_id: string;
  readonly after_entry_id: string;
  readonly until_xact_id: string;
  readonly until_entry_id: string;
}

export interface EventRow {
  readonly xact_id: string;
  readonly entry_id: string;
  readonly type: EventType;
  readonly subject_id: string;
  readonly campaign_id: string | null;
  readonly revision: number;
  readonly delivery_code: number | null;
  readonly corrected: boolean;
  readonly occurred_at_ms: number;
}

/** Those that have one of these events: numbers have no gaps. */
const SLICES = `
SELECT first_sequence::float8 AS first_sequence, size, after_xact_id::text, after_entry_id::text, until_xact_id::text,
       until_entry_id::text
FROM event_slices
WHERE organisation_id = $1 AND first_sequence > $2::bigint - $3::bigint + 1 AND first_sequence <= $2::bigint + $4::bigint
  AND first_sequence + size > $2::bigint + 1
ORDER BY first_sequence`;

/** The columns of an EventRow. The time as a number: reading the text of one took longer than all else about an event. */
export const EVENT_COLUMNS = `e.xact_id::text, e.entry_id::text, e.type, e.subject_id, e.campaign_id, e.revision,
  e.delivery_code, e.corrected, date_part('epoch', e.created_at) * 1000 AS occurred_at_ms`;

const ENTRIES = `
SELECT ${EVENT_COLUMNS}
FROM events e
WHERE organisation_id = $1 AND (xact_id, entry_id) > ($2::xid8, $3::bigint)
  AND (xact_id, entry_id) <= ($4::xid8, $5::bigint)
ORDER BY e.xact_id, e.entry_id`;

/**
 * A transaction that began earlier may have waited for another that changed the same message: its events stand before
 * those that came first. Such events change places, within their slice, which never changes.
 */
function inOrderOfRevision(rows: readonly EventRow[]): readonly EventRow[] {
  if (isInOrder(rows)) return rows;
  const bySubject = Map.groupBy(rows, (row) => row.subject_id);
  for (const events of bySubject.values()) events.sort((one, other) => one.revision - other.revision);
  return rows.map((row) => bySubject.get(row.subject_id)?.shift() as EventRow);
}

/** As nearly always. */
function isInOrder(rows: readonly EventRow[]): boolean {
  const revisions = new Map<string, number>();
  return rows.every(({ subject_id: subject, revision }) => {
    const isLater = revision > (revisions.get(subject) ?? 0);
    revisions.set(subject, revision);
    return isLater;
  });
}

export function toEvent(row: EventRow, sequence: number): LoggedEvent {
  return {
    sequence,
    type: row.type,
    subjectId: row.subject_id,
    campaignId: row.campaign_id,
    revision: row.revision,
    deliveryCode: row.delivery_code,
    corrected: row.corrected,
    occurredAt: new Date(row.occurred_at_ms),
    xactId: row.xact_id,
    entryId: row.entry_id,
  };
}
