import { LIMITS } from '../../../domain/limits.js';
import { createWebhook, deleteWebhook, updateWebhook } from '../../../operations/webhooks/manage/configure.js';
import { redeliverDelivery, redeliverSince } from '../../../operations/webhooks/manage/redeliver.js';
import { rotateWebhookSecret } from '../../../operations/webhooks/manage/secrets.js';
import { testWebhook } from '../../../operations/webhooks/manage/test-webhook.js';
import type { ResolverContext } from '../kernel/context.js';
import { count, idInput, mutation, object, replayed, text, time } from '../kernel/mutation.js';
import { SafeInt } from '../kernel/scalars.js';
import { toWebhook, toWebhookDelivery, Webhook, WebhookDelivery, WebhookTestResult } from './webhook.js';
import {
  CreateWebhookInput,
  RedeliverWebhookDeliveriesInput,
  RedeliverWebhookDeliveryInput,
  RotateWebhookSecretInput,
  TestWebhookInput,
  UpdateWebhookInput,
} from './webhook-inputs.js';

const webhook = object(() => Webhook, 'The webhook.');
const secret = text('What posts are signed with. It is shown here and never again.');

export const WEBHOOK_MUTATIONS = [
  mutation({
    name: 'createWebhook',
    description: `Has every event from now on posted to an address, of which there may be ${LIMITS.webhooksPerOrganisation}.`,
    input: CreateWebhookInput,
    takes: 'The webhook.',
    payload: { webhook, secret, replayed },
    async resolve(context: ResolverContext, input) {
      const { result, replayed } = await createWebhook(context, input);
      return { webhook: toWebhook(result.webhook), secret: result.secret, replayed };
    },
  }),
  mutation({
    name: 'updateWebhook',
    description: 'Changes a webhook, pauses it, or has it go on.',
    input: UpdateWebhookInput,
    takes: 'What to change.',
    payload: { webhook: object(() => Webhook, 'The webhook as it is now.') },
    resolve: async (context: ResolverContext, input) => ({ webhook: toWebhook(await updateWebhook(context, input)) }),
  }),
  mutation({
    name: 'deleteWebhook',
    description: 'Deletes a webhook and the list of its deliveries.',
    input: idInput('DeleteWebhookInput', 'Which webhook to delete.', 'webhookId', 'The webhook.'),
    takes: 'The webhook.',
    payload: { webhook: object(() => Webhook, 'The webhook as it was last.') },
    resolve: async (context: ResolverContext, input) => ({ webhook: toWebhook(await deleteWebhook(context, input)) }),
  }),
  mutation({
    name: 'rotateWebhookSecret',
    description: `Gives a webhook a new secret. For ${LIMITS.webhookSecretOverlapHours} hours the one before it signs every post as well.`,
    input: RotateWebhookSecretInput,
    takes: 'The webhook.',
    payload: {
      webhook,
      secret,
      previousSecretUntil: time('Until then the secret before it signs every post as well.'),
      replayed,
    },
    async resolve(context: ResolverContext, input) {
      const { result, replayed } = await rotateWebhookSecret(context, input);
      return { ...result, webhook: toWebhook(result.webhook), replayed };
    },
  }),
  mutation({
    name: 'testWebhook',
    description: 'Posts a sample with `data.test: true` to a webhook, once, and waits for the answer.',
    // The call waits for the receiver's server, which takes longer than a query.
    complexity: 20,
    input: TestWebhookInput,
    takes: 'The webhook and the type.',
    payload: { result: object(() => WebhookTestResult, 'How the post went.') },
    resolve: async (context: ResolverContext, input) => ({ result: await testWebhook(context, input) }),
  }),
  mutation({
    name: 'redeliverWebhookDelivery',
    description: 'Posts one event once more, whatever its status.',
    input: RedeliverWebhookDeliveryInput,
    takes: 'The delivery.',
    payload: { delivery: object(() => WebhookDelivery, 'The delivery, which waits now.') },
    resolve: async (context: ResolverContext, input) => ({
      delivery: toWebhookDelivery(context.caller.organisationId, await redeliverDelivery(context, input)),
    }),
  }),
  mutation({
    name: 'redeliverWebhookDeliveries',
    description: 'Posts everything since a moment once more, or only what has been given up since then.',
    input: RedeliverWebhookDeliveriesInput,
    takes: 'Which events.',
    payload: {
      count: count(
        'How many events that are at most: without `onlyDead`, events that the webhook does not get count too.',
        SafeInt,
      ),
    },
    resolve: async (context: ResolverContext, input) => ({ count: await redeliverSince(context, input) }),
  }),
];
