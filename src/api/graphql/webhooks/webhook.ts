import { Arg, Args, Ctx, Field, FieldResolver, InputType, Int, ObjectType, Query, Resolver, Root } from 'type-graphql';
import { eventId, type EventType as Type } from '../../../domain/events/event.js';
import { LIMITS } from '../../../domain/limits.js';
import type {
  WebhookDeliveryStatus as DeliveryWord,
  WebhookDisabledReason as DisabledReason,
  WebhookStatus as Status,
} from '../../../domain/vocabulary.js';
import { camelCased } from '../../../lib/snake-case.js';
import {
  getDeliveredEvents,
  getWebhooks,
  listDeliveries,
  listRecentDeliveries,
  listWebhookBacklogs,
  listWebhooks,
  type WebhookDeliveryRow,
  type WebhookRow,
} from '../../../operations/webhooks/manage/webhooks.js';
import { EventType, LogEvent, toLogEvent } from '../events/event.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { loaderById, loaderOf } from '../kernel/loader.js';
import { Node } from '../kernel/node.js';
import { connectionOf, PageArgs } from '../kernel/paging.js';
import { DateTime, SafeInt, UUID } from '../kernel/scalars.js';
import { found } from '../kernel/user-errors.js';

export const WebhookStatus = enumOf<Status>('WebhookStatus', 'The status of a webhook.', {
  active: 'Active: events are posted to the webhook.',
  paused:
    'Paused: no events are posted. The webhook keeps its position in the log and continues there when it is ' +
    'active again.',
  disabled:
    'Disabled: no events are posted, because the endpoint is gone or has failed for too long. The webhook can ' +
    'be made active again.',
});

const WebhookDisabledReason = enumOf<DisabledReason>(
  'WebhookDisabledReason',
  'The reason why a webhook was disabled.',
  {
    gone: 'Gone: the endpoint responded with HTTP status 410.',
    failing: 'Failing: the endpoint has accepted nothing for five days.',
  },
);

const WebhookDeliveryStatus = enumOf<DeliveryWord>(
  'WebhookDeliveryStatus',
  'The status of the delivery of an event to a webhook.',
  {
    waiting: 'Waiting: the event will be posted, or posted again.',
    delivered: 'Delivered: the endpoint responded with a status from 200 to 299.',
    dead: 'Dead: the event is not posted again, unless a redelivery is requested.',
  },
);

@ObjectType({ implements: Node, description: 'A webhook: a URL to which events are posted.', simpleResolvers: true })
export class Webhook extends Node<'Webhook'> {
  @Field(() => String, { description: 'The URL of the webhook.' })
  url!: string;

  @Field(() => String, { nullable: true, description: 'The description of the webhook, as given.' })
  description!: string | null;

  @Field(() => [EventType], {
    nullable: true,
    description: 'The types of events that are posted to the webhook; null: all types.',
  })
  types!: readonly Type[] | null;

  @Field(() => Boolean, {
    description: 'True if the webhook was made with a test key; only events of test messages are posted to it.',
  })
  test!: boolean;

  @Field(() => WebhookStatus, { description: 'The status of the webhook.' })
  status!: Status;

  @Field(() => WebhookDisabledReason, { nullable: true, description: 'The reason why the webhook was disabled.' })
  disabledReason!: DisabledReason | null;

  @Field(() => SafeInt, {
    description: 'The sequence of the last event that was delivered to the webhook, or is listed in its deliveries.',
  })
  lastSequence!: number;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'The time of the first failed post since the webhook last accepted one; null if its last post succeeded.',
  })
  failingSince!: string | null;

  @Field(() => Int, { description: 'The number of posts that have failed in a row.' })
  failures!: number;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'The time when a worker next looks for events to post: a past time if it is about to, or is posting; null if there is ' +
      'nothing to post, or the webhook is not active.',
  })
  nextAttemptAt!: string | null;

  @Field(() => DateTime, { description: 'The time when the webhook was created.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'The time when the webhook was last changed.' })
  updatedAt!: string;
}

export function toWebhook(row: WebhookRow): Webhook {
  return { typeName: 'Webhook', ...camelCased(row) };
}

export const loadWebhook = loaderById(getWebhooks, toWebhook);
const loadBehind = loaderById(listWebhookBacklogs, ({ behind }) => behind);
const loadRecent = loaderById(listRecentDeliveries, ({ delivered, failed, p95_ms: p95Ms }) => ({
  delivered,
  failed,
  p95Ms,
}));

@ObjectType({
  description:
    `What came of the last posts to a webhook: those of its newest ${LIMITS.webhookRecentDeliveries} events, as far as they ` +
    `were posted in the last ${LIMITS.webhookRecentHours} hours. An event that was posted several times counts once, with its ` +
    'last post.',
  simpleResolvers: true,
})
class WebhookRecent {
  @Field(() => Int, { description: 'The number of events that the endpoint accepted.' })
  delivered!: number;

  @Field(() => Int, { description: 'The number of events that the endpoint did not accept, or not yet.' })
  failed!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'The 95th percentile of the duration of these posts in milliseconds; null if there was none.',
  })
  p95Ms!: number | null;
}

const WebhookConnection = connectionOf('Webhook', 'webhooks', () => Webhook);

@ObjectType({ description: 'The delivery of an event to a webhook.', simpleResolvers: true })
export class WebhookDelivery {
  @Field(() => SafeInt, { description: 'The sequence of the event, which identifies the delivery.' })
  sequence!: number;

  @Field(() => String, { description: 'The id of the event, which is the `webhook-id` of its posts.' })
  eventId!: string;

  @Field(() => EventType, { description: 'The type of the event.' })
  type!: Type;

  @Field(() => WebhookDeliveryStatus, { description: 'The status of the delivery.' })
  status!: DeliveryWord;

  @Field(() => Int, { description: 'The number of posts; a redelivery starts again at 0.' })
  attempts!: number;

  @Field(() => DateTime, { nullable: true, description: 'The earliest time of the next post; null if there is none.' })
  nextAttemptAt!: string | null;

  @Field(() => DateTime, { description: 'The time of the last post.' })
  attemptedAt!: string;

  @Field(() => Int, { nullable: true, description: 'The HTTP status of the last response; null if there was none.' })
  responseStatus!: number | null;

  @Field(() => String, {
    nullable: true,
    description: `The beginning of the last response body, at most ${LIMITS.webhookResponseBytes} bytes.`,
  })
  responseBody!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why there was no response, such as `timeout`; null if there was one.',
  })
  error!: string | null;

  @Field(() => Int, { description: 'The duration of the last post in milliseconds.' })
  durationMs!: number;
}

export function toWebhookDelivery(organisationId: string, row: WebhookDeliveryRow): WebhookDelivery {
  return { ...camelCased(row), eventId: eventId(organisationId, row.sequence) };
}

const WebhookDeliveryConnection = connectionOf(
  'WebhookDelivery',
  'deliveries',
  () => WebhookDelivery,
  LIMITS.itemsCounted,
);

@InputType({ description: 'Conditions for listed deliveries; all of them must hold.' })
class WebhookDeliveryFilter {
  @Field(() => WebhookDeliveryStatus, { nullable: true, description: 'Deliveries with this status.' })
  status?: DeliveryWord | null;

  @Field(() => [EventType], {
    nullable: true,
    description: 'Deliveries of events of these types; an empty list matches none.',
  })
  types?: Type[] | null;

  @Field(() => DateTime, { nullable: true, description: 'Deliveries of events since this time.' })
  since?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Deliveries of events before this time.' })
  until?: Date | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Deliveries whose last response has a status with this first digit, from 1 to 5; 0: there was no response.',
  })
  responseClass?: number | null;
}

@Resolver(() => Webhook)
export class WebhookResolver {
  @Query(() => WebhookConnection, {
    complexity: 5,
    description: 'Returns the webhooks of the organisation, oldest first.',
  })
  async webhookEndpoints(@Ctx() context: ResolverContext, @Args() page: PageArgs) {
    return WebhookConnection.of(await listWebhooks(context, page), toWebhook);
  }

  @Query(() => Webhook, {
    nullable: true,
    description: 'Returns one webhook; null if the organisation has no webhook with this id.',
  })
  async webhookEndpoint(
    @Ctx() context: ResolverContext,
    @Arg('id', () => UUID, { description: 'The id of the webhook.' }) id: string,
  ): Promise<Webhook | null> {
    return found(context, 'Webhook', await loadWebhook(context, id));
  }

  @FieldResolver(() => WebhookDeliveryConnection, {
    complexity: 5,
    description: 'The deliveries to the webhook, newest event first.',
  })
  async deliveries(
    @Root() { id }: Pick<Webhook, 'id'>,
    @Ctx() context: ResolverContext,
    @Args() page: PageArgs,
    @Arg('filter', () => WebhookDeliveryFilter, {
      nullable: true,
      description: 'Conditions for the listed deliveries.',
    })
    filter?: WebhookDeliveryFilter | null,
  ) {
    const conditions = { ...filter, endpointId: id };
    return WebhookDeliveryConnection.of(await listDeliveries(context, { ...page, conditions }), (row) =>
      toWebhookDelivery(context.caller.organisationId, row),
    );
  }

  @FieldResolver(() => SafeInt, {
    complexity: 2,
    description:
      'The number of events that the webhook has yet to get: those after `lastSequence`, of whatever type, and deliveries ' +
      `that wait for another post, of which ${LIMITS.webhookWaitingCounted} are counted at most.`,
  })
  async behind(@Root() { id }: Pick<Webhook, 'id'>, @Ctx() context: ResolverContext): Promise<number> {
    return (await loadBehind(context, id)) ?? 0;
  }

  @FieldResolver(() => WebhookRecent, { complexity: 5, description: 'What came of the last posts to the webhook.' })
  async recent(@Root() { id }: Pick<Webhook, 'id'>, @Ctx() context: ResolverContext): Promise<WebhookRecent> {
    return (await loadRecent(context, id)) ?? { delivered: 0, failed: 0, p95Ms: null };
  }
}

/** By sequences. */
const loadEvent = loaderOf<LogEvent | null>(async (context, sequences) => {
  const events = await getDeliveredEvents(context, sequences.map(Number));
  return new Map(events.map((event) => [String(event.sequence), toLogEvent(event)]));
}, null);

@Resolver(() => WebhookDelivery)
export class WebhookDeliveryResolver {
  @FieldResolver(() => LogEvent, {
    nullable: true,
    complexity: 2,
    description:
      'The event, whose `payload` is the body of the posts; null if it is no longer in the log, or the scopes of the ' +
      'caller do not cover it.',
  })
  async event(
    @Root() { sequence }: Pick<WebhookDelivery, 'sequence'>,
    @Ctx() context: ResolverContext,
  ): Promise<LogEvent | null> {
    return loadEvent(context, String(sequence));
  }
}
