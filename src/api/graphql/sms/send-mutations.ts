import { Field, InputType } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import { PAUSES_ON_FAILURES } from '../../../domain/sms/failure-watch.js';
import type { MessageCategory as Category } from '../../../domain/vocabulary.js';
import { resumeHeldMessages } from '../../../operations/sms/dispatch/resume.js';
import { cancelMessage } from '../../../operations/sms/messages/cancel-message.js';
import { sendBulkSms } from '../../../operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../operations/sms/send/send-sms.js';
import type { ResolverContext } from '../kernel/context.js';
import {
  count,
  IDEMPOTENCY_KEY,
  id,
  idInput,
  mutation,
  object,
  objectForReaders,
  replayed,
} from '../kernel/mutation.js';
import { DateTime, JSONObject, PhoneNumber, StringMap } from '../kernel/scalars.js';
import { Campaign, toCampaign } from './campaign.js';
import { SmsMessage, toSmsMessage } from './sms-message.js';
import { MessageCategory } from './sms-status.js';

const AT_LEAST_ONCE =
  'Submit the message again when it stays unknown whether the gateway has it. The recipient may get it ' +
  'twice, which is right for one-time codes. By default it is not submitted again.';

const TEST =
  'True: send to the sandbox, which simulates the outcome; nothing leaves the server. Test keys always send to the sandbox.';
const SCHEDULED_AT = `When to submit the message, at most ${LIMITS.scheduleAheadDays} days ahead; at once if omitted.`;
export const VALID_UNTIL =
  'The time after which the message is not submitted to a gateway, whatever it waits for: credit, a retry, or a gateway that is ' +
  'down. A message that no gateway has had then ends as cancelled, with the error code `EXPIRED`. At most ' +
  `${LIMITS.scheduleAheadDays} days ahead; no limit if omitted.`;
const METADATA = `Your own data, at most ${LIMITS.metadataBytes} bytes of JSON.`;
const SENDER_ID =
  'The sender ID: a number, or a name that the gateway has approved, of up to 11 letters, digits, spaces and ' +
  '`.` `_` `&` `-`, with a letter or digit first.';

const CATEGORY =
  'What the message is for; transactional if omitted. Numbers may be suppressed for promotional messages only.';

const SMART_ENCODING =
  'Replace typographic quotes, dashes, spaces and the like by plain ones, if that makes the text of a message GSM-7 and takes no ' +
  'more segments. A text that stays UCS-2, for example because of an emoji, is sent as it is. If omitted, the setting of the ' +
  'organisation applies.';

const PREVIEW_TOKEN =
  'The token of a preview of the same input by the same caller: the campaign is sent exactly as the preview shows, or refused ' +
  'with what has changed. Without `idempotencyKey` the token is the key: a second call with it returns the first result. Not needed to send.';

@InputType({ description: 'An SMS to one number.' })
class SendSmsInput {
  @Field(() => PhoneNumber, { description: 'The mobile number of the recipient.' })
  to!: string;

  @Field(() => String, { description: `The text of the message, at most ${LIMITS.segmentsPerMessage} segments.` })
  message!: string;

  @Field(() => String, { nullable: true, description: SENDER_ID })
  senderId?: string | null;

  @Field(() => DateTime, { nullable: true, description: SCHEDULED_AT })
  scheduledAt?: Date | null;

  @Field(() => DateTime, { nullable: true, description: VALID_UNTIL })
  validUntil?: Date | null;

  @Field(() => String, { nullable: true, description: 'Your own reference; it is returned with the message.' })
  reference?: string | null;

  @Field(() => JSONObject, { nullable: true, description: METADATA })
  metadata?: Record<string, unknown> | null;

  @Field(() => Boolean, { nullable: true, description: AT_LEAST_ONCE })
  atLeastOnce?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: TEST })
  test?: boolean | null;

  @Field(() => MessageCategory, { nullable: true, description: CATEGORY })
  category?: Category | null;

  @Field(() => Boolean, { nullable: true, description: SMART_ENCODING })
  smartEncoding?: boolean | null;

  @Field(() => String, { nullable: true, description: IDEMPOTENCY_KEY })
  idempotencyKey?: string | null;
}

@InputType({ description: 'A recipient of a campaign.' })
class RecipientInput {
  @Field(() => PhoneNumber, {
    description: 'The mobile number of the recipient. A malformed number fails alone and is listed with its reason.',
  })
  to!: string;

  @Field(() => StringMap, {
    nullable: true,
    description:
      'The values that replace `{{name}}` placeholders in the text, by name. A name is any text without braces, of at most 60 characters, such as `first name`.',
  })
  variables?: Record<string, string> | null;

  @Field(() => String, { nullable: true, description: 'Your own reference for this recipient.' })
  reference?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The text for this recipient instead of that of the call, by the same rules, `variables` included.',
  })
  message?: string | null;
}

@InputType({ description: 'A text to many numbers.' })
export class SendBulkSmsInput {
  @Field(() => String, {
    nullable: true,
    description:
      `The text of the messages, at most ${LIMITS.segmentsPerMessage} segments. \`{{name}}\` is replaced by a ` +
      `variable of each recipient; a text may have at most ${LIMITS.placeholdersPerMessage} placeholders. It may be ` +
      'omitted if each recipient has a message of its own.',
  })
  message?: string | null;

  @Field(() => [RecipientInput], {
    description: `The recipients, from 1 to ${LIMITS.recipientsPerBulkCall}. A repeated number gets one message.`,
  })
  recipients!: RecipientInput[];

  @Field(() => String, { nullable: true, description: 'A name for the campaign, to find it by.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: SENDER_ID })
  senderId?: string | null;

  @Field(() => DateTime, { nullable: true, description: SCHEDULED_AT })
  scheduledAt?: Date | null;

  @Field(() => DateTime, { nullable: true, description: VALID_UNTIL })
  validUntil?: Date | null;

  @Field(() => String, { nullable: true, description: 'Your own reference; it is returned with the campaign.' })
  reference?: string | null;

  @Field(() => JSONObject, { nullable: true, description: METADATA })
  metadata?: Record<string, unknown> | null;

  @Field(() => Boolean, { nullable: true, description: AT_LEAST_ONCE })
  atLeastOnce?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: TEST })
  test?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: `Pause the campaign when ${PAUSES_ON_FAILURES} If omitted, as the organisation is set.`,
  })
  pauseOnFailures?: boolean | null;

  @Field(() => MessageCategory, { nullable: true, description: CATEGORY })
  category?: Category | null;

  @Field(() => Boolean, { nullable: true, description: SMART_ENCODING })
  smartEncoding?: boolean | null;

  @Field(() => String, { nullable: true, description: IDEMPOTENCY_KEY })
  idempotencyKey?: string | null;

  @Field(() => String, { nullable: true, description: PREVIEW_TOKEN })
  previewToken?: string | null;
}

@InputType({ description: 'The held messages to queue again.' })
class ResumeHeldMessagesInput {
  @Field(() => String, {
    nullable: true,
    description: 'Queue only messages that are held for this gateway; all if omitted.',
  })
  gateway?: string | null;
}

export const SEND_MUTATIONS = [
  mutation({
    name: 'sendSms',
    description: 'Sends an SMS to one number. It returns when the message is stored; dispatch follows.',
    input: SendSmsInput,
    takes: 'The message to send.',
    payload: { message: object(() => SmsMessage, 'The accepted message.'), replayed },
    async resolve(context: ResolverContext, input) {
      const { result, replayed } = await sendSms(context, input);
      return { message: toSmsMessage(result), replayed };
    },
  }),
  mutation({
    name: 'sendBulkSms',
    description: 'Sends a text to many numbers as a campaign. Either all recipients are stored, or none.',
    input: SendBulkSmsInput,
    takes: 'The campaign.',
    payload: { campaign: object(() => Campaign, 'The accepted campaign.'), replayed },
    async resolve(context: ResolverContext, input) {
      const { result, replayed } = await sendBulkSms(context, input);
      return { campaign: toCampaign(result), replayed };
    },
  }),
  mutation({
    name: 'cancelMessage',
    description: 'Cancels a message that has not been submitted to a gateway.',
    input: idInput('CancelMessageInput', 'The message to cancel.', 'messageId', 'The id of the message.'),
    takes: 'The id of the message.',
    payload: {
      messageId: id('The id of the message.'),
      message: objectForReaders('sms:read', () => SmsMessage, 'The cancelled message.'),
    },
    async resolve(context: ResolverContext, input) {
      const message = toSmsMessage(await cancelMessage(context, input));
      return { messageId: message.id, message };
    },
  }),
  mutation({
    name: 'resumeHeldMessages',
    description:
      'Queues messages again that are held because a gateway account ran out of credit, without waiting for ' +
      'the next check.',
    input: ResumeHeldMessagesInput,
    takes: 'The messages to queue again.',
    payload: { resumed: count('The number of messages that are queued again.') },
    resolve: (context: ResolverContext, input) => resumeHeldMessages(context, input),
  }),
];
