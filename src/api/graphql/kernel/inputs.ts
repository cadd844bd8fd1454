import { Field, InputType } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import { SuppressionInput } from '../sms/suppression.js';
import { DateTime, JSONObject, PhoneNumber, StringMap, UUID } from './scalars.js';

const AT_LEAST_ONCE =
  'Send again when it stays unknown whether the gateway has a message. Good for one-time codes; the recipient may get ' +
  'it twice. By default it is not sent again.';
export const IDEMPOTENCY_KEY =
  `Up to ${LIMITS.idempotencyKeyLength} characters of your choice. Repeating the call with the same key and input within ` +
  `${LIMITS.idempotencyHours} hours makes nothing twice and answers the same thing again: a send as it was stored, a ` +
  'phone or webhook as it is by then.';
const SCHEDULED_AT = `When to send it, at most ${LIMITS.scheduleAheadDays} days ahead; left out: at once.`;
const METADATA = `Your own data, at most ${LIMITS.metadataBytes} bytes of JSON.`;
const SENDER_ID =
  'Who it comes from: a number, or a name that the gateway has approved: up to 11 letters, digits, spaces and `.` `_` `&` ' +
  '`-`, of which the first is a letter or digit.';

@InputType({ description: 'One SMS to one number.' })
export class SendSmsInput {
  @Field(() => PhoneNumber, { description: 'The mobile number to write to.' })
  to!: string;

  @Field(() => String, { description: `The text, at most ${LIMITS.segmentsPerMessage} segments.` })
  message!: string;

  @Field(() => String, { nullable: true, description: SENDER_ID })
  senderId?: string | null;

  @Field(() => DateTime, { nullable: true, description: SCHEDULED_AT })
  scheduledAt?: Date | null;

  @Field(() => String, { nullable: true, description: 'Your own reference; it is given back with the message.' })
  reference?: string | null;

  @Field(() => JSONObject, { nullable: true, description: METADATA })
  metadata?: Record<string, unknown> | null;

  @Field(() => Boolean, { nullable: true, description: AT_LEAST_ONCE })
  atLeastOnce?: boolean | null;

  @Field(() => String, { nullable: true, description: IDEMPOTENCY_KEY })
  idempotencyKey?: string | null;
}

@InputType({ description: 'A recipient of a campaign.' })
export class RecipientInput {
  @Field(() => PhoneNumber, {
    description: 'The mobile number to write to. A malformed one fails alone and is listed with its reason.',
  })
  to!: string;

  @Field(() => StringMap, { nullable: true, description: 'What stands for each `{{name}}` of the message.' })
  variables?: Record<string, string> | null;

  @Field(() => String, { nullable: true, description: 'Your own reference for this recipient.' })
  reference?: string | null;
}

@InputType({ description: 'One text to many numbers.' })
export class SendBulkSmsInput {
  @Field(() => String, {
    description:
      `The text, at most ${LIMITS.segmentsPerMessage} segments; \`{{name}}\` stands for a variable of each recipient, and ` +
      `there are at most ${LIMITS.placeholdersPerMessage} such placeholders.`,
  })
  message!: string;

  @Field(() => [RecipientInput], {
    description: 'From 1 to 10,000. A number that stands here twice is sent to once.',
  })
  recipients!: RecipientInput[];

  @Field(() => String, { nullable: true, description: 'A name to find the campaign by.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: SENDER_ID })
  senderId?: string | null;

  @Field(() => DateTime, { nullable: true, description: SCHEDULED_AT })
  scheduledAt?: Date | null;

  @Field(() => String, { nullable: true, description: 'Your own reference; it is given back with the campaign.' })
  reference?: string | null;

  @Field(() => JSONObject, { nullable: true, description: METADATA })
  metadata?: Record<string, unknown> | null;

  @Field(() => Boolean, { nullable: true, description: AT_LEAST_ONCE })
  atLeastOnce?: boolean | null;

  @Field(() => String, { nullable: true, description: IDEMPOTENCY_KEY })
  idempotencyKey?: string | null;
}

@InputType({ description: 'Which held messages to let go.' })
export class ResumeHeldMessagesInput {
  @Field(() => String, { nullable: true, description: 'Only those held for this gateway; left out: all.' })
  gateway?: string | null;
}

@InputType({ description: 'Numbers that are not to be written to.' })
export class AddSuppressionsInput {
  @Field(() => [SuppressionInput], { description: 'From 1 to 1,000.' })
  numbers!: SuppressionInput[];

  @Field(() => String, { nullable: true, description: IDEMPOTENCY_KEY })
  idempotencyKey?: string | null;
}

@InputType({ description: 'Which suppression to lift: by its id, or by number and sender.' })
export class LiftSuppressionInput {
  @Field(() => UUID, { nullable: true, description: 'The entry.' })
  id?: string | null;

  @Field(() => PhoneNumber, { nullable: true, description: 'The number, where no id is given.' })
  mobile?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'With a number: lift the entry for this sender; left out: the one for every sender.',
  })
  senderId?: string | null;
}
