import { Field, InputType } from 'type-graphql';
import type { EventType as Type } from '../../../domain/events/event.js';
import { LIMITS } from '../../../domain/limits.js';
import type { WebhookStatus as Status } from '../../../domain/vocabulary.js';
import { createWebhook } from '../../../operations/webhooks/manage/create-webhook.js';
import { deleteWebhook } from '../../../operations/webhooks/manage/delete-webhook.js';
import { redeliverDelivery } from '../../../operations/webhooks/manage/redeliver-delivery.js';
import { redeliverSince } from '../../../operations/webhooks/manage/redeliver-since.js';
import { rotateWebhookSecret } from '../../../operations/webhooks/manage/rotate-webhook-secret.js';
import { testWebhook } from '../../../operations/webhooks/manage/test-webhook.js';
import { updateWebhook } from '../../../operations/webhooks/manage/update-webhook.js';
import { EventType } from '../events/event.js';
import type { ResolverContext } from '../kernel/context.js';
import { count, IDEMPOTENCY_KEY, idInput, mutation, object, replayed, text, time } from '../kernel/mutation.js';
import { DateTime, SafeInt, UUID } from '../kernel/scalars.js';
import { toWebhook, toWebhookDelivery, Webhook, WebhookDelivery, WebhookStatus, WebhookTestResult } from './webhook.js';

const WEBHOOK = 'The webhook.';

@InputType({ description: 'An address for events.' })
class CreateWebhookInput {
  @Field(() => String, {
    description: 'The address: https, on the public internet, without a user name, and on port 443 or 8443.',
  })
  url!: string;

  @Field(() => String, { nullable: true, description: 'What it is for, at most 200 characters.' })
  description?: string | null;

  @Field(() => [EventType], {
    nullable: true,
    description: 'What to post to it; left out: everything. An empty list is refused.',
  })
  types?: Type[] | null;

  @Field(() => String, { nullable: true, description: IDEMPOTENCY_KEY })
  idempotencyKey?: string | null;
}

@InputType({ description: 'What to change of a webhook. What is left out or null stays as it is.' })
class UpdateWebhookInput {
  @Field(() => UUID, { description: WEBHOOK })
  webhookId!: string;

  @Field(() => String, { nullable: true, description: 'Another address.' })
  url?: string | null;

  @Field(() => String, { nullable: true, description: 'What it is for; an empty text removes it.' })
  description?: string | null;

  @Field(() => [EventType], {
    nullable: true,
    description: 'What to post to it from now on. An empty list is refused.',
  })
  types?: Type[] | null;

  @Field(() => WebhookStatus, {
    nullable: true,
    description:
      '`PAUSED`, or `ACTIVE`, which also calls one at once that was disabled or left alone for its failures.',
  })
  status?: Status | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: nothing that has happened until now is posted any more, nor tried again.',
  })
  skipBacklog?: boolean | null;
}

@InputType({ description: 'Which webhook gets a new secret.' })
class RotateWebhookSecretInput {
  @Field(() => UUID, { description: WEBHOOK })
  webhookId!: string;

  @Field(() => String, {
    nullable: true,
    description: `${IDEMPOTENCY_KEY} Without one, a second rotation puts the secret before the first out of force.`,
  })
  idempotencyKey?: string | null;
}

@InputType({ description: 'What to post to which webhook.' })
class TestWebhookInput {
  @Field(() => UUID, { description: WEBHOOK })
  webhookId!: string;

  @Field(() => EventType, { nullable: true, description: 'The type of the sample; left out: `SMS_DELIVERED`.' })
  type?: Type | null;
}

@InputType({ description: 'Which event to post to which webhook once more.' })
class RedeliverWebhookDeliveryInput {
  @Field(() => UUID, { description: WEBHOOK })
  webhookId!: string;

  @Field(() => SafeInt, { description: 'The delivery: the sequence of its event.' })
  sequence!: number;
}

@InputType({ description: 'Which events to post to which webhook once more.' })
class RedeliverWebhookDeliveriesInput {
  @Field(() => UUID, { description: WEBHOOK })
  webhookId!: string;

  @Field(() => DateTime, { description: 'Everything from then on, delivered or not.' })
  since!: Date;

  @Field(() => Boolean, { nullable: true, description: 'True: only what has been given up since then.' })
  onlyDead?: boolean | null;
}

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
