import { PRIORITIES, PRIORITIES_OF_JOBS, type Priority } from '../../../../domain/sms/priority.js';
import type { DuePurpose } from '../../../../domain/vocabulary.js';
import { newId } from '../../../../lib/ids.js';
import { uuidArray } from '../../../postgres/array-parameters.js';
import type { EveryOrganisationSql, OrganisationSql, Sql } from '../../../postgres/transaction.js';
import type { RowOf } from '../../../tables.js';
import { CALLED_WITHIN } from '../gateways/gateway-outages.js';
import type { DestinationRow } from '../messages/message-states.js';

export interface DueRow {
  readonly gateway: string;
  readonly purpose: DuePurpose;
  /** A moment, or seconds from now on the clock of the database, which is the same for all processes. */
  readonly due: Date | number;
  readonly messageIds: readonly string[];
  /** How often these messages have been put off; determines the back-off. */
  readonly tries?: number;
  readonly priority: Priority;
}

/** Rows for messages that are due at times of their own. */
export function rowsInTime(
  place: Pick<DueRow, 'gateway' | 'purpose' | 'priority'>,
  messages: readonly { readonly id: string; readonly due_at_ms: number }[],
): DueRow[] {
  return [...Map.groupBy(messages, ({ due_at_ms: dueAtMs }) => dueAtMs)].map(([dueAtMs, some]) => {
    return { ...place, due: new Date(dueAtMs), messageIds: some.map(({ id }) => id) };
  });
}

/** Puts messages on the agenda. */
export async function scheduleDue(tx: OrganisationSql, rows: readonly DueRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.sql(INSERT_DUE, { ...dueColumns(rows) });
}

/** For `coalesce(:at, now() + make_interval(secs => :inSeconds))`. */
export function momentOf(due: DueRow['due']): { readonly at: Date | null; readonly inSeconds: number | null } {
  return typeof due === 'number' ? { at: null, inSeconds: due } : { at: due, inSeconds: null };
}

/** Inserts the rows of `dueColumns`. */
const INSERT_DUE = `
INSERT INTO sms_due (organisation_id, id, gateway, purpose, due_at, message_ids, size, tries, priority)
SELECT :organisationId, id, gateway, purpose, coalesce(at, now() + make_interval(secs => in_seconds)),
       (:dueMessageIds::uuid[])[last - size + 1 : last], size, tries, priority
FROM unnest(:dueIds::uuid[], :dueGateways::text[], :duePurposes::due_purpose[], :dueAts::timestamptz[],
            :dueInSeconds::double precision[], :dueSizes::int[], :dueLasts::int[], :dueTries::int[], :duePriorities::smallint[])
  AS d (id, gateway, purpose, at, in_seconds, size, last, tries, priority)`;

/**
 * One array per column. Arrays of arrays must be rectangular, so the messages of all rows are one array: those of a row
 * are `size` messages, and the last of them stands at the place `last`.
 */
function dueColumns(rows: readonly DueRow[]) {
  const moments = rows.map((row) => momentOf(row.due));
  let last = 0;
  return {
    dueIds: rows.map(() => newId()),
    dueGateways: rows.map((row) => row.gateway),
    duePurposes: rows.map((row) => row.purpose),
    dueAts: moments.map(({ at }) => at),
    dueInSeconds: moments.map(({ inSeconds }) => inSeconds),
    dueMessageIds: uuidArray(rows.flatMap((row) => row.messageIds)),
    dueSizes: rows.map((row) => row.messageIds.length),
    dueLasts: rows.map((row) => (last += row.messageIds.length)),
    dueTries: rows.map((row) => row.tries ?? 0),
    duePriorities: rows.map((row) => row.priority),
  };
}

/**
 * In the words of the index of this purpose: a parameter may be any, and a plan that PostgreSQL keeps could not use
 * the index.
 */
export const isFor = (purpose: DuePurpose) => `purpose = '${purpose}'`;

/** Within a query of rows of one gateway; in the words of the index by time. */
export const isDueBy = (moment: string) => `due_at <= ${moment} AND tries >= 0`;

/** No back-off is longer, so what a worker has put off because a gateway is down comes due by then. */
export const SOON = `now() + interval '1 minute'`;
/** The same for what waits for its next attempt because the gateway has refused access. */
export const WITHIN_RETRIES = `now() + ${CALLED_WITHIN}`;

/**
 * Due rows at a gateway that a worker reads one by one. More are a backlog, which the loose index scan gets through.
 */
const FEW_ROWS = 1_000;

interface DueOrganisations {
  readonly priorities?: readonly Priority[];
  /** Also those with rows that a worker has put off. */
  readonly soon?: boolean;
}

/** The organisations with due rows at a gateway. */
export async function listDueOrganisations(
  tx: EveryOrganisationSql,
  purpose: DuePurpose,
  gateway: string,
  { priorities = PRIORITIES, soon = false }: DueOrganisations = {},
): Promise<string[]> {
  const statement = dueOrganisations(purpose, soon ? WITHIN_RETRIES : 'now()');
  const rows = await tx.sql<RowOf<'sms_due', 'organisation_id'>>(statement, { gateway, priorities });
  return rows.map((row) => row.organisation_id);
}

/**
 * Usually few rows are due, and these tell, however many organisations have rows for later. In a backlog the
 * statement skips from organisation to organisation along the index (loose index scan), so a hundred thousand due
 * rows of one organisation cost no more than one.
 */
export const dueOrganisations = (purpose: DuePurpose, by: string) => `
WITH RECURSIVE due AS MATERIALIZED (
  SELECT organisation_id, purpose, priority FROM sms_due WHERE gateway = :gateway AND ${isDueBy(by)}
  ORDER BY due_at LIMIT ${FEW_ROWS}
),
organisations_with_rows AS (
  (SELECT organisation_id FROM sms_due
   WHERE ${isFor(purpose)} AND gateway = :gateway AND (SELECT count(*) = ${FEW_ROWS} FROM due)
   ORDER BY organisation_id LIMIT 1)
  UNION ALL
  SELECT (SELECT d.organisation_id FROM sms_due d
          WHERE ${isFor(purpose)} AND d.gateway = :gateway AND d.organisation_id > o.organisation_id
          ORDER BY d.organisation_id LIMIT 1)
  FROM organisations_with_rows o WHERE o.organisation_id IS NOT NULL
)
SELECT organisation_id FROM due WHERE ${isFor(purpose)} AND priority = ANY (:priorities::smallint[])
UNION
SELECT organisation_id FROM organisations_with_rows o
WHERE EXISTS (SELECT 1 FROM sms_due d WHERE ${isFor(purpose)} AND d.gateway = :gateway
              AND d.organisation_id = o.organisation_id AND d.priority = ANY (:priorities::smallint[]) AND d.due_at <= ${by})`;

/**
 * In how many milliseconds the first two rows come due that wait for a job. Those that a worker has leased are its
 * own.
 */
export async function nextForJobs(tx: OrganisationSql, gateway: string): Promise<number[]> {
  const rows = await tx.sql<{ due_in_ms: number }>(
    `SELECT (extract(epoch FROM d.due_at - now()) * 1000)::float8 AS due_in_ms
     FROM unnest(ARRAY[${PRIORITIES_OF_JOBS}]) AS p (priority), LATERAL (
       SELECT due_at FROM sms_due d
       WHERE organisation_id = :organisationId AND gateway = :gateway AND purpose = 'dispatch' AND d.priority = p.priority
         AND (lease_id IS NULL OR due_at <= now())
       ORDER BY due_at LIMIT 2) AS d
     ORDER BY d.due_at LIMIT 2`,
    { gateway },
  );
  return rows.map((row) => row.due_in_ms);
}

/** Rows that are locked at a time, and the messages after which no further row is taken. */
const MOST_ROWS = 500;
const ENOUGH_MESSAGES = 5_000;

/**
 * The oldest dispatch rows of an organisation at a gateway, of these priorities, that no worker has leased. A limit
 * keeps the transaction small, however many rows wait. The condition SOON, and limits that are no parameters, keep
 * PostgreSQL on the index.
 */
const OLDEST_FREE = `
oldest AS (
  SELECT d.* FROM unnest(:priorities::smallint[]) AS p (priority), LATERAL (
    SELECT id, size, due_at, d.priority FROM sms_due d
    WHERE organisation_id = :organisationId AND gateway = :gateway AND purpose = 'dispatch' AND lease_id IS NULL
      AND d.priority = p.priority AND due_at <= ${SOON} AND (due_at <= now() OR tries > 0)
    ORDER BY due_at LIMIT ${MOST_ROWS} FOR UPDATE SKIP LOCKED) AS d
),
numbered AS (
  SELECT id, priority, row_number() OVER in_order AS place, sum(size) OVER in_order - size AS size_before
  FROM oldest WINDOW in_order AS (ORDER BY priority DESC, due_at, id)
),
chosen AS (SELECT id, priority, place FROM numbered WHERE size_before < ${ENOUGH_MESSAGES})`;

/** Back-off is per gateway: it is reset when a message changes gateway. */
const HURRIED = `
hurried AS (
  UPDATE sms_messages SET next_action_at = NULL
  WHERE organisation_id = :organisationId AND id IN (SELECT message_id FROM leaving)
    AND CASE WHEN phase = 'ready' THEN next_action_at IS NOT NULL ELSE false END
)`;

/**
 * Deletes the oldest dispatch rows of an organisation that no worker has leased, and returns their messages in order.
 * The caller puts them back on the agenda in the same transaction.
 */
export function takeDue(
  tx: OrganisationSql,
  gateway: string,
  priorities: readonly Priority[],
): Promise<TakenMessage[]> {
  return tx.sql<TakenMessage>(TAKE_DUE, { gateway, priorities });
}

interface TakenMessage extends DestinationRow, RowOf<'sms_due', 'priority'> {}

const TAKE_DUE = `
WITH ${OLDEST_FREE},
taken AS (
  DELETE FROM sms_due WHERE organisation_id = :organisationId AND id = ANY (ARRAY(SELECT id FROM chosen))
  RETURNING id, message_ids
),
leaving AS (
  SELECT c.place, c.priority, m.message_id, m.position
  FROM taken t JOIN chosen c ON c.id = t.id,
       unnest(t.message_ids) WITH ORDINALITY AS m (message_id, position)
),
${HURRIED}
SELECT m.id, m.mobile, m.sender_id, m.inbound_gateway, l.priority
FROM leaving l JOIN sms_messages m ON m.organisation_id = :organisationId AND m.id = l.message_id
ORDER BY l.place, l.position`;

/** Moves the oldest dispatch rows of an organisation that no worker has leased to another gateway, and returns them. */
export async function moveDue(
  tx: OrganisationSql,
  from: string,
  to: string,
  priorities: readonly Priority[],
): Promise<RowOf<'sms_due', 'priority'>[]> {
  return tx.sql(MOVE_DUE, { gateway: from, to, priorities });
}

const MOVE_DUE = `
WITH ${OLDEST_FREE},
moved AS (
  UPDATE sms_due SET gateway = :to, tries = 0, due_at = least(due_at, now())
  WHERE organisation_id = :organisationId AND id = ANY (ARRAY(SELECT id FROM chosen))
  RETURNING message_ids, priority
),
leaving AS (SELECT unnest(message_ids) AS message_id FROM moved),
${HURRIED}
SELECT priority FROM moved`;

/**
 * Deletes the dispatch rows that no worker has leased and that name none but these messages. Rows that a worker leases
 * at this moment are skipped: it may wait for the campaign that this transaction has locked.
 */
export async function takeOffAgenda(
  tx: OrganisationSql,
  gateways: readonly string[],
  messageIds: readonly string[],
): Promise<void> {
  await tx.sql(
    `WITH given AS MATERIALIZED (SELECT unnest(:messageIds::uuid[]) AS id),
     free AS MATERIALIZED (
       SELECT d.id FROM sms_due d
       WHERE d.organisation_id = :organisationId AND d.gateway = ANY (:gateways) AND d.purpose = 'dispatch' AND d.lease_id IS NULL
         AND d.message_ids[1] IN (SELECT id FROM given)
         AND NOT EXISTS (SELECT FROM unnest(d.message_ids) AS m (id) WHERE m.id NOT IN (SELECT id FROM given))
       FOR UPDATE SKIP LOCKED
     )
     DELETE FROM sms_due WHERE organisation_id = :organisationId AND id = ANY (ARRAY(SELECT id FROM free))`,
    { gateways, messageIds: uuidArray(messageIds) },
  );
}

/**
 * The rows of an account that workers have leased for dispatch; some of their messages may be on their way to the
 * gateway.
 */
export function findLeased(
  tx: OrganisationSql,
  gateway: string,
): Promise<RowOf<'sms_due', 'message_ids' | 'priority'>[]> {
  return tx.sql(
    `SELECT message_ids, priority FROM sms_due
     WHERE organisation_id = :organisationId AND gateway = :gateway AND purpose = 'dispatch' AND lease_id IS NOT NULL`,
    { gateway },
  );
}

/** When a hold that begins now will end: later than every hold that has begun before. */
export async function endOfHold(tx: Sql, maxHoldHours: number): Promise<string> {
  const [row] = await tx.sql<{ at: string }>('SELECT now() + make_interval(hours => :maxHoldHours) AS at', {
    maxHoldHours,
  });
  return (row as { at: string }).at;
}

/**
 * Puts held work back on the agenda in its original order, at most `limit` rows of holds that end until `holdsUntil`;
 * returns the messages concerned.
 */
export async function takeHoldsForDispatch(
  tx: OrganisationSql,
  gateway: string,
  holdsUntil: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx.sql<RowOf<'sms_due', 'message_ids'>>(
    `WITH oldest AS (
       SELECT id FROM sms_due
       WHERE organisation_id = :organisationId AND gateway = :gateway AND purpose = 'hold' AND due_at <= :holdsUntil
       ORDER BY message_ids[1] LIMIT :limit FOR UPDATE
     ),
     numbered AS (
       SELECT d.id, now() + row_number() OVER (ORDER BY d.message_ids[1]) * interval '1 microsecond' AS due_at
       FROM sms_due d JOIN oldest o ON o.id = d.id WHERE d.organisation_id = :organisationId
     )
     UPDATE sms_due d SET purpose = 'dispatch', due_at = n.due_at, lease_id = NULL
     FROM numbered n WHERE d.organisation_id = :organisationId AND d.id = n.id
     RETURNING d.message_ids`,
    { gateway, holdsUntil, limit },
  );
  return rows.flatMap((row) => row.message_ids);
}

/**
 * Lets workers look now, in the original order, at the organisation's messages that wait for approval. A locked row
 * belongs to a turn that waits for the sender ID, and then reads what was decided.
 */
export async function hastenApprovals(tx: OrganisationSql): Promise<void> {
  await tx.sql(
    `WITH free AS (
       SELECT id, message_ids[1] AS first_id FROM sms_due
       WHERE organisation_id = :organisationId AND purpose = 'approval' FOR UPDATE SKIP LOCKED
     ),
     numbered AS (
       SELECT id, now() + row_number() OVER (ORDER BY first_id) * interval '1 microsecond' AS due_at FROM free
     )
     UPDATE sms_due d SET due_at = n.due_at FROM numbered n WHERE d.organisation_id = :organisationId AND d.id = n.id`,
    {},
  );
}
