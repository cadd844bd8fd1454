import { z } from 'zod';
import { EVENT_TYPES, type EventType } from '../../../domain/events/event.js';
import { LIMITS } from '../../../domain/limits.js';
import { oneOf, optionalFlag, optionalText, optionalWord, text } from '../checks.js';
import { connectionArguments, listQuery, PAGE_INFO, pageOf, pageReply } from '../paging.js';
import { type Connection, defineRoute } from '../route.js';
import { enumValueOf, upper } from '../words.js';
import { WEBHOOK, WEBHOOK_EXAMPLE, type Webhook, webhookItem, webhookReply } from './webhook-items.js';

const TAG = 'Webhooks';

const list = defineRoute<unknown, z.output<typeof listQuery>, { webhookEndpoints: Connection<Webhook> }>({
  method: 'GET',
  path: '/v1/webhooks/',
  operation: 'webhookEndpoints',
  document: `query ($first: Int, $after: String, $last: Int, $before: String) {
    webhookEndpoints(first: $first, after: $after, last: $last, before: $before) {
      totalCount ${PAGE_INFO} nodes { ${WEBHOOK} }
    }
  }`,
  query: listQuery,
  variables: ({ query }) => connectionArguments(query, LIMITS.connectionPageMax),
  answer: ({ webhookEndpoints }, call) => pageOf(webhookEndpoints, call, call.query, webhookItem),
  status: 200,
  reply: pageReply(webhookReply),
  tag: TAG,
  summary: 'List the webhooks',
  description: 'The addresses that events are posted to, oldest first. Secrets are not shown.',
  example: { answer: { count: 1, next: null, previous: null, next_cursor: null, results: [WEBHOOK_EXAMPLE] } },
});

const one = defineRoute<unknown, unknown, { webhookEndpoint: Webhook | null }>({
  method: 'GET',
  path: '/v1/webhooks/{webhook_id}/',
  operation: 'webhookEndpoint',
  document: `query ($id: UUID!) { webhookEndpoint(id: $id) { ${WEBHOOK} } }`,
  variables: ({ params }) => ({ id: params.webhook_id }),
  answer: ({ webhookEndpoint }) => webhookEndpoint && webhookItem(webhookEndpoint),
  status: 200,
  reply: webhookReply,
  tag: TAG,
  summary: 'Read a webhook',
  description: 'A webhook and how it stands.',
  example: { answer: WEBHOOK_EXAMPLE },
});

const typeList = () => z.array(oneOf(EVENT_TYPES), 'Must be a list.').optional();
const valuesOf = (types: readonly EventType[] | undefined) => types?.map(enumValueOf);

const createBody = z.object({
  url: text().describe('https, on the public internet, without a user name, and on port 443 or 8443.'),
  description: optionalText().describe(`What it is for, at most ${LIMITS.nameLength} characters.`),
  types: typeList().describe('What to post to it; everything by default. An empty list is refused.'),
});

interface Created {
  readonly webhook: Webhook;
  readonly secret: string;
}

const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfRR1PQwqs=';
const secretReply = z.string().describe('What posts are signed with. It is shown here and never again.');

const create = defineRoute<z.output<typeof createBody>, unknown, { createWebhook: Created }>({
  method: 'POST',
  path: '/v1/webhooks/',
  operation: 'createWebhook',
  document: `mutation ($input: CreateWebhookInput!) {
    createWebhook(input: $input) { webhook { ${WEBHOOK} } secret replayed }
  }`,
  body: createBody,
  creates: true,
  variables: ({ body: { url, description, types }, idempotencyKey }) => ({
    input: { url, description, types: valuesOf(types), idempotencyKey },
  }),
  answer: ({ createWebhook: { webhook, secret } }) => ({ success: true, ...webhookItem(webhook), secret }),
  status: 201,
  reply: webhookReply.extend({ success: z.literal(true), secret: secretReply }),
  tag: TAG,
  summary: 'Add a webhook',
  description:
    `Has every event from now on posted to an address, of which there may be ${LIMITS.webhooksPerOrganisation}. Made ` +
    'with a test key it gets the events of tests, and of nothing else.',
  example: {
    body: { url: WEBHOOK_EXAMPLE.url, description: 'Orders', types: ['sms.delivered', 'sms.failed'] },
    answer: { success: true, ...WEBHOOK_EXAMPLE, secret: SECRET },
  },
});

const updateBody = z.object({
  url: optionalWord().describe('Another address.'),
  description: optionalText().describe('What it is for; an empty text removes it.'),
  types: typeList().describe('What to post to it from now on. An empty list is refused.'),
  status: oneOf(['active', 'paused'])
    .optional()
    .describe(
      'A paused webhook misses nothing: made active again, it goes on where it was, as one does that was disabled.',
    ),
  skip_backlog: optionalFlag().describe(
    'True: nothing that has happened until now is posted any more, nor tried again.',
  ),
});

const update = defineRoute<z.output<typeof updateBody>, unknown, { updateWebhook: { webhook: Webhook } }>({
  method: 'PATCH',
  path: '/v1/webhooks/{webhook_id}/',
  operation: 'updateWebhook',
  document: `mutation ($input: UpdateWebhookInput!) {
    updateWebhook(input: $input) { webhook { ${WEBHOOK} } }
  }`,
  body: updateBody,
  variables: ({ params, body: { url, description, types, status, skip_backlog: skipBacklog } }) => ({
    input: {
      webhookId: params.webhook_id,
      url,
      description,
      types: valuesOf(types),
      status: upper(status),
      skipBacklog,
    },
  }),
  answer: ({ updateWebhook: { webhook } }) => ({ success: true, ...webhookItem(webhook) }),
  status: 200,
  reply: webhookReply.extend({ success: z.literal(true) }),
  tag: TAG,
  summary: 'Change a webhook',
  description: 'Changes what is given, pauses a webhook, or has it go on.',
  example: { body: { status: 'paused' }, answer: { success: true, ...WEBHOOK_EXAMPLE, status: 'paused' } },
});

const remove = defineRoute<unknown, unknown, { deleteWebhook: { webhook: Webhook } }>({
  method: 'DELETE',
  path: '/v1/webhooks/{webhook_id}/',
  operation: 'deleteWebhook',
  document: `mutation ($input: DeleteWebhookInput!) {
    deleteWebhook(input: $input) { webhook { ${WEBHOOK} } }
  }`,
  variables: ({ params }) => ({ input: { webhookId: params.webhook_id } }),
  answer: ({ deleteWebhook: { webhook } }) => ({ success: true, ...webhookItem(webhook) }),
  status: 200,
  reply: webhookReply.extend({ success: z.literal(true) }),
  tag: TAG,
  summary: 'Delete a webhook',
  description: 'Deletes a webhook and the list of its deliveries.',
  example: { answer: { success: true, ...WEBHOOK_EXAMPLE } },
});

interface Rotated extends Created {
  readonly previousSecretUntil: string | null;
}

const rotate = defineRoute<unknown, unknown, { rotateWebhookSecret: Rotated }>({
  method: 'POST',
  path: '/v1/webhooks/{webhook_id}/rotate-secret/',
  operation: 'rotateWebhookSecret',
  document: `mutation ($input: RotateWebhookSecretInput!) {
    rotateWebhookSecret(input: $input) { webhook { ${WEBHOOK} } secret previousSecretUntil replayed }
  }`,
  creates: true,
  variables: ({ params, idempotencyKey }) => ({ input: { webhookId: params.webhook_id, idempotencyKey } }),
  answer: ({ rotateWebhookSecret: { webhook, secret, previousSecretUntil } }) => ({
    success: true,
    ...webhookItem(webhook),
    secret,
    previous_secret_until: previousSecretUntil,
  }),
  status: 200,
  reply: webhookReply.extend({
    success: z.literal(true),
    secret: secretReply,
    previous_secret_until: z.string().meta({ format: 'date-time' }).nullable(),
  }),
  tag: TAG,
  summary: 'Rotate the secret of a webhook',
  description:
    `For ${LIMITS.webhookSecretOverlapHours} hours the secret before it signs every post as well, so that receivers may ` +
    'change over at leisure. Send an Idempotency-Key: a second rotation puts the secret before the first out of force.',
  example: {
    answer: {
      success: true,
      ...WEBHOOK_EXAMPLE,
      secret: SECRET,
      previous_secret_until: '2026-11-21T09:00:00.000Z',
    },
  },
});

export const WEBHOOK_ROUTES = [list, create, one, update, remove, rotate];
