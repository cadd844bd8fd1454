import type { Slice } from '../../../domain/paging.js';
import type { WebhookDeliveryStatus } from '../../../domain/vocabulary.js';
import type { RowOf } from '../../tables.js';
import type { OrganisationSql } from '../../transaction.js';
import { Conditions, sliceOf } from '../conditions.js';

export interface WebhookDeliveryRow extends Omit<RowOf<'webhook_deliveries'>, 'organisation_id' | 'sequence'> {
  readonly sequence: number;
}

export const WEBHOOK_DELIVERY_COLUMNS = `endpoint_id, sequence::float8 AS sequence, type, status, attempts,
  next_attempt_at, response_status, response_body, error, duration_ms, attempted_at, created_at`;

/** An event that is no longer in the log cannot be posted, although its delivery may be listed for a while. */
export const KEPT = 'sequence >= (SELECT oldest_sequence FROM event_logs WHERE organisation_id = :organisationId)';

export interface DeliveryConditions {
  readonly endpointId: string;
  readonly status?: WebhookDeliveryStatus | null | undefined;
}

/** Newest event first. */
export function listDeliveryRows(
  tx: OrganisationSql,
  conditions: DeliveryConditions,
  slice: Slice,
): Promise<WebhookDeliveryRow[]> {
  const where = whereOf(conditions);
  const page = sliceOf(where, ['webhook_deliveries.sequence'], true, slice);
  return tx.sql<WebhookDeliveryRow>(
    `SELECT ${WEBHOOK_DELIVERY_COLUMNS} FROM webhook_deliveries WHERE ${where.text} ${page.text}`,
    page.values,
  );
}

export async function countDeliveries(tx: OrganisationSql, conditions: DeliveryConditions): Promise<number> {
  const where = whereOf(conditions);
  const [row] = await tx.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM webhook_deliveries WHERE ${where.text}`,
    where.values,
  );
  return row?.count ?? 0;
}

function whereOf({ endpointId, status }: DeliveryConditions): Conditions {
  const where = new Conditions();
  where.add('organisation_id = :organisationId');
  where.add('endpoint_id = :endpointId', { endpointId });
  if (status != null) where.add(STATUS_IS[status]);
  return where;
}

/** Written out: behind a parameter PostgreSQL would not use the index of what has not been delivered. */
const STATUS_IS: Readonly<Record<WebhookDeliveryStatus, string>> = {
  waiting: `status = 'waiting'`,
  delivered: `status = 'delivered'`,
  dead: `status = 'dead'`,
};
