import { Field, InputType } from 'type-graphql';
import type { EventType as Type } from '../../../domain/events/event.js';
import type { WebhookStatus as Status } from '../../../domain/vocabulary.js';
import { EventType, WebhookStatus } from '../events/event-enums.js';
import { IDEMPOTENCY_KEY } from '../kernel/inputs.js';
import { DateTime, SafeInt, UUID } from '../kernel/scalars.js';

const WEBHOOK = 'The webhook.';

@InputType({ description: 'An address for events.' })
export class CreateWebhookInput {
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
export class UpdateWebhookInput {
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
export class RotateWebhookSecretInput {
  @Field(() => UUID, { description: WEBHOOK })
  webhookId!: string;

  @Field(() => String, {
    nullable: true,
    description: `${IDEMPOTENCY_KEY} Without one, a second rotation puts the secret before the first out of force.`,
  })
  idempotencyKey?: string | null;
}

@InputType({ description: 'What to post to which webhook.' })
export class TestWebhookInput {
  @Field(() => UUID, { description: WEBHOOK })
  webhookId!: string;

  @Field(() => EventType, { nullable: true, description: 'The type of the sample; left out: `SMS_DELIVERED`.' })
  type?: Type | null;
}

@InputType({ description: 'Which event to post to which webhook once more.' })
export class RedeliverWebhookDeliveryInput {
  @Field(() => UUID, { description: WEBHOOK })
  webhookId!: string;

  @Field(() => SafeInt, { description: 'The delivery: the sequence of its event.' })
  sequence!: number;
}

@InputType({ description: 'Which events to post to which webhook once more.' })
export class RedeliverWebhookDeliveriesInput {
  @Field(() => UUID, { description: WEBHOOK })
  webhookId!: string;

  @Field(() => DateTime, { description: 'Everything from then on, delivered or not.' })
  since!: Date;

  @Field(() => Boolean, { nullable: true, description: 'True: only what has been given up since then.' })
  onlyDead?: boolean | null;
}
