import { Field, InputType } from 'type-graphql';
import { LIMITS } from '../../../domain/limits.js';
import { cancelCampaign } from '../../../operations/sms/campaigns/cancel-campaign.js';
import { resumeHeldMessages } from '../../../operations/sms/dispatch/resume.js';
import { cancelMessage } from '../../../operations/sms/messages/cancel-message.js';
import { sendBulkSms } from '../../../operations/sms/send/send-bulk-sms.js';
import { sendSms } from '../../../operations/sms/send/send-sms.js';
import type { ResolverContext } from '../kernel/context.js';
import { count, IDEMPOTENCY_KEY, idInput, mutation, object, replayed } from '../kernel/mutation.js';
import { DateTime, JSONObject, PhoneNumber, StringMap } from '../kernel/scalars.js';
import { Campaign, toCampaign } from './campaign.js';
import { SmsMessage, toSmsMessage } from './sms-message.js';

const AT_LEAST_ONCE =
  'Send again when it stays unknown whether the gateway has a message. Good for one-time codes; the recipient may get ' +
  'it twice. By default it is not sent again.';

const SCHEDULED_AT = `When to send it, at most ${LIMITS.scheduleAheadDays} days ahead; left out: at once.`;
const METADATA = `Your own data, at most ${LIMITS.metadataBytes} bytes of JSON.`;
const SENDER_ID =
  'Who it comes from: a number, or a name that the gateway has approved: up to 11 letters, digits, spaces and `.` `_` `&` ' +
  '`-`, of which the first is a letter or digit.';

@InputType({ description: 'One SMS to one number.' })
class SendSmsInput {
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
class RecipientInput {
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
class SendBulkSmsInput {
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
class ResumeHeldMessagesInput {
  @Field(() => String, { nullable: true, description: 'Only those held for this gateway; left out: all.' })
  gateway?: string | null;
}

export const SEND_MUTATIONS = [
  mutation({
    name: 'sendSms',
    description: 'Accepts one SMS.',
    input: SendSmsInput,
    takes: 'The SMS.',
    payload: { message: object(() => SmsMessage, 'The accepted message.'), replayed },
    async resolve(context: ResolverContext, input) {
      const { result, replayed } = await sendSms(context, input);
      return { message: toSmsMessage(result), replayed };
    },
  }),
  mutation({
    name: 'sendBulkSms',
    description: 'Accepts a campaign, all of it or nothing.',
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
    description: 'Cancels a message that no gateway has been given.',
    input: idInput('CancelMessageInput', 'Which message to cancel.', 'messageId', 'The message.'),
    takes: 'The message.',
    payload: { message: object(() => SmsMessage, 'The cancelled message.') },
    resolve: async (context: ResolverContext, input) => ({
      message: toSmsMessage(await cancelMessage(context, input)),
    }),
  }),
  mutation({
    name: 'cancelCampaign',
    description: 'Cancels those messages of a campaign that no gateway has been given.',
    input: idInput('CancelCampaignInput', 'Which campaign to cancel.', 'campaignId', 'The campaign.'),
    takes: 'The campaign.',
    payload: {
      campaign: object(() => Campaign, 'The campaign as it is now.'),
      cancelled: count('Messages that this call has cancelled.'),
      alreadyDispatched: count('Messages that a gateway had before, and that could not be called back.'),
    },
    async resolve(context: ResolverContext, input) {
      const { campaign, ...numbers } = await cancelCampaign(context, input);
      return { campaign: toCampaign(campaign), ...numbers };
    },
  }),
  mutation({
    name: 'resumeHeldMessages',
    description: 'Queues messages again that are held because credit has run out, without waiting for the next check.',
    input: ResumeHeldMessagesInput,
    takes: 'Which ones.',
    payload: { resumed: count('Messages that are queued again.') },
    resolve: (context: ResolverContext, input) => resumeHeldMessages(context, input),
  }),
];
