import type { EventType, LoggedEvent } from '../../../domain/events/event.js';
import { type Columns, readColumns } from '../../columns.js';
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

/** Part of a log. */
export interface LogPart {
  /** Of the wanted types, in order. */
  readonly events: readonly LoggedEvent[];
  /** The last number that was looked at, whatever its type. */
  readonly last: number;
}

export interface LogWish {
  readonly after: number;
  readonly count: number;
  /** Null: every type. */
  readonly types: readonly EventType[] | null;
}

/** The events with the next `count` numbers after this one, and the rest of the slice that the last is in. */
export async function readLog(tx: Tx, organisationId: string, { after, count, types }: LogWish): Promise<LogPart> {
  const slices = await tx.sql<SliceRow>(SLICES, [organisationId, after, SLICE_SIZE, count]);
  const [first, last] = [slices[0], slices.at(-1)];
  if (!first || !last) return { events: [], last: after };
  const entries = await readColumns(tx, COLUMNS, ENTRIES, [
    organisationId,
    first.after_xact_id,
    first.after_entry_id,
    last.until_xact_id,
    last.until_entry_id,
  ]);
  const isWanted = (place: number) => types === null || types.includes(entries.type[place] as EventType);
  const events: LoggedEvent[] = [];
  let read = 0;
  for (const { first_sequence: firstSequence, size } of slices) {
    inOrderOfRevision(entries, read, size).forEach((place, index) => {
      const sequence = firstSequence + index;
      if (sequence > after && isWanted(place)) events.push(toEvent(rowAt(entries, place), sequence));
    });
    read += size;
  }
  return { events, last: last.first_sequence + last.size - 1 };
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

const COLUMNS = [
  'xact_id',
  'entry_id',
  'type',
  'subject_id',
  'campaign_id',
  'revision',
  'delivery_code',
  'corrected',
  'occurred_at_ms',
] as const satisfies readonly (keyof EventRow)[];

type Entries = Columns<(typeof COLUMNS)[number]>;

/** The columns of an EventRow. The time as a number: reading the text of one took longer than all else about an event. */
export const EVENT_COLUMNS = `e.xact_id::text, e.entry_id::text, e.type, e.subject_id, e.campaign_id, e.revision,
  e.delivery_code, e.corrected, date_part('epoch', e.created_at) * 1000 AS occurred_at_ms`;

const ENTRIES = `
SELECT ${EVENT_COLUMNS}
FROM events e
WHERE organisation_id = $1 AND (xact_id, entry_id) > ($2::xid8, $3::bigint)
  AND (xact_id, entry_id) <= ($4::xid8, $5::bigint)
ORDER BY e.xact_id, e.entry_id`;

function rowAt(entries: Entries, place: number): EventRow {
  const code = entries.delivery_code[place] as string;
  return {
    xact_id: entries.xact_id[place] as string,
    entry_id: entries.entry_id[place] as string,
    type: entries.type[place] as EventType,
    subject_id: entries.subject_id[place] as string,
    campaign_id: entries.campaign_id[place] || null,
    revision: Number(entries.revision[place]),
    delivery_code: code === '' ? null : Number(code),
    corrected: entries.corrected[place] === 'true',
    occurred_at_ms: Number(entries.occurred_at_ms[place]),
  };
}

/**
 * The places of a slice of the entries, as they follow each other. A transaction that began earlier may have waited for
 * another that changed the same message: its events stand before those that came first. Such events change places,
 * within their slice, which never changes.
 */
function inOrderOfRevision({ subject_id: subjects, revision }: Entries, start: number, size: number): number[] {
  const places = subjects.slice(start, start + size).map((_, index) => start + index);
  const subjectAt = (place: number) => subjects[place] as string;
  const revisionAt = (place: number) => Number(revision[place]);
  const latest = new Map<string, number>();
  const isInOrder = places.every((place) => {
    const isLater = revisionAt(place) > (latest.get(subjectAt(place)) ?? 0);
    latest.set(subjectAt(place), revisionAt(place));
    return isLater;
  });
  // As nearly always.
  if (isInOrder) return places;
  const bySubject = Map.groupBy(places, subjectAt);
  for (const ofSubject of bySubject.values()) ofSubject.sort((one, other) => revisionAt(one) - revisionAt(other));
  return places.map((place) => bySubject.get(subjectAt(place))?.shift() as number);
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
