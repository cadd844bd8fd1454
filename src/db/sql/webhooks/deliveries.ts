import { type InferResult, type SqlBool, sql } from 'kysely';
import type { EventType, LoggedEvent } from '../../../domain/events/event.js';
import type { WebhookDeliveryStatus } from '../../../domain/vocabulary.js';
import { type Condition, type From, given, type List } from '../../lists/list.js';
import { type Walk, walkAlong } from '../../lists/walk.js';
import type { OrganisationSql } from '../../postgres/transaction.js';
import type { RowOf } from '../../tables.js';
import { type EventRow, eventAt, toEvent } from '../events/log.js';

export const WEBHOOK_DELIVERY_COLUMNS = [
  'endpoint_id',
  sql<number>`sequence::float8`.as('sequence'),
  'type',
  'status',
  'attempts',
  'next_attempt_at',
  'response_status',
  'response_body',
  'error',
  'duration_ms',
  'attempted_at',
  'created_at',
] as const;

const rows = (from: From<'webhook_deliveries'>) => from.select(WEBHOOK_DELIVERY_COLUMNS);

export type WebhookDeliveryRow = InferResult<ReturnType<typeof rows>>[number];

export interface DeliveryConditions {
  readonly endpointId: string;
  readonly status?: WebhookDeliveryStatus | null | undefined;
  readonly types?: readonly EventType[] | null | undefined;
  /** Only events after and up to these sequences. */
  readonly after?: number | null | undefined;
  readonly last?: number | null | undefined;
  /** The first digit of the status of the last response; 0: there was none. */
  readonly responseClass?: number | null | undefined;
}

/** Newest event first. */
const DELIVERIES: List<WebhookDeliveryRow, DeliveryConditions, 'webhook_deliveries'> = {
  table: 'webhook_deliveries',
  order: ['sequence'],
  descending: true,
  rows,
  conditions: (conditions) => [
    ...indexed(conditions),
    ...given(conditions.types, (types) => sql`type = ANY (${types})`),
    ...given(conditions.responseClass, (digit) =>
      digit === 0 ? sql`response_status IS NULL` : sql`response_status / 100 = ${digit}`,
    ),
  ],
};

/** Along the events of the endpoint, or along those of them that were not delivered. */
export const DELIVERY_SEARCH: Walk<WebhookDeliveryRow, DeliveryConditions, 'webhook_deliveries'> = walkAlong(
  DELIVERIES,
  (_tx, conditions) => indexed(conditions),
);

/** The conditions to which indexes lead. */
function indexed({ endpointId, status, after, last, responseClass }: DeliveryConditions): Condition[] {
  const bounds = [sql<SqlBool>`endpoint_id = ${endpointId}`];
  // A literal, because PostgreSQL would not use the partial index of undelivered events with a parameter.
  if (status != null) bounds.push(sql`status = ${sql.lit(status)}`);
  // Delivered ones have a response from 200 to 299: this leads to the same partial index.
  if (responseClass != null && responseClass !== SUCCESS) bounds.push(sql`status <> 'delivered'`);
  if (after != null) bounds.push(sql`sequence > ${after}::bigint`);
  if (last != null) bounds.push(sql`sequence <= ${last}::bigint`);
  return bounds;
}

const SUCCESS = 2;

/** Events that were deleted from the log cannot be posted, although their deliveries may be listed for a while. */
export const IN_LOG = 'sequence >= (SELECT oldest_sequence FROM event_logs WHERE organisation_id = :organisationId)';

export interface WaitingDelivery {
  readonly event: LoggedEvent;
  readonly attempts: number;
}

/** Lists events that are due for another attempt, longest due first. */
export async function listWaitingDeliveries(
  tx: OrganisationSql,
  endpointId: string,
  limit: number,
): Promise<WaitingDelivery[]> {
  const rows = await tx.sql<EventRow & RowOf<'webhook_deliveries', 'attempts'>>(
    `SELECT d.attempts, e.*
     FROM (SELECT sequence, attempts, next_attempt_at FROM webhook_deliveries
           WHERE organisation_id = :organisationId AND endpoint_id = :endpointId AND status = 'waiting'
             AND next_attempt_at <= now()
           ORDER BY next_attempt_at LIMIT :limit) d
     CROSS JOIN LATERAL (${eventAt('d.sequence')}) AS e
     ORDER BY d.next_attempt_at`,
    { endpointId, limit },
  );
  return rows.map((row) => ({ event: toEvent(row), attempts: row.attempts }));
}

/** The outcome of the latest attempt. */
export interface DeliveryOutcome {
  readonly event: LoggedEvent;
  /** The delivery was waiting for this attempt. */
  readonly isAgain: boolean;
  readonly status: WebhookDeliveryStatus;
  readonly attempts: number;
  /** Seconds from now; null unless the status is `waiting`. */
  readonly nextInSeconds: number | null;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly durationMs: number;
}

/** The caller has locked the endpoint (`lockLeased`), so no other process inserts between the check and the insert. */
export async function writeDeliveries(
  tx: OrganisationSql,
  endpointId: string,
  outcomes: readonly DeliveryOutcome[],
): Promise<void> {
  if (outcomes.length === 0) return;
  const sequences = outcomes.map(({ event }) => event.sequence);
  const answers = {
    endpointId,
    sequences,
    types: outcomes.map(({ event }) => event.type),
    responseStatuses: outcomes.map(({ responseStatus }) => responseStatus),
    responseBodies: outcomes.map(({ responseBody }) => responseBody),
    durationsMs: outcomes.map(({ durationMs }) => durationMs),
  };
  if (outcomes.every(isDeliveredAtFirst) && !(await hasDeliveriesBetween(tx, endpointId, sequences))) {
    await tx.sql(INSERT, answers);
    return;
  }
  await tx.sql(UPSERT, {
    ...answers,
    statuses: outcomes.map(({ status }) => status),
    attempts: outcomes.map(({ attempts }) => attempts),
    nextInSeconds: outcomes.map(({ nextInSeconds }) => nextInSeconds),
    errors: outcomes.map(({ error }) => error),
    again: outcomes.filter(({ isAgain }) => isAgain).map(({ event }) => event.sequence),
  });
}

function isDeliveredAtFirst({ attempts, status }: DeliveryOutcome): boolean {
  return attempts === 1 && status === 'delivered';
}

/** Deliveries exist already if the organisation has requested redelivery. */
async function hasDeliveriesBetween(
  tx: OrganisationSql,
  endpointId: string,
  sequences: readonly number[],
): Promise<boolean> {
  const [row] = await tx.sql<{ has_rows: boolean }>(
    `SELECT EXISTS (SELECT FROM webhook_deliveries
                    WHERE organisation_id = :organisationId AND endpoint_id = :endpointId
                      AND sequence BETWEEN :first AND :last) AS has_rows`,
    { endpointId, first: Math.min(...sequences), last: Math.max(...sequences) },
  );
  return row?.has_rows ?? false;
}

/** The usual case. Costs PostgreSQL half as much as UPSERT. */
const INSERT = `
INSERT INTO webhook_deliveries (organisation_id, endpoint_id, sequence, type, status, attempts,
                                response_status, response_body, duration_ms)
SELECT :organisationId, :endpointId, sequence, type, 'delivered', 1, response_status, response_body, duration_ms
FROM unnest(:sequences::bigint[], :types::text[], :responseStatuses::smallint[], :responseBodies::text[],
            :durationsMs::integer[])
  AS o (sequence, type, response_status, response_body, duration_ms)`;

/**
 * A request to redeliver, or to skip the backlog, during an attempt takes precedence over the outcome of that attempt,
 * unless the event was delivered.
 */
const UPSERT = `
INSERT INTO webhook_deliveries AS d (organisation_id, endpoint_id, sequence, type, response_status,
                                     response_body, duration_ms, status, attempts, next_attempt_at, error)
SELECT :organisationId, :endpointId, sequence, type, response_status, response_body, duration_ms, status, attempts,
       now() + make_interval(secs => next_in_seconds), error
FROM unnest(:sequences::bigint[], :types::text[], :responseStatuses::smallint[], :responseBodies::text[],
            :durationsMs::integer[], :statuses::webhook_delivery_status[], :attempts::integer[],
            :nextInSeconds::double precision[], :errors::text[])
  AS o (sequence, type, response_status, response_body, duration_ms, status, attempts,
        next_in_seconds, error)
ON CONFLICT (organisation_id, endpoint_id, sequence) DO UPDATE
SET status = excluded.status, attempts = excluded.attempts, next_attempt_at = excluded.next_attempt_at,
    response_status = excluded.response_status, response_body = excluded.response_body, error = excluded.error,
    duration_ms = excluded.duration_ms, attempted_at = excluded.attempted_at
WHERE excluded.status = 'delivered' OR excluded.sequence <> ALL (:again::bigint[])
  OR (d.status = 'waiting' AND d.attempts = excluded.attempts - 1)`;

/** Deletes at most `limit` deliveries of deleted endpoints. Returns how many. */
export async function deleteOrphans(tx: OrganisationSql, limit: number): Promise<number> {
  const rows = await tx.sql(
    `WITH RECURSIVE
       -- Skips from endpoint to endpoint along the primary key (loose index scan).
       seen AS (
         (SELECT endpoint_id FROM webhook_deliveries WHERE organisation_id = :organisationId ORDER BY endpoint_id LIMIT 1)
         UNION ALL
         SELECT (SELECT d.endpoint_id FROM webhook_deliveries d
                 WHERE d.organisation_id = :organisationId AND d.endpoint_id > s.endpoint_id ORDER BY d.endpoint_id LIMIT 1)
         FROM seen s WHERE s.endpoint_id IS NOT NULL
       ),
       gone AS (
         SELECT endpoint_id FROM seen s
         WHERE NOT EXISTS (SELECT FROM webhook_endpoints e WHERE e.organisation_id = :organisationId AND e.id = s.endpoint_id)
       )
     DELETE FROM webhook_deliveries
     WHERE organisation_id = :organisationId AND ctid = ANY (ARRAY(
       -- LATERAL uses the key for each endpoint. Without it the planner, which does not know the limit, reads the whole table.
       SELECT d.place FROM gone g CROSS JOIN LATERAL (
         SELECT ctid AS place FROM webhook_deliveries
         WHERE organisation_id = :organisationId AND endpoint_id = g.endpoint_id ORDER BY sequence LIMIT :limit
       ) d LIMIT :limit
     ))
     RETURNING 1`,
    { limit },
  );
  return rows.length;
}
