import { z } from 'zod';
import { LIMITS } from '../../../domain/limits.js';
import { CAMPAIGN_STATUSES, SMS_ENCODINGS, SMS_STATUSES } from '../../../domain/vocabulary.js';
import { optionalFlag, optionalObject, optionalText, optionalTime, optionalWord, text } from '../checks.js';
import { recipients } from '../recipients.js';
import { defineRoute, type RestCall } from '../route.js';
import { lower } from '../words.js';

const options = {
  sender_id: optionalWord().describe(
    'Who the message seems to come from: a number, or up to 11 letters, digits, spaces and `.` `_` `&` `-`, of which the first is a letter or digit.',
  ),
  scheduled_at: optionalTime().describe(
    `When to send; at most ${LIMITS.scheduleAheadDays} days ahead. At once by default.`,
  ),
  reference: optionalText().describe(`Your own id, at most ${LIMITS.referenceLength} characters.`),
  metadata: optionalObject().describe(
    `Any JSON object of at most ${LIMITS.metadataBytes} bytes; kept, never sent. Numbers that double precision cannot hold are refused.`,
  ),
  at_least_once: optionalFlag().describe(
    'Send again when it is unknown whether the gateway has the message: for one-time codes, where twice is better than never.',
  ),
};

type Options = { [Name in keyof typeof options]?: z.output<(typeof options)[Name]> | undefined };

function optionVariables({ body, idempotencyKey }: RestCall<Options>) {
  const { sender_id: senderId, scheduled_at: scheduledAt, reference, metadata, at_least_once: atLeastOnce } = body;
  return { senderId, scheduledAt, reference, metadata, atLeastOnce, idempotencyKey };
}

const sendBody = z.object({
  to: text().describe('Phone number in international format. A leading `+`, spaces and dashes are removed.'),
  message: text().describe(`The text: at most ${LIMITS.segmentsPerMessage} segments.`),
  ...options,
});

interface SentMessage {
  readonly sendSms: {
    readonly message: {
      readonly id: string;
      readonly status: string;
      readonly deliveryCode: number | null;
      readonly to: string;
      readonly segments: number;
      readonly encoding: string;
    };
  };
}

const send = defineRoute<z.output<typeof sendBody>, unknown, SentMessage>({
  method: 'POST',
  path: '/v1/sms/send/',
  operation: 'sendSms',
  document: `mutation ($input: SendSmsInput!) {
    sendSms(input: $input) { message { id status deliveryCode to segments encoding } replayed }
  }`,
  body: sendBody,
  creates: true,
  variables: (call) => ({ input: { to: call.body.to, message: call.body.message, ...optionVariables(call) } }),
  answer: ({ sendSms: { message } }) => ({
    success: true,
    message_id: message.id,
    status: lower(message.status),
    delivery_code: message.deliveryCode,
    to: message.to,
    type: 'sms',
    segments: message.segments,
    encoding: lower(message.encoding),
  }),
  status: 201,
  reply: z.object({
    success: z.literal(true),
    message_id: z.guid(),
    status: z.enum(SMS_STATUSES),
    delivery_code: z.int().nullable(),
    to: z.string(),
    type: z.literal('sms'),
    segments: z.int(),
    encoding: z.enum(SMS_ENCODINGS),
  }),
  tag: 'Messages',
  summary: 'Send one SMS',
  description: 'Accepts an SMS to one number. It has been stored, not yet delivered, when the call is answered.',
  example: {
    body: { to: '12025550100', message: 'Your parcel is on its way.', reference: 'parcel-4711' },
    answer: {
      success: true,
      message_id: '019a1f0c-6c1e-7b52-9d3e-0a6c5f4b3a21',
      status: 'queued',
      delivery_code: null,
      to: '12025550100',
      type: 'sms',
      segments: 1,
      encoding: 'gsm7',
    },
  },
});

const bulkBody = z.object({
  message: text().describe(
    `The text: at most ${LIMITS.segmentsPerMessage} segments. \`{{name}}\` is replaced by the variable \`name\` of each recipient; at most ${LIMITS.placeholdersPerMessage} such placeholders.`,
  ),
  recipients: recipients(),
  name: optionalText().describe('How you call this campaign.'),
  ...options,
});

interface SentCampaign {
  readonly sendBulkSms: {
    readonly campaign: {
      readonly id: string;
      readonly status: string;
      readonly total: number;
      readonly accepted: number;
      readonly invalid: number;
      readonly duplicates: number;
      readonly suppressed: number;
    };
  };
}

const sendBulk = defineRoute<z.output<typeof bulkBody>, unknown, SentCampaign>({
  method: 'POST',
  path: '/v1/sms/send-bulk/',
  operation: 'sendBulkSms',
  document: `mutation ($input: SendBulkSmsInput!) {
    sendBulkSms(input: $input) {
      campaign { id status total accepted invalid duplicates suppressed } replayed
    }
  }`,
  body: bulkBody,
  bulk: true,
  creates: true,
  variables: (call) => {
    const { message, recipients, name } = call.body;
    return { input: { message, recipients, name, ...optionVariables(call) } };
  },
  answer: ({ sendBulkSms: { campaign } }) => ({
    success: true,
    campaign_id: campaign.id,
    status: lower(campaign.status),
    total: campaign.total,
    accepted: campaign.accepted,
    invalid: campaign.invalid,
    duplicates: campaign.duplicates,
    suppressed: campaign.suppressed,
  }),
  status: 202,
  reply: z.object({
    success: z.literal(true),
    campaign_id: z.guid(),
    status: z.enum(CAMPAIGN_STATUSES),
    total: z.int().describe('Recipients that the listing will show: accepted, invalid and suppressed ones.'),
    accepted: z.int().describe('Recipients that will be sent to.'),
    invalid: z
      .int()
      .describe('Recipients whose number cannot be sent to, or not under this sender ID; they are listed as failed.'),
    duplicates: z.int().describe('Repetitions of a number; they are left out.'),
    suppressed: z.int().describe('Recipients that must not be written to; they are listed as blocked.'),
  }),
  tag: 'Campaigns',
  summary: 'Send to many',
  description: `Accepts one campaign to up to ${LIMITS.recipientsPerBulkCall} recipients. Numbers that cannot be sent to do not refuse the call: they are listed with their code.`,
  example: {
    body: {
      message: 'Hello {{name}}, your table is ready.',
      name: 'Tables of Friday',
      recipients: [
        { to: '12025550100', variables: { name: 'Ada' } },
        { to: '+1 202-555-0120', variables: { name: 'Grace' }, reference: 'table-7' },
      ],
    },
    answer: {
      success: true,
      campaign_id: '019a1f0c-7d10-7c3a-8f21-5b9e2d1c0f34',
      status: 'queued',
      total: 2,
      accepted: 2,
      invalid: 0,
      duplicates: 0,
      suppressed: 0,
    },
  },
});

export const SEND_ROUTES = [send, sendBulk];
