import { defineEntity, p } from '@mikro-orm/core';
import type { EventType } from '../../../domain/events/event.js';
import { WEBHOOK_DELIVERY_STATUSES } from '../../../domain/vocabulary.js';
import { timestamp } from '../columns.js';
import { isolated } from '../isolation.js';

/**
 * One event to one endpoint, after the first attempt. A foreign key to the endpoint would double the time of the
 * insert.
 */
export const WebhookDelivery = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  ...isolated,
  properties: {
    organisationId: p.uuid().primary(),
    endpointId: p.uuid().primary(),
    sequence: p.bigint('string').primary(),
    type: p.text().$type<EventType>(),
    status: p.enum(WEBHOOK_DELIVERY_STATUSES).nativeEnumName('webhook_delivery_status'),
    attempts: p.integer(),
    nextAttemptAt: timestamp().nullable(),
    /** The outcome of the last attempt. */
    responseStatus: p.smallint().nullable(),
    responseBody: p.text().nullable(),
    error: p.text().nullable(),
    durationMs: p.integer(),
    attemptedAt: timestamp().defaultRaw('now()'),
    createdAt: timestamp().defaultRaw('now()'),
  },
  indexes: [
    {
      name: 'webhook_deliveries_waiting',
      properties: ['organisationId', 'endpointId', 'nextAttemptAt'],
      where: `status = 'waiting'::webhook_delivery_status`,
    },
    {
      name: 'webhook_deliveries_open',
      properties: ['organisationId', 'endpointId', 'status', 'sequence'],
      where: `status <> 'delivered'::webhook_delivery_status`,
    },
  ],
});
