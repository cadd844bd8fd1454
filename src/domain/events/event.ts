import { hash } from 'node:crypto';
import type { ConsentChange, ConsentSource, Keyword, MessageCategory, Scope } from '../vocabulary.js';

/** All types of the event log. `webhook.disabled` is about the delivery of the log itself. */
export const EVENT_TYPES = [
  'sms.queued',
  'sms.sent',
  'sms.delivered',
  'sms.failed',
  'sms.undelivered',
  'sms.blocked',
  'sms.held',
  'sms.cancelled',
  'sms.received',
  'consent.changed',
  'campaign.accepted',
  'campaign.started',
  'campaign.rescheduled',
  'campaign.paused',
  'campaign.resumed',
  'campaign.held',
  'campaign.completed',
  'campaign.cancelled',
  'chat_message.sent',
  'chat_message.delivered',
  'chat_message.read',
  'chat_message.failed',
  'chat_message.received',
  'session.connected',
  'session.disconnected',
  'gateway.down',
  'gateway.up',
  'webhook.disabled',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];
export type EventStatus = EventType extends `${string}.${infer Status}` ? Status : never;

/** One entry of the event log. */
export interface LoggedEvent {
  /** Position in the log of the organisation, without gaps. */
  readonly sequence: number;
  readonly type: EventType;
  /** Id of what has changed: of a message, a campaign, a consent change, a session, an endpoint or a gateway. */
  readonly subjectId: string;
  readonly campaignId: string | null;
  /** Number of changes of the subject so far. */
  readonly revision: number;
  readonly deliveryCode: number | null;
  /** A late report contradicted an earlier outcome. */
  readonly corrected: boolean;
  readonly occurredAt: Date;
}

/** Several events that differ only in their subject. */
export interface NewEvents {
  readonly type: EventType;
  readonly subjectIds: readonly string[];
  readonly campaignId?: string | null;
  readonly revision: number;
  readonly deliveryCode?: number | null;
  readonly corrected?: boolean;
}

/** An event with the ids by which callers know its subject. Fields that its kind of subject lacks are null. */
export interface DescribedEvent extends LoggedEvent {
  readonly id: string;
  /** The new status of the subject: the second half of the type. */
  readonly status: EventStatus;
  /**
   * The id that the send returned: for chat messages the engine's id, null if the engine has not accepted the message.
   */
  readonly messageId: string | null;
  readonly sessionId: string | null;
  readonly webhookId: string | null;
  /** The name of the gateway. */
  readonly gateway: string | null;
  readonly reference: string | null;
  /** Of a message that a person has sent. */
  readonly inboundId: string | null;
  readonly keyword: Keyword | null;
  /** Of a change of consent. */
  readonly consentId: string | null;
  readonly change: ConsentChange | null;
  readonly source: ConsentSource | null;
  /** Null: messages of every category. */
  readonly category: MessageCategory | null;
  readonly test: boolean | null;
}

export type SubjectKind =
  | 'sms'
  | 'inbound'
  | 'consent'
  | 'campaign'
  | 'chat_message'
  | 'inbound_chat'
  | 'session'
  | 'webhook'
  | 'gateway';

export function kindOf(type: EventType): SubjectKind {
  if (type === 'sms.received') return 'inbound';
  if (type === 'chat_message.received') return 'inbound_chat';
  return type.slice(0, type.indexOf('.')) as SubjectKind;
}

export function statusOf(type: EventType): EventStatus {
  return type.slice(type.indexOf('.') + 1) as EventStatus;
}

const ID_HEX_DIGITS = 24;

/**
 * The same for every reader and delivery of the event. A hash, so that it reveals nothing about other organisations.
 */
export function eventId(organisationId: string, sequence: number): string {
  const digest = hash('sha256', `event ${organisationId} ${sequence}`);
  return `evt_${digest.slice(0, ID_HEX_DIGITS)}`;
}

/** The JSON of an event in webhooks, the REST feed and the command `listen`. */
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
  inbound: ({ inboundId, status, keyword, test }) => ({ inbound_id: inboundId, status, keyword, test }),
  consent: ({ consentId, status, change, source, category, test }) => ({
    consent_id: consentId,
    status,
    change,
    source,
    category,
    test,
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
  inbound_chat: ({ inboundId, sessionId, status, test }) => ({
    inbound_id: inboundId,
    session_id: sessionId,
    status,
    test,
  }),
  session: ({ sessionId, status, test }) => ({ session_id: sessionId, status, test }),
  webhook: ({ webhookId, status }) => ({ webhook_id: webhookId, status }),
  gateway: ({ gateway, status }) => ({ gateway, status }),
};

/** The scopes that allow reading the subjects by other operations. */
const SCOPES: Readonly<Record<SubjectKind, Scope>> = {
  sms: 'sms:read',
  inbound: 'inbox:read',
  consent: 'suppressions:manage',
  campaign: 'sms:read',
  chat_message: 'chat:read',
  inbound_chat: 'inbox:read',
  session: 'chat:read',
  webhook: 'webhooks:manage',
  gateway: 'sms:read',
};

/** The scopes each of which allows reading some events. */
export const EVENT_SCOPES: readonly Scope[] = [...new Set(Object.values(SCOPES))];

/** The scope that is needed to read events of this type. */
export function scopeFor(type: EventType): Scope {
  return SCOPES[kindOf(type)];
}

/** The types that a caller with these scopes may read. */
export function visibleTypes(scopes: readonly Scope[]): EventType[] {
  return EVENT_TYPES.filter((type) => scopes.includes(scopeFor(type)));
}

/** The same as a condition on events; null: all types. */
export function visibleOrAll(scopes: readonly Scope[]): readonly EventType[] | null {
  const visible = visibleTypes(scopes);
  return visible.length === EVENT_TYPES.length ? null : visible;
}

/** The first of these types (null for all types) that these scopes do not allow; null if they allow all. */
export function findHidden(scopes: readonly Scope[], types: readonly EventType[] | null): EventType | null {
  return (types ?? EVENT_TYPES).find((type) => !scopes.includes(scopeFor(type))) ?? null;
}

/** The NOTIFY channel for ids of organisations whose log has grown. */
export const EVENTS_CHANNEL = 'postrider_events';
