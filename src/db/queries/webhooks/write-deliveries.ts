import type { LoggedEvent } from '../../../domain/events/event.js';
import type { WebhookDeliveryStatus } from '../../../domain/vocabulary.js';
import { plainArray, type Tx } from '../../transaction.js';

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

export async function writeDeliveries(
  tx: Tx,
  organisationId: string,
  endpointId: string,
  outcomes: readonly DeliveryOutcome[],
): Promise<void> {
  if (outcomes.length === 0) return;
  const isNew = outcomes.every(isTakenAtOnce) && !(await hasSome(tx, organisationId, endpointId, outcomes));
  await (isNew ? insertTaken : upsert)(tx, organisationId, endpointId, outcomes);
}

function isTakenAtOnce({ isAgain, status }: DeliveryOutcome): boolean {
  return !isAgain && status === 'delivered';
}

/** Of what has been posted before, and is once more because its organisation has asked for it. */
async function hasSome(
  tx: Tx,
  organisationId: string,
  endpointId: string,
  outcomes: readonly DeliveryOutcome[],
): Promise<boolean> {
  const sequences = outcomes.map(({ event }) => event.sequence);
  const [row] = await tx.sql<{ has_some: boolean }>(
    `SELECT EXISTS (SELECT FROM webhook_deliveries
                    WHERE organisation_id = $1 AND endpoint_id = $2 AND sequence BETWEEN $3 AND $4) AS has_some`,
    [organisationId, endpointId, Math.min(...sequences), Math.max(...sequences)],
  );
  return row?.has_some ?? false;
}

/** As nearly always: for half of the work of the other statement. The lock on the endpoint keeps others from writing. */
async function insertTaken(
  tx: Tx,
  organisationId: string,
  endpointId: string,
  outcomes: readonly DeliveryOutcome[],
): Promise<void> {
  await tx.sql(INSERT, [
    organisationId,
    endpointId,
    plainArray(outcomes.map(({ event }) => event.sequence)),
    plainArray(outcomes.map(({ event }) => event.xactId)),
    plainArray(outcomes.map(({ event }) => event.entryId)),
    plainArray(outcomes.map(({ event }) => event.type)),
    plainArray(outcomes.map(({ responseStatus }) => responseStatus)),
    outcomes.map(({ responseBody }) => responseBody),
    plainArray(outcomes.map(({ durationMs }) => durationMs)),
  ]);
}

const INSERT = `
INSERT INTO webhook_deliveries (organisation_id, endpoint_id, sequence, xact_id, entry_id, type, status, attempts,
                                response_status, response_body, duration_ms)
SELECT $1, $2, sequence, xact_id, entry_id, type, 'delivered', 1, response_status, response_body, duration_ms
FROM unnest($3::bigint[], $4::xid8[], $5::bigint[], $6::text[], $7::smallint[], $8::text[], $9::integer[])
  AS o (sequence, xact_id, entry_id, type, response_status, response_body, duration_ms)`;

/**
 * Who asks for an event once more, or skips the backlog, while it is tried again, has the last word: then it counts only
 * that it was delivered.
 */
async function upsert(
  tx: Tx,
  organisationId: string,
  endpointId: string,
  outcomes: readonly DeliveryOutcome[],
): Promise<void> {
  await tx.sql(UPSERT, [
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

const UPSERT = `
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
