import { z } from 'zod';
import { EVENT_TYPES } from '../../../domain/events/event.js';
import { LIMITS } from '../../../domain/limits.js';
import { WEBHOOK_DELIVERY_STATUSES } from '../../../domain/vocabulary.js';
import { oneOf, optionalFlag, time } from '../checks.js';
import { connectionArguments, listQuery, PAGE_INFO, pageOf, pageReply } from '../paging.js';
import { type Connection, defineRoute } from '../route.js';
import { enumValueOf, upper } from '../words.js';
import { DELIVERY, DELIVERY_EXAMPLE, type Delivery, deliveryItem, deliveryReply } from './webhook-items.js';

const TAG = 'Webhooks';

const listFilters = listQuery.extend({ status: oneOf(WEBHOOK_DELIVERY_STATUSES).optional() });

const list = defineRoute<
  unknown,
  z.output<typeof listFilters>,
  { webhookEndpoint: { readonly deliveries: Connection<Delivery> } | null }
>({
  method: 'GET',
  path: '/v1/webhooks/{webhook_id}/deliveries/',
  operation: 'webhookEndpoint',
  document: `query ($id: UUID!, $filter: WebhookDeliveryFilter, $first: Int, $after: String, $last: Int, $before: String) {
    webhookEndpoint(id: $id) {
      deliveries(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
        totalCount ${PAGE_INFO} nodes { ${DELIVERY} }
      }
    }
  }`,
  query: listFilters,
  variables: ({ params, query }) => ({
    id: params.webhook_id,
    filter: { status: upper(query.status) },
    ...connectionArguments(query, LIMITS.connectionPageMax),
  }),
  answer: ({ webhookEndpoint }, call) =>
    webhookEndpoint && pageOf(webhookEndpoint.deliveries, call, call.query, deliveryItem),
  status: 200,
  reply: pageReply(deliveryReply),
  tag: TAG,
  summary: 'List what was posted',
  description: `What was posted to a webhook, or was tried: newest event first, at most ${LIMITS.connectionPageMax} on a page.`,
  example: {
    query: { status: 'waiting' },
    answer: { count: 1, next: null, previous: null, next_cursor: null, results: [DELIVERY_EXAMPLE] },
  },
});

const redeliver = defineRoute<unknown, unknown, { redeliverWebhookDelivery: { delivery: Delivery } }>({
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/deliveries/{sequence}/redeliver/',
  operation: 'redeliverWebhookDelivery',
  document: `mutation ($input: RedeliverWebhookDeliveryInput!) {
    redeliverWebhookDelivery(input: $input) { delivery { ${DELIVERY} } }
  }`,
  variables: ({ params }) => ({ input: { webhookId: params.webhook_id, sequence: Number(params.sequence) } }),
  answer: ({ redeliverWebhookDelivery: { delivery } }) => ({ success: true, ...deliveryItem(delivery) }),
  status: 202,
  reply: deliveryReply.extend({ success: z.literal(true) }),
  tag: TAG,
  summary: 'Post an event once more',
  description:
    'Whatever has become of it before. It keeps its `webhook-id`, and goes to a paused webhook when that is active again.',
  example: {
    answer: { success: true, ...DELIVERY_EXAMPLE, attempts: 0, next_attempt_at: '2026-11-20T10:00:00.000Z' },
  },
});

const sinceBody = z.object({
  since: time().describe('Everything from then on, delivered or not.'),
  only_dead: optionalFlag().describe('True: only what has been given up since then.'),
});

const redeliverSince = defineRoute<
  z.output<typeof sinceBody>,
  unknown,
  { redeliverWebhookDeliveries: { count: number } }
>({
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/redeliver/',
  operation: 'redeliverWebhookDeliveries',
  document: `mutation ($input: RedeliverWebhookDeliveriesInput!) {
    redeliverWebhookDeliveries(input: $input) { count }
  }`,
  body: sinceBody,
  variables: ({ params, body: { since, only_dead: onlyDead } }) => ({
    input: { webhookId: params.webhook_id, since, onlyDead },
  }),
  answer: ({ redeliverWebhookDeliveries: { count } }) => ({ success: true, count }),
  status: 202,
  reply: z.object({
    success: z.literal(true),
    count: z
      .int()
      .describe('At most so many events: without `only_dead`, events that the webhook does not get count too.'),
  }),
  tag: TAG,
  summary: 'Post everything since a moment once more',
  description: 'As far back as events are kept. For a receiver that has lost what it had taken.',
  example: { body: { since: '2026-11-20T09:00:00Z' }, answer: { success: true, count: 42 } },
});

const testBody = z.object({
  type: oneOf(EVENT_TYPES).optional().describe('The type of the sample; `sms.delivered` by default.'),
});

interface TestResult {
  readonly eventId: string;
  readonly delivered: boolean;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly durationMs: number;
}

const test = defineRoute<z.output<typeof testBody>, unknown, { testWebhook: { result: TestResult } }>({
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/test/',
  operation: 'testWebhook',
  document: `mutation ($input: TestWebhookInput!) {
    testWebhook(input: $input) {
      result { eventId delivered responseStatus responseBody error durationMs }
    }
  }`,
  body: testBody,
  bodyIsOptional: true,
  variables: ({ params, body: { type } }) => ({
    input: { webhookId: params.webhook_id, type: type && enumValueOf(type) },
  }),
  answer: ({ testWebhook: { result } }) => ({
    event_id: result.eventId,
    delivered: result.delivered,
    response_status: result.responseStatus,
    response_body: result.responseBody,
    error: result.error,
    duration_ms: result.durationMs,
  }),
  status: 200,
  reply: z.object({
    event_id: z.string(),
    delivered: z.boolean().describe('The endpoint answered with a status from 200 to 299.'),
    ...deliveryReply.pick({ response_status: true, response_body: true, error: true, duration_ms: true }).shape,
  }),
  tag: TAG,
  summary: 'Post a sample',
  description:
    'Posts a sample to a webhook, whatever its status, and waits for the answer. It is signed as events are, has ' +
    '`data.test: true`, is in no log, and is not tried again.',
  example: {
    body: { type: 'sms.delivered' },
    answer: {
      event_id: 'evt_test_8f14e45fceea167a5a36dedd',
      delivered: true,
      response_status: 204,
      response_body: '',
      error: null,
      duration_ms: 84,
    },
  },
});

export const WEBHOOK_DELIVERY_ROUTES = [list, redeliver, redeliverSince, test];
