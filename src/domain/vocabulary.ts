/**
 * Glossary. Code, database, API and documents use these words with these meanings.
 *
 * organisation  the tenant; an organisation never sees anything of another one
 * message       one SMS to one number; a campaign consists of the messages of one bulk call
 * status        the public state of a message, one of eight words
 * phase         the internal state of a message: what the program does with it next
 * attempt       one hand-over of a message to a gateway, with a unique reference made by Postrider
 * gateway       a configured connection to a company that carries SMS; its adapter translates to the wire format
 * route         which gateways carry a message, in order, by its organisation, number and sender
 *               (domain/sms/routing.ts)
 * account       the state of an organisation at one gateway: active, or paused because its credit ran out
 * report        what a gateway says later about an attempt, for example that the message was delivered
 * agenda        the table sms_due: which messages the program has to look at, and when
 * due row       one row of the agenda: up to 500 messages with one time and one gateway (db/sql/sms/dispatch/leases.ts)
 * lease         the exclusive right of one worker to a row, until a moment in time
 * in doubt      the state of an attempt whose answer was lost: the gateway may or may not have the message
 * hold          messages of an organisation at one gateway that wait for credit, or for approval of their sender IDs
 * preview       what a bulk call would do, with a signed token that holds the send to it
 * category      what a message is for: transactional, such as a code or a reminder, or promotional, such as an offer
 * suppression   a number that an organisation no longer sends to, for example after an opt-out; it may hold for
 *               promotional messages only
 * consent       what a person has decided about messages to them; each change is kept as proof
 * inbound SMS   one SMS that a person sends to a number of an organisation (its own number)
 * inbound message   an inbound SMS, or what a person writes to the phone of a session
 * conversation  what a person (its party) and an own number or phone of the organisation write to each other
 * keyword       a text that opts out, opts in or asks for help, such as STOP; in the file of gateways also the word
 *               that says which of the organisations that share a number a text is for
 *
 * engine        a configured connection to a service that sends and receives for phones of a chat app
 *               (domain/chat/engine.ts)
 * session       the connection of one phone through an engine; belongs to one organisation
 * chat message  one message to one person or one group through a session
 * party         the other side of a chat: the digits of a person, `lid:…` for one who hides the number, or a group id
 * ack           what an engine says later about a chat message; in a group once for each participant
 * stalled       the state of a session whose engine says "connected" but whose messages get no acks
 *
 * event         one change of a message, campaign or session, recorded in the event log of its organisation
 * announce      to tell workers and API processes that a log has new events
 * sequence      the position of an event in the event log; sequences have no gaps
 * endpoint      a URL to which an organisation wants events posted; the public API calls it webhook
 * delivery      one event for one endpoint, with its attempts
 *
 * person        a human with an e-mail address and a password; may be a member of several organisations
 * member        a person in one organisation, with a role
 * role          a named set of scopes
 * scope         the permission for a group of operations, for example sms:send
 * actor         who performs an operation: an API key, a person, or the operator at the command line
 * operator      the human who runs the installation
 * code          six digits sent by mail, which prove that a person can read the mailbox
 * challenge     a secret returned to the caller that requested a code; the code is valid only together with it
 * sender ID     the name or number that the recipient of an SMS sees as its sender
 * restriction   the sessions, sender IDs or caller addresses to which an API key is limited, besides its scopes
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
 * Reports only raise the rank of a status, so their order and repetition do not change the result. Of two statuses with
 * the same rank the first one stays. A cancelled message never changes again.
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

/** A new status does not compile without its kind, and so finds its way into every set below. */
const STATUS_KIND: Readonly<Record<SmsStatus, 'live' | 'delivered' | 'failed' | 'cancelled'>> = {
  queued: 'live',
  held: 'live',
  sent: 'live',
  failed: 'failed',
  undelivered: 'failed',
  blocked: 'failed',
  delivered: 'delivered',
  cancelled: 'cancelled',
};

/** A campaign is complete when no message has one of these statuses. */
export const LIVE_STATUSES = SMS_STATUSES.filter((status) => STATUS_KIND[status] === 'live');

/** The message has ended with an error. */
export const FAILED_STATUSES = SMS_STATUSES.filter((status) => STATUS_KIND[status] === 'failed');

/** The message is held or did not arrive, so the sender may have to act. `sms_troubles` lists these. */
export const TROUBLED_STATUSES: readonly SmsStatus[] = ['held', ...FAILED_STATUSES];

/** Why a message is held: no credit, a review by the gateway, or the operator's rejection of its sender ID. */
export const HOLD_REASONS = ['insufficient_credit', 'risk_review', 'sender_id_rejected'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** Whether a gateway takes messages of an organisation. */
export type GatewayCondition = 'up' | 'down' | 'paused';

export const SMS_ENCODINGS = ['gsm7', 'ucs2'] as const;
export type SmsEncoding = (typeof SMS_ENCODINGS)[number];

export const MESSAGE_CATEGORIES = ['transactional', 'promotional'] as const;
export type MessageCategory = (typeof MESSAGE_CATEGORIES)[number];

/** The counts of a preview, and all that can change between a preview and the send. */
export const PREVIEW_COUNTS = ['total', 'accepted', 'invalid', 'suppressed', 'duplicates', 'segments'] as const;
export const PREVIEW_FIGURES = [...PREVIEW_COUNTS, 'gateway', 'recipients'] as const;
export type PreviewFigure = (typeof PREVIEW_FIGURES)[number];

/** The outcome of an attempt. Attempts that provably never reached the gateway are not stored. */
export const ATTEMPT_OUTCOMES = ['accepted', 'queued', 'held', 'rejected', 'unknown'] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/**
 * Why a due row exists. `hold`: the wait for credit ends. `approval`: messages of a rejected sender ID are held, go on,
 * or have waited too long. `report`: the wait for a report ends, or the messages expire.
 */
export const DUE_PURPOSES = ['dispatch', 'resolve', 'hold', 'approval', 'report'] as const;
export type DuePurpose = (typeof DUE_PURPOSES)[number];

/** Whether a recipient was handed to a gateway: the `status` of a campaign result, beside its `message_status`. */
export type SubmissionStatus = 'pending' | 'sent' | 'failed';

export const CAMPAIGN_STATUSES = [
  'scheduled',
  'queued',
  'running',
  'paused',
  'held',
  'completed',
  'cancelled',
] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

export type CampaignResult = 'succeeded' | 'with_failures' | 'cancelled';

/** Who paused a campaign: a caller, or the dispatcher because too many messages failed. */
export const PAUSE_REASONS = ['caller', 'failures'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

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
  'inbox:read',
  'keys:manage',
  'senders:manage',
  'organisation:manage',
  'audit:read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Tasks of housekeeping that take the messages of an organisation from the oldest on. */
export const OLD_MESSAGE_TASKS = [
  'redaction',
  'deletion',
  'erasure',
  'chat_redaction',
  'chat_deletion',
  'inbound_redaction',
  'inbound_deletion',
] as const;
export type OldMessageTask = (typeof OLD_MESSAGE_TASKS)[number];

/** Follows from the times of a key. */
export type ApiKeyState = 'active' | 'expired' | 'revoked';

export const SUPPRESSION_SOURCES = ['gateway', 'manual', 'keyword'] as const;
export type SuppressionSource = (typeof SUPPRESSION_SOURCES)[number];

/** `data` is neither text nor media, such as a place on a map. */
export const INBOUND_KINDS = ['text', 'media', 'data'] as const;
export type InboundKind = (typeof INBOUND_KINDS)[number];

/** Which messages a person who answers STOP no longer gets. */
export const STOP_SCOPES = ['all', 'promotional'] as const;
export type StopScope = (typeof STOP_SCOPES)[number];

/** A text by which a person opts out, opts in or asks for help, however it is spelled. */
export const KEYWORDS = ['stop', 'start', 'help'] as const;
export type Keyword = (typeof KEYWORDS)[number];

/** How a person writes to the organisation. */
export const CONVERSATION_CHANNELS = ['sms', 'chat'] as const;
export type ConversationChannel = (typeof CONVERSATION_CHANNELS)[number];

export const CONSENT_CHANGES = ['opted_out', 'opted_in'] as const;
export type ConsentChange = (typeof CONSENT_CHANGES)[number];

/** How the organisation learned of a consent change: by a keyword, or a call; `import` is a call that proves it. */
export const CONSENT_SOURCES = ['keyword', 'manual', 'import'] as const;
export type ConsentSource = (typeof CONSENT_SOURCES)[number];

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

/** Never public. Only an ack ends `in_doubt`; a chat message is never handed over twice. */
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

/** A paused endpoint continues where it stopped. Workers disable endpoints that fail for too long or answer 410. */
export const WEBHOOK_STATUSES = ['active', 'paused', 'disabled'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

export const WEBHOOK_DISABLED_REASONS = ['gone', 'failing'] as const;
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

/** A delivery is dead after its last attempt. */
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
