import type { EventType, LoggedEvent, SubjectKind } from '../../../domain/events/event.js';
import { uuidArray } from '../../postgres/array-parameters.js';
import type { OrganisationSql, OrganisationTx } from '../../postgres/transaction.js';
import { type RowOf, run, tables } from '../../tables.js';

/**
 * For a subquery: the newest sequence among some events. Every sequence is above 0: without this condition PostgreSQL
 * expects two rows of a new table and reads all of them, and a connection keeps this plan until the table is analysed.
 */
export const newestWhere = (condition: string) =>
  `SELECT max(sequence) FROM events WHERE ${condition} AND sequence > 0`;

/**
 * The sequence of the newest event of the organisation's log `l`, read once a statement from the end of the primary
 * key. A log without events begins at its oldest_sequence.
 */
const NEWEST = `coalesce((${newestWhere('organisation_id = :organisationId')}), l.oldest_sequence - 1)`;

/** For FROM: the log of the organisation, with the sequence of its newest event. */
export const LOG = `(SELECT l.organisation_id, l.oldest_sequence, ${NEWEST} AS newest
  FROM event_logs l WHERE l.organisation_id = :organisationId) AS log`;

/** Bounds what a reader of a few events fetches, and how far the last row of a range ends after it. */
export const EVENTS_PER_ROW = 500;

/** For FROM: the rows `e` of the log, once for each of their events, with the subject of the event and its place. */
const EACH_EVENT = `events e
  CROSS JOIN LATERAL unnest(coalesce(e.subject_ids, ARRAY[e.subject_id])) WITH ORDINALITY AS s (subject_id, place)`;

/** The sequence of an event of EACH_EVENT. */
const SEQUENCE = '(e.sequence - e.size + s.place)';

/**
 * For FROM: the events about some messages. Rows of one event are found by their subject. Rows of several events have
 * no index entry for each subject, so they are found by the campaign; the ends of their ids exclude most of them.
 */
export const ABOUT_MESSAGES = `(
  SELECT sequence, type, subject_id, revision, delivery_code, corrected, created_at
  FROM events WHERE organisation_id = :organisationId AND subject_id = ANY (:messageIds::uuid[])
  UNION ALL
  SELECT e.sequence - e.size + array_position(e.subject_ids, m.id), e.type, m.id, e.revision, e.delivery_code,
         e.corrected, e.created_at
  FROM sms_messages m JOIN events e ON e.campaign_id = m.campaign_id
    AND m.id BETWEEN e.lowest_id AND e.highest_id AND m.id = ANY (e.subject_ids)
  WHERE m.organisation_id = :organisationId AND m.id = ANY (:messageIds::uuid[])
    -- As a join alone, PostgreSQL may read the rows of all campaigns.
    AND e.organisation_id = :organisationId AND e.subject_ids IS NOT NULL AND e.campaign_id = ANY (ARRAY(
      SELECT campaign_id FROM sms_messages WHERE organisation_id = :organisationId AND id = ANY (:messageIds::uuid[])))
) AS e`;

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

/**
 * The sequence of the last event before that moment (seconds since 1970). Binary search: times follow the order of the
 * log, and an index on the time would slow down every append.
 */
export async function findLastBefore(tx: OrganisationSql, seconds: number): Promise<number> {
  const { oldest, newest } = await readLogEnds(tx);
  let [low, high] = [oldest - 1, newest];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const [event] = await tx.sql<{ readonly is_since: boolean }>(IS_SINCE, { middle, seconds });
    if (event?.is_since) high = middle - 1;
    else low = middle;
  }
  return low;
}

const IS_SINCE = `
SELECT created_at >= to_timestamp(:seconds::float8) AS is_since FROM events
WHERE organisation_id = :organisationId AND sequence >= :middle::bigint ORDER BY sequence LIMIT 1`;

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
  const rows = await tx.sql<LogRow>(READ, { ...boundsOf(after, scanMax), types, first });
  const [ends] = rows;
  return { oldest: ends?.oldest ?? 1, newest: ends?.newest ?? 0, events: rows.filter(hasEvent).map(toEvent) };
}

/** Counts the events of these types among the first `scanMax` after a sequence. */
export async function countEvents(
  tx: OrganisationSql,
  { after, types, scanMax }: { readonly after: number; readonly types: readonly EventType[]; readonly scanMax: number },
): Promise<number> {
  const [row] = await tx.sql<{ readonly count: number }>(
    `SELECT count(*)::int AS count FROM ${EACH_EVENT} WHERE ${IS_WITHIN} AND e.type = ANY (:types::text[])`,
    { ...boundsOf(after, scanMax), types },
  );
  return row?.count ?? 0;
}

function boundsOf(after: number, size: number) {
  return { after, until: after + size, rowsUntil: after + size + EVENTS_PER_ROW - 1 };
}

/**
 * Of events of EACH_EVENT. The bounds of rows are parameters: an expression over a column counts as leaky, so behind
 * row level security PostgreSQL would not search the index by it, and read the log from its start.
 */
const IS_WITHIN = `e.organisation_id = :organisationId AND e.sequence > :after::bigint AND e.sequence <= :rowsUntil::bigint
    AND ${SEQUENCE} > :after::bigint AND ${SEQUENCE} <= :until::bigint`;

type LogRow = LogEnds & (EventRow | { readonly sequence: null });

/** A part without events has one row, which holds the ends. */
function hasEvent(row: LogRow): row is LogEnds & EventRow {
  return row.sequence !== null;
}

export interface EventRow extends RowOf<'events', 'type' | 'campaign_id' | 'revision' | 'delivery_code' | 'corrected'> {
  readonly sequence: number;
  readonly subject_id: string;
  readonly occurred_at_ms: number;
}

/**
 * The columns of an EventRow. The time is a number: parsing its text took longer than everything else about an event.
 */
const eventColumns = (
  sequence: string,
  subjectId: string,
) => `${sequence}::float8 AS sequence, e.type, ${subjectId} AS subject_id,
  e.campaign_id, e.revision, e.delivery_code, e.corrected, date_part('epoch', e.created_at) * 1000 AS occurred_at_ms`;

/**
 * One statement, so that the ends and the events come from one snapshot. PostgreSQL takes the rows in the order of the
 * key, sorts the events of each, and stops at the limit.
 */
const READ = `
SELECT l.oldest_sequence::float8 AS oldest, ${NEWEST}::float8 AS newest, e.*
FROM event_logs l LEFT JOIN (
  SELECT ${eventColumns(SEQUENCE, 's.subject_id')} FROM ${EACH_EVENT}
  WHERE ${IS_WITHIN} AND (:types::text[] IS NULL OR e.type = ANY (:types::text[]))
  ORDER BY e.sequence, s.place LIMIT :first::int
) e ON true
WHERE l.organisation_id = :organisationId
ORDER BY e.sequence`;

/** In any order. */
export async function findEvents(tx: OrganisationSql, sequences: readonly number[]): Promise<LoggedEvent[]> {
  const rows = await tx.sql<EventRow>(
    `SELECT e.* FROM unnest(:sequences::bigint[]) AS wanted (sequence) CROSS JOIN LATERAL (${eventAt('wanted.sequence')}) AS e`,
    { sequences },
  );
  return rows.map(toEvent);
}

/**
 * The event with this sequence: it is in the first row that ends at it or after it. No row if the event was deleted.
 */
export const eventAt = (sequence: string) => `
SELECT ${eventColumns(sequence, `coalesce(e.subject_ids[${sequence} - e.sequence + e.size], e.subject_id)`)}
FROM (SELECT * FROM events
      WHERE organisation_id = :organisationId AND sequence >= ${sequence} ORDER BY sequence LIMIT 1) AS e
WHERE ${sequence} > e.sequence - e.size`;

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
  extends RowOf<'sms_messages', 'id'>,
    Partial<RowOf<'sms_messages', 'test'>>,
    Partial<RowOf<'campaigns', 'reference'>>,
    Partial<RowOf<'gateway_alerts', 'gateway'>>,
    Partial<RowOf<'inbound_messages', 'keyword'>>,
    Partial<RowOf<'consent_changes', 'change' | 'source' | 'promotional_only'>>,
    Partial<RowOf<'inbound_messages', 'session_id'>> {
  /** The engine's id of a chat message that it has accepted. */
  readonly message_id?: string | null;
}

const WHERE_IDS = 'WHERE organisation_id = :organisationId AND id = ANY (:ids::uuid[])';

const INBOUND = `SELECT id, keyword, session_id, test FROM inbound_messages ${WHERE_IDS}`;

/** Null: callers know the subject by its id alone. */
const SUBJECTS: Readonly<Record<SubjectKind, string | null>> = {
  sms: `SELECT id, reference, test FROM sms_messages ${WHERE_IDS}`,
  inbound: INBOUND,
  consent: `SELECT id, change, source, test, promotional_only FROM consent_changes ${WHERE_IDS}`,
  campaign: `SELECT id, reference, test FROM campaigns ${WHERE_IDS}`,
  chat_message: `SELECT id, CASE WHEN sent_at IS NOT NULL THEN message_id END AS message_id, session_id, test
                 FROM chat_messages ${WHERE_IDS}`,
  inbound_chat: INBOUND,
  // Phones are deleted before their events, which are still told from those of the sandbox.
  session: `SELECT id, test FROM chat_sessions ${WHERE_IDS}
            UNION ALL SELECT id, test FROM deleted_chat_sessions ${WHERE_IDS}`,
  webhook: null,
  gateway: `SELECT id, gateway FROM gateway_alerts ${WHERE_IDS}`,
};

/** Reads the ids by which callers know the subjects of events. */
export async function readSubjects(
  tx: OrganisationSql,
  kind: SubjectKind,
  ids: readonly string[],
): Promise<SubjectRow[]> {
  const statement = SUBJECTS[kind];
  return statement === null ? [] : tx.sql<SubjectRow>(statement, { ids: uuidArray(ids) });
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
 * Finds the rows older than `days` among the oldest `limit` events of a log; null if there are none. The newest row is
 * never deleted, so that `max(sequence)` finds it at the end of the primary key without passing over deleted rows.
 */
export async function findExpiredEvents(
  tx: OrganisationSql,
  days: number,
  limit: number,
): Promise<ExpiredEvents | null> {
  const { oldest, newest } = await readLogEnds(tx);
  const [row] = await tx.sql<ExpiredEvents>(
    `SELECT min(e.sequence - e.size + 1)::float8 AS from, max(e.sequence)::float8 AS to FROM events e
     WHERE e.organisation_id = :organisationId AND e.sequence >= :oldest::bigint AND e.sequence < :end::bigint
       AND e.created_at < now() - make_interval(days => :days)
     HAVING count(*) > 0`,
    { oldest, end: Math.min(newest, oldest + limit), days },
  );
  return row ?? null;
}

/**
 * Deletes these events, their deliveries, and the records of deleted phones that have no later events. The lower bound
 * spares a step the dead index entries of all earlier ones.
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
