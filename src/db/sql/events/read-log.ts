import type { EventType, LoggedEvent } from '../../../domain/events/event.js';
import type { RowOf } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';

/**
 * The number of the newest event of the log `l`, read from the end of the primary key. A log without events begins at its
 * oldest_sequence.
 */
export const NEWEST = `coalesce((SELECT max(sequence) FROM events WHERE organisation_id = l.organisation_id),
  l.oldest_sequence - 1)`;

export interface LogEnds {
  /** The oldest event that has not been deleted. */
  readonly oldest: number;
  readonly newest: number;
}

export async function readLogEnds(tx: OrganisationSql): Promise<LogEnds> {
  const [row] = await tx.sql<LogEnds>(
    `SELECT l.oldest_sequence::float8 AS oldest, ${NEWEST}::float8 AS newest
     FROM event_logs l WHERE l.organisation_id = :organisationId`,
  );
  return row ?? { oldest: 1, newest: 0 };
}

export interface LogRange {
  readonly after: number;
  /** Returns so many events at most. */
  readonly first: number;
  /** Null: every type. */
  readonly types: readonly EventType[] | null;
  /** Looks at so many events at most, whatever their types. */
  readonly lookAt: number;
}

/** Part of a log, and the ends of the log at the same moment. */
export interface LogPart extends LogEnds {
  /** Of the wanted types, in order. */
  readonly events: readonly LoggedEvent[];
}

export async function readLog(tx: OrganisationSql, { after, first, types, lookAt }: LogRange): Promise<LogPart> {
  const rows = await tx.sql<LogRow>(READ, { after, until: after + lookAt, types, first });
  const [ends] = rows;
  return { oldest: ends?.oldest ?? 1, newest: ends?.newest ?? 0, events: rows.filter(hasEvent).map(toEvent) };
}

type LogRow = LogEnds & (EventRow | { readonly sequence: null });

/** A part without events has one row, for the ends. */
function hasEvent(row: LogRow): row is LogEnds & EventRow {
  return row.sequence !== null;
}

export interface EventRow
  extends RowOf<'events', 'type' | 'subject_id' | 'campaign_id' | 'revision' | 'delivery_code' | 'corrected'> {
  readonly sequence: number;
  readonly occurred_at_ms: number;
}

/** The columns of an EventRow. The time is a number: parsing its text took longer than everything else about an event. */
export const EVENT_COLUMNS = `e.sequence::float8 AS sequence, e.type, e.subject_id, e.campaign_id, e.revision,
  e.delivery_code, e.corrected, date_part('epoch', e.created_at) * 1000 AS occurred_at_ms`;

/**
 * One statement, so that the ends and the events come from one snapshot. The bounds are parameters: an expression over a column
 * counts as leaky, so behind row level security PostgreSQL would not search the index by it, and read the log from its start.
 */
const READ = `
SELECT l.oldest_sequence::float8 AS oldest, ${NEWEST}::float8 AS newest, e.*
FROM event_logs l LEFT JOIN (
  SELECT ${EVENT_COLUMNS} FROM events e
  WHERE e.organisation_id = :organisationId AND e.sequence > :after::bigint AND e.sequence <= :until::bigint
    AND (:types::text[] IS NULL OR e.type = ANY (:types::text[]))
  ORDER BY e.sequence LIMIT :first::int
) e ON true
WHERE l.organisation_id = :organisationId
ORDER BY e.sequence`;

export function toEvent(row: EventRow): LoggedEvent {
  return {
    sequence: row.sequence,
    type: row.type,
    subjectId: row.subject_id,
    campaignId: row.campaign_id,
    revision: row.revision,
    deliveryCode: row.delivery_code,
    corrected: row.corrected,
    occurredAt: new Date(row.occurred_at_ms),
  };
}
