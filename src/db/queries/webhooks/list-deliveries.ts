import type { Slice } from '../../../domain/paging.js';
import type { WebhookDeliveryStatus } from '../../../domain/vocabulary.js';
import type { OrganisationSql } from '../../transaction.js';
import { Conditions, sliceOf } from '../conditions.js';
import { WEBHOOK_DELIVERY_COLUMNS, type WebhookDeliveryRow } from './rows.js';

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
