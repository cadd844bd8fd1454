import { type InferResult, sql } from 'kysely';
import type { WebhookDeliveryStatus } from '../../../domain/vocabulary.js';
import type { List } from '../../list.js';
import { tables } from '../../tables.js';

export const WEBHOOK_DELIVERY_COLUMNS = [
  'endpoint_id',
  sql<number>`sequence::float8`.as('sequence'),
  'type',
  'status',
  'attempts',
  'next_attempt_at',
  'response_status',
  'response_body',
  'error',
  'duration_ms',
  'attempted_at',
  'created_at',
] as const;

const deliveries = tables.selectFrom('webhook_deliveries').select(WEBHOOK_DELIVERY_COLUMNS);

export type WebhookDeliveryRow = InferResult<typeof deliveries>[number];

export interface DeliveryConditions {
  readonly endpointId: string;
  readonly status?: WebhookDeliveryStatus | null | undefined;
}

/** Newest event first. */
export const DELIVERIES: List<WebhookDeliveryRow, DeliveryConditions, 'webhook_deliveries'> = {
  table: 'webhook_deliveries',
  order: ['sequence'],
  descending: true,
  rows: deliveries,
  matching(rows, { endpointId, status }) {
    const ofEndpoint = rows.where('endpoint_id', '=', endpointId);
    // Written out: behind a parameter PostgreSQL would not use the index of what has not been delivered.
    return status == null ? ofEndpoint : ofEndpoint.where('status', '=', sql.lit(status));
  },
};

/** An event that is no longer in the log cannot be posted, although its delivery may be listed for a while. */
export const KEPT = 'sequence >= (SELECT oldest_sequence FROM event_logs WHERE organisation_id = :organisationId)';
