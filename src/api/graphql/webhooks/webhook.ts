import { Arg, Args, Ctx, Field, FieldResolver, InputType, Int, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { eventId, type EventType as Type } from '../../../domain/events/event.js';
import { LIMITS } from '../../../domain/limits.js';
import type {
  WebhookDeliveryStatus as DeliveryWord,
  WebhookDisabledReason as DisabledReason,
  WebhookStatus as Status,
} from '../../../domain/vocabulary.js';
import { listDeliveries } from '../../../operations/webhooks/manage/list-deliveries.js';
import { listWebhooks } from '../../../operations/webhooks/manage/list-webhooks.js';
import { EventType } from '../events/event.js';
import { batchesOf } from '../kernel/batches.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { Node } from '../kernel/node.js';
import { connectionOf, PageArgs } from '../kernel/paging.js';
import type { WebhookDeliveryRow, WebhookRow } from '../kernel/rows.js';
import { DateTime, SafeInt, UUID } from '../kernel/scalars.js';
import { found } from '../kernel/user-errors.js';

export const WebhookStatus = enumOf<Status>('WebhookStatus', 'Whether events are posted to a webhook.', {
  active: 'They are.',
  paused: 'Not for now. It misses nothing: made active again, it goes on where it was.',
  disabled: 'No longer, since its endpoint is gone or has failed for too long. It may be made active again.',
});

const WebhookDisabledReason = enumOf<DisabledReason>('WebhookDisabledReason', 'Why a webhook was disabled.', {
  gone: 'The endpoint has answered 410.',
  failing: 'It has not taken anything for five days.',
});

const WebhookDeliveryStatus = enumOf<DeliveryWord>(
  'WebhookDeliveryStatus',
  'What has become of one event on its way to one webhook.',
  {
    waiting: 'It will be tried, or tried again.',
    delivered: 'The endpoint has taken it: it answered with a status from 200 to 299.',
    dead: 'It is not tried any more, unless somebody asks for it.',
  },
);

@ObjectType({ implements: Node, description: 'An address that events are posted to.', simpleResolvers: true })
export class Webhook extends Node {
  @Field(() => String, { description: 'The address.' })
  url!: string;

  @Field(() => String, { nullable: true, description: 'What it is for, as given.' })
  description!: string | null;

  @Field(() => [EventType], { nullable: true, description: 'What is posted to it; null: everything.' })
  types!: readonly Type[] | null;

  @Field(() => Boolean, { description: 'Made with a test key: it gets the events of tests, and of nothing else.' })
  test!: boolean;

  @Field(() => WebhookStatus, { description: 'Whether events are posted to it.' })
  status!: Status;

  @Field(() => WebhookDisabledReason, { nullable: true, description: 'Why it was disabled.' })
  disabledReason!: DisabledReason | null;

  @Field(() => SafeInt, {
    description: 'The last event of the log that was delivered to it, or is listed among its deliveries.',
  })
  lastSequence!: number;

  @Field(() => DateTime, { nullable: true, description: 'Since when it has taken nothing; null: it does not fail.' })
  failingSince!: string | null;

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt!: string;
}

export function toWebhook(row: WebhookRow): Webhook {
  return {
    typeName: 'Webhook',
    id: row.id,
    url: row.url,
    description: row.description,
    types: row.types,
    test: row.test,
    status: row.status,
    disabledReason: row.disabled_reason,
    lastSequence: row.last_sequence,
    failingSince: row.failing_since,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const WebhookConnection = connectionOf('Webhook', 'webhooks', () => Webhook);

@ObjectType({ description: 'One event on its way to one webhook.', simpleResolvers: true })
export class WebhookDelivery {
  @Field(() => SafeInt, { description: 'The sequence of the event, by which the delivery is named.' })
  sequence!: number;

  @Field(() => String, { description: 'The id of the event, as `webhook-id` has it.' })
  eventId!: string;

  @Field(() => EventType, { description: 'The type of the event.' })
  type!: Type;

  @Field(() => WebhookDeliveryStatus, { description: 'What has become of it.' })
  status!: DeliveryWord;

  @Field(() => Int, { description: 'How often it was posted; counted anew when it is asked for again.' })
  attempts!: number;

  @Field(() => DateTime, { nullable: true, description: 'When it is tried again, at the earliest.' })
  nextAttemptAt!: string | null;

  @Field(() => DateTime, { description: 'When it was last tried.' })
  attemptedAt!: string;

  @Field(() => Int, { nullable: true, description: 'The HTTP status of the last answer; null: there was none.' })
  responseStatus!: number | null;

  @Field(() => String, {
    nullable: true,
    description: `The beginning of the last answer, at most ${LIMITS.webhookResponseBytes} bytes.`,
  })
  responseBody!: string | null;

  @Field(() => String, { nullable: true, description: 'Why there was no answer, such as `timeout`.' })
  error!: string | null;

  @Field(() => Int, { description: 'How long the last attempt took, in milliseconds.' })
  durationMs!: number;
}

export function toWebhookDelivery(organisationId: string, row: WebhookDeliveryRow): WebhookDelivery {
  return {
    sequence: row.sequence,
    eventId: eventId(organisationId, row.sequence),
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    attemptedAt: row.attempted_at,
    responseStatus: row.response_status,
    responseBody: row.response_body,
    error: row.error,
    durationMs: row.duration_ms,
  };
}

const WebhookDeliveryConnection = connectionOf('WebhookDelivery', 'deliveries', () => WebhookDelivery);

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

@InputType({ description: 'Which deliveries to list.' })
class WebhookDeliveryFilter {
  @Field(() => WebhookDeliveryStatus, { nullable: true, description: 'With this status.' })
  status?: DeliveryWord | null;
}

@Resolver(() => Webhook)
export class WebhookResolver {
  @Query(() => WebhookConnection, { complexity: 5, description: 'The webhooks of the organisation, oldest first.' })
  async webhookEndpoints(@Ctx() context: ResolverContext, @Args() page: PageArgs) {
    return WebhookConnection.of(await listWebhooks(context, page), toWebhook);
  }

  @Query(() => Webhook, { nullable: true, description: 'One webhook; null if the organisation has none with this id.' })
  async webhookEndpoint(
    @Ctx() context: ResolverContext,
    @Arg('id', () => UUID, { description: 'The webhook.' }) id: string,
  ): Promise<Webhook | null> {
    const row = found(context, 'Webhook', await batchesOf(context).webhook(id));
    return row && toWebhook(row);
  }

  @FieldResolver(() => WebhookDeliveryConnection, {
    complexity: 5,
    description: 'What was posted to it, or was tried: newest event first.',
  })
  async deliveries(
    @Root() { id }: Pick<Webhook, 'id'>,
    @Ctx() context: ResolverContext,
    @Args() page: PageArgs,
    @Arg('filter', () => WebhookDeliveryFilter, { nullable: true, description: 'Only deliveries like this.' })
    filter?: WebhookDeliveryFilter | null,
  ) {
    const conditions = { endpointId: id, status: filter?.status };
    return WebhookDeliveryConnection.of(await listDeliveries(context, { ...page, conditions }), (row) =>
      toWebhookDelivery(context.caller.organisationId, row),
    );
  }
}
