import { LIMITS } from '../../domain/limits.js';
import type { JsonSchema } from './json-schema.js';

/**
 * What the specification and the contract fix, and neither a document nor the schema of GraphQL can say. A key is an
 * operation, a component or a type of input, and a name of REST in it.
 */
export const REPLY_EXCEPTIONS: Readonly<Record<string, ReplyException>> = {
  'sendSms.type': { value: 'sms' },
  'SmsMessage.type': { value: 'sms' },
  // The provider has taken the message, even if an acknowledgement was quicker than the reply.
  'sendChatMessage.status': { value: 'sent' },
  'sendGroupMessage.status': { value: 'sent' },
  'resendCode.detail': { value: 'If a code was asked for, another one is on its way.' },

  'sendSms.to': { nullable: false, description: 'The number, digits only.' },
  'sendChatMessage.message_id': { nullable: false, description: "The provider's id for the message." },
  'sendChatMessage.to': { nullable: false, description: 'The number, digits only.' },
  'sendGroupMessage.message_id': { nullable: false, description: "The provider's id for the message." },
  'sendGroupMessage.to': { nullable: false, description: 'The `chat_id` of the group.' },
  'ChatMessage.message_id': {
    nullable: false,
    otherwise: 'id',
    description: "The provider's id; ours until the provider has taken the message.",
  },
  'ChatMessage.id': { absent: true },
  'rotateWebhookSecret.previous_secret_until': { nullable: true },

  'listPhones.next_cursor': { absent: true },
  'testWebhook.success': { absent: true },
  'Event.payload': {
    spread: {
      type: { $ref: '#/components/schemas/EventType' },
      timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
      data: {
        type: 'object',
        additionalProperties: true,
        description: 'As in webhooks: ids, `status`, `sequence` and `revision` of what has changed.',
      },
    },
  },
  'sendGroupMessage.type': { words: ['text', 'image', 'video', 'voice'] },
  'Phone.chat_id': { description: 'What the other calls take as `session_id`.' },
};

export const INPUT_EXCEPTIONS: Readonly<Record<string, InputException>> = {
  'sendSms.sender_id': { emptyIsAbsent: true },
  'sendBulkSms.sender_id': { emptyIsAbsent: true },
  'sendBulkSms.recipients': { shorthand: 'to', maxItems: LIMITS.recipientsPerBulkCall },
  'RecipientInput.reference': { maxLength: LIMITS.referenceLength },

  'addSuppressions.numbers': { shorthand: 'mobile', maxItems: LIMITS.suppressionsPerCall },
  'SuppressionInput.sender_id': { emptyIsAbsent: true },
  'liftSuppression.mobile': { description: 'The number that messages may be sent to again.' },
  'liftSuppression.sender_id': { emptyIsAbsent: true, description: 'The sender of a suppression for one sender.' },

  'sendChatMessage.url': { emptyIsAbsent: true },
  'sendGroupMessage.type': { words: ['text', 'image', 'video', 'voice'] },
  'sendGroupMessage.url': { emptyIsAbsent: true },

  'updateWebhook.url': { emptyIsAbsent: true },
  'updateWebhook.status': { words: ['active', 'paused'] },
};

/** What an error calls a word of a list in a query string. */
export const LISTED_WORDS: Readonly<Record<string, string>> = { AuditAction: 'action', EventType: 'type of event' };

export interface ReplyException {
  /** It always has this value. */
  readonly value?: unknown;
  /** While it is null, this property of the result takes its place. */
  readonly otherwise?: string;
  /** It is an object of JSON; these properties of it take its place. */
  readonly spread?: Readonly<Record<string, JsonSchema>>;
  /** It is not shown. */
  readonly absent?: true;
  readonly nullable?: boolean;
  /** It has only these words of the enum. */
  readonly words?: readonly string[];
  readonly description?: string;
}

export interface InputException {
  /** An empty text counts as absent. */
  readonly emptyIsAbsent?: true;
  /** It takes only these words of the enum. */
  readonly words?: readonly string[];
  /** An item of the list may be a text, which stands for this field. */
  readonly shorthand?: string;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly description?: string;
}
