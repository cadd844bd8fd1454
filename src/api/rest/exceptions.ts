import { LIMITS } from '../../domain/limits.js';
import type { JsonSchema } from './json-schema.js';

const RETRY_OF = 'The campaign whose failed messages this one sends again; null if it is no retry.';

/**
 * What the specification fixes in replies beyond the documents and the GraphQL schema. The keys are an operation id or
 * a component, and the REST name of a property.
 */
export const REPLY_EXCEPTIONS: Readonly<Record<string, ReplyException>> = {
  'sendSms.type': { value: 'sms' },
  'SmsMessage.type': { value: 'sms' },
  // The call returns after the provider accepted the message, even if an acknowledgement arrived first.
  'sendChatMessage.status': { value: 'sent' },
  'sendGroupMessage.status': { value: 'sent' },
  'resendCode.detail': { value: 'If a code was requested before, a new one is on its way.' },

  'sendSms.to': { nullable: false, description: 'The phone number, digits only.' },
  'sendChatMessage.message_id': { nullable: false, description: 'The id that the provider gave the message.' },
  'sendChatMessage.to': { nullable: false, description: 'The phone number, digits only.' },
  'sendGroupMessage.message_id': { nullable: false, description: 'The id that the provider gave the message.' },
  'sendGroupMessage.to': { nullable: false, description: 'The `chat_id` of the group.' },
  'ChatMessage.message_id': {
    nullable: false,
    otherwise: 'id',
    description: 'The id that the provider gave the message; until the provider accepts it, an id of this server.',
  },
  'ChatMessage.id': { absent: true },
  'SmsExplanation.delivery_code': {
    description: 'The code that the explanation is about: of the message, or of its last attempt while a retry waits.',
  },
  'eraseNumber.not_searched': { nullable: true },
  'rotateWebhookSecret.previous_secret_until': { nullable: true },
  'previewBulkSms.estimated_end_at': { nullable: true },
  'previewBulkSms.smart_encoding': { nullable: true },
  'previewBulkSms.valid_until': { nullable: true },

  'Campaign.retry_of': { description: RETRY_OF },
  'rescheduleCampaign.retry_of': { description: RETRY_OF },
  'retryCampaign.retry_of': { description: RETRY_OF },

  'listPhones.next_cursor': { absent: true },
  'testWebhook.success': { absent: true },
  'Event.payload': {
    spread: {
      type: { $ref: '#/components/schemas/EventType' },
      timestamp: { type: 'string', format: 'date-time', description: 'The time of the event.' },
      data: {
        type: 'object',
        additionalProperties: true,
        description: 'The body that webhooks post: ids, `status`, `sequence` and `revision` of the changed object.',
      },
    },
  },
  'sendGroupMessage.type': { words: ['text', 'image', 'video', 'voice'] },
  'Phone.chat_id': { description: 'The `session_id` of the other calls.' },
};

/** The same for inputs. The keys are an operation id or an input type, and the REST name of a field. */
export const INPUT_EXCEPTIONS: Readonly<Record<string, InputException>> = {
  'sendSms.sender_id': { emptyIsAbsent: true },
  'sendBulkSms.sender_id': { emptyIsAbsent: true },
  'sendBulkSms.preview_token': { emptyIsAbsent: true },
  'sendBulkSms.recipients': { shorthand: 'to', maxItems: LIMITS.recipientsPerBulkCall },
  'previewBulkSms.sender_id': { emptyIsAbsent: true },
  'previewBulkSms.preview_token': { emptyIsAbsent: true, description: 'Ignored.' },
  'previewBulkSms.recipients': { shorthand: 'to', maxItems: LIMITS.recipientsPerBulkCall },
  'listCampaignMessages.mobile': { emptyIsAbsent: true },
  'listCampaignMessages.mobile_ends_with': { emptyIsAbsent: true },
  'listCampaignMessages.reference': { emptyIsAbsent: true },
  'createExportLink.mobile': { emptyIsAbsent: true },
  'createExportLink.reference': { emptyIsAbsent: true },
  'createExportLink.sender_id': { emptyIsAbsent: true },
  'createExportLink.name': { emptyIsAbsent: true },
  'createExportLink.to': { emptyIsAbsent: true },
  'eraseNumber.not_searched': { emptyIsAbsent: true },
  'checkNumbers.sender_id': { emptyIsAbsent: true },
  'RecipientInput.reference': { maxLength: LIMITS.referenceLength },
  'RecipientInput.message': { absentIsLeftOut: true },

  'addSuppressions.numbers': { shorthand: 'mobile', maxItems: LIMITS.suppressionsPerCall },
  'SuppressionInput.sender_id': { emptyIsAbsent: true },
  'SuppressionInput.opted_out_at': { absentIsLeftOut: true },
  'SuppressionInput.proof': { absentIsLeftOut: true, maxLength: LIMITS.proofLength },
  'SuppressionInput.category': { emptyIsAbsent: true, absentIsLeftOut: true },
  'liftSuppression.mobile': { description: 'The number to which messages may be sent again.' },
  'liftSuppression.sender_id': {
    emptyIsAbsent: true,
    description: 'The sender ID of the suppression, if it is for one sender only.',
  },

  'sendChatMessage.url': { emptyIsAbsent: true },
  'sendGroupMessage.type': { words: ['text', 'image', 'video', 'voice'] },
  'sendGroupMessage.url': { emptyIsAbsent: true },

  'updateWebhook.url': { emptyIsAbsent: true },
  'updateWebhook.status': { words: ['active', 'paused'] },
};

/** The noun by which an error names an unknown word of a list in a query string. */
export const LISTED_WORDS: Readonly<Record<string, string>> = {
  AuditAction: 'action',
  CampaignStatus: 'status of a campaign',
  EventType: 'type of event',
  SmsStatus: 'status of a message',
};

interface ReplyException {
  /** The property always has this value. */
  readonly value?: unknown;
  /** While the value is null, the reply shows this other property of the result. */
  readonly otherwise?: string;
  /** The value is a JSON object, and the reply has these properties of it instead. */
  readonly spread?: Readonly<Record<string, JsonSchema>>;
  /** The reply omits the property. */
  readonly absent?: true;
  readonly nullable?: boolean;
  /** The property has only these words of its enum. */
  readonly words?: readonly string[];
  readonly description?: string;
}

export interface InputException {
  /** An empty string counts as absent. */
  readonly emptyIsAbsent?: true;
  /** An item lacks the field if the call has none, as stored hashes of idempotency keys do; others are null then. */
  readonly absentIsLeftOut?: true;
  /** The field accepts only these words of its enum. */
  readonly words?: readonly string[];
  /** An item of the list may be a string, which stands for this field. */
  readonly shorthand?: string;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly description?: string;
}
