import { Args, ArgsType, Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import {
  type DescribedEvent,
  eventBody,
  type EventStatus as Status,
  type EventType as Type,
} from '../../../domain/events/event.js';
import { LIMITS } from '../../../domain/limits.js';
import type {
  MessageCategory as Category,
  ConsentChange as Change,
  ConsentSource as Source,
  Keyword as Word,
} from '../../../domain/vocabulary.js';
import { listEvents } from '../../../operations/events/event-log.js';
import type { ResolverContext } from '../kernel/context.js';
import { enumOf } from '../kernel/enum.js';
import { DateTime, JSONObject, SafeInt, UUID } from '../kernel/scalars.js';
import { ConsentChangeKind, ConsentSource } from '../sms/consent-change.js';
import { Keyword } from '../sms/inbound-message.js';
import { MessageCategory } from '../sms/sms-status.js';

export const EventType = enumOf<Type>(
  'EventType',
  'The type of an event. In webhooks and the REST API, `SMS_DELIVERED` is `sms.delivered`, and so on.',
  {
    'sms.queued': 'A single SMS was accepted, or a held SMS, also one of a campaign, was queued again.',
    'sms.sent': 'A gateway accepted an SMS.',
    'sms.delivered': 'The delivery report confirms that an SMS is on the handset.',
    'sms.failed': 'A gateway rejected an SMS, or it could not be submitted.',
    'sms.undelivered': 'A gateway accepted an SMS, but could not deliver it.',
    'sms.blocked': 'The recipient or a registry blocks an SMS.',
    'sms.held': 'An SMS waits for credit, or for a review by the gateway.',
    'sms.cancelled': 'An SMS was cancelled before it was submitted.',
    'sms.received': 'A person sent an SMS to a number of the organisation.',
    'consent.changed': 'A person wants no more messages, or wants them again.',
    'campaign.accepted': 'A campaign was accepted.',
    'campaign.started': 'The first message of a campaign was submitted.',
    'campaign.completed': 'Every message of a campaign reached its final status.',
    'campaign.cancelled': 'A campaign was cancelled.',
    'campaign.rescheduled': 'A campaign got another time to start.',
    'campaign.paused': 'A campaign was paused, by a caller or because too many of its messages failed.',
    'campaign.resumed': 'A paused campaign was resumed.',
    'campaign.held': 'All that is left of a campaign is held: there is no credit, or the gateway reviews the messages.',
    'chat_message.sent': 'The provider accepted a chat message.',
    'chat_message.delivered': 'A chat message is on a device of the recipient.',
    'chat_message.read': 'A chat message was read.',
    'chat_message.failed': 'A chat message failed.',
    'chat_message.received':
      'A person wrote to the phone of a session. A second such event says that a message which came without text or file has them now.',
    'session.connected': 'A phone was connected to a session.',
    'session.disconnected': 'A phone is no longer connected.',
    'gateway.down': 'A gateway has taken no SMS for half a minute, and SMS of the organisation wait for it.',
    'gateway.up': 'A gateway takes SMS again, or nothing of the organisation waits for it any more.',
    'webhook.disabled': 'A webhook was disabled because its endpoint is gone or has failed for too long.',
  },
);

export const EventStatus = enumOf<Status>('EventStatus', 'The status of the subject of an event.', {
  queued: 'Of an SMS: it was accepted, or was held and is queued again.',
  sent: 'Of an SMS or a chat message: the gateway or the provider accepted it.',
  delivered: 'Of an SMS or a chat message: it is on a device of the recipient.',
  failed: 'Of an SMS or a chat message: it was rejected, or could not be sent.',
  undelivered: 'Of an SMS: the gateway accepted it, but could not deliver it.',
  blocked: 'Of an SMS: the recipient or a registry blocks it.',
  held: 'Of an SMS: it waits for credit, or for a review by the gateway. Of a campaign: so does all that is left of it.',
  cancelled: 'Of an SMS or a campaign: it was cancelled.',
  received: 'Of an SMS or a chat message that a person sent: it was received.',
  changed: 'Of the consent of a person: it has changed.',
  accepted: 'Of a campaign: it was accepted.',
  started: 'Of a campaign: its first message was submitted.',
  rescheduled: 'Of a campaign: it got another time to start.',
  paused: 'Of a campaign: it was paused, by a caller or because too many of its messages failed.',
  resumed: 'Of a campaign: it was resumed.',
  completed: 'Of a campaign: every message reached its final status.',
  read: 'Of a chat message: it was read.',
  connected: 'Of a session: its phone is connected.',
  disconnected: 'Of a session: its phone is no longer connected.',
  down: 'Of a gateway: it takes no SMS, and SMS wait for it.',
  up: 'Of a gateway: it takes SMS again, or none waits for it any more.',
  disabled: 'Of a webhook: its endpoint is gone or has failed for too long.',
});

@ObjectType('Event', {
  description:
    'An event: a change of a message, a campaign, a session, a gateway, a webhook or the consent of a person, or a message ' +
    'that a person sent, as recorded in the event log of the organisation.',
  simpleResolvers: true,
})
export class LogEvent {
  @Field(() => String, { description: 'The id of the event, which is also the `webhook-id` of its posts.' })
  id!: string;

  @Field(() => SafeInt, { description: 'The position of the event in the log. The log has no gaps.' })
  sequence!: number;

  @Field(() => EventType, { description: 'The type of the event.' })
  type!: Type;

  @Field(() => Int, {
    description:
      'The number of the change of the subject: of two events about it, the one with the greater revision is the ' +
      'later.',
  })
  revision!: number;

  @Field(() => DateTime, { description: 'The time of the change.' })
  occurredAt!: Date;

  @Field(() => Boolean, { description: 'True if a late report contradicted a final status of an earlier event.' })
  corrected!: boolean;

  @Field(() => EventStatus, { description: 'The new status of the subject: the second half of the type.' })
  status!: Status;

  @Field(() => String, {
    nullable: true,
    description: 'The id of the message: of an SMS, or of a chat message as the call that sent it returned it.',
  })
  messageId!: string | null;

  @Field(() => UUID, { nullable: true, description: 'The id of the campaign, also if one of its messages changed.' })
  campaignId!: string | null;

  @Field(() => UUID, { nullable: true, description: 'The id of the session, also if one of its messages changed.' })
  sessionId!: string | null;

  @Field(() => UUID, { nullable: true, description: 'The id of the webhook.' })
  webhookId!: string | null;

  @Field(() => String, { nullable: true, description: 'The name of the gateway that is down or up.' })
  gateway!: string | null;

  @Field(() => UUID, { nullable: true, description: 'The id of the message that a person sent.' })
  inboundId!: string | null;

  @Field(() => Keyword, {
    nullable: true,
    description: 'What the person asks for, if the whole SMS is a keyword, such as `STOP`; null otherwise.',
  })
  keyword!: Word | null;

  @Field(() => UUID, { nullable: true, description: 'The id of the consent change.' })
  consentId!: string | null;

  @Field(() => ConsentChangeKind, { nullable: true, description: 'What the person has decided about messages.' })
  change!: Change | null;

  @Field(() => ConsentSource, { nullable: true, description: 'How the organisation learned of the consent change.' })
  source!: Source | null;

  @Field(() => MessageCategory, {
    nullable: true,
    description: 'The category of messages that the consent change is about; null: messages of every category.',
  })
  category!: Category | null;

  @Field(() => Int, { nullable: true, description: 'The delivery code of the SMS.' })
  deliveryCode!: number | null;

  @Field(() => String, { nullable: true, description: 'Your own reference of the SMS or the campaign.' })
  reference!: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True if the subject was made with a test key.' })
  test!: boolean | null;

  @Field(() => JSONObject, {
    description: 'The body that webhooks post for the event: `type`, `timestamp` and `data`.',
  })
  payload!: object;
}

export function toLogEvent(event: DescribedEvent): LogEvent {
  return { ...event, payload: eventBody(event) };
}

@ObjectType({ description: 'A part of the event log, in the order of the log.', simpleResolvers: true })
export class EventPage {
  @Field(() => [LogEvent], { description: 'The events.' })
  nodes!: readonly LogEvent[];

  @Field(() => SafeInt, {
    description:
      'The value of `after` for the next call. It also covers events that `types` or the scopes of the key ' +
      'left out.',
  })
  lastSequence!: number;

  @Field(() => Boolean, { description: 'True if the log continues after `lastSequence`.' })
  hasMore!: boolean;

  @Field(() => SafeInt, { description: 'The sequence of the oldest event in the log; older events are deleted.' })
  oldestSequence!: number;

  @Field(() => SafeInt, { description: 'The sequence of the newest event in the log.' })
  newestSequence!: number;
}

@ArgsType()
class EventArgs {
  @Field(() => Int, { description: `How many events to return, at most ${LIMITS.eventsPerPageMax}.` })
  first!: number;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'The sequence of an event; the page starts after it. If omitted, it starts at the oldest event.',
  })
  after?: number | null;

  @Field(() => [EventType], {
    nullable: true,
    description: 'Only events of these types; if omitted, all types that the key may see.',
  })
  types?: Type[] | null;
}

@Resolver(() => EventPage)
export class EventResolver {
  @Query(() => EventPage, {
    complexity: 5,
    description:
      'Returns the part of the event log that the scopes of the key cover, in order. Fails with ' +
      '`EVENTS_EXPIRED` if events after `after` were deleted.',
  })
  async events(@Ctx() context: ResolverContext, @Args() wanted: EventArgs): Promise<EventPage> {
    const { events, last, hasMore, oldest, newest } = await listEvents(context, wanted);
    const ends = { lastSequence: last, hasMore, oldestSequence: oldest, newestSequence: newest };
    return { nodes: events.map(toLogEvent), ...ends };
  }
}
