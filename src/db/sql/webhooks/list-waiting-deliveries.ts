import type { LoggedEvent } from '../../../domain/events/event.js';
import type { RowOf } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';
import { EVENT_COLUMNS, type EventRow, toEvent } from '../events/read-log.js';

export interface WaitingDelivery {
  readonly event: LoggedEvent;
  readonly attempts: number;
}

/** Events whose time to be tried again has come: what has waited longest comes first. */
export async function listWaitingDeliveries(
  tx: OrganisationSql,
  endpointId: string,
  limit: number,
): Promise<WaitingDelivery[]> {
  const rows = await tx.sql<EventRow & RowOf<'webhook_deliveries', 'attempts'>>(
    `SELECT d.attempts, ${EVENT_COLUMNS}
     FROM (SELECT sequence, attempts, next_attempt_at FROM webhook_deliveries
           WHERE organisation_id = :organisationId AND endpoint_id = :endpointId AND status = 'waiting'
             AND next_attempt_at <= now()
           ORDER BY next_attempt_at LIMIT :limit) d
     JOIN events e ON e.organisation_id = :organisationId AND e.sequence = d.sequence
     ORDER BY d.next_attempt_at`,
    { endpointId, limit },
  );
  return rows.map((row) => ({ event: toEvent(row), attempts: row.attempts }));
}
