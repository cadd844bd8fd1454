import { z } from 'zod';
import { EVENT_TYPES } from '../../../domain/events/event.js';
import { WEBHOOK_DELIVERY_STATUSES, WEBHOOK_DISABLED_REASONS, WEBHOOK_STATUSES } from '../../../domain/vocabulary.js';
import { eventTypeOf, lower } from '../words.js';

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  readonly types: readonly string[] | null;
  readonly test: boolean;
  readonly status: string;
  readonly disabledReason: string | null;
  readonly lastSequence: number;
  readonly failingSince: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const WEBHOOK =
  'id url description types test status disabledReason lastSequence failingSince createdAt updatedAt';

export function webhookItem(webhook: Webhook) {
  return {
    id: webhook.id,
    url: webhook.url,
    description: webhook.description,
    types: webhook.types?.map(eventTypeOf) ?? null,
    test: webhook.test,
    status: lower(webhook.status),
    disabled_reason: webhook.disabledReason && lower(webhook.disabledReason),
    last_sequence: webhook.lastSequence,
    failing_since: webhook.failingSince,
    created_at: webhook.createdAt,
    updated_at: webhook.updatedAt,
  };
}

const time = () => z.string().meta({ format: 'date-time' });

export const webhookReply = z.object({
  id: z.guid(),
  url: z.string(),
  description: z.string().nullable(),
  types: z.array(z.enum(EVENT_TYPES)).nullable().describe('What is posted to it; null: everything.'),
  test: z.boolean().describe('Made with a test key: it gets the events of tests, and of nothing else.'),
  status: z.enum(WEBHOOK_STATUSES),
  disabled_reason: z.enum(WEBHOOK_DISABLED_REASONS).nullable(),
  last_sequence: z.int().describe('Up to this event the log has been taken up for it.'),
  failing_since: time().nullable().describe('Since when it has taken nothing.'),
  created_at: time(),
  updated_at: time(),
});

export const WEBHOOK_EXAMPLE = {
  id: '019a1f0c-9c31-7b20-a3d4-5e6f70819203',
  url: 'https://hooks.example.com/postrider',
  description: 'Orders',
  types: ['sms.delivered', 'sms.failed'],
  test: false,
  status: 'active',
  disabled_reason: null,
  last_sequence: 1201,
  failing_since: null,
  created_at: '2026-11-20T09:00:00.000Z',
  updated_at: '2026-11-20T09:00:00.000Z',
};

export interface Delivery {
  readonly sequence: number;
  readonly eventId: string;
  readonly type: string;
  readonly status: string;
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  readonly attemptedAt: string;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly durationMs: number;
}

export const DELIVERY = `sequence eventId type status attempts nextAttemptAt attemptedAt responseStatus responseBody error
  durationMs`;

export function deliveryItem(delivery: Delivery) {
  return {
    sequence: delivery.sequence,
    event_id: delivery.eventId,
    type: eventTypeOf(delivery.type),
    status: lower(delivery.status),
    attempts: delivery.attempts,
    next_attempt_at: delivery.nextAttemptAt,
    attempted_at: delivery.attemptedAt,
    response_status: delivery.responseStatus,
    response_body: delivery.responseBody,
    error: delivery.error,
    duration_ms: delivery.durationMs,
  };
}

export const deliveryReply = z.object({
  sequence: z.int().describe('Of the event; names the delivery.'),
  event_id: z.string().describe('As `webhook-id` has it.'),
  type: z.enum(EVENT_TYPES),
  status: z.enum(WEBHOOK_DELIVERY_STATUSES).describe('`dead`: it is not tried any more, unless somebody asks for it.'),
  attempts: z.int(),
  next_attempt_at: time().nullable(),
  attempted_at: time(),
  response_status: z.int().nullable().describe('Null: there was no answer.'),
  response_body: z.string().nullable().describe('The beginning of the answer.'),
  error: z.string().nullable().describe('Why there was no answer, such as `timeout`.'),
  duration_ms: z.int(),
});

export const DELIVERY_EXAMPLE = {
  sequence: 1201,
  event_id: 'evt_5f2b9c0a71d34e86b2a9c4d1',
  type: 'sms.delivered',
  status: 'waiting',
  attempts: 2,
  next_attempt_at: '2026-11-20T09:00:36.480Z',
  attempted_at: '2026-11-20T09:00:06.480Z',
  response_status: 500,
  response_body: 'Internal Server Error',
  error: null,
  duration_ms: 84,
};
