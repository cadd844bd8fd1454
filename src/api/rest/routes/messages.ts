import { z } from 'zod';
import { ERROR_DESCRIPTION } from '../../../domain/sms/outcome.js';
import { HOLD_REASONS, SMS_ENCODINGS, SMS_STATUSES } from '../../../domain/vocabulary.js';
import { defineRoute } from '../route.js';
import { lower } from '../words.js';

const TAG = 'Messages';

interface Message {
  readonly id: string;
  readonly campaign: { readonly id: string } | null;
  readonly to: string | null;
  readonly text: string | null;
  readonly senderId: string | null;
  readonly status: string;
  readonly deliveryCode: number | null;
  readonly error: string | null;
  readonly holdReason: string | null;
  readonly segments: number;
  readonly encoding: string;
  readonly reference: string | null;
  readonly metadata: object | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly scheduledAt: string | null;
}

const time = () => z.string().meta({ format: 'date-time' });

const get = defineRoute<unknown, unknown, { message: Message | null }>({
  method: 'GET',
  path: '/v1/sms/messages/{message_id}/',
  operation: 'message',
  document: `query ($id: UUID!) {
    message(id: $id) {
      id campaign { id } to text senderId status deliveryCode error holdReason segments encoding reference metadata
      createdAt updatedAt scheduledAt
    }
  }`,
  variables: ({ params }) => ({ id: params.message_id }),
  answer: ({ message }) =>
    message && {
      message_id: message.id,
      campaign_id: message.campaign?.id ?? null,
      to: message.to,
      type: 'sms',
      status: lower(message.status),
      delivery_code: message.deliveryCode,
      error: message.error,
      hold_reason: message.holdReason && lower(message.holdReason),
      message: message.text,
      sender_id: message.senderId,
      segments: message.segments,
      encoding: lower(message.encoding),
      reference: message.reference,
      metadata: message.metadata,
      created_at: message.createdAt,
      scheduled_at: message.scheduledAt,
      updated_at: message.updatedAt,
    },
  status: 200,
  reply: z.object({
    message_id: z.guid(),
    campaign_id: z.guid().nullable(),
    to: z
      .string()
      .nullable()
      .describe(
        'Digits in international format; a malformed number of a campaign as it was given, up to 32 characters; null once redacted.',
      ),
    type: z.literal('sms'),
    status: z.enum(SMS_STATUSES).describe('Use this for application logic.'),
    delivery_code: z.int().nullable().describe('The exact reason; null while queued or held.'),
    error: z.string().nullable().describe(ERROR_DESCRIPTION),
    hold_reason: z.enum(HOLD_REASONS).nullable(),
    message: z.string().nullable().describe('The text as it is sent; null once redacted.'),
    sender_id: z.string().nullable(),
    segments: z.int(),
    encoding: z.enum(SMS_ENCODINGS),
    reference: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()).nullable(),
    created_at: time(),
    scheduled_at: time().nullable(),
    updated_at: time(),
  }),
  tag: TAG,
  summary: 'Read a message',
  description: 'One SMS, sent alone or as part of a campaign, and what has become of it.',
  example: {
    answer: {
      message_id: '019a1f0c-6c1e-7b52-9d3e-0a6c5f4b3a21',
      campaign_id: null,
      to: '12025550100',
      type: 'sms',
      status: 'delivered',
      delivery_code: 100,
      error: null,
      hold_reason: null,
      message: 'Your parcel is on its way.',
      sender_id: null,
      segments: 1,
      encoding: 'gsm7',
      reference: 'parcel-4711',
      metadata: null,
      created_at: '2026-11-20T09:00:00.000Z',
      scheduled_at: null,
      updated_at: '2026-11-20T09:00:01.250Z',
    },
  },
});

interface Cancelled {
  readonly cancelMessage: {
    readonly message: { readonly id: string; readonly status: string; readonly deliveryCode: number | null };
  };
}

const cancel = defineRoute<unknown, unknown, Cancelled>({
  method: 'POST',
  path: '/v1/sms/messages/{message_id}/cancel/',
  operation: 'cancelMessage',
  document: `mutation ($input: CancelMessageInput!) {
    cancelMessage(input: $input) { message { id status deliveryCode } }
  }`,
  variables: ({ params }) => ({ input: { messageId: params.message_id } }),
  answer: ({ cancelMessage: { message } }) => ({
    success: true,
    message_id: message.id,
    status: lower(message.status),
    delivery_code: message.deliveryCode,
  }),
  status: 200,
  reply: z.object({
    success: z.literal(true),
    message_id: z.guid(),
    status: z.enum(SMS_STATUSES),
    delivery_code: z.int().nullable(),
  }),
  tag: TAG,
  summary: 'Cancel a message',
  description: 'Cancels a message that no gateway has been given; any other is answered with 409 `already_dispatched`.',
  example: {
    answer: {
      success: true,
      message_id: '019a1f0c-6c1e-7b52-9d3e-0a6c5f4b3a21',
      status: 'cancelled',
      delivery_code: null,
    },
  },
});

export const MESSAGE_ROUTES = [get, cancel];
