import { type ClassType, Field, Int, ObjectType } from 'type-graphql';
import { LIMITS } from '../../domain/limits.js';
import { REPLAYED, USER_ERRORS } from './payloads.js';
import { DateTime, SafeInt } from './scalars.js';
import { UserError } from './user-errors.js';
import { Webhook, WebhookDelivery } from './webhook.js';

const SECRET = 'What posts are signed with. It is shown here and never again.';

@ObjectType({ description: 'The answer to `createWebhook`.', simpleResolvers: true })
export class CreateWebhookPayload {
  @Field(() => Webhook, { nullable: true, description: 'The webhook.' })
  webhook!: Webhook | null;

  @Field(() => String, { nullable: true, description: SECRET })
  secret!: string | null;

  @Field(() => Boolean, { description: REPLAYED })
  replayed!: boolean;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

@ObjectType({ description: 'The answer to `rotateWebhookSecret`.', simpleResolvers: true })
export class RotateWebhookSecretPayload {
  @Field(() => Webhook, { nullable: true, description: 'The webhook.' })
  webhook!: Webhook | null;

  @Field(() => String, { nullable: true, description: SECRET })
  secret!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Until then the secret before it signs every post as well.' })
  previousSecretUntil!: string | null;

  @Field(() => Boolean, { description: REPLAYED })
  replayed!: boolean;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

export interface WebhookPayload {
  webhook: Webhook | null;
  userErrors: UserError[];
}

/** Every mutation has a payload of its own, so that each may grow; these begin alike. */
function webhookPayload(name: string, mutation: string, webhook: string): ClassType<WebhookPayload> {
  @ObjectType(name, { description: `The answer to \`${mutation}\`.`, simpleResolvers: true })
  class Payload implements WebhookPayload {
    @Field(() => Webhook, { nullable: true, description: webhook })
    webhook!: Webhook | null;

    @Field(() => [UserError], { description: USER_ERRORS })
    userErrors!: UserError[];
  }
  return Payload;
}

export const UpdateWebhookPayload = webhookPayload(
  'UpdateWebhookPayload',
  'updateWebhook',
  'The webhook as it is now.',
);
export const DeleteWebhookPayload = webhookPayload(
  'DeleteWebhookPayload',
  'deleteWebhook',
  'The webhook as it was last.',
);

@ObjectType({ description: 'What came of posting a sample.', simpleResolvers: true })
export class WebhookTestResult {
  @Field(() => String, { description: 'The `webhook-id` of the post.' })
  eventId!: string;

  @Field(() => Boolean, { description: 'The endpoint has taken it: it answered with a status from 200 to 299.' })
  delivered!: boolean;

  @Field(() => Int, { nullable: true, description: 'The HTTP status of the answer; null: there was none.' })
  responseStatus!: number | null;

  @Field(() => String, {
    nullable: true,
    description: `The beginning of the answer, at most ${LIMITS.webhookResponseBytes} bytes.`,
  })
  responseBody!: string | null;

  @Field(() => String, { nullable: true, description: 'Why there was no answer, such as `timeout`.' })
  error!: string | null;

  @Field(() => Int, { description: 'How long it took, in milliseconds.' })
  durationMs!: number;
}

@ObjectType({ description: 'The answer to `testWebhook`.', simpleResolvers: true })
export class TestWebhookPayload {
  @Field(() => WebhookTestResult, { nullable: true, description: 'What came of it.' })
  result!: WebhookTestResult | null;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

@ObjectType({ description: 'The answer to `redeliverWebhookDelivery`.', simpleResolvers: true })
export class RedeliverWebhookDeliveryPayload {
  @Field(() => WebhookDelivery, { nullable: true, description: 'The delivery, which waits now.' })
  delivery!: WebhookDelivery | null;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}

@ObjectType({ description: 'The answer to `redeliverWebhookDeliveries`.', simpleResolvers: true })
export class RedeliverWebhookDeliveriesPayload {
  @Field(() => SafeInt, {
    description:
      'How many events that are at most: without `onlyDead`, events that the webhook does not get count too.',
  })
  count!: number;

  @Field(() => [UserError], { description: USER_ERRORS })
  userErrors!: UserError[];
}
