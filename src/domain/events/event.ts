import { hash } from 'node:crypto';
import type { Scope } from '../vocabulary.js';

/** Everything that the event log tells; `webhook.disabled` is about the delivery of the log itself. */
export const EVENT_TYPES = [
  'sms.queued',
  'sms.sent',
  'sms.delivered',
  'sms.failed',
  'sms.undelivered',
  'sms.blocked',
  'sms.held',
  'sms.cancelled',
  'campaign.accepted',
  'campaign.started',
  'campaign.completed',
  'campaign.cancelled',
  'chat_message.sent',
  'chat_message.delivered',
  'chat_message.read',
  'chat_message.failed',
  'session.connected',
  'session.disconnected',
  'webhook.disabled',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** One line of an organisation's log. */
export interface LoggedEvent {
  /** Its number in the log of the organisation, without gaps. */
  readonly sequence: number;
  readonly type: EventType;
  /** Our id of the message, campaign, session or endpoint that has changed. */
  readonly subjectId: string;
  readonly campaignId: string | null;
  /** Counts the changes of the subject. */
  readonly revision: number;
  readonly deliveryCode: number | null;
  /** A late report contradicted an earlier outcome. */
  readonly corrected: boolean;
  readonly occurredAt: Date;
}

/** Events that differ in their subject only. */
export interface NewEvents {
  readonly type: EventType;
  readonly subjectIds: readonly string[];
  readonly campaignId?: string | null;
  readonly revision: number;
  readonly deliveryCode?: number | null;
  readonly corrected?: boolean;
}

/** An event with what callers know its subject by. What does not concern a subject of its kind is null. */
export interface DescribedEvent extends LoggedEvent {
  readonly id: string;
  /** What has become of the subject: the second half of the type. */
  readonly status: string;
  /** As the answer to the send named it: for chat messages the id of the engine, null where it has not taken them. */
  readonly messageId: string | null;
  readonly sessionId: string | null;
  readonly webhookId: string | null;
  readonly reference: string | null;
  readonly test: boolean | null;
}

export type SubjectKind = 'sms' | 'campaign' | 'chat_message' | 'session' | 'webhook';

export function kindOf(type: EventType): SubjectKind {
  return type.slice(0, type.indexOf('.')) as SubjectKind;
}

export function statusOf(type: EventType): string {
  return type.slice(type.indexOf('.') + 1);
}

const ID_HEX_DIGITS = 24;

/** The same for every reader and every delivery of the event; tells nothing about other organisations. */
export function eventId(organisationId: string, sequence: number): string {
  const digest = hash('sha256', `event ${organisationId} ${sequence}`);
  return `evt_${digest.slice(0, ID_HEX_DIGITS)}`;
}

/** What webhooks, the feed and the listening command show of an event. */
export interface EventBody {
  readonly type: EventType;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export function eventBody(event: DescribedEvent): EventBody {
  const { sequence, revision, type, occurredAt } = event;
  return { type, timestamp: occurredAt.toISOString(), data: { ...DATA[kindOf(type)](event), sequence, revision } };
}

const DATA: Readonly<Record<SubjectKind, (event: DescribedEvent) => object>> = {
  sms: ({ messageId, campaignId, status, deliveryCode, reference, test, corrected }) => ({
    message_id: messageId,
    campaign_id: campaignId,
    status,
    delivery_code: deliveryCode,
    reference,
    test,
    corrected,
  }),
  campaign: ({ campaignId, status, reference, test }) => ({ campaign_id: campaignId, status, reference, test }),
  chat_message: ({ subjectId, messageId, sessionId, status, test, corrected }) => ({
    id: subjectId,
    message_id: messageId,
    session_id: sessionId,
    status,
    test,
    corrected,
  }),
  session: ({ sessionId, status, test }) => ({ session_id: sessionId, status, test }),
  webhook: ({ webhookId, status }) => ({ webhook_id: webhookId, status }),
};

/** Events show no more than what the scope opens by other ways. */
const SCOPES: Readonly<Record<SubjectKind, Scope>> = {
  sms: 'sms:read',
  campaign: 'sms:read',
  chat_message: 'chat:read',
  session: 'chat:read',
  webhook: 'webhooks:manage',
};

/** What a key needs to see events of this type. */
export function scopeFor(type: EventType): Scope {
  return SCOPES[kindOf(type)];
}

/** What a key with these scopes sees of the log. */
export function visibleTypes(scopes: readonly Scope[]): EventType[] {
  return EVENT_TYPES.filter((type) => scopes.includes(scopeFor(type)));
}

/** The first of these types (null: of all) that a key with these scopes does not see; null: it sees them. */
export function findHidden(scopes: readonly Scope[], types: readonly EventType[] | null): EventType | null {
  return (types ?? EVENT_TYPES).find((type) => !scopes.includes(scopeFor(type))) ?? null;
}

/** Where PostgreSQL tells listeners the id of an organisation whose log has grown. */
export const EVENTS_CHANNEL = 'postrider_events';
