import { type SqlBool, sql } from 'kysely';
import { first, NOW, tables } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';
import { NEWEST, readLogEnds } from '../events/log.js';
import { IN_LOG, WEBHOOK_DELIVERY_COLUMNS, type WebhookDeliveryRow } from './deliveries.js';

export function redeliverOne(
  tx: OrganisationSql,
  endpointId: string,
  sequence: number,
): Promise<WebhookDeliveryRow | null> {
  const update = tables.updateTable('webhook_deliveries').set({ status: 'waiting', attempts: 0, next_attempt_at: NOW });
  const delivery = update.where('endpoint_id', '=', endpointId).where('sequence', '=', String(sequence));
  const inLog = delivery.where('organisation_id', '=', tx.organisationId).where(sql<SqlBool>`${sql.raw(IN_LOG)}`);
  return first(tx, inLog.returning(WEBHOOK_DELIVERY_COLUMNS));
}

/** Requeues deliveries that became dead at that moment (seconds since 1970) or later. Returns how many. */
export async function redeliverDead(tx: OrganisationSql, endpointId: string, sinceSeconds: number): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    `WITH again AS (
       UPDATE webhook_deliveries SET status = 'waiting', attempts = 0, next_attempt_at = now()
       WHERE organisation_id = :organisationId AND endpoint_id = :endpointId AND status = 'dead'
         AND attempted_at >= to_timestamp(:sinceSeconds) AND ${IN_LOG}
       RETURNING 1
     )
     SELECT count(*)::int AS count FROM again`,
    { endpointId, sinceSeconds },
  );
  return row?.count ?? 0;
}

/**
 * Moves an endpoint back to the first event that was appended at that moment (seconds since 1970) or later. Returns the event
 * before it. Never moves forward, which would skip events.
 */
export async function rewindEndpoint(tx: OrganisationSql, endpointId: string, sinceSeconds: number): Promise<number> {
  const lastBefore = await findLastBefore(tx, sinceSeconds);
  const update = tables
    .updateTable('webhook_endpoints')
    .set({ last_sequence: sql`least(last_sequence, ${lastBefore})` });
  const endpoint = update.where('organisation_id', '=', tx.organisationId).where('id', '=', endpointId);
  const moved = await first(tx, endpoint.returning(sql<number>`last_sequence::float8`.as('last_sequence')));
  return moved?.last_sequence ?? 0;
}

const events = tables.selectFrom('events').select('sequence');

/** Binary search: times follow the order of the log, and an index on the time would slow down every append. */
async function findLastBefore(tx: OrganisationSql, sinceSeconds: number): Promise<number> {
  const { oldest, newest } = await readLogEnds(tx);
  let [low, high] = [oldest - 1, newest];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const event = events.where('organisation_id', '=', tx.organisationId).where('sequence', '=', String(middle));
    const isSince = await first(tx, event.where('created_at', '>=', sql<string>`to_timestamp(${sinceSeconds})`));
    if (isSince) high = middle - 1;
    else low = middle;
  }
  return low;
}

/**
 * Moves the endpoint to the end of the log, and ends the deliveries that wait for another attempt; a caller can still request
 * their redelivery. Returns false if there was no backlog.
 */
export async function skipBacklog(tx: OrganisationSql, id: string): Promise<boolean> {
  const moved = await tx.sql(
    `UPDATE webhook_endpoints e
     SET last_sequence = l.newest
     FROM (SELECT ${NEWEST} AS newest FROM event_logs l WHERE l.organisation_id = :organisationId) l
     WHERE e.organisation_id = :organisationId AND e.id = :id AND e.last_sequence <> l.newest
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
