import { Field, InputType, Int, ObjectType } from 'type-graphql';
import type { EventType as Type } from '../../../domain/events/event.js';
import { LIMITS } from '../../../domain/limits.js';
import type { WebhookStatus as Status } from '../../../domain/vocabulary.js';
import { createWebhook, deleteWebhook, updateWebhook } from '../../../operations/webhooks/manage/configure.js';
import { redeliverDelivery, redeliverSince } from '../../../operations/webhooks/manage/redeliver.js';
import { rotateWebhookSecret } from '../../../operations/webhooks/manage/secrets.js';
import { testWebhook } from '../../../operations/webhooks/manage/test-webhook.js';
import { EventType } from '../events/event.js';
import type { ResolverContext } from '../kernel/context.js';
import { count, IDEMPOTENCY_KEY, idInput, mutation, object, replayed, text, time } from '../kernel/mutation.js';
import { DateTime, SafeInt, UUID } from '../kernel/scalars.js';
import { toWebhook, toWebhookDelivery, Webhook, WebhookDelivery, WebhookStatus } from './webhook.js';

const WEBHOOK = 'The webhook.';

@InputType({ description: 'A webhook to create.' })
class CreateWebhookInput {
  @Field(() => String, {
    description: 'The URL: https, on the public internet, without a user name, on port 443 or 8443.',
  })
  url!: string;

  @Field(() => String, {
    nullable: true,
    description: `A description of the webhook, at most ${LIMITS.nameLength} characters.`,
  })
  description?: string | null;

  @Field(() => [EventType], {
    nullable: true,
    description: 'The types of events to post; all types if omitted. An empty list is refused.',
  })
  types?: Type[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: events of messages to the sandbox, and no others. Always so with a test key.',
  })
  test?: boolean | null;

  @Field(() => String, { nullable: true, description: IDEMPOTENCY_KEY })
  idempotencyKey?: string | null;
}

@InputType({ description: 'Changes of a webhook. Fields that are omitted or null stay as they are.' })
class UpdateWebhookInput {
  @Field(() => UUID, { description: WEBHOOK })
  webhookId!: string;

  @Field(() => String, { nullable: true, description: 'The new URL.' })
  url?: string | null;

  @Field(() => String, { nullable: true, description: 'The new description; an empty text removes the description.' })
  description?: string | null;

  @Field(() => [EventType], {
    nullable: true,
    description: 'The types of events to post from now on. An empty list is refused.',
  })
  types?: Type[] | null;

  @Field(() => WebhookStatus, {
    nullable: true,
    description: '`PAUSED` or `ACTIVE`. `ACTIVE` also makes a webhook that is disabled or in back-off due at once.',
  })
  status?: Status | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: events up to now are not posted any more, nor retried.',
  })
  skipBacklog?: boolean | null;
}

@InputType({ description: 'The webhook to give a new secret.' })
class RotateWebhookSecretInput {
  @Field(() => UUID, { description: WEBHOOK })
  webhookId!: string;

  @Field(() => String, {
    nullable: true,
    description:
      `${IDEMPOTENCY_KEY} Without a key, a repeated call rotates again and revokes the secret before the first ` +
      'call.',
  })
  idempotencyKey?: string | null;
}

@InputType({ description: 'The sample to post, and the webhook.' })
class TestWebhookInput {
  @Field(() => UUID, { description: WEBHOOK })
  webhookId!: string;

  @Field(() => EventType, { nullable: true, description: 'The type of the sample event; `SMS_DELIVERED` if omitted.' })
  type?: Type | null;
}

@InputType({ description: 'The delivery to repeat.' })
class RedeliverWebhookDeliveryInput {
  @Field(() => UUID, { description: WEBHOOK })
  webhookId!: string;

  @Field(() => SafeInt, { description: 'The sequence of the event.' })
  sequence!: number;
}

@InputType({ description: 'The deliveries to repeat.' })
class RedeliverWebhookDeliveriesInput {
  @Field(() => UUID, { description: WEBHOOK })
  webhookId!: string;

  @Field(() => DateTime, {
    description: 'Events since this time are posted again, whether they were delivered or not.',
  })
  since!: Date;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'Only events before this time. With `until` or `types`, the events are those that were posted before, at most ' +
      `${LIMITS.redeliveriesPerCall}.`,
  })
  until?: Date | null;

  @Field(() => [EventType], {
    nullable: true,
    description: 'Only events of these types; all types if omitted. An empty list is refused.',
  })
  types?: Type[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: only deliveries that became dead since that time, and before `until`.',
  })
  onlyDead?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: return the count that the call would have, and post nothing.',
  })
  countOnly?: boolean | null;
}

@ObjectType({ description: 'The result of posting a sample event.', simpleResolvers: true })
class WebhookTestResult {
  @Field(() => String, { description: 'The `webhook-id` of the post.' })
  eventId!: string;

  @Field(() => Boolean, { description: 'True if the endpoint responded with a status from 200 to 299.' })
  delivered!: boolean;

  @Field(() => Int, { nullable: true, description: 'The HTTP status of the response; null if there was none.' })
  responseStatus!: number | null;

  @Field(() => String, {
    nullable: true,
    description: `The beginning of the response body, at most ${LIMITS.webhookResponseBytes} bytes.`,
  })
  responseBody!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why there was no response, such as `timeout`; null if there was one.',
  })
  error!: string | null;

  @Field(() => Int, { description: 'The duration of the post in milliseconds.' })
  durationMs!: number;
}

const webhook = object(() => Webhook, 'The webhook.');
const secret = text('The secret that signs posts. It is returned once and cannot be read again.');

export const WEBHOOK_MUTATIONS = [
  mutation({
    name: 'createWebhook',
    description:
      'Creates a webhook: events from now on are posted to its URL. An organisation may have ' +
      `${LIMITS.webhooksPerOrganisation} webhooks.`,
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
    description: 'Changes, pauses or resumes a webhook.',
    input: UpdateWebhookInput,
    takes: 'The changes.',
    payload: { webhook: object(() => Webhook, 'The webhook after the change.') },
    resolve: async (context: ResolverContext, input) => ({ webhook: toWebhook(await updateWebhook(context, input)) }),
  }),
  mutation({
    name: 'deleteWebhook',
    description: 'Deletes a webhook and its list of deliveries.',
    input: idInput('DeleteWebhookInput', 'The webhook to delete.', 'webhookId', 'The webhook.'),
    takes: 'The webhook.',
    payload: { webhook: object(() => Webhook, 'The deleted webhook.') },
    resolve: async (context: ResolverContext, input) => ({ webhook: toWebhook(await deleteWebhook(context, input)) }),
  }),
  mutation({
    name: 'rotateWebhookSecret',
    description:
      `Gives a webhook a new secret. For ${LIMITS.webhookSecretOverlapHours} hours the previous secret signs ` +
      'every post as well.',
    input: RotateWebhookSecretInput,
    takes: 'The webhook.',
    payload: {
      webhook,
      secret,
      previousSecretUntil: time('The time until which the previous secret signs every post as well.'),
      replayed,
    },
    async resolve(context: ResolverContext, input) {
      const { result, replayed } = await rotateWebhookSecret(context, input);
      return { ...result, webhook: toWebhook(result.webhook), replayed };
    },
  }),
  mutation({
    name: 'testWebhook',
    description: 'Posts a sample event with `data.test: true` to a webhook, once, and waits for the response.',
    // The call waits for the receiver's server, so it costs more than a query.
    complexity: 20,
    input: TestWebhookInput,
    takes: 'The webhook and the type of the sample.',
    payload: { result: object(() => WebhookTestResult, 'The result of the post.') },
    resolve: async (context: ResolverContext, input) => ({ result: await testWebhook(context, input) }),
  }),
  mutation({
    name: 'redeliverWebhookDelivery',
    description: 'Posts an event to a webhook again, whatever the status of its delivery.',
    input: RedeliverWebhookDeliveryInput,
    takes: 'The delivery to repeat.',
    payload: { delivery: object(() => WebhookDelivery, 'The delivery, which is waiting now.') },
    resolve: async (context: ResolverContext, input) => ({
      delivery: toWebhookDelivery(context.caller.organisationId, await redeliverDelivery(context, input)),
    }),
  }),
  mutation({
    name: 'redeliverWebhookDeliveries',
    description:
      'Posts all events since a time to a webhook again, or a part of them: those whose delivery is dead, of some types, or ' +
      'before another time.',
    input: RedeliverWebhookDeliveriesInput,
    takes: 'The deliveries to repeat.',
    payload: {
      count: count(
        'The greatest possible number of posts. Without `onlyDead`, `until` and `types` it also counts events whose type the ' +
          'webhook does not get.',
        SafeInt,
      ),
    },
    resolve: async (context: ResolverContext, input) => ({ count: await redeliverSince(context, input) }),
  }),
];
