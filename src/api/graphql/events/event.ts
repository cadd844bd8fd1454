import { Field, Int, ObjectType } from 'type-graphql';
import { type DescribedEvent, eventBody, type EventType as Type } from '../../../domain/events/event.js';
import { DateTime, JSONObject, SafeInt, UUID } from '../kernel/scalars.js';
import { EventType } from './event-enums.js';

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
