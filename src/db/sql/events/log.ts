import { sql } from 'kysely';
import type { EventType, LoggedEvent } from '../../../domain/events/event.js';
import { uuidArray } from '../../array-parameters.js';
import { first, type RowOf, run, tables } from '../../tables.js';
import type { OrganisationSql, OrganisationTx } from '../../transaction.js';

/**
 * The sequence of the newest event of the organisation's log `l`, read once a statement from the end of the primary key. A log without
 * events begins at its oldest_sequence.
 */
const NEWEST = `coalesce((SELECT max(sequence) FROM events WHERE organisation_id = :organisationId), l.oldest_sequence - 1)`;

/** For FROM: the log of the organisation, with the sequence of its newest event. */
export const LOG = `(SELECT l.organisation_id, l.oldest_sequence, ${NEWEST} AS newest
  FROM event_logs l WHERE l.organisation_id = :organisationId) AS log`;

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

const events = tables.selectFrom('events').select('sequence');

/**
 * The sequence of the last event before that moment (seconds since 1970). Binary search: times follow the order of the log, and an
 * index on the time would slow down every append.
 */
export async function findLastBefore(tx: OrganisationSql, seconds: number): Promise<number> {
  const { oldest, newest } = await readLogEnds(tx);
  let [low, high] = [oldest - 1, newest];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const event = events.where('organisation_id', '=', tx.organisationId).where('sequence', '=', String(middle));
    const isSince = await first(tx, event.where('created_at', '>=', sql<string>`to_timestamp(${seconds})`));
    if (isSince) high = middle - 1;
    else low = middle;
  }
  return low;
}

export interface LogRange {
  readonly after: number;
  /** Maximum number of events to return. */
  readonly first: number;
  /** Null for every type. */
  readonly types: readonly EventType[] | null;
  /** Maximum number of events to scan, of any type. */
  readonly scanMax: number;
}

/** Part of a log, and the ends of the log at the same moment. */
export interface LogPart extends LogEnds {
  /** In order of their sequence. */
  readonly events: readonly LoggedEvent[];
}

export async function readLog(tx: OrganisationSql, { after, first, types, scanMax }: LogRange): Promise<LogPart> {
  const rows = await tx.sql<LogRow>(READ, { after, until: after + scanMax, types, first });
  const [ends] = rows;
  return { oldest: ends?.oldest ?? 1, newest: ends?.newest ?? 0, events: rows.filter(hasEvent).map(toEvent) };
}

/** Counts the events of these types among the first `scanMax` after a sequence. */
export async function countEvents(
  tx: OrganisationSql,
  { after, types, scanMax }: { readonly after: number; readonly types: readonly EventType[]; readonly scanMax: number },
): Promise<number> {
  const [row] = await tx.sql<{ readonly count: number }>(
    `SELECT count(*)::int AS count FROM events
     WHERE organisation_id = :organisationId AND sequence > :after::bigint AND sequence <= :until::bigint
       AND type = ANY (:types::text[])`,
    { after, until: after + scanMax, types },
  );
  return row?.count ?? 0;
}

type LogRow = LogEnds & (EventRow | { readonly sequence: null });

/** A part without events has one row, which holds the ends. */
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

/** In any order. */
export async function findEvents(tx: OrganisationSql, sequences: readonly number[]): Promise<LoggedEvent[]> {
  const rows = await tx.sql<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM events e
     WHERE e.organisation_id = :organisationId AND e.sequence = ANY (:sequences::bigint[])`,
    { sequences },
  );
  return rows.map(toEvent);
}

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

/** Each kind of subject has some of these columns. */
export interface SubjectRow
  extends RowOf<'sms_messages', 'id' | 'test'>,
    Partial<RowOf<'campaigns', 'reference'>>,
    Partial<RowOf<'chat_messages', 'session_id'>> {
  /** The engine's id of a chat message that it has accepted. */
  readonly message_id?: string | null;
}

export type SubjectTable = 'sms_messages' | 'campaigns' | 'chat_messages' | 'chat_sessions';

const WHERE_IDS = 'WHERE organisation_id = :organisationId AND id = ANY (:ids::uuid[])';

const STATEMENTS: Readonly<Record<SubjectTable, string>> = {
  sms_messages: `SELECT id, reference, test FROM sms_messages ${WHERE_IDS}`,
  campaigns: `SELECT id, reference, test FROM campaigns ${WHERE_IDS}`,
  chat_messages: `SELECT id, CASE WHEN sent_at IS NOT NULL THEN message_id END AS message_id, session_id, test
                  FROM chat_messages ${WHERE_IDS}`,
  // Phones are the only subjects that can be deleted before their events.
  chat_sessions: `SELECT id, test FROM chat_sessions ${WHERE_IDS}
                  UNION ALL SELECT id, test FROM deleted_chat_sessions ${WHERE_IDS}`,
};

/** Reads the ids by which callers know the subjects of events. */
export function readSubjects(tx: OrganisationSql, table: SubjectTable, ids: readonly string[]): Promise<SubjectRow[]> {
  return tx.sql<SubjectRow>(STATEMENTS[table], { ids: uuidArray(ids) });
}

export async function startLog(tx: OrganisationSql): Promise<void> {
  await run(tx, tables.insertInto('event_logs').values({ organisation_id: tx.organisationId }));
}

/** A range of sequences. */
export interface ExpiredEvents {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the events older than `days` among the oldest `limit` of a log; null if there are none. The newest event is never
 * deleted, so that `max(sequence)` finds it at the end of the primary key without passing over deleted rows.
 */
export async function findExpiredEvents(
  tx: OrganisationSql,
  days: number,
  limit: number,
): Promise<ExpiredEvents | null> {
  const { oldest, newest } = await readLogEnds(tx);
  const [row] = await tx.sql<ExpiredEvents>(
    `SELECT min(sequence)::float8 AS from, max(sequence)::float8 AS to
     FROM (SELECT sequence, created_at FROM events
           WHERE organisation_id = :organisationId AND sequence >= :oldest::bigint AND sequence < :newest::bigint
           ORDER BY sequence LIMIT :limit) e
     WHERE created_at < now() - make_interval(days => :days)
     HAVING count(*) > 0`,
    { oldest, newest, limit, days },
  );
  return row ?? null;
}

/**
 * Deletes these events, their deliveries, and the records of deleted phones that have no later events. The lower bound spares a step the
 * dead index entries of all earlier ones.
 */
export async function deleteEvents(tx: OrganisationTx, { from, to }: ExpiredEvents): Promise<void> {
  await tx.sql(
    `WITH deliveries AS (
            DELETE FROM webhook_deliveries WHERE organisation_id = :organisationId AND sequence BETWEEN :from::bigint AND :to::bigint
              AND endpoint_id = ANY (ARRAY(SELECT id FROM webhook_endpoints WHERE organisation_id = :organisationId))
          ),
          phones AS (
            DELETE FROM deleted_chat_sessions d WHERE organisation_id = :organisationId
              AND NOT EXISTS (SELECT FROM events e
                              WHERE e.organisation_id = :organisationId AND e.subject_id = d.id AND e.sequence > :to::bigint)
          )
     DELETE FROM events WHERE organisation_id = :organisationId AND sequence BETWEEN :from::bigint AND :to::bigint`,
    { from, to },
  );
  // Runs with COMMIT, because transactions that append wait for this row.
  tx.logWrites.add({
    organisationId: tx.organisationId,
    statement: MOVE_OLDEST,
    values: { to },
  });
}

/** Deletes deliveries of events that were deleted while a worker delivered them. */
export async function deleteStrayDeliveries(tx: OrganisationTx): Promise<void> {
  const { oldest } = await readLogEnds(tx);
  await tx.sql(
    `DELETE FROM webhook_deliveries
     WHERE organisation_id = :organisationId AND sequence < :oldest::bigint
       AND endpoint_id = ANY (ARRAY(SELECT id FROM webhook_endpoints WHERE organisation_id = :organisationId))`,
    { oldest },
  );
}

/** Never moves it back: another worker may have moved it further since. */
const MOVE_OLDEST = `
UPDATE event_logs SET oldest_sequence = :to::bigint + 1
WHERE organisation_id = :organisationId AND oldest_sequence <= :to::bigint`;
