import type { LoggedEvent } from '../../../domain/events/event.js';
import type { WebhookDeliveryStatus } from '../../../domain/vocabulary.js';
import { plainArray, type Tx } from '../../transaction.js';
import { EVENT_COLUMNS, type EventRow, toEvent } from '../events/read-log.js';

export interface WaitingDelivery {
  readonly event: LoggedEvent;
  readonly attempts: number;
}

/** Events whose time to be tried again has come: what has waited longest comes first. */
export async function listWaitingDeliveries(
  tx: Tx,
  organisationId: string,
  endpointId: string,
  limit: number,
): Promise<WaitingDelivery[]> {
  const rows = await tx.sql<EventRow & { sequence: number; attempts: number }>(
    `SELECT d.sequence::float8 AS sequence, d.attempts, ${EVENT_COLUMNS}
     FROM (SELECT sequence, attempts, xact_id, entry_id, next_attempt_at FROM webhook_deliveries
           WHERE organisation_id = $1 AND endpoint_id = $2 AND status = 'waiting' AND next_attempt_at <= now()
           ORDER BY next_attempt_at LIMIT $3) d
     JOIN events e ON e.organisation_id = $1 AND e.xact_id = d.xact_id AND e.entry_id = d.entry_id
     ORDER BY d.next_attempt_at`,
    [organisationId, endpointId, limit],
  );
  return rows.map((row) => ({ event: toEvent(row, row.sequence), attempts: row.attempts }));
}

/** What came of the attempts so far. */
export interface DeliveryOutcome {
  readonly event: LoggedEvent;
  /** It had waited for this attempt. */
  readonly isAgain: boolean;
  readonly status: WebhookDeliveryStatus;
  readonly attempts: number;
  /** From now; null unless it waits. */
  readonly nextInSeconds: number | null;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly durationMs: number;
}

/**
 * Who asks for an event once more, or skips the backlog, while it is tried again, has the last word: then it counts only
 * that it was delivered.
 */
export async function writeDeliveries(
  tx: Tx,
  organisationId: string,
  endpointId: string,
  outcomes: readonly DeliveryOutcome[],
): Promise<void> {
  if (outcomes.length === 0) return;
  await tx.sql(WRITE, [
    organisationId,
    endpointId,
    plainArray(outcomes.map(({ event }) => event.sequence)),
    plainArray(outcomes.map(({ event }) => event.xactId)),
    plainArray(outcomes.map(({ event }) => event.entryId)),
    plainArray(outcomes.map(({ event }) => event.type)),
    plainArray(outcomes.map(({ status }) => status)),
    plainArray(outcomes.map(({ attempts }) => attempts)),
    plainArray(outcomes.map(({ nextInSeconds }) => nextInSeconds)),
    plainArray(outcomes.map(({ responseStatus }) => responseStatus)),
    outcomes.map(({ responseBody }) => responseBody),
    outcomes.map(({ error }) => error),
    plainArray(outcomes.map(({ durationMs }) => durationMs)),
    plainArray(outcomes.filter(({ isAgain }) => isAgain).map(({ event }) => event.sequence)),
  ]);
}

const WRITE = `
INSERT INTO webhook_deliveries AS d (organisation_id, endpoint_id, sequence, xact_id, entry_id, type, status, attempts,
                                     next_attempt_at, response_status, response_body, error, duration_ms)
SELECT $1, $2, sequence, xact_id, entry_id, type, status, attempts, now() + make_interval(secs => next_in_seconds),
       response_status, response_body, error, duration_ms
FROM unnest($3::bigint[], $4::xid8[], $5::bigint[], $6::text[], $7::webhook_delivery_status[], $8::integer[],
            $9::double precision[], $10::smallint[], $11::text[], $12::text[], $13::integer[])
  AS o (sequence, xact_id, entry_id, type, status, attempts, next_in_seconds, response_status, response_body, error,
        duration_ms)
ON CONFLICT (organisation_id, endpoint_id, sequence) DO UPDATE
SET status = excluded.status, attempts = excluded.attempts, next_attempt_at = excluded.next_attempt_at,
    response_status = excluded.response_status, response_body = excluded.response_body, error = excluded.error,
    duration_ms = excluded.duration_ms, attempted_at = now()
WHERE excluded.status = 'delivered' OR excluded.sequence <> ALL ($14::bigint[])
  OR (d.status = 'waiting' AND d.attempts = excluded.attempts - 1)`;
