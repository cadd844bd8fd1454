/**
 * Terminology, used with the same meaning in code, database, API and documents.
 *
 * organisation  the tenant; nothing of one organisation is ever visible to another
 * message       one SMS to one number; a campaign is the set of messages of one bulk call
 * status        the public life-cycle word of a message, one of eight
 * phase         what the program has to do next with a message; never public
 * attempt       one hand-over of a message to a gateway; its reference is ours and unique
 * gateway       a configured connection to somebody who carries SMS; the adapter speaks its wire format
 * account       an organisation's standing with one gateway; without credit it is paused
 * report        what a gateway tells later about an attempt
 * due row       "look at these messages at that time": the program's own agenda, see db/sql/sms/lease-due.ts
 * lease         the right of one worker to a due row until a moment in time
 * in doubt      the gateway was asked and its answer was lost: nobody knows whether it has the message
 *
 * engine        what speaks with a chat app on behalf of phones; a gateway for chat messages, see domain/chat/engine.ts
 * session       a phone that is, or is to be, connected through an engine; belongs to one organisation
 * chat message  one message to one person or one group through a session
 * ack           what an engine tells later about a chat message; in groups once per participant
 * event         one change of a message, campaign or session, as the log of the organisation tells it
 * sequence      the place of an event in that log, without gaps
 * endpoint      where an organisation wants its events posted; a delivery is one event to one endpoint
 * stalled       the engine says "connected", but the acks of what it took do not come
 *
 * person        somebody with an e-mail address and a password, a member of any number of organisations
 * member        a person in one organisation, with a role that stands for scopes
 * actor         who does something: a key, a person, or the operator of the installation at the command line
 * code          six digits in a mail, which prove that somebody reads it
 * challenge     what only the one who asked for a code knows; the code is worth nothing without it
 * sender id     the name or number that an SMS is shown to come from
 * restriction   the phones, sender ids or addresses that a key is limited to, besides its scopes
 */

export const SMS_STATUSES = [
  'queued',
  'sent',
  'delivered',
  'failed',
  'undelivered',
  'blocked',
  'held',
  'cancelled',
] as const;
export type SmsStatus = (typeof SMS_STATUSES)[number];

export const SMS_PHASES = [
  'scheduled',
  'ready',
  'submitting',
  'in_doubt',
  'waiting_retry',
  'waiting_report',
  'paused',
  'done',
] as const;
export type SmsPhase = (typeof SMS_PHASES)[number];

/**
 * Folding reports by rank makes every order and number of reports end in the same state.
 * Equal rank keeps the first. A cancelled message never changes again.
 */
export const STATUS_RANK: Readonly<Record<SmsStatus, number>> = {
  queued: 0,
  held: 0,
  sent: 1,
  failed: 2,
  undelivered: 2,
  blocked: 2,
  delivered: 3,
  cancelled: 4,
};

/** A campaign is complete when none of its messages has one of these statuses. */
export const LIVE_STATUSES = ['queued', 'held', 'sent'] as const satisfies readonly SmsStatus[];

/** Why a message is held: the gateway account is out of credit, or the gateway is reviewing the message. */
export const HOLD_REASONS = ['insufficient_credit', 'risk_review'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

export const SMS_ENCODINGS = ['gsm7', 'ucs2'] as const;
export type SmsEncoding = (typeof SMS_ENCODINGS)[number];

/** What became of one attempt. `not_sent` provably never reached the gateway and is not kept. */
export const ATTEMPT_OUTCOMES = ['accepted', 'queued', 'held', 'rejected', 'unknown'] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** Reasons for which the program looks at messages again. */
export const DUE_PURPOSES = ['dispatch', 'resolve', 'hold', 'report'] as const;
export type DuePurpose = (typeof DUE_PURPOSES)[number];

/** Was this recipient handed to a gateway? The `status` of a campaign result, as against its `message_status`. */
export const SUBMISSION_STATUSES = ['pending', 'sent', 'failed'] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

export const CAMPAIGN_STATUSES = ['scheduled', 'queued', 'running', 'held', 'completed', 'cancelled'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

export const KEY_MODES = ['live', 'test'] as const;
export type KeyMode = (typeof KEY_MODES)[number];

export const SCOPES = [
  'sms:send',
  'sms:read',
  'chat:send',
  'chat:read',
  'sessions:manage',
  'webhooks:manage',
  'suppressions:manage',
  'keys:manage',
  'senders:manage',
  'organisation:manage',
  'audit:read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** What can be done with a key; it follows from its times. */
export const API_KEY_STATES = ['active', 'expired', 'revoked'] as const;
export type ApiKeyState = (typeof API_KEY_STATES)[number];

export const SUPPRESSION_SOURCES = ['gateway', 'manual'] as const;
export type SuppressionSource = (typeof SUPPRESSION_SOURCES)[number];

export const SESSION_STATES = [
  'stopped',
  'starting',
  'scan_qr',
  'connected',
  'stalled',
  'disconnected',
  'failed',
] as const;
export type SessionState = (typeof SESSION_STATES)[number];

export const CHAT_MESSAGE_TYPES = ['text', 'image', 'video', 'voice', 'file'] as const;
export type ChatMessageType = (typeof CHAT_MESSAGE_TYPES)[number];

export const CHAT_STATUSES = ['pending', 'sent', 'delivered', 'read', 'failed'] as const;
export type ChatStatus = (typeof CHAT_STATUSES)[number];

/** Never public. `in_doubt` is left by an ack alone; a chat message is never handed over a second time. */
export const CHAT_PHASES = ['submitting', 'in_doubt', 'settled'] as const;
export type ChatPhase = (typeof CHAT_PHASES)[number];

/** Why a chat message failed, or is still pending. */
export const CHAT_ERROR_CODES = [
  'session_not_connected',
  'provider_rejected',
  'provider_unavailable',
  'provider_timeout',
  'provider_failed',
] as const;
export type ChatErrorCode = (typeof CHAT_ERROR_CODES)[number];

/** A paused endpoint misses nothing: it goes on where it was paused. Disabled ones have failed for too long, or are gone. */
export const WEBHOOK_STATUSES = ['active', 'paused', 'disabled'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

export const WEBHOOK_DISABLED_REASONS = ['gone', 'failing'] as const;
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

/** Of one event to one endpoint; a dead one has had all its attempts. */
export const WEBHOOK_DELIVERY_STATUSES = ['waiting', 'delivered', 'dead'] as const;
export type WebhookDeliveryStatus = (typeof WEBHOOK_DELIVERY_STATUSES)[number];

export const ROLES = ['owner', 'admin', 'developer', 'operator', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export const CODE_PURPOSES = ['email_verification', 'password_reset'] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

export const ACTOR_KINDS = ['key', 'person', 'operator'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

export const SENDER_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type SenderStatus = (typeof SENDER_STATUSES)[number];
