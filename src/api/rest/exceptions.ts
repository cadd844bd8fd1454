import { LIMITS } from '../../domain/limits.js';
import type { JsonSchema } from './json-schema.js';

/**
 * What the specification fixes in replies, and neither the documents nor the schema of GraphQL can say. The keys are an
 * operation id or a component, and the name that a property has in REST.
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

/** The same for what routes take. The keys are an operation id or an input type, and the name that a field has in REST. */
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

/** How an error names a word that a list in a query string does not take. */
export const LISTED_WORDS: Readonly<Record<string, string>> = { AuditAction: 'action', EventType: 'type of event' };

interface ReplyException {
  /** The property always has this value. */
  readonly value?: unknown;
  /** The reply shows this property of the result while the value is null. */
  readonly otherwise?: string;
  /** The value is a JSON object, and the reply has these properties of it instead. */
  readonly spread?: Readonly<Record<string, JsonSchema>>;
  /** The reply leaves the property out. */
  readonly absent?: true;
  readonly nullable?: boolean;
  /** The property has only these words of its enum. */
  readonly words?: readonly string[];
  readonly description?: string;
}

export interface InputException {
  /** An empty text counts as absent. */
  readonly emptyIsAbsent?: true;
  /** The field takes only these words of its enum. */
  readonly words?: readonly string[];
  /** An item of the list may be a text, which stands for this field. */
  readonly shorthand?: string;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly description?: string;
}
