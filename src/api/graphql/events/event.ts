import { Args, ArgsType, Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { type DescribedEvent, eventBody, type EventType as Type } from '../../../domain/events/event.js';
import { listEvents } from '../../../operations/events/list-events.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { DateTime, JSONObject, SafeInt, UUID } from '../kernel/scalars.js';

export const EventType = enumOf<Type>(
  'EventType',
  'What an event tells. In webhooks and in the REST API `SMS_DELIVERED` is `sms.delivered`, and so on.',
  {
    'sms.queued': 'A single SMS was accepted, or an SMS that was held waits again, also one of a campaign.',
    'sms.sent': 'A gateway has taken an SMS.',
    'sms.delivered': 'An SMS is on the handset.',
    'sms.failed': 'An SMS was rejected, or could not be sent.',
    'sms.undelivered': 'An SMS was sent, but could not be delivered.',
    'sms.blocked': 'The recipient of an SMS wants none.',
    'sms.held': 'An SMS waits for credit, or for the review of the gateway.',
    'sms.cancelled': 'An SMS was cancelled before it was dispatched.',
    'campaign.accepted': 'A bulk call was accepted.',
    'campaign.started': 'The first message of a campaign was dispatched.',
    'campaign.completed': 'Every message of a campaign has its outcome.',
    'campaign.cancelled': 'A campaign was cancelled.',
    'chat_message.sent': 'The provider has taken a chat message.',
    'chat_message.delivered': 'A chat message is on a device of the recipient.',
    'chat_message.read': 'A chat message was read.',
    'chat_message.failed': 'A chat message was not sent.',
    'session.connected': 'A phone is connected: messages can be sent through it.',
    'session.disconnected': 'A phone is connected no longer.',
    'webhook.disabled': 'A webhook was disabled, since its endpoint is gone or has failed for too long.',
  },
);

@ObjectType('Event', {
  description: 'A change of a message, a campaign, a session or a webhook, as the log of the organisation tells it.',
  simpleResolvers: true,
})
export class LogEvent {
  @Field(() => String, { description: 'Identifies it, here and as `webhook-id` of every post of it.' })
  id!: string;

  @Field(() => SafeInt, { description: 'Its place in the log. The log has no gaps.' })
  sequence!: number;

  @Field(() => EventType, { description: 'What it tells.' })
  type!: Type;

  @Field(() => Int, { description: 'Counts the changes of what it is about: of two events the greater is the later.' })
  revision!: number;

  @Field(() => DateTime, { description: 'When it happened.' })
  occurredAt!: Date;

  @Field(() => Boolean, { description: 'A late report contradicted an outcome that was told before.' })
  corrected!: boolean;

  @Field(() => String, { description: 'What it is about is now this: the second half of the type.' })
  status!: string;

  @Field(() => String, { nullable: true, description: 'Of an SMS, or of a chat message as the answer to its send.' })
  messageId!: string | null;

  @Field(() => UUID, { nullable: true, description: 'Of the campaign, also where a message of it has changed.' })
  campaignId!: string | null;

  @Field(() => UUID, { nullable: true, description: 'Of the session, also where a message of it has changed.' })
  sessionId!: string | null;

  @Field(() => UUID, { nullable: true, description: 'Of the webhook.' })
  webhookId!: string | null;

  @Field(() => Int, { nullable: true, description: 'The delivery code of an SMS.' })
  deliveryCode!: number | null;

  @Field(() => String, { nullable: true, description: 'Your own reference of the SMS or the campaign.' })
  reference!: string | null;

  @Field(() => Boolean, { nullable: true, description: 'It concerns something made with a test key.' })
  test!: boolean | null;

  @Field(() => JSONObject, { description: 'Exactly what a webhook carries: `type`, `timestamp` and `data`.' })
  payload!: object;
}

export function toLogEvent(event: DescribedEvent): LogEvent {
  return { ...event, payload: eventBody(event) };
}

@ObjectType({ description: 'A piece of the event log, in its order.', simpleResolvers: true })
export class EventPage {
  @Field(() => [LogEvent], { description: 'The events.' })
  nodes!: readonly LogEvent[];

  @Field(() => SafeInt, {
    description: 'For `after` of the next call: everything up to here was looked at, also what was left out.',
  })
  lastSequence!: number;

  @Field(() => Boolean, { description: 'The log goes on after `lastSequence`.' })
  hasMore!: boolean;

  @Field(() => SafeInt, { description: 'Where the log begins: older events are no longer kept.' })
  oldestSequence!: number;

  @Field(() => SafeInt, { description: 'Where the log ends now.' })
  newestSequence!: number;
}

@ArgsType()
class EventArgs {
  @Field(() => Int, { description: 'So many, at most 1,000.' })
  first!: number;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Start after the event with this sequence; left out: with the oldest that is kept.',
  })
  after?: number | null;

  @Field(() => [EventType], { nullable: true, description: 'Only these; left out: all that the key may see.' })
  types?: Type[] | null;
}

@Resolver(() => EventPage)
export class EventResolver {
  @Query(() => EventPage, {
    complexity: 5,
    description:
      'The event log, in order: what the scopes of the key open to it. Fails with `EVENTS_EXPIRED` when events after ' +
      '`after` are no longer kept.',
  })
  async events(@Ctx() context: ResolverContext, @Args() wanted: EventArgs): Promise<EventPage> {
    const { events, last, hasMore, oldest, newest } = await listEvents(context, wanted);
    const ends = { lastSequence: last, hasMore, oldestSequence: oldest, newestSequence: newest };
    return { nodes: events.map(toLogEvent), ...ends };
  }
}
