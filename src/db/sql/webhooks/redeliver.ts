import type { EventType } from '../../../domain/events/event.js';
import type { OrganisationSql } from '../../postgres/transaction.js';
import { first, NOW, run, tables } from '../../tables.js';
import { LOG } from '../events/log.js';
import { IN_LOG, WEBHOOK_DELIVERY_COLUMNS, type WebhookDeliveryRow } from './deliveries.js';

export function redeliverOne(
  tx: OrganisationSql,
  endpointId: string,
  sequence: number,
): Promise<WebhookDeliveryRow | null> {
  const update = tables
    .updateTable('webhook_deliveries')
    .set({ status: 'waiting', attempts: 0, next_attempt_at: NOW })
    .where('organisation_id', '=', tx.organisationId)
    .where('endpoint_id', '=', endpointId)
    .where('sequence', '=', String(sequence))
    .where('sequence', '>=', ({ selectFrom }) =>
      selectFrom('event_logs').select('oldest_sequence').where('organisation_id', '=', tx.organisationId),
    );
  return first(tx, update.returning(WEBHOOK_DELIVERY_COLUMNS));
}

/** Which of the deliveries of an endpoint to post again. */
export interface Redeliverable {
  readonly endpointId: string;
  /** Null for every type. */
  readonly types: readonly EventType[] | null;
}

/** Deliveries that became dead within this time, in seconds since 1970. */
export interface DeadDeliveries extends Redeliverable {
  readonly sinceSeconds: number;
  /** Null: until now. */
  readonly untilSeconds: number | null;
}

/** Deliveries of the events of a part of the log, whatever their status. */
export interface PostedDeliveries extends Redeliverable {
  readonly after: number;
  readonly last: number;
}

const OF_ENDPOINT = `organisation_id = :organisationId AND endpoint_id = :endpointId AND ${IN_LOG}`;

const OF_TYPES = '(:types::text[] IS NULL OR type = ANY (:types::text[]))';

const DIED_IN_TIME = `attempted_at >= to_timestamp(:sinceSeconds)
  AND (:untilSeconds::float8 IS NULL OR attempted_at < to_timestamp(:untilSeconds))`;

const DEAD = `${OF_ENDPOINT} AND ${OF_TYPES} AND status = 'dead' AND ${DIED_IN_TIME}`;

const POSTED = `${OF_ENDPOINT} AND ${OF_TYPES} AND sequence > :after::bigint AND sequence <= :last::bigint`;

const REQUEUED = `status = 'waiting', attempts = 0, next_attempt_at = now()`;

const counting = (which: string) => `
SELECT count(*)::int AS count FROM (SELECT FROM webhook_deliveries WHERE ${which} LIMIT :most::bigint) d`;

const COUNT = { dead: counting(DEAD), posted: counting(POSTED) };

/** Counts them, up to `most` if it is given. */
export async function countDeliveries(
  tx: OrganisationSql,
  which: DeadDeliveries | PostedDeliveries,
  most: number | null,
): Promise<number> {
  const statement = 'after' in which ? COUNT.posted : COUNT.dead;
  const [row] = await tx.sql<{ count: number }>(statement, { ...which, most });
  return row?.count ?? 0;
}

/** Requeues the deliveries. Returns how many. */
export async function redeliverPosted(tx: OrganisationSql, which: PostedDeliveries): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    `WITH again AS (UPDATE webhook_deliveries SET ${REQUEUED} WHERE ${POSTED} RETURNING 1)
     SELECT count(*)::int AS count FROM again`,
    { ...which },
  );
  return row?.count ?? 0;
}

export interface RequeuedDead {
  readonly count: number;
  /** The sequence after which the next portion begins; null after the last portion. */
  readonly next: number | null;
}

/**
 * Requeues those of the next `most` dead deliveries that match. The limit is on the rows that it reads, since even a
 * portion without a match would lock the endpoint for as long as it reads. The caller has locked the endpoint, so no
 * row moves meanwhile.
 */
export async function redeliverDead(
  tx: OrganisationSql,
  which: DeadDeliveries,
  after: number,
  most: number,
): Promise<RequeuedDead> {
  const [row] = await tx.sql<{ count: number; walked: number; last: number | null }>(
    `WITH walked AS MATERIALIZED (
       SELECT sequence, ctid AS place, ${OF_TYPES} AND ${DIED_IN_TIME} AS matches
       FROM webhook_deliveries
       WHERE ${OF_ENDPOINT} AND status = 'dead' AND sequence > :after::bigint
       ORDER BY sequence LIMIT :most
     ),
     again AS (
       UPDATE webhook_deliveries SET ${REQUEUED}
       WHERE organisation_id = :organisationId AND endpoint_id = :endpointId
         AND ctid = ANY (ARRAY(SELECT place FROM walked WHERE matches))
       RETURNING 1
     )
     SELECT (SELECT count(*)::int FROM again) AS count, count(*)::int AS walked, max(sequence)::float8 AS last FROM walked`,
    { ...which, after, most },
  );
  if (!row) throw new Error('An aggregate returned no row.');
  return { count: row.count, next: row.walked < most ? null : row.last };
}

/** Moves an endpoint back to this place in the log. The caller has locked it, so no worker moves it meanwhile. */
export async function rewindEndpoint(tx: OrganisationSql, endpointId: string, lastSequence: number): Promise<void> {
  const update = tables.updateTable('webhook_endpoints').set({ last_sequence: String(lastSequence) });
  await run(tx, update.where('organisation_id', '=', tx.organisationId).where('id', '=', endpointId));
}

/**
 * Moves the endpoint to the end of the log, and ends the deliveries that wait for another attempt; a caller can still
 * request their redelivery. Returns false if there was no backlog.
 */
export async function skipBacklog(tx: OrganisationSql, id: string): Promise<boolean> {
  const moved = await tx.sql(
    `UPDATE webhook_endpoints e
     SET last_sequence = log.newest
     FROM ${LOG}
     WHERE e.organisation_id = :organisationId AND e.id = :id AND e.last_sequence <> log.newest
     RETURNING 1`,
    { id },
  );
  const dropped = await tx.sql(
    `UPDATE webhook_deliveries
     SET next_attempt_at = NULL,
         -- A redelivery of an event that the receiver had accepted before counts as delivered.
         status = CASE WHEN response_status BETWEEN 200 AND 299 THEN 'delivered' ELSE 'dead' END::webhook_delivery_status
     WHERE organisation_id = :organisationId AND endpoint_id = :id AND status = 'waiting'
     RETURNING 1`,
    { id },
  );
  return moved.length + dropped.length > 0;
}
