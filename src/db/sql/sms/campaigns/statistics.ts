import type { MovedMessages } from '../../../../domain/health.js';
import { type CountedStep, SHORTEST_SECONDS, STEPS_PER_DECADE } from '../../../../domain/sms/delivery-times.js';
import type { SmsStatus } from '../../../../domain/vocabulary.js';
import type { OrganisationSql, OrganisationTx } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';

/** The words by which messages are counted. */
type Counted = Pick<RowOf<'sms_messages'>, 'test' | 'sender_id' | 'status' | 'delivery_code'>;

export interface CountedMove extends Counted, MovedMessages {
  /** Null if the messages are new. */
  readonly quarter: string | null;
  readonly previous_delivery_code: number | null;
  /** Of the time until delivery, if they were delivered. */
  readonly step: number | null;
}

export function newMove({ test, sender_id, status, delivery_code }: Counted, messages: number): CountedMove {
  const before = { quarter: null, previous_status: null, previous_delivery_code: null };
  return { ...before, test, sender_id, status, delivery_code, step: null, messages };
}

/** The columns of a move in JSON, which leaves others out, such as the ids of the messages. */
const MOVE_COLUMNS: Readonly<Record<keyof CountedMove, string>> = {
  quarter: 'timestamptz',
  test: 'boolean',
  sender_id: 'text',
  previous_status: 'sms_status',
  previous_delivery_code: 'smallint',
  status: 'sms_status',
  delivery_code: 'smallint',
  step: 'smallint',
  messages: 'integer',
};

const jsonOf = (moves: readonly CountedMove[]) => JSON.stringify(moves, Object.keys(MOVE_COLUMNS));

const quarterOf = (time: string) => `date_bin('15 minutes', ${time}, 'epoch')`;

/** The quarter of an hour to which a row of sms_messages belongs. */
export const QUARTER = quarterOf('created_at');

/** The quarter of messages that this transaction inserts: their created_at is now(). */
export const THIS_QUARTER = quarterOf('now()');

/**
 * The step of the time between the start of a message and its delivery. date_part() gives float8; EXTRACT gives
 * numeric, whose logarithm takes 20 µs.
 */
export const stepUntil = (delivery: string) => `floor(${STEPS_PER_DECADE} * log(greatest(
  date_part('epoch', ${delivery} - coalesce(scheduled_at, created_at)) / ${SHORTEST_SECONDS}, 1)))`;

/**
 * Counts moves when the transaction commits. The transaction then holds the lock of the event log, so that no two
 * transactions of an organisation change these rows at once, and none waits for a row that another has locked.
 */
export function countMoves(tx: OrganisationTx, moves: readonly CountedMove[]): void {
  if (moves.length === 0) return;
  const { organisationId } = tx;
  tx.logWrites.add({ organisationId, statement: COUNT, values: { moves: jsonOf(moves) }, moves });
  const timed = moves.filter(({ step }) => step !== null);
  if (timed.length > 0) tx.logWrites.add({ organisationId, statement: TIME, values: { moves: jsonOf(timed) } });
}

const TOTAL = 'SET messages = t.messages + excluded.messages';

/** For a statement that holds the lock of the log: adds the rows of `from` to the sums. */
export const addingTo = (from: string) => `
INSERT INTO sms_statistics AS t (organisation_id, quarter, test, sender_id, status, delivery_code, messages)
SELECT :organisationId::uuid, quarter, test, coalesce(sender_id, ''), status, coalesce(delivery_code, 0), sum(messages)
FROM ${from} GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(messages) <> 0
ON CONFLICT (organisation_id, quarter, test, sender_id, status, delivery_code) DO UPDATE ${TOTAL}`;

const MOVES = `(
  SELECT coalesce(quarter, ${THIS_QUARTER}) AS quarter, test, sender_id, previous_status,
         previous_delivery_code, status, delivery_code, step, messages
  FROM jsonb_to_recordset(:moves::jsonb) AS m (${Object.entries(MOVE_COLUMNS)
    .map(([column, type]) => `${column} ${type}`)
    .join(', ')})
)`;

const COUNT = `
WITH moves AS ${MOVES}
${addingTo(`(
  SELECT quarter, test, sender_id, status, delivery_code, messages FROM moves
  UNION ALL
  SELECT quarter, test, sender_id, previous_status, previous_delivery_code, -messages FROM moves
  WHERE previous_status IS NOT NULL) AS c`)}`;

const TIME = `
INSERT INTO sms_delivery_times AS t (organisation_id, quarter, test, sender_id, step, messages)
SELECT :organisationId::uuid, quarter, test, coalesce(sender_id, ''), step, sum(messages)
FROM ${MOVES} AS moves GROUP BY 1, 2, 3, 4, 5
ON CONFLICT (organisation_id, quarter, test, sender_id, step) DO UPDATE ${TOTAL}`;

export interface StatisticsRange {
  /** Quarters of an hour that begin at this time or later, and before the other. */
  readonly from: Date;
  readonly to: Date;
  readonly senderId: string | null;
  readonly test: boolean;
}

export interface CellRow extends RowOf<'sms_statistics', 'status' | 'delivery_code' | 'messages'> {
  /** The start of the hour or the day, in the time zone of the organisation. */
  readonly at: string;
}

const IN_RANGE = `s.organisation_id = :organisationId AND s.quarter >= :from AND s.quarter < :to AND s.test = :test
  AND s.sender_id = coalesce(:senderId::text, s.sender_id)`;

/**
 * The sums of each hour or day, oldest first. Hours and days of the time zone are computed for a few times of the
 * range, at least one in each of them, and not for each row: truncating in a time zone took half of the statement.
 */
export function readCells(tx: OrganisationSql, unit: 'hour' | 'day', range: StatisticsRange): Promise<CellRow[]> {
  return tx.sql<CellRow>(
    `WITH own AS MATERIALIZED (SELECT time_zone FROM organisations WHERE organisation_id = :organisationId),
     starts AS MATERIALIZED (
       SELECT array_agg(DISTINCT start ORDER BY start) AS at
       FROM own
       CROSS JOIN (SELECT generate_series(:from::timestamptz, :to::timestamptz, :step::interval)
                   UNION ALL SELECT :to::timestamptz - interval '1 microsecond') AS times (t)
       CROSS JOIN LATERAL date_trunc(:unit, t, own.time_zone) AS start
     )
     SELECT starts.at[width_bucket(s.quarter, starts.at)] AS at, s.status, s.delivery_code, sum(s.messages)::int AS messages
     FROM sms_statistics s, starts
     WHERE ${IN_RANGE}
     GROUP BY 1, 2, 3 HAVING sum(s.messages) > 0 ORDER BY 1`,
    { unit, step: SHORTER_THAN[unit], ...range },
  );
}

/** Not longer than an hour or day is when clocks change. */
const SHORTER_THAN = { hour: '15 minutes', day: '12 hours' } as const;

/** How many messages took how long, the fastest first. */
export function readDeliveryTimes(tx: OrganisationSql, range: StatisticsRange): Promise<CountedStep[]> {
  return tx.sql<CountedStep>(
    `SELECT s.step, sum(s.messages)::int AS messages FROM sms_delivery_times s WHERE ${IN_RANGE} GROUP BY 1 ORDER BY 1`,
    { ...range },
  );
}

export interface AcceptedConditions {
  readonly statuses: readonly SmsStatus[] | null;
  readonly deliveryCodes: readonly number[] | null;
  readonly senderId: string | null;
  readonly test: boolean | null;
  readonly from: Date | null;
  readonly to: Date | null;
}

/** The number of messages that were accepted between two times, up to a quarter of an hour. */
export async function sumAccepted(tx: OrganisationSql, conditions: AcceptedConditions): Promise<number> {
  const [row] = await tx.sql<{ readonly messages: number }>(
    `SELECT coalesce(sum(messages), 0)::float8 AS messages FROM sms_statistics
     WHERE organisation_id = :organisationId
       AND quarter >= coalesce(${quarterOf(':from::timestamptz')}, '-infinity') AND quarter < coalesce(:to::timestamptz, 'infinity')
       AND test = coalesce(:test, test) AND sender_id = coalesce(:senderId::text, sender_id)
       AND (:statuses::sms_status[] IS NULL OR status = ANY (:statuses::sms_status[]))
       AND (:deliveryCodes::integer[] IS NULL OR delivery_code = ANY (:deliveryCodes::integer[]))`,
    { ...conditions },
  );
  return row?.messages ?? 0;
}
