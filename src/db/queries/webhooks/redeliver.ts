import type { Tx } from '../../transaction.js';
import { KEPT, WEBHOOK_DELIVERY_COLUMNS, type WebhookDeliveryRow } from './rows.js';

/** Has a worker look at an endpoint. */
export async function giveWork(tx: Tx, organisationId: string, endpointId: string): Promise<void> {
  await tx.sql('UPDATE webhook_endpoints SET due_at = now() WHERE organisation_id = $1 AND id = $2', [
    organisationId,
    endpointId,
  ]);
}

const AGAIN = `status = 'waiting', attempts = 0, next_attempt_at = now()`;

export async function redeliverOne(
  tx: Tx,
  organisationId: string,
  endpointId: string,
  sequence: number,
): Promise<WebhookDeliveryRow | null> {
  const [row] = await tx.sql<WebhookDeliveryRow>(
    `UPDATE webhook_deliveries SET ${AGAIN}
     WHERE organisation_id = $1 AND endpoint_id = $2 AND sequence = $3 AND ${KEPT}
     RETURNING ${WEBHOOK_DELIVERY_COLUMNS}`,
    [organisationId, endpointId, sequence],
  );
  return row ?? null;
}

/** Those that have died at that moment (seconds since 1970) or later; answers how many. */
export async function redeliverDead(
  tx: Tx,
  organisationId: string,
  endpointId: string,
  sinceSeconds: number,
): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    `WITH again AS (
       UPDATE webhook_deliveries SET ${AGAIN}
       WHERE organisation_id = $1 AND endpoint_id = $2 AND status = 'dead' AND attempted_at >= to_timestamp($3)
         AND ${KEPT}
       RETURNING 1
     )
     SELECT count(*)::int AS count FROM again`,
    [organisationId, endpointId, sinceSeconds],
  );
  return row?.count ?? 0;
}

/**
 * Has the log taken up again from the first event that was numbered at that moment (seconds since 1970) or later.
 * Answers where it goes on then. Never forward: what has not been taken up yet comes anyway.
 */
export async function setBack(
  tx: Tx,
  organisationId: string,
  endpointId: string,
  sinceSeconds: number,
): Promise<number> {
  const [row] = await tx.sql<{ last_sequence: number }>(
    `UPDATE webhook_endpoints e
     SET last_sequence = least(e.last_sequence, greatest(l.oldest_sequence - 1, coalesce(
           (SELECT first_sequence + size - 1 FROM event_slices
            WHERE organisation_id = $1 AND numbered_at < to_timestamp($3)
            ORDER BY first_sequence DESC LIMIT 1), 0)))
     FROM event_logs l
     WHERE e.organisation_id = $1 AND e.id = $2 AND l.organisation_id = $1
     RETURNING e.last_sequence::float8 AS last_sequence`,
    [organisationId, endpointId, sinceSeconds],
  );
  return row?.last_sequence ?? 0;
}
