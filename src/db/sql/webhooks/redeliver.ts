import { type SqlBool, sql } from 'kysely';
import { first, NOW, tables } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';
import { readLogEnds } from '../events/read-log.js';
import { KEPT, WEBHOOK_DELIVERY_COLUMNS, type WebhookDeliveryRow } from './list-deliveries.js';

export function redeliverOne(
  tx: OrganisationSql,
  endpointId: string,
  sequence: number,
): Promise<WebhookDeliveryRow | null> {
  const update = tables.updateTable('webhook_deliveries').set({ status: 'waiting', attempts: 0, next_attempt_at: NOW });
  const delivery = update.where('endpoint_id', '=', endpointId).where('sequence', '=', String(sequence));
  const kept = delivery.where('organisation_id', '=', tx.organisationId).where(sql<SqlBool>`${sql.raw(KEPT)}`);
  return first(tx, kept.returning(WEBHOOK_DELIVERY_COLUMNS));
}

/** Posts those again that were given up at that moment (seconds since 1970) or later. Returns how many. */
export async function redeliverDead(tx: OrganisationSql, endpointId: string, sinceSeconds: number): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    `WITH again AS (
       UPDATE webhook_deliveries SET status = 'waiting', attempts = 0, next_attempt_at = now()
       WHERE organisation_id = :organisationId AND endpoint_id = :endpointId AND status = 'dead'
         AND attempted_at >= to_timestamp(:sinceSeconds) AND ${KEPT}
       RETURNING 1
     )
     SELECT count(*)::int AS count FROM again`,
    { endpointId, sinceSeconds },
  );
  return row?.count ?? 0;
}

/**
 * Moves an endpoint back to the first event that was appended at that moment (seconds since 1970) or later. Returns the event
 * before it. Never moves forward: what lies ahead is posted anyway.
 */
export async function setBack(tx: OrganisationSql, endpointId: string, sinceSeconds: number): Promise<number> {
  const lastBefore = await findLastBefore(tx, sinceSeconds);
  const update = tables
    .updateTable('webhook_endpoints')
    .set({ last_sequence: sql`least(last_sequence, ${lastBefore})` });
  const endpoint = update.where('organisation_id', '=', tx.organisationId).where('id', '=', endpointId);
  const moved = await first(tx, endpoint.returning(sql<number>`last_sequence::float8`.as('last_sequence')));
  return moved?.last_sequence ?? 0;
}

const events = tables.selectFrom('events').select('sequence');

/** By bisection: times follow the order of the log, and an index by time would make every append dearer. */
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
