import type { LoggedEvent } from '../../../domain/events/event.js';
import type { WebhookDeliveryStatus } from '../../../domain/vocabulary.js';
import type { OrganisationSql } from '../../transaction.js';

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

/** The caller has locked the endpoint (`lockLeased`): nobody else inserts between the look and the insert. */
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
  if (outcomes.every(isTakenAtOnce) && !(await hasRowsAmong(tx, endpointId, sequences))) {
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

function isTakenAtOnce({ attempts, status }: DeliveryOutcome): boolean {
  return attempts === 1 && status === 'delivered';
}

/** What has rows between the first and the last of these is posted once more, as its organisation has asked. */
async function hasRowsAmong(tx: OrganisationSql, endpointId: string, sequences: readonly number[]): Promise<boolean> {
  const [row] = await tx.sql<{ has_rows: boolean }>(
    `SELECT EXISTS (SELECT FROM webhook_deliveries
                    WHERE organisation_id = :organisationId AND endpoint_id = :endpointId
                      AND sequence BETWEEN :first AND :last) AS has_rows`,
    { endpointId, first: Math.min(...sequences), last: Math.max(...sequences) },
  );
  return row?.has_rows ?? false;
}

/** As nearly always: it costs PostgreSQL half of what the other statement does. */
const INSERT = `
INSERT INTO webhook_deliveries (organisation_id, endpoint_id, sequence, type, status, attempts,
                                response_status, response_body, duration_ms)
SELECT :organisationId, :endpointId, sequence, type, 'delivered', 1, response_status, response_body, duration_ms
FROM unnest(:sequences::bigint[], :types::text[], :responseStatuses::smallint[], :responseBodies::text[],
            :durationsMs::integer[])
  AS o (sequence, type, response_status, response_body, duration_ms)`;

/**
 * Who asks for an event once more, or skips the backlog, while it is tried again, has the last word: then it counts only
 * that it was delivered.
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
    duration_ms = excluded.duration_ms, attempted_at = now()
WHERE excluded.status = 'delivered' OR excluded.sequence <> ALL (:again::bigint[])
  OR (d.status = 'waiting' AND d.attempts = excluded.attempts - 1)`;
