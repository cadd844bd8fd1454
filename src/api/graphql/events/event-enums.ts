import type { EventType as Type } from '../../../domain/events/event.js';
import type {
  WebhookDeliveryStatus as DeliveryWord,
  WebhookDisabledReason as DisabledReason,
  WebhookStatus as Status,
} from '../../../domain/vocabulary.js';
import { enumOf } from '../kernel/enums.js';

export const EventType = enumOf<Type>(
  'EventType',
  'What an event tells. In webhooks and in the REST API `SMS_DELIVERED` is `sms.delivered`, and so on.',
  {
    'sms.queued': 'A single SMS was accepted, or an SMS that was held waits again, also one of a campaign.',
    'sms.sent': 'A gateway has taken an SMS.',
    'sms.delivered': 'An SMS is on the handset.',
    'sms.failed': 'An SMS was rejected, or could not be sent.',
    'sms.undelivered': 'An SMS was sent, but could not be delivered.',
    'sms.blocked': 'The recipient of an SMS wants none.',
    'sms.held': 'An SMS waits for credit, or for the review of the gateway.',
    'sms.cancelled': 'An SMS was cancelled before it was dispatched.',
    'campaign.accepted': 'A bulk call was accepted.',
    'campaign.started': 'The first message of a campaign was dispatched.',
    'campaign.completed': 'Every message of a campaign has its outcome.',
    'campaign.cancelled': 'A campaign was cancelled.',
    'chat_message.sent': 'The provider has taken a chat message.',
    'chat_message.delivered': 'A chat message is on a device of the recipient.',
    'chat_message.read': 'A chat message was read.',
    'chat_message.failed': 'A chat message was not sent.',
    'session.connected': 'A phone is connected: messages can be sent through it.',
    'session.disconnected': 'A phone is connected no longer.',
    'webhook.disabled': 'A webhook was disabled, since its endpoint is gone or has failed for too long.',
  },
);

export const WebhookStatus = enumOf<Status>('WebhookStatus', 'Whether events are posted to a webhook.', {
  active: 'They are.',
  paused: 'Not for now. It misses nothing: made active again, it goes on where it was.',
  disabled: 'No longer, since its endpoint is gone or has failed for too long. It may be made active again.',
});

export const WebhookDisabledReason = enumOf<DisabledReason>('WebhookDisabledReason', 'Why a webhook was disabled.', {
  gone: 'The endpoint has answered 410.',
  failing: 'It has not taken anything for five days.',
});

export const WebhookDeliveryStatus = enumOf<DeliveryWord>(
  'WebhookDeliveryStatus',
  'What has become of one event on its way to one webhook.',
  {
    waiting: 'It will be tried, or tried again.',
    delivered: 'The endpoint has taken it: it answered with a status from 200 to 299.',
    dead: 'It is not tried any more, unless somebody asks for it.',
  },
);
