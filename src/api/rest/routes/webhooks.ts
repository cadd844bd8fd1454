import { LIMITS } from '../../../domain/limits.js';
import { PAGE_ARGUMENTS, PAGE_VARIABLES } from '../paging.js';
import type { RouteDeclaration } from '../route.js';

const SETTINGS = 'id url description types test status disabledReason lastSequence failingSince createdAt updatedAt';

/**
 * As the calls that change a webhook return it: a repeated call returns the same, while the figures change all the
 * time.
 */
const CHANGED = `fragment ChangedWebhook on Webhook { ${SETTINGS} }`;

const WEBHOOK = `fragment WebhookEndpoint on Webhook { ${SETTINGS} behind failures nextAttemptAt }`;

const EXAMPLE = {
  id: '019a1f0c-9c31-7b20-a3d4-5e6f70819203',
  url: 'https://hooks.example.com/postrider',
  description: 'Orders',
  types: ['sms.delivered', 'sms.failed'],
  last_sequence: 1201,
};
const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfRR1PQwqs=';

const DELIVERY = `fragment WebhookDelivery on WebhookDelivery {
  sequence eventId type status attempts nextAttemptAt attemptedAt responseStatus responseBody error durationMs
}`;

const DELIVERY_EXAMPLE = {
  sequence: 1201,
  event_id: 'evt_5f2b9c0a71d34e86b2a9c4d1',
  type: 'sms.delivered',
  status: 'waiting',
  attempts: 2,
  next_attempt_at: '2026-11-20T09:00:36.480Z',
  attempted_at: '2026-11-20T09:00:06.480Z',
  response_status: 500,
  response_body: 'Internal Server Error',
  duration_ms: 84,
};

export const WEBHOOK_ROUTES: readonly RouteDeclaration[] = [
  {
    method: 'GET',
    path: '/v1/webhooks/',
    document: `query listWebhooks(${PAGE_VARIABLES}) {
      webhookEndpoints(${PAGE_ARGUMENTS}) { nodes { ...WebhookEndpoint } }
    } ${WEBHOOK}`,
    tag: 'Webhooks',
    summary: 'List the webhooks',
    description: 'Lists the webhooks, oldest first. Secrets are not shown.',
    example: { reply: { count: 1, results: [EXAMPLE] } },
  },
  {
    method: 'POST',
    path: '/v1/webhooks/',
    document: `mutation createWebhook($input: CreateWebhookInput!) {
      createWebhook(input: $input) { webhook { ...ChangedWebhook } secret }
    } ${CHANGED}`,
    status: 201,
    tag: 'Webhooks',
    summary: 'Add a webhook',
    description:
      'Creates a webhook: events from now on are posted to its URL. An organisation may have ' +
      `${LIMITS.webhooksPerOrganisation} webhooks. A webhook that is made with a test key or ` +
      'with `test` gets events of test messages only.',
    example: {
      body: { url: EXAMPLE.url, description: 'Orders', types: ['sms.delivered', 'sms.failed'] },
      reply: { ...EXAMPLE, secret: SECRET },
    },
  },
  {
    method: 'GET',
    path: '/v1/webhooks/{webhook_id}/',
    document: `query getWebhook($webhookId: UUID!) { webhookEndpoint(id: $webhookId) { ...WebhookEndpoint } } ${WEBHOOK}`,
    tag: 'Webhooks',
    summary: 'Read a webhook',
    description: 'Returns a webhook and its status.',
    example: { reply: EXAMPLE },
  },
  {
    method: 'PATCH',
    path: '/v1/webhooks/{webhook_id}/',
    document: `mutation updateWebhook($input: UpdateWebhookInput!) {
      updateWebhook(input: $input) { webhook { ...ChangedWebhook } }
    } ${CHANGED}`,
    tag: 'Webhooks',
    summary: 'Change a webhook',
    description: 'Changes the given fields of a webhook, or pauses or resumes it.',
    example: { body: { status: 'paused' }, reply: { ...EXAMPLE, status: 'paused' } },
  },
  {
    method: 'DELETE',
    path: '/v1/webhooks/{webhook_id}/',
    document: `mutation deleteWebhook($input: DeleteWebhookInput!) {
      deleteWebhook(input: $input) { webhook { ...ChangedWebhook } }
    } ${CHANGED}`,
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    description: 'Deletes a webhook and its list of deliveries.',
    example: { reply: EXAMPLE },
  },
  {
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/rotate-secret/',
    document: `mutation rotateWebhookSecret($input: RotateWebhookSecretInput!) {
      rotateWebhookSecret(input: $input) { webhook { ...ChangedWebhook } secret previousSecretUntil }
    } ${CHANGED}`,
    tag: 'Webhooks',
    summary: 'Rotate the secret of a webhook',
    description:
      `Gives a webhook a new secret. For ${LIMITS.webhookSecretOverlapHours} hours the previous secret signs ` +
      'every post as well, so that receivers can change over one by one. Send an Idempotency-Key: a second ' +
      'rotation revokes the secret before the first.',
    example: { reply: { ...EXAMPLE, secret: SECRET, previous_secret_until: '2026-11-21T09:00:00.000Z' } },
  },
  {
    method: 'GET',
    path: '/v1/webhooks/{webhook_id}/deliveries/',
    document: `query listWebhookDeliveries($webhookId: UUID!, ${PAGE_VARIABLES}, $filter: WebhookDeliveryFilter) {
      webhookEndpoint(id: $webhookId) { deliveries(${PAGE_ARGUMENTS}, filter: $filter) { nodes { ...WebhookDelivery } } }
    } ${DELIVERY}`,
    tag: 'Webhooks',
    summary: 'List the deliveries of a webhook',
    description: `Lists the deliveries to a webhook, newest event first, at most ${LIMITS.connectionPageMax} on a page.`,
    example: { query: { status: 'waiting' }, reply: { count: 1, results: [DELIVERY_EXAMPLE] } },
  },
  {
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/deliveries/{sequence}/redeliver/',
    document: `mutation redeliverWebhookDelivery($input: RedeliverWebhookDeliveryInput!) {
      redeliverWebhookDelivery(input: $input) { delivery { ...WebhookDelivery } }
    } ${DELIVERY}`,
    status: 202,
    tag: 'Webhooks',
    summary: 'Repeat a delivery',
    description:
      'Posts an event to a webhook again, whatever the status of its delivery. The post has the same ' +
      '`webhook-id`; a paused webhook gets it after it is active again.',
    example: { reply: { ...DELIVERY_EXAMPLE, attempts: 0, next_attempt_at: '2026-11-20T10:00:00.000Z' } },
  },
  {
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/redeliver/',
    document: `mutation redeliverWebhookDeliveries($input: RedeliverWebhookDeliveriesInput!) {
      redeliverWebhookDeliveries(input: $input) { count }
    }`,
    status: 202,
    tag: 'Webhooks',
    summary: 'Repeat all deliveries since a time',
    description:
      'Posts all events since a time to a webhook again, as far back as events are kept, or a part of them. Use it for a ' +
      'receiver that has lost events after it accepted them. With `count_only` it posts nothing.',
    example: { body: { since: '2026-11-20T09:00:00Z' }, reply: { count: 42 } },
  },
  {
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/test/',
    document: `mutation testWebhook($input: TestWebhookInput!) {
      testWebhook(input: $input) { result { eventId delivered responseStatus responseBody error durationMs } }
    }`,
    bodyIsOptional: true,
    tag: 'Webhooks',
    summary: 'Post a sample event',
    description:
      'Posts a sample event to a webhook, whatever its status, and waits for the response. The sample is ' +
      'signed as events are, has `data.test: true`, is not in the event log, and is not retried.',
    example: {
      body: { type: 'sms.delivered' },
      reply: {
        event_id: 'evt_test_8f14e45fceea167a5a36dedd',
        delivered: true,
        response_status: 204,
        response_body: '',
        duration_ms: 84,
      },
    },
  },
];
