import type { EventType } from '../generated/documents.js';
import { catalogue } from './catalogue.js';

/** What happened, in words. The order is that of a subject's life. */
export const eventWords: Readonly<Record<EventType, string>> = catalogue({
  en: {
    SMS_QUEUED: 'SMS accepted',
    SMS_SENT: 'SMS handed to the gateway',
    SMS_DELIVERED: 'SMS delivered',
    SMS_FAILED: 'SMS failed',
    SMS_UNDELIVERED: 'SMS not delivered',
    SMS_BLOCKED: 'SMS blocked',
    SMS_HELD: 'SMS on hold',
    SMS_CANCELLED: 'SMS cancelled',
    SMS_RECEIVED: 'SMS received',
    CONSENT_CHANGED: 'Consent changed',
    CAMPAIGN_ACCEPTED: 'Campaign accepted',
    CAMPAIGN_STARTED: 'Campaign started',
    CAMPAIGN_RESCHEDULED: 'Campaign given another time',
    CAMPAIGN_PAUSED: 'Campaign paused',
    CAMPAIGN_RESUMED: 'Campaign resumed',
    CAMPAIGN_HELD: 'Campaign on hold',
    CAMPAIGN_COMPLETED: 'Campaign finished',
    CAMPAIGN_CANCELLED: 'Campaign cancelled',
    CHAT_MESSAGE_SENT: 'Chat message sent',
    CHAT_MESSAGE_DELIVERED: 'Chat message delivered',
    CHAT_MESSAGE_READ: 'Chat message read',
    CHAT_MESSAGE_FAILED: 'Chat message failed',
    CHAT_MESSAGE_RECEIVED: 'Chat message received',
    SESSION_CONNECTED: 'Phone connected',
    SESSION_DISCONNECTED: 'Phone disconnected',
    GATEWAY_DOWN: 'Gateway takes no messages',
    GATEWAY_UP: 'Gateway takes messages again',
    WEBHOOK_DISABLED: 'Webhook switched off',
  },
});

export const EVENT_TYPES = Object.keys(eventWords) as readonly EventType[];

/** The events about one kind of subject: how their types begin, what the family and a subject of it are called. */
export const eventFamilies = catalogue({
  en: [
    ['SMS_', 'SMS', 'Message'],
    ['CONSENT_', 'Consent', 'Person'],
    ['CAMPAIGN_', 'Campaigns', 'Campaign'],
    ['CHAT_MESSAGE_', 'Chat messages', 'Message'],
    ['SESSION_', 'Phones', 'Phone'],
    ['GATEWAY_', 'Gateways', 'Gateway'],
    ['WEBHOOK_', 'Webhooks', 'Endpoint'],
  ] as readonly (readonly [prefix: string, name: string, subject: string])[],
});

export const typesOf = (prefix: string): readonly EventType[] => EVENT_TYPES.filter((type) => type.startsWith(prefix));

const familyOf = (type: EventType) => eventFamilies.find(([prefix]) => type.startsWith(prefix));

export const subjectOf = (type: EventType): string => familyOf(type)?.[2] ?? '';

/** The type as webhooks and the REST API write it: `sms.delivered`. */
export function wireType(type: EventType): string {
  const prefix = familyOf(type)?.[0] ?? '';
  return `${prefix.slice(0, -1)}.${type.slice(prefix.length)}`.toLowerCase();
}
