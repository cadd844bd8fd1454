// Written by `npm run schema`. Do not edit.

/** The codes that this version knows; `postrider.sms.deliveryCodes()` explains them. */
export type DeliveryCodeNumber = 100 | 101 | 102 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 409 | 500 | 501 | 502 | (number & {});

/** The codes of refusals that this version knows. */
export type ErrorCode = 'address_not_allowed' | 'already_dispatched' | 'bad_cursor' | 'bad_request' | 'body_too_large' | 'campaign_ended' | 'campaign_started' | 'database_timeout' | 'events_expired' | 'export_link_over' | 'forbidden' | 'idempotency_in_progress' | 'idempotency_mismatch' | 'invalid' | 'invalid_organisation_header' | 'live_for_test_key' | 'malformed_json' | 'not_a_key' | 'not_allowed_for_key' | 'not_found' | 'nothing_to_retry' | 'preview_changed' | 'preview_expired' | 'preview_invalid' | 'provider_rejected' | 'provider_timeout' | 'provider_unavailable' | 'session_not_connected' | 'throttled' | 'token_expired' | 'too_many' | 'too_many_exports' | 'unauthenticated' | 'unavailable' | 'unsupported_media_type';

/**
 * The type of a chat message.
 *
 * - `text`: A text.
 * - `image`: An image, with or without a caption.
 * - `video`: A video, with or without a caption.
 * - `voice`: A voice note. The chat app shows no caption with it.
 * - `file`: A file of any kind, with or without a caption. Groups cannot receive files.
 */
export type ChatMessageType = 'text' | 'image' | 'video' | 'voice' | 'file' | (string & {});

export interface SendChatMessageResult {
  success: true;
  /** The id that the provider gave the message. */
  message_id: string;
  status: 'sent';
  /** The phone number, digits only. */
  to: string;
  /** The type of the message. */
  type: ChatMessageType;
}

export interface SendGroupMessageResult {
  success: true;
  /** The id that the provider gave the message. */
  message_id: string;
  status: 'sent';
  /** The `chat_id` of the group. */
  to: string;
  /** The type of the message. */
  type: 'text' | 'image' | 'video' | 'voice' | (string & {});
}

/**
 * The state of a session.
 *
 * - `stopped`: Stopped: the session is not started, or was stopped.
 * - `starting`: Starting: the engine starts the session, or connects to the phone.
 * - `scan_qr`: Scan QR: the session waits for a phone. Scan the code of `sessionQr`, or type the code of `requestPairingCode`.
 * - `connected`: Connected: the phone is connected. Messages can be sent in this state only.
 * - `stalled`: Stalled: the engine reports the phone as connected, but its messages are not acknowledged. Restart the session.
 * - `disconnected`: Disconnected: the engine does not respond, or reports that the phone is gone.
 * - `failed`: Failed: the engine gave up; `reason` says why. Start the session again.
 */
export type SessionState = 'stopped' | 'starting' | 'scan_qr' | 'connected' | 'stalled' | 'disconnected' | 'failed' | (string & {});

/** A session of a chat engine: it sends chat messages through the phone that is connected to it. The sign-in of a person is a `PersonSession`. */
export interface Phone {
  /** The `session_id` of the other calls. */
  chat_id: string;
  /** The name of the session, as given. */
  name: string;
  /** The number of the connected phone; null if there is none or it is unknown. */
  phone_number: string | null;
  /** The state of the session. */
  status: SessionState;
  /** True if messages can be sent through the session. */
  connected: boolean;
}

export interface PhonePage {
  /** The number of results on all pages. */
  count: number;
  /** The URL of the next page; null on the last page. */
  next: string | null;
  /** The URL of the previous page; null on the first page. */
  previous: string | null;
  results: Phone[];
}

/** A group of the chat app that the phone of a session belongs to. */
export interface Group {
  /** The id of the group, which `sendGroupMessage` accepts as `to`; it ends in `@g.us`. */
  chat_id: string;
  /** The name of the group. */
  name: string;
  /** The number of participants; null if the engine does not report it. */
  participant_count: number | null;
}

export interface GroupPage {
  /** The number of results on all pages. */
  count: number;
  /** The URL of the next page; null on the last page. */
  next: string | null;
  /** The URL of the previous page; null on the first page. */
  previous: string | null;
  results: Group[];
  /** The cursor in `next`. */
  next_cursor: string | null;
}

/**
 * The status of a chat message.
 *
 * - `pending`: Pending: being sent to the provider, or the response of the provider was lost.
 * - `sent`: Sent: the provider accepted the message.
 * - `delivered`: Delivered: the message is on a device of the recipient; in a group, on the device of at least one participant.
 * - `read`: Read: the recipient has read the message; in a group, at least one participant has.
 * - `failed`: Failed: the provider rejected the message, could not be reached, or could not send it.
 */
export type ChatStatus = 'pending' | 'sent' | 'delivered' | 'read' | 'failed' | (string & {});

/**
 * The kind of an actor.
 *
 * - `key`: Key: a program with an API key.
 * - `person`: Person: a member of the organisation who had signed in.
 * - `operator`: Operator: a person at the command line of the installation, or the installation itself.
 */
export type ActorKind = 'key' | 'person' | 'operator' | (string & {});

/** An actor: who did or made something, with the name at that time. */
export interface AuditActor {
  /** The kind of the actor. */
  kind: ActorKind;
  /** The id of the API key or the person; null for the operator. */
  id: string | null;
  /** The name of the key, the e-mail address of the person, `command line`, or the name of a rule such as `retention`. API keys without the scope `audit:read` get the present name of the person instead of the address. */
  name: string;
}

/** A message of the chat app to one person or one group. */
export interface ChatMessage {
  /** The id that the provider gave the message; until the provider accepts it, an id of this server. */
  message_id: string;
  /** The id of the session that the message was sent through; the session may have been deleted since. */
  session_id: string;
  /** The number of the recipient, digits only, or the id of the group. Null after redaction. */
  to: string | null;
  /** The type of the message. */
  type: ChatMessageType;
  /** The status of the message. Base application logic on this field. */
  status: ChatStatus;
  /** The error in one sentence, for people; null if there is none. */
  error: string | null;
  /** True if the message was made with a test key; only the sandbox receives it. */
  test: boolean;
  /** The API key or the person that sent it; null if it was sent before version 0.2. */
  created_by: AuditActor | null;
  /** The time when the call was accepted. */
  created_at: string;
  /** The time when the provider accepted the message. */
  sent_at: string | null;
  /** The time of the first report that the message is on a device. */
  delivered_at: string | null;
  /** The time of the first report that the message was read. */
  read_at: string | null;
}

/**
 * The status of an SMS.
 *
 * - `queued`: Queued: accepted, and waiting to be submitted to a gateway.
 * - `sent`: Sent: submitted to the gateway; the delivery report has not arrived.
 * - `delivered`: Delivered: the delivery report confirms that the recipient's handset has the message.
 * - `failed`: Failed: the gateway rejected the message, or it could not be submitted.
 * - `undelivered`: Undelivered: the gateway accepted the message, but could not deliver it to the handset.
 * - `blocked`: Blocked: the recipient is on a do-not-disturb registry or has blocked the sender. Do not send again.
 * - `held`: Held: the gateway account is out of credit, or the gateway reviews the message. Dispatch resumes automatically.
 * - `cancelled`: Cancelled before the message was submitted to a gateway.
 */
export type SmsStatus = 'queued' | 'sent' | 'delivered' | 'failed' | 'undelivered' | 'blocked' | 'held' | 'cancelled' | (string & {});

/**
 * The character encoding of a text.
 *
 * - `gsm7`: GSM-7: 7 bits per character; 160 characters in a single segment, 153 in each of several.
 * - `ucs2`: UCS-2: 16 bits per character, for characters outside the GSM alphabet; 70 characters in a single segment, 67 in each of several.
 */
export type SmsEncoding = 'gsm7' | 'ucs2' | (string & {});

export interface SendSmsResult {
  success: true;
  /** The id of the object, the same in GraphQL and REST. */
  message_id: string;
  /** The status of the message. Base application logic on this field. The filter of a campaign's messages has it as `message_status`. */
  status: SmsStatus;
  /** The delivery code of the message; null while it is queued or held. */
  delivery_code: DeliveryCodeNumber | null;
  /** The phone number, digits only. */
  to: string;
  type: 'sms';
  /** The number of SMS segments of the text. */
  segments: number;
  /** The character encoding of the text. */
  encoding: SmsEncoding;
}

/**
 * The reason why a message is held.
 *
 * - `insufficient_credit`: Insufficient credit: the gateway account is out of credit (delivery code 405). Dispatch resumes after a top-up.
 * - `risk_review`: Risk review: the gateway holds the message for risk or fraud review (delivery code 401), and usually releases it.
 * - `sender_id_rejected`: Sender ID rejected: the operator has rejected the sender ID since the message was accepted. Dispatch resumes when the operator approves it again.
 */
export type HoldReason = 'insufficient_credit' | 'risk_review' | 'sender_id_rejected' | (string & {});

/**
 * What a message is for.
 *
 * - `transactional`: Transactional: something that the recipient waits for or needs, such as a code, a receipt or a reminder.
 * - `promotional`: Promotional: news, offers and other advertising.
 */
export type MessageCategory = 'transactional' | 'promotional' | (string & {});

/**
 * The response of a gateway to one submission.
 *
 * - `accepted`: Accepted: the gateway has the message.
 * - `queued`: Queued: the gateway has the message in a queue of its own.
 * - `held`: Held: the gateway reviews the message, or its account has no credit for it.
 * - `rejected`: Rejected: the gateway refused the message; the delivery code says why.
 * - `unknown`: Unknown: the response of the gateway was lost.
 */
export type AttemptOutcome = 'accepted' | 'queued' | 'held' | 'rejected' | 'unknown' | (string & {});

/** One submission of a message to a gateway. */
export interface SmsAttempt {
  /** The number of the attempt, from 1. */
  number: number;
  /** The gateway that the message was submitted to. */
  gateway: string;
  /** The response of the gateway. */
  outcome: AttemptOutcome;
  /** The delivery code from the response of the gateway, or from its later report of a failure. */
  delivery_code: DeliveryCodeNumber | null;
  /** The id that the gateway gave the message. */
  provider_id: string | null;
  /** The gateway's own code from its response or its report of a failure, for the gateway's support. */
  raw_code: string | null;
  /** The gateway's own error text, for the gateway's support. */
  raw_reason: string | null;
  /** The time when the message was submitted. */
  requested_at: string;
  /** The time when the response arrived, or was given up. */
  finished_at: string;
}

/** A status change of an SMS. */
export interface SmsChange {
  /** The status after the change. */
  status: SmsStatus;
  /** The delivery code after the change. */
  delivery_code: DeliveryCodeNumber | null;
  /** The time of the change. */
  at: string;
  /** The number of the change, from 1. */
  revision: number;
  /** True if a late delivery report replaced an earlier final status. */
  corrected: boolean;
}

/**
 * Which sentences an explanation has. The names in braces are fields of the explanation, a time in words is its day (UTC).
 *
 * - `scheduled`: The message is scheduled for later. A scheduled message is dispatched at its time, and can be cancelled until then. It is dispatched at its scheduled time.
 * - `waiting_for_turn`: The message waits for its turn. Messages leave in order, as fast as the gateway takes them. It is handed to the gateway.
 * - `gateway_down`: The gateway {gateway} takes no messages at the moment. Messages wait for a gateway that takes none, and leave in order when it does. They can be cancelled until then. The gateway is called again.
 * - `gateway_not_configured`: The gateway {gateway} that the message waits for is not configured. Messages wait until their gateway is configured again. They can be cancelled until then. The operator adds the gateway again, or the message is cancelled.
 * - `campaign_paused`: The campaign of the message is paused. No message of a paused campaign is submitted. It can be cancelled. It goes on when the campaign is resumed.
 * - `submitting`: The message is being handed to the gateway. A hand-over that has begun cannot be cancelled. The answer of the gateway decides.
 * - `in_doubt`: The answer of the gateway was lost: it may or may not have the message. A message that may have left is not sent again, so that nobody gets it twice. The gateway is asked, or its report is awaited.
 * - `in_doubt_at_least_once`: The answer of the gateway was lost: it may or may not have the message. This message may be sent again when that stays unknown (atLeastOnce). The gateway is asked, or its report is awaited.
 * - `waiting_for_retry`: {deliveryCode.meaning} ({deliveryCode.code} {deliveryCode.name}). Code {deliveryCode.code} is tried {attempts} times, then it is final. Attempt {attempt} follows.
 * - `waiting_for_retry_without_code`: The gateway could not take the message. The message is tried again. Attempt {attempt} follows.
 * - `expires_before_retry`: {deliveryCode.meaning} ({deliveryCode.code} {deliveryCode.name}). A message is not submitted after its `valid_until`. It ends when it expires, which is before its next attempt.
 * - `expires_before_retry_without_code`: The gateway could not take the message. A message is not submitted after its `valid_until`. It ends when it expires, which is before its next attempt.
 * - `waiting_for_credit`: The gateway account has run out of credit. Held messages resume by themselves, in their original order, once there is credit again. It resumes after a top-up, or fails with code 405 if there is none in time.
 * - `waiting_for_credit_until_expiry`: The gateway account has run out of credit. A message is not submitted after its `valid_until`. It resumes after a top-up, or ends when it expires.
 * - `waiting_for_approval`: The operator has rejected the sender ID since the message was accepted. Held messages resume by themselves, in their original order, once the sender ID is approved again. It resumes after an approval, or fails with code 402 if there is none in time.
 * - `waiting_for_approval_until_expiry`: The operator has rejected the sender ID since the message was accepted. A message is not submitted after its `valid_until`. It resumes after an approval, or ends when it expires.
 * - `under_review`: The gateway reviews the message for risk or fraud (401 RiskHold). The gateway has the message, so it is not sent again. The gateway usually releases it by itself; its report decides.
 * - `queued_at_gateway`: The message waits at the gateway (102 Queued). A message that the gateway has can neither be cancelled nor sent again. The delivery report decides; without one the message ends as undelivered.
 * - `waiting_for_report`: The gateway has taken the message. A message that the gateway has can neither be cancelled nor sent again. The delivery report decides; without one the message ends as undelivered.
 * - `delivered`: The handset has confirmed the message. Delivered is final. Nothing more will happen.
 * - `cancelled`: It was cancelled before a gateway had it. A cancelled message never leaves and never changes again. Nothing more will happen.
 * - `expired`: It was not sent before its `valid_until`. A message is not submitted after its `valid_until`. Nothing more will happen.
 * - `suppressed`: {deliveryCode.meaning} ({deliveryCode.code} {deliveryCode.name}). A suppressed number is never given to a gateway. Lifting the suppression allows it again. Until then, messages to it end as blocked.
 * - `suppressed_by_keyword`: The person wrote {word} to {ownNumber} on {suppressedAt}. A suppressed number is never given to a gateway. When the person writes START, messages are sent again. Until then, messages to it end as blocked.
 * - `suppressed_by_organisation`: The organisation suppressed the number on {suppressedAt}. A suppressed number is never given to a gateway. Lifting the suppression allows it again; the person cannot lift it by START. Until then, messages to it end as blocked.
 * - `suppressed_by_gateway`: A gateway reported on {suppressedAt}: {deliveryCode.meaning} ({deliveryCode.code} {deliveryCode.name}). A suppressed number is never given to a gateway. Lifting the suppression allows it again. Until then, messages to it end as blocked.
 * - `opted_out_at_gateway`: The person has opted out of such messages at the gateway {gateway}. The number is suppressed when a message to it is about to leave. Messages to it end as blocked.
 * - `blocked_by_gateway`: {deliveryCode.meaning} ({deliveryCode.code} {deliveryCode.name}). The number is suppressed from now on; it will not be written to again. Nothing more will happen.
 * - `outcome_unknown`: Outcome unknown: the answer of the gateway was lost, and no report came. A message that may have left is not sent again, so that nobody gets it twice. Nothing, unless a late report says that it was delivered after all.
 * - `no_report`: No delivery report arrived. A message without a report ends as undelivered, and is not sent again. Nothing, unless a late report says that it was delivered after all.
 * - `refused`: {deliveryCode.meaning} ({deliveryCode.code} {deliveryCode.name}). Code {deliveryCode.code} is final at once. {deliveryCode.recommendedAction}.
 * - `refused_after_retries`: {deliveryCode.meaning} ({deliveryCode.code} {deliveryCode.name}). Code {deliveryCode.code} is tried {attempts} times, then it is final. {deliveryCode.recommendedAction}.
 * - `failed_at_gateway`: {deliveryCode.meaning} ({deliveryCode.code} {deliveryCode.name}). Code {deliveryCode.code} is final at once. Nothing, unless a late report says that it was delivered after all.
 * - `failed_at_gateway_after_retries`: {deliveryCode.meaning} ({deliveryCode.code} {deliveryCode.name}). Code {deliveryCode.code} is tried {attempts} times, then it is final. Nothing, unless a late report says that it was delivered after all.
 * - `failed_at_gateway_without_retry`: {deliveryCode.meaning} ({deliveryCode.code} {deliveryCode.name}). A message that may have left is not sent again, so that nobody gets it twice. Nothing, unless a late report says that it was delivered after all.
 * - `nothing_against_it`: Nothing is known against the number. The route of the number leads to the gateway {gateway}. The gateway gets the message at once. It, the network or the recipient may still refuse it.
 * - `given_up`: The message could not be delivered. The message was given up. Nothing more will happen.
 */
export type ExplanationCode = 'scheduled' | 'waiting_for_turn' | 'gateway_down' | 'gateway_not_configured' | 'campaign_paused' | 'submitting' | 'in_doubt' | 'in_doubt_at_least_once' | 'waiting_for_retry' | 'waiting_for_retry_without_code' | 'expires_before_retry' | 'expires_before_retry_without_code' | 'waiting_for_credit' | 'waiting_for_credit_until_expiry' | 'waiting_for_approval' | 'waiting_for_approval_until_expiry' | 'under_review' | 'queued_at_gateway' | 'waiting_for_report' | 'delivered' | 'cancelled' | 'expired' | 'suppressed' | 'suppressed_by_keyword' | 'suppressed_by_organisation' | 'suppressed_by_gateway' | 'opted_out_at_gateway' | 'blocked_by_gateway' | 'outcome_unknown' | 'no_report' | 'refused' | 'refused_after_retries' | 'failed_at_gateway' | 'failed_at_gateway_after_retries' | 'failed_at_gateway_without_retry' | 'nothing_against_it' | 'given_up' | (string & {});

/** Why a message has its status, and what happens next. */
export interface SmsExplanation {
  /** Which sentences these are, for programs that translate them. */
  code: ExplanationCode;
  /** What happened to the message. */
  cause: string;
  /** The rule that applies to the message. */
  rule: string;
  /** What happens next to the message. */
  next: string;
  /** The latest time at which the next step happens; null if no time is set. */
  next_at: string | null;
  /** The code that the explanation is about: of the message, or of its last attempt while a retry waits. */
  delivery_code: DeliveryCodeNumber | null;
  /** The number of the attempt that follows; null if none does. */
  attempt: number | null;
  /** How often a message with this delivery code is submitted at most; null without a delivery code. */
  attempts: number | null;
  /** The gateway that the sentences name; null if they name none. */
  gateway: string | null;
  /** The time when the number was suppressed; null if the message was not suppressed, or it is not known. */
  suppressed_at: string | null;
  /** The word that the person wrote to end messages, such as `stop`; null if they wrote none. */
  word: string | null;
  /** The number or short code of the organisation to which the person wrote the word. */
  own_number: string | null;
  /** Why the message was sent, if no call has sent it: it answers a keyword. Null otherwise. */
  origin: string | null;
}

/** An SMS to one number. */
export interface SmsMessage {
  /** The id of the object, the same in GraphQL and REST. */
  message_id: string;
  /** The id of the object, the same in GraphQL and REST. */
  campaign_id: string | null;
  /** The id of the object, the same in GraphQL and REST. */
  answers_inbound_id: string | null;
  /** The number of the recipient, digits only; a malformed number of a campaign is shown as given. Null after redaction. Suppressions, and the filter of a campaign's messages, have it as `mobile`. */
  to: string | null;
  type: 'sms';
  /** The status of the message. Base application logic on this field. The filter of a campaign's messages has it as `message_status`. */
  status: SmsStatus;
  /** The delivery code of the message; null while it is queued or held. */
  delivery_code: DeliveryCodeNumber | null;
  /** The error in one sentence, for people; null if there is none. It begins with "Outcome unknown" if the response of the gateway was lost: the recipient may have the message. */
  error: string | null;
  /** The reason why the message is held; null if it is not held. */
  hold_reason: HoldReason | null;
  /** The text as the recipient gets it. Null after redaction. */
  message: string | null;
  /** The sender ID of the message; null if the gateway chooses it. */
  sender_id: string | null;
  /** The number of SMS segments of the text. */
  segments: number;
  /** The character encoding of the text. */
  encoding: SmsEncoding;
  /** Your own reference, as given in the call. */
  reference: string | null;
  /** Your own data, as given in the call. */
  metadata: Record<string, unknown> | null;
  /** True if the message was made with a test key; only the sandbox receives it. */
  test: boolean;
  /** What the message is for. */
  category: MessageCategory;
  /** The API key or the person that sent it; null if it was sent before version 0.2. */
  created_by: AuditActor | null;
  /** The time when the call was accepted. */
  created_at: string;
  /** The time when the message is to be submitted; null if at once. */
  scheduled_at: string | null;
  /** The time after which the message is not submitted to a gateway; null if there is none. */
  valid_until: string | null;
  /** The time when a gateway accepted the message; null if none has said so. */
  sent_at: string | null;
  /** The time when the report came that the message is on the handset; null if none has. */
  delivered_at: string | null;
  /** The time of the last change of the message. */
  updated_at: string;
  /** The submissions of the message to gateways, oldest first; empty for callers without the scope `sms:read`. Only if `expand` names it. */
  attempts?: SmsAttempt[] | undefined;
  /** The status changes of the message, oldest first; for callers without the scope `sms:read` the first alone. Only if `expand` names it. */
  history?: SmsChange[] | undefined;
  /** Why the message has its status, which rule applies, and what happens next. Only if `expand` names it. */
  explanation?: SmsExplanation | undefined;
}

export interface CancelMessageResult {
  success: true;
  /** The id of the message. */
  message_id: string;
  /** The status of the message. Base application logic on this field. The filter of a campaign's messages has it as `message_status`. */
  status: SmsStatus | null;
  /** The delivery code of the message; null while it is queued or held. */
  delivery_code: DeliveryCodeNumber | null;
}

export interface SmsMessagePage {
  /** The number of results on all pages; null if it is more than 10000, or counting would take too long. */
  count: number | null;
  /** The URL of the next page; null on the last page. */
  next: string | null;
  /** The URL of the previous page; null on the first page. */
  previous: string | null;
  results: SmsMessage[];
  /** The cursor in `next`. */
  next_cursor: string | null;
}

/** How many messages have each status. */
export interface MessageCounts {
  /** Messages that wait to be submitted. */
  queued: number;
  /** Messages that a gateway accepted, without a delivery report so far. */
  sent: number;
  /** Messages that a delivery report confirms. */
  delivered: number;
  /** Messages that were rejected, or never submitted. */
  failed: number;
  /** Messages that a gateway accepted but could not deliver. */
  undelivered: number;
  /** Messages that the recipient or a registry blocks. */
  blocked: number;
  /** Messages that wait for credit or for a review by the gateway. */
  held: number;
  /** Cancelled before the message was submitted to a gateway. */
  cancelled: number;
}

/** What became of the messages that were accepted in a range of time: single ones and those of campaigns. */
export interface Statistics {
  /** The number of messages for each status that they have now. */
  counts: MessageCounts;
  /** How many seconds half of the delivered messages took at most, from their acceptance or scheduled time, within 10 %; null if none was delivered. */
  median_seconds_to_deliver: number | null;
  /** The number of messages for each delivery code and status, most frequent first. Messages without a code are left out. */
  outcomes: ({
    /** The delivery code, with its meaning. */
    code: {
      /** The number of the code, as in `delivery_code`. */
      code: number;
      /** The short name of the code, such as `DoNotDisturbRejection`. */
      name: string;
    };
    /** The status of these messages. */
    status: SmsStatus;
    /** The number of messages. */
    count: number;
  })[];
  /** The intervals in which messages were accepted, oldest first. */
  points: ({
    /** The start of the interval. */
    at: string;
    /** The number of these messages for each status that they have now. */
    counts: MessageCounts;
  })[];
}

/**
 * The category of a delivery code.
 *
 * - `success`: Success: the message was delivered.
 * - `in_progress`: In progress: the message is on its way.
 * - `rejection`: Rejection: the gateway or the network refuses the message, its sender or its recipient.
 * - `error`: Error: a failure between this server and the mobile network.
 */
export type DeliveryCodeCategory = 'success' | 'in_progress' | 'rejection' | 'error' | (string & {});

/** The reason that a gateway gave for a status, as a number that is the same for all gateways. */
export interface DeliveryCode {
  /** The number of the code, as in `delivery_code`. */
  code: number;
  /** The short name of the code, such as `DoNotDisturbRejection`. */
  name: string;
  /** The category of the code. */
  category: DeliveryCodeCategory;
  /** The meaning of the code. */
  meaning: string;
  /** What the sender should do; null if there is nothing to do. */
  recommended_action: string | null;
  /** True if sending the same message later may succeed. */
  retryable: boolean;
  /** True if a message with this code suppresses its number, so that no further message is sent to it. */
  suppresses: boolean;
  /** The status of a message with this code. */
  status: SmsStatus;
}

export interface DeliveryCodePage {
  /** The number of results on all pages. */
  count: number;
  /** The URL of the next page; null on the last page. */
  next: string | null;
  /** The URL of the previous page; null on the first page. */
  previous: string | null;
  results: DeliveryCode[];
  /** The cursor in `next`. */
  next_cursor: string | null;
}

/**
 * The status of a campaign. It follows from the statuses of its messages.
 *
 * - `scheduled`: Scheduled: `scheduled_at` is in the future.
 * - `queued`: Queued: accepted, and no message has been submitted.
 * - `running`: Running: messages are being submitted, or await delivery reports.
 * - `paused`: Paused: no message is submitted until a caller resumes the campaign.
 * - `held`: Held: no message is submitted until the account has credit again or the gateway releases the messages.
 * - `completed`: Completed: every message has its final status.
 * - `cancelled`: Cancelled: unsent messages were cancelled. Messages that were already submitted still receive delivery reports.
 */
export type CampaignStatus = 'scheduled' | 'queued' | 'running' | 'paused' | 'held' | 'completed' | 'cancelled' | (string & {});

export interface SendBulkSmsResult {
  success: true;
  /** The id of the object, the same in GraphQL and REST. */
  campaign_id: string;
  /** The status of the campaign. */
  status: CampaignStatus;
  /** The number of recipients in the list: `accepted`, `invalid` and `suppressed` together. */
  total: number;
  /** The number of recipients whose message was queued. */
  accepted: number;
  /** The number of recipients whose number cannot receive SMS, or not from this sender ID. They are listed as failed. */
  invalid: number;
  /** The number of repeated recipients. A repeated number gets one message and is listed once. */
  duplicates: number;
  /** The number of recipients whose number is suppressed. They are listed as blocked. */
  suppressed: number;
}

/** The messages of a previewed campaign that have one encoding. */
export interface EncodingShare {
  /** The encoding. */
  encoding: SmsEncoding;
  /** The number of messages. */
  messages: number;
  /** The number of their segments. */
  segments: number;
}

/** The messages of a previewed campaign that one gateway gets first. */
export interface GatewayShare {
  /** The name of the gateway. */
  gateway: string;
  /** The number of messages. */
  messages: number;
  /** The number of their segments. */
  segments: number;
  /** How many of these messages, from the first, the credit of the gateway pays for; null if the gateway does not tell its credit, or the operator has configured no price per segment. */
  credit_for: number | null;
}

/**
 * Which message of a campaign a sample is.
 *
 * - `first`: The first message.
 * - `shortest`: The message with the shortest text.
 * - `longest`: The message with the longest text.
 */
export type PreviewSampleKind = 'first' | 'shortest' | 'longest' | (string & {});

/** A message of a previewed campaign, as its recipient would get it. */
export interface PreviewSample {
  /** Which message of the campaign it is. */
  kind: PreviewSampleKind;
  /** The place of the recipient in `recipients`, from 0; repeated numbers are counted. */
  position: number;
  /** The text with the values of the recipient. */
  text: string;
  /** The number of segments. */
  segments: number;
  /** The encoding of the text. */
  encoding: SmsEncoding;
}

/** A character that smart encoding replaces in a previewed campaign, because GSM-7 lacks it. */
export interface CharacterReplacement {
  /** The character, with the accents that follow it. */
  character: string;
  /** What stands in its place; empty if it is left out. */
  replacement: string;
  /** The number of messages that had the character. */
  messages: number;
}

/** What smart encoding does to a previewed campaign. */
export interface SmartEncodingEffect {
  /** The number of messages whose text it changes. */
  messages: number;
  /** The number of segments that all messages would take without it; `segments` counts with it. */
  segments_before: number;
  /** The characters that it replaces, the most frequent first. */
  replacements: CharacterReplacement[];
}

/** A recipient of a previewed campaign that would get no message. */
export interface PreviewProblem {
  /** The place of the recipient in `recipients`, from 0; repeated numbers are counted. */
  position: number;
  /** The number, digits only; a malformed number is shown as given. */
  mobile: string;
  /** The status with which the recipient would be listed: failed if the number cannot receive the SMS, blocked if it is suppressed. Null if it repeats an earlier number, which gets the message. */
  status: SmsStatus | null;
  /** The number of the code, as in `delivery_code`. */
  delivery_code: DeliveryCodeNumber | null;
  /** The problem in one sentence, for people. */
  message: string;
}

export interface PreviewBulkSmsResult {
  success: true;
  /** Holds `sendBulkSms` to this preview: with this token and the same input it does exactly what is shown here, or nothing. Only the caller of the preview can use it. */
  preview_token: string;
  /** The time when the token expires, 15 minutes after the preview. */
  expires_at: string;
  /** The number of recipients that would be listed. */
  total: number;
  /** The number of messages that would be sent. */
  accepted: number;
  /** The number of recipients whose number cannot receive SMS, or not from this sender ID. */
  invalid: number;
  /** The number of repeated recipients. A repeated number gets one message. */
  duplicates: number;
  /** The number of recipients whose number is suppressed. */
  suppressed: number;
  /** The number of segments of all messages that would be sent. */
  segments: number;
  /** The messages that would be sent, by encoding. */
  encodings: EncodingShare[];
  /** The messages that would be sent, by the gateway that gets them first. */
  gateways: GatewayShare[];
  /** The first, the shortest and the longest message; none if no message would be sent. */
  samples: PreviewSample[];
  /** What smart encoding does to the texts; null if the campaign goes without it. */
  smart_encoding: SmartEncodingEffect | null;
  /** The recipients that would get no message, in the order of the call. */
  problems: PreviewProblem[];
  /** The earliest time at which the first message would leave. */
  starts_at: string;
  /** The time after which no message would be submitted to a gateway; null if there is none. */
  valid_until: string | null;
  /** An estimate of when the last message would have left, at the configured pace of the gateways if they carry nothing else; null if a gateway has no configured pace. */
  estimated_end_at: string | null;
}

/**
 * Why a campaign is paused.
 *
 * - `caller`: Caller: a person or an API key paused it.
 * - `failures`: Failures: too many of its messages failed, so it was paused by itself.
 */
export type CampaignPauseReason = 'caller' | 'failures' | (string & {});

/**
 * How a campaign ended.
 *
 * - `succeeded`: Succeeded: every accepted message was delivered, but for those that expired or were cancelled one by one.
 * - `with_failures`: With failures: some of the accepted messages were not delivered.
 * - `cancelled`: Cancelled: a caller cancelled the campaign.
 */
export type CampaignResult = 'succeeded' | 'with_failures' | 'cancelled' | (string & {});

/** A bulk send: one text to many recipients, and the status of each message. */
export interface Campaign {
  /** The id of the object, the same in GraphQL and REST. */
  campaign_id: string;
  /** The name of the campaign, as given in the call. */
  name: string | null;
  /** The status of the campaign. */
  status: CampaignStatus;
  /** The number of recipients in the list: `accepted`, `invalid` and `suppressed` together. */
  total: number;
  /** The number of recipients whose message was queued. */
  accepted: number;
  /** The number of recipients whose number cannot receive SMS, or not from this sender ID. They are listed as failed. */
  invalid: number;
  /** The number of repeated recipients. A repeated number gets one message and is listed once. */
  duplicates: number;
  /** The number of recipients whose number is suppressed. They are listed as blocked. */
  suppressed: number;
  /** The number of messages for each status. The counts always add up to `total`. */
  counts: MessageCounts;
  /** The sender ID of the messages; null if the gateway chooses it. */
  sender_id: string | null;
  /** Your own reference, as given in the call. */
  reference: string | null;
  /** Your own data, as given in the call. */
  metadata: Record<string, unknown> | null;
  /** True if the campaign was made with a test key; only the sandbox receives its messages. */
  test: boolean;
  /** The API key or the person that sent it; null if it was sent before version 0.2. */
  created_by: AuditActor | null;
  /** The time when the call was accepted. */
  created_at: string;
  /** The time when dispatch is to start; null if at once. */
  scheduled_at: string | null;
  /** The time after which no message is submitted to a gateway; null if there is none. */
  valid_until: string | null;
  /** The time when the first message was submitted to a gateway. */
  started_at: string | null;
  /** The time when the last message reached its final status. */
  completed_at: string | null;
  /** The time when the campaign was cancelled. */
  cancelled_at: string | null;
  /** The time when the campaign was paused; null if it is not paused. */
  paused_at: string | null;
  /** Why the campaign is paused; null if it is not. */
  pause_reason: CampaignPauseReason | null;
  /** True if the campaign is paused by itself when too many messages fail: at least 40 of the latest 200 outcomes, those of messages that a gateway accepted included, are failures with one of the codes 402, 501, 502. */
  pause_on_failures: boolean;
  /** What the messages are for. */
  category: MessageCategory;
  /** How the campaign ended; null while it has not. */
  result: CampaignResult | null;
  /** The campaign whose failed messages this one sends again; null if it is no retry. */
  retry_of: string | null;
}

export interface CampaignPage {
  /** The number of results on all pages; null if it is more than 10000, or counting would take too long. */
  count: number | null;
  /** The URL of the next page; null on the last page. */
  next: string | null;
  /** The URL of the previous page; null on the first page. */
  previous: string | null;
  results: Campaign[];
  /** The cursor in `next`. */
  next_cursor: string | null;
}

export interface CancelCampaignResult {
  success: true;
  /** The id of the campaign. */
  campaign_id: string;
  /** The number of messages that this call cancelled. */
  cancelled: number;
  /** The number of messages that were submitted before the call and cannot be cancelled. */
  already_dispatched: number;
}

export interface PauseCampaignResult {
  success: true;
  /** The id of the campaign. */
  campaign_id: string;
  /** The status of the campaign. */
  status: CampaignStatus | null;
  /** The number of messages that wait until the campaign is resumed. */
  waiting: number;
  /** The number of messages that were submitted before the call and cannot be called back. */
  already_dispatched: number;
}

export interface ResumeCampaignResult {
  success: true;
  /** The id of the campaign. */
  campaign_id: string;
  /** The status of the campaign. */
  status: CampaignStatus | null;
  /** The number of messages that are due now and are submitted next. */
  resumed: number;
}

export interface RescheduleCampaignResult {
  success: true;
  /** The id of the campaign. */
  campaign_id: string;
  /** The name of the campaign, as given in the call. */
  name: string | null;
  /** The status of the campaign. */
  status: CampaignStatus | null;
  /** The number of recipients in the list: `accepted`, `invalid` and `suppressed` together. */
  total: number | null;
  /** The number of recipients whose message was queued. */
  accepted: number | null;
  /** The number of recipients whose number cannot receive SMS, or not from this sender ID. They are listed as failed. */
  invalid: number | null;
  /** The number of repeated recipients. A repeated number gets one message and is listed once. */
  duplicates: number | null;
  /** The number of recipients whose number is suppressed. They are listed as blocked. */
  suppressed: number | null;
  /** The number of messages for each status. The counts always add up to `total`. */
  counts: MessageCounts | null;
  /** The sender ID of the messages; null if the gateway chooses it. */
  sender_id: string | null;
  /** Your own reference, as given in the call. */
  reference: string | null;
  /** Your own data, as given in the call. */
  metadata: Record<string, unknown> | null;
  /** True if the campaign was made with a test key; only the sandbox receives its messages. */
  test: boolean | null;
  /** The API key or the person that sent it; null if it was sent before version 0.2. */
  created_by: AuditActor | null;
  /** The time when the call was accepted. */
  created_at: string | null;
  /** The time when dispatch is to start; null if at once. */
  scheduled_at: string | null;
  /** The time after which no message is submitted to a gateway; null if there is none. */
  valid_until: string | null;
  /** The time when the first message was submitted to a gateway. */
  started_at: string | null;
  /** The time when the last message reached its final status. */
  completed_at: string | null;
  /** The time when the campaign was cancelled. */
  cancelled_at: string | null;
  /** The time when the campaign was paused; null if it is not paused. */
  paused_at: string | null;
  /** Why the campaign is paused; null if it is not. */
  pause_reason: CampaignPauseReason | null;
  /** True if the campaign is paused by itself when too many messages fail: at least 40 of the latest 200 outcomes, those of messages that a gateway accepted included, are failures with one of the codes 402, 501, 502. */
  pause_on_failures: boolean | null;
  /** What the messages are for. */
  category: MessageCategory | null;
  /** How the campaign ended; null while it has not. */
  result: CampaignResult | null;
  /** The campaign whose failed messages this one sends again; null if it is no retry. */
  retry_of: string | null;
}

export interface RetryCampaignResult {
  success: true;
  /** The id of the new campaign. */
  campaign_id: string;
  /** The name of the campaign, as given in the call. */
  name: string | null;
  /** The status of the campaign. */
  status: CampaignStatus | null;
  /** The number of recipients in the list: `accepted`, `invalid` and `suppressed` together. */
  total: number | null;
  /** The number of recipients whose message was queued. */
  accepted: number | null;
  /** The number of recipients whose number cannot receive SMS, or not from this sender ID. They are listed as failed. */
  invalid: number | null;
  /** The number of repeated recipients. A repeated number gets one message and is listed once. */
  duplicates: number | null;
  /** The number of recipients whose number is suppressed. They are listed as blocked. */
  suppressed: number | null;
  /** The number of messages for each status. The counts always add up to `total`. */
  counts: MessageCounts | null;
  /** The sender ID of the messages; null if the gateway chooses it. */
  sender_id: string | null;
  /** Your own reference, as given in the call. */
  reference: string | null;
  /** Your own data, as given in the call. */
  metadata: Record<string, unknown> | null;
  /** True if the campaign was made with a test key; only the sandbox receives its messages. */
  test: boolean | null;
  /** The API key or the person that sent it; null if it was sent before version 0.2. */
  created_by: AuditActor | null;
  /** The time when the call was accepted. */
  created_at: string | null;
  /** The time when dispatch is to start; null if at once. */
  scheduled_at: string | null;
  /** The time after which no message is submitted to a gateway; null if there is none. */
  valid_until: string | null;
  /** The time when the first message was submitted to a gateway. */
  started_at: string | null;
  /** The time when the last message reached its final status. */
  completed_at: string | null;
  /** The time when the campaign was cancelled. */
  cancelled_at: string | null;
  /** The time when the campaign was paused; null if it is not paused. */
  paused_at: string | null;
  /** Why the campaign is paused; null if it is not. */
  pause_reason: CampaignPauseReason | null;
  /** True if the campaign is paused by itself when too many messages fail: at least 40 of the latest 200 outcomes, those of messages that a gateway accepted included, are failures with one of the codes 402, 501, 502. */
  pause_on_failures: boolean | null;
  /** What the messages are for. */
  category: MessageCategory | null;
  /** How the campaign ended; null while it has not. */
  result: CampaignResult | null;
  /** The campaign whose failed messages this one sends again; null if it is no retry. */
  retry_of: string | null;
}

/**
 * Whether a message was submitted to a gateway. The status of a submitted message may still become `blocked`; this word stays `sent`.
 *
 * - `pending`: Pending: the message has not been submitted.
 * - `sent`: Sent: the message was submitted at least once.
 * - `failed`: Failed: the message was never submitted and will not be: it was malformed, suppressed, rejected, cancelled, or held for too long.
 */
export type SubmissionStatus = 'pending' | 'sent' | 'failed' | (string & {});

/** An SMS to one number. */
export interface CampaignMessage {
  /** The number of the recipient, digits only; a malformed number of a campaign is shown as given. Null after redaction. Suppressions, and the filter of a campaign's messages, have it as `mobile`. */
  mobile: string | null;
  /** Whether the message was submitted to a gateway. The filter of a campaign's messages has it as `status`. */
  status: SubmissionStatus;
  /** The status of the message. Base application logic on this field. The filter of a campaign's messages has it as `message_status`. */
  message_status: SmsStatus;
  /** The delivery code of the message; null while it is queued or held. */
  delivery_code: DeliveryCodeNumber | null;
  /** The error in one sentence, for people; null if there is none. It begins with "Outcome unknown" if the response of the gateway was lost: the recipient may have the message. */
  error: string | null;
  /** The time when a gateway accepted the message; null if none has said so. Only if `expand` names it. */
  sent_at?: string | null | undefined;
  /** The time when the report came that the message is on the handset; null if none has. Only if `expand` names it. */
  delivered_at?: string | null | undefined;
}

export interface CampaignMessagePage {
  /** The number of results on all pages. */
  count: number;
  /** The URL of the next page; null on the last page. */
  next: string | null;
  /** The URL of the previous page; null on the first page. */
  previous: string | null;
  results: CampaignMessage[];
  /** The cursor in `next`. */
  next_cursor: string | null;
}

/**
 * The origin of a suppression.
 *
 * - `gateway`: Gateway: a gateway reported delivery code 406 or 409 for the number.
 * - `manual`: Manual: a call of `addSuppressions`.
 * - `keyword`: Keyword: the person answered `stop`, or another word that means it.
 */
export type SuppressionSource = 'gateway' | 'manual' | 'keyword' | (string & {});

/** A suppressed number: the organisation sends it no messages, or no promotional ones, from any sender or from one. */
export interface Suppression {
  /** The id of the suppression. */
  id: string;
  /** The suppressed number: country code and number, digits only, without `+`. Messages have it as `to`. */
  mobile: string;
  /** The sender ID that may not send to the number; null: no sender may. */
  sender_id: string | null;
  /** The category of messages that are not sent to the number; null: no message is sent. */
  category: MessageCategory | null;
  /** The delivery code of messages that the suppression blocks: 406 or 409. */
  delivery_code: DeliveryCodeNumber;
  /** The origin of the suppression. */
  source: SuppressionSource;
  /** The reason, for people. */
  reason: string | null;
  /** True if the suppression comes from a test key or a test message; it then blocks test messages only. */
  test: boolean;
  /** The time when the number was suppressed. */
  created_at: string;
}

/** Whether a number can be sent to. */
export interface CheckedNumber {
  /** The number, digits only; a malformed number is shown as given. */
  number: string;
  /** The number of the code, as in `delivery_code`. */
  delivery_code: DeliveryCodeNumber | null;
  /** The suppression that blocks the number; null also for callers without the scope `suppressions:manage`. */
  suppression: Suppression | null;
  /** The country of the number, two letters after ISO 3166; the most likely one if several share its numbers. Null for a number that is malformed, cannot receive SMS, or has no country, such as one of a satellite phone. */
  country: string | null;
}

export interface CheckedNumberPage {
  /** The number of results on all pages. */
  count: number;
  /** The URL of the next page; null on the last page. */
  next: string | null;
  /** The URL of the previous page; null on the first page. */
  previous: string | null;
  results: CheckedNumber[];
  /** The cursor in `next`. */
  next_cursor: string | null;
}

export interface SuppressionPage {
  /** The number of results on all pages; null if it is more than 10000, or counting would take too long. */
  count: number | null;
  /** The URL of the next page; null on the last page. */
  next: string | null;
  /** The URL of the previous page; null on the first page. */
  previous: string | null;
  results: Suppression[];
  /** The cursor in `next`. */
  next_cursor: string | null;
}

export interface AddSuppressionsResult {
  success: true;
  /** The number of `results`. */
  count: number;
  /** The suppressions, in the order of the call. A number that was already suppressed keeps its entry; one for promotional messages is widened if the call suppresses the number for all. */
  results: Suppression[];
}

export interface LiftSuppressionResult {
  success: true;
  /** The id of the suppression. */
  id: string;
  /** The suppressed number: country code and number, digits only, without `+`. Messages have it as `to`. */
  mobile: string;
  /** The sender ID that may not send to the number; null: no sender may. */
  sender_id: string | null;
  /** The category of messages that are not sent to the number; null: no message is sent. */
  category: MessageCategory | null;
  /** The delivery code of messages that the suppression blocks: 406 or 409. */
  delivery_code: DeliveryCodeNumber;
  /** The origin of the suppression. */
  source: SuppressionSource;
  /** The reason, for people. */
  reason: string | null;
  /** True if the suppression comes from a test key or a test message; it then blocks test messages only. */
  test: boolean;
  /** The time when the number was suppressed. */
  created_at: string;
}

export interface LiftSuppressionOfResult {
  success: true;
  /** The id of the suppression. */
  id: string;
  /** The suppressed number: country code and number, digits only, without `+`. Messages have it as `to`. */
  mobile: string;
  /** The sender ID that may not send to the number; null: no sender may. */
  sender_id: string | null;
  /** The category of messages that are not sent to the number; null: no message is sent. */
  category: MessageCategory | null;
  /** The delivery code of messages that the suppression blocks: 406 or 409. */
  delivery_code: DeliveryCodeNumber;
  /** The origin of the suppression. */
  source: SuppressionSource;
  /** The reason, for people. */
  reason: string | null;
  /** True if the suppression comes from a test key or a test message; it then blocks test messages only. */
  test: boolean;
  /** The time when the number was suppressed. */
  created_at: string;
}

/**
 * What a person has decided about messages.
 *
 * - `opted_out`: Opted out: the person wants no more messages.
 * - `opted_in`: Opted in: the person wants messages again.
 */
export type ConsentChangeKind = 'opted_out' | 'opted_in' | (string & {});

/**
 * How the organisation learned of a consent change.
 *
 * - `keyword`: Keyword: the person sent `stop` or `start`, or another word that means it.
 * - `manual`: Manual: a call suppressed the number of the person, or lifted its suppression.
 * - `import`: Import: a call of `addSuppressions` with proof, or with the time when the person opted out.
 */
export type ConsentSource = 'keyword' | 'manual' | 'import' | (string & {});

/** A change of consent: a person wants no more messages, or wants them again. It is kept for good, as proof. */
export interface ConsentChange {
  /** The id of the object, the same in GraphQL and REST. */
  consent_id: string;
  /** The number of the person, digits only; null after it was erased. */
  mobile: string | null;
  /** What the person has decided. */
  change: ConsentChangeKind;
  /** How the organisation learned of the change. */
  source: ConsentSource;
  /** The sender ID whose messages the change is about; null: those of every sender. */
  sender_id: string | null;
  /** The category of messages that the change is about; null: messages of every category. */
  category: MessageCategory | null;
  /** The text of the person, in capitals, if it was a keyword. */
  word: string | null;
  /** The number or short code of the organisation that the keyword was sent to. */
  own_number: string | null;
  /** The id of the inbound message with the keyword. */
  inbound_id: string | null;
  /** The proof, in words of the caller that imported it. */
  proof: string | null;
  /** True if the change is about test messages only. */
  test: boolean;
  /** The number of changes since the one before that are not kept: of a person who changes their mind more often, 20 changes of 24 hours are, the last of them always. */
  omitted: number;
  /** The time when the person opted out or in. */
  changed_at: string;
  /** The time when the change was recorded. */
  created_at: string;
  /** The API key or the person that recorded the change; null if it was a keyword. */
  created_by: AuditActor | null;
}

export interface ConsentChangePage {
  /** The number of results on all pages; null if it is more than 10000, or counting would take too long. */
  count: number | null;
  /** The URL of the next page; null on the last page. */
  next: string | null;
  /** The URL of the previous page; null on the first page. */
  previous: string | null;
  results: ConsentChange[];
  /** The cursor in `next`. */
  next_cursor: string | null;
}

/**
 * How a person writes to the organisation.
 *
 * - `sms`: SMS: to a number of the organisation.
 * - `chat`: Chat: to a phone of the organisation, by a chat app.
 */
export type ConversationChannel = 'sms' | 'chat' | (string & {});

/**
 * What an inbound message consists of.
 *
 * - `text`: Text: a text alone.
 * - `media`: Media: a picture, a recording or another file, with or without a caption.
 * - `data`: Data: neither text nor media, such as a place on a map, or binary data.
 */
export type InboundKind = 'text' | 'media' | 'data' | (string & {});

/**
 * What a person asks for by a keyword.
 *
 * - `stop`: Stop: the person wants no more messages. The number is suppressed for every sender of the organisation, as far as its `stop_scope` says.
 * - `start`: Start: the person wants messages again. It lifts the suppression that an earlier `stop` has made, and no other.
 * - `help`: Help: the person asks who sends the messages.
 */
export type Keyword = 'stop' | 'start' | 'help' | (string & {});

/** A message that a person sent to a number of the organisation, or to the phone of a session. */
export interface InboundMessage {
  /** The id of the object, the same in GraphQL and REST. */
  inbound_id: string;
  /** The id of the object, the same in GraphQL and REST. */
  conversation_id: string | null;
  /** The channel by which the person sent the message. */
  channel: ConversationChannel;
  /** The sender: a number, a short code or a name. Of a chat: the number of the person, `lid:…` for a person who hides the number, or the id of the group. Null after redaction. */
  sender: string | null;
  /** The number of the person who wrote it, digits only, in groups too; null if it is unknown or has no country code, and after redaction. */
  mobile: string | null;
  /** In a group: the person who wrote it, by number or by `lid:…`; otherwise null. Null after redaction. */
  participant: string | null;
  /** The number or short code of the organisation that it was sent to; null for a chat. */
  own_number: string | null;
  /** The id of the session whose phone received it, which may have been deleted since; null for an SMS. */
  session_id: string | null;
  /** The gateway, or the chat engine, that the message came from. */
  gateway: string;
  /** What the message consists of. */
  kind: InboundKind;
  /** The text, or the caption of media; null if there is none, and after redaction. */
  text: string | null;
  /** The file of a message of the kind `media`. */
  media: {
    /** Where the file can be downloaded, with a key or a session that may read the inbox. Null if the engine has not kept the file, and after redaction. */
    url: string | null;
    /** The MIME type, as the sender says. */
    type: string | null;
    /** The file name, as the sender says. Null after redaction. */
    name: string | null;
  } | null;
  /** The chat message of the organisation that the person answers; null if there is none, and for keys without the scope `chat:read`. */
  reply_to: {
    /** The id of the object, the same in GraphQL and REST. */
    id: string;
    /** The id that the provider gave the message: the `message_id` of the REST API. Null until the provider accepts the message. */
    message_id: string | null;
  } | null;
  /** What the person asks for, if the whole text of an SMS is a keyword, such as `stop`; null otherwise, and for chats. */
  keyword: Keyword | null;
  /** True if parts of the text never arrived, or it was too long to be kept whole. */
  incomplete: boolean;
  /** True if the message came from the sandbox. */
  test: boolean;
  /** The time when it was sent, if the gateway says so. */
  sent_at: string | null;
  /** The time when it was received. */
  received_at: string;
  /** The time when sender and text were deleted; null until then. */
  redacted_at: string | null;
}

/** What is known of a number: what would become of a message to it, and the last messages to it and from it. */
export interface NumberExplanation {
  /** The number, digits only; a malformed number is shown as given. */
  mobile: string;
  /** The country of the number, two letters after ISO 3166; null if it has none, or cannot receive SMS. */
  country: string | null;
  /** What would become of a message that is sent now, and why. */
  now: {
    /** The status that the message would soon have: sent if nothing is known against it, queued while the gateway is down. */
    status: SmsStatus;
    /** The gateway that the route of the number leads to at the moment; null if no gateway would get it. */
    gateway: string | null;
    /** Why, which rule applies, and what would happen next. */
    explanation: SmsExplanation;
  };
  /** The suppressions of the number, for every sender or for one, newest first, at most 100; null for callers without the scope `suppressions:manage`. */
  suppressions: Suppression[] | null;
  /** The last 20 changes of the consent of the person, newest first; null for callers without the scope `suppressions:manage`. */
  consent: ConsentChange[] | null;
  /** The last 10 messages to the number, newest first; of campaigns of more than 100 recipients the newest alone (a million recipients). `messages` finds all. */
  last_sent: SmsMessage[];
  /** The last 10 messages from the number, newest first; null for callers without the scope `inbox:read`. */
  last_received: InboundMessage[] | null;
}

export interface InboundMessagePage {
  /** The number of results on all pages; null if it is more than 10000, or counting would take too long. */
  count: number | null;
  /** The URL of the next page; null on the last page. */
  next: string | null;
  /** The URL of the previous page; null on the first page. */
  previous: string | null;
  results: InboundMessage[];
  /** The cursor in `next`. */
  next_cursor: string | null;
}

export interface undefinedPage {
  /** The number of results on all pages. */
  count: number;
  /** The URL of the next page; null on the last page. */
  next: string | null;
  /** The URL of the previous page; null on the first page. */
  previous: string | null;
  results: ({
    /** The number, or the short code. */
    number: string;
    /** On a number that organisations share, the word with which a text must begin or end; null otherwise. */
    keyword: string | null;
    /** The gateways that deliver what is sent to the number. */
    gateways: string[];
  })[];
  /** The cursor in `next`. */
  next_cursor: string | null;
}

/** A word that is a keyword for every organisation. */
export interface BuiltInKeyword {
  /** The word, in capitals and without signs. */
  word: string;
  /** The keyword that the word stands for. */
  keyword: Keyword;
  /** The regulator or the vendors that name the word. */
  source: string;
}

/** The SMS by which a keyword is answered. */
export interface KeywordAnswer {
  /** The keyword that the SMS answers. */
  keyword: Keyword;
  /** The text as a person gets it from a number that no organisations share. */
  text: string;
  /** The number of SMS segments of the text. */
  segments: number;
  /** The character encoding of the text. */
  encoding: SmsEncoding;
}

/** The words by which people stop and start messages and ask for help, and the answers that they get. In texts `{organisation}` stands for the name, and `{start}` and `{stop}` for what a person replies: on a number that organisations share it begins with the keyword of the organisation. */
export interface Keywords {
  /** The words that are keywords for every organisation. */
  built_in: BuiltInKeyword[];
  /** The words of the organisation by which people stop messages, in capitals and without signs. */
  stop_words: string[];
  /** Whether a STOP is confirmed, if it has suppressed the number. */
  stop_answered: boolean;
  /** The text that confirms a STOP; null: the default. */
  stop_text: string | null;
  /** The words of the organisation by which people start messages, in capitals and without signs. */
  start_words: string[];
  /** Whether a START is confirmed, if it has lifted a suppression. */
  start_answered: boolean;
  /** The text that confirms a START; null: the default. */
  start_text: string | null;
  /** The words of the organisation by which people ask for help, in capitals and without signs. */
  help_words: string[];
  /** Whether HELP is answered, at most once an hour. */
  help_answered: boolean;
  /** The answer to HELP; null: the default. */
  help_text: string | null;
  /** The answers as people get them, one for each keyword. */
  answers: KeywordAnswer[];
}

export interface UpdateKeywordsResult {
  success: true;
  /** The words that are keywords for every organisation. */
  built_in: BuiltInKeyword[];
  /** The words of the organisation by which people stop messages, in capitals and without signs. */
  stop_words: string[];
  /** Whether a STOP is confirmed, if it has suppressed the number. */
  stop_answered: boolean;
  /** The text that confirms a STOP; null: the default. */
  stop_text: string | null;
  /** The words of the organisation by which people start messages, in capitals and without signs. */
  start_words: string[];
  /** Whether a START is confirmed, if it has lifted a suppression. */
  start_answered: boolean;
  /** The text that confirms a START; null: the default. */
  start_text: string | null;
  /** The words of the organisation by which people ask for help, in capitals and without signs. */
  help_words: string[];
  /** Whether HELP is answered, at most once an hour. */
  help_answered: boolean;
  /** The answer to HELP; null: the default. */
  help_text: string | null;
  /** The answers as people get them, one for each keyword. */
  answers: KeywordAnswer[];
}

/** What a person and the organisation write to each other: the person writes to one number or phone of the organisation. */
export interface Conversation {
  /** The id of the object, the same in GraphQL and REST. */
  conversation_id: string;
  /** How the person writes. */
  channel: ConversationChannel;
  /** The number of the organisation that the person writes to; for a chat the id of the session. */
  own_address: string;
  /** The person: a number, a short code, a name, or an id of a chat app. */
  party: string;
  /** The number of the person, digits only; null if it is unknown, as for a short code or a name. */
  mobile: string | null;
  /** True if the messages are those of the sandbox. */
  test: boolean;
  /** The number of messages of the person that are not marked as read. */
  unread: number;
  /** The time when the person wrote last. */
  last_at: string;
  /** The text, or the caption of media; null if there is none, and after redaction. */
  last_text: string | null;
  /** True if a reply would be blocked, because the person has opted out or the number is suppressed. */
  is_suppressed: boolean;
  /** The time since when replies are blocked; null if they are not, or the time is unknown. */
  suppressed_since: string | null;
  /** The last message that was marked as read; null if none was. */
  read_up_to: string | null;
  /** The time when the conversation began. */
  created_at: string;
}

export interface ConversationPage {
  /** The number of results on all pages; null if it is more than 10000, or counting would take too long. */
  count: number | null;
  /** The URL of the next page; null on the last page. */
  next: string | null;
  /** The URL of the previous page; null on the first page. */
  previous: string | null;
  results: Conversation[];
  /** The cursor in `next`. */
  next_cursor: string | null;
}

/**
 * Who wrote a message of a conversation.
 *
 * - `received`: Received: the person wrote it.
 * - `sent`: Sent: the organisation wrote it.
 */
export type EntryDirection = 'received' | 'sent' | (string & {});

/** A message that a person sent to a number of the organisation, or to the phone of a session. */
export interface ReceivedText {
  /** The text, or the caption of media; null if there is none, and after redaction. */
  text: string | null;
  /** What the person asks for, if the whole text of an SMS is a keyword, such as `stop`; null otherwise, and for chats. */
  keyword: Keyword | null;
  /** True if parts of the text never arrived, or it was too long to be kept whole. */
  incomplete: boolean;
}

/** An SMS to one number. */
export interface SentText {
  /** The text as the recipient gets it. Null after redaction. */
  text: string | null;
  /** The sender ID of the message; null if the gateway chooses it. */
  sender_id: string | null;
  /** The number of SMS segments of the text. */
  segments: number;
  /** The status of the message. Base application logic on this field. The filter of a campaign's messages has it as `message_status`. */
  status: SmsStatus;
  /** The delivery code of the message; null while it is queued or held. */
  delivery_code: DeliveryCodeNumber | null;
  /** The error in one sentence, for people; null if there is none. It begins with "Outcome unknown" if the response of the gateway was lost: the recipient may have the message. */
  error: string | null;
}

/** A message of the chat app to one person or one group. */
export interface SentChatText {
  /** The text, or the caption of the media. Null after redaction. */
  text: string | null;
  /** The type of the message. */
  type: ChatMessageType;
  /** The status of the message. Base application logic on this field. */
  status: ChatStatus;
  /** The error in one sentence, for people; null if there is none. */
  error: string | null;
}

/** A message of a conversation, received or sent. */
export interface ConversationEntry {
  /** The id of the message, of whatever kind it is. */
  message_id: string;
  /** Who wrote the message. */
  direction: EntryDirection;
  /** The time when the message was received, or when it was accepted. */
  at: string;
  /** The message, if the person wrote it; otherwise null. */
  inbound_message: ReceivedText | null;
  /** The message, if it is an SMS of the organisation; otherwise null. */
  message: SentText | null;
  /** The message, if it is a chat message of the organisation; otherwise null. */
  chat_message: SentChatText | null;
}

export interface ConversationEntryPage {
  /** The number of results on all pages; null if it is more than 10000, or counting would take too long. */
  count: number | null;
  /** The URL of the next page; null on the last page. */
  next: string | null;
  /** The URL of the previous page; null on the first page. */
  previous: string | null;
  results: ConversationEntry[];
  /** The cursor in `next`. */
  next_cursor: string | null;
}

export interface ReplyToConversationResult {
  success: true;
  /** The id of the message. */
  message_id: string;
  /** How the message was sent. */
  channel: ConversationChannel;
  /** The status of the message. Base application logic on this field. The filter of a campaign's messages has it as `message_status`. */
  status: SmsStatus | null;
  /** The number of the recipient, digits only; a malformed number of a campaign is shown as given. Null after redaction. Suppressions, and the filter of a campaign's messages, have it as `mobile`. */
  to: string | null;
  /** The sender ID of the message; null if the gateway chooses it. */
  sender_id: string | null;
  /** The number of SMS segments of the text. */
  segments: number | null;
  /** The character encoding of the text. */
  encoding: SmsEncoding | null;
}

export interface MarkConversationReadResult {
  success: true;
  /** The id of the conversation. */
  conversation_id: string;
  /** The number of messages of the person that are not marked as read. */
  unread: number | null;
  /** The last message that was marked as read; null if none was. */
  read_up_to: string | null;
}

/**
 * Whether a gateway takes messages of the organisation.
 *
 * - `up`: Up: nothing is known against it.
 * - `down`: Down: the last calls of the gateway failed. Workers call it again when messages wait for it; six minutes after a worker should have done so, it is shown as up. With the code `NOT_CONFIGURED`: the API process does not have it.
 * - `paused`: Paused: the account has no credit. Messages are held until it has, or until `resumeHeldMessages`.
 */
export type GatewayCondition = 'up' | 'down' | 'paused' | (string & {});

/** A gateway that carries SMS of the organisation. */
export interface Gateway {
  /** The name of the gateway. */
  name: string;
  /** The kind of the gateway, such as `smpp` or `sandbox`; `unknown` if it is not configured. */
  kind: string;
  /** Whether the gateway takes messages of the organisation. */
  state: GatewayCondition;
  /** The time since when the account has no credit, or since when the gateway is down; null if the gateway is up, or if it is not known. */
  since: string | null;
  /** What the gateway, or the network before it, said last, such as `ECONNREFUSED` or `HTTP 503`; `NOT_CONFIGURED` if it is not configured; null if it is not down, or if it is not known. */
  code: string | null;
  /** The time when the gateway is called again; null if it is not down, or if it is not known. */
  next_try_at: string | null;
  /** The number of messages of the organisation that wait to be submitted there. It may include messages that were cancelled meanwhile. */
  waiting: number;
  /** The number of messages of the organisation that the gateway accepted per second, over the last minute. */
  sent_per_second: number;
}

export interface GatewayPage {
  /** The number of results on all pages. */
  count: number;
  /** The URL of the next page; null on the last page. */
  next: string | null;
  /** The URL of the previous page; null on the first page. */
  previous: string | null;
  results: Gateway[];
  /** The cursor in `next`. */
  next_cursor: string | null;
}

/** Messages of the organisation that are held at one gateway for one reason. */
export interface Hold {
  /** The name of the gateway, which `resumeHeldMessages` takes. */
  gateway: string;
  /** The reason why the messages are held. */
  reason: HoldReason;
  /** The time since when the gateway has no credit for the organisation, or the first of the messages is held. */
  since: string;
  /** The number of held messages. Above 10,000 it may include messages that were cancelled while they were held. */
  messages: number;
  /** The time by which the server asks the gateway for its credit again, and releases the messages if there is some; null if only `resumeHeldMessages`, or the approval of their sender IDs, releases them. */
  next_probe_at: string | null;
  /** The campaigns of the held messages, oldest first: at most 100, found among the first 10,000 messages. */
  campaigns: ({
    /** The id of the object, the same in GraphQL and REST. */
    campaign_id: string;
    /** The name of the campaign, as given in the call. */
    name: string | null;
  })[];
}

export interface HoldPage {
  /** The number of results on all pages. */
  count: number;
  /** The URL of the next page; null on the last page. */
  next: string | null;
  /** The URL of the previous page; null on the first page. */
  previous: string | null;
  results: Hold[];
  /** The cursor in `next`. */
  next_cursor: string | null;
}

export interface ResumeHeldMessagesResult {
  success: true;
  /** The number of messages that are queued again. */
  resumed: number;
}

/**
 * The type of an event. In webhooks and the REST API, `sms.delivered` is `sms.delivered`, and so on.
 *
 * - `sms.queued`: A single SMS was accepted, or a held SMS, also one of a campaign, was queued again.
 * - `sms.sent`: A gateway accepted an SMS.
 * - `sms.delivered`: The delivery report confirms that an SMS is on the handset.
 * - `sms.failed`: A gateway rejected an SMS, or it could not be submitted.
 * - `sms.undelivered`: A gateway accepted an SMS, but could not deliver it.
 * - `sms.blocked`: The recipient or a registry blocks an SMS.
 * - `sms.held`: An SMS waits for credit, or for a review by the gateway.
 * - `sms.cancelled`: An SMS was cancelled before it was submitted.
 * - `sms.received`: A person sent an SMS to a number of the organisation.
 * - `consent.changed`: A person wants no more messages, or wants them again.
 * - `campaign.accepted`: A campaign was accepted.
 * - `campaign.started`: The first message of a campaign was submitted.
 * - `campaign.completed`: Every message of a campaign reached its final status.
 * - `campaign.cancelled`: A campaign was cancelled.
 * - `campaign.rescheduled`: A campaign got another time to start.
 * - `campaign.paused`: A campaign was paused, by a caller or because too many of its messages failed.
 * - `campaign.resumed`: A paused campaign was resumed.
 * - `campaign.held`: All that is left of a campaign is held: there is no credit, or the gateway reviews the messages.
 * - `chat_message.sent`: The provider accepted a chat message.
 * - `chat_message.delivered`: A chat message is on a device of the recipient.
 * - `chat_message.read`: A chat message was read.
 * - `chat_message.failed`: A chat message failed.
 * - `chat_message.received`: A person wrote to the phone of a session. A second such event says that a message which came without text or file has them now.
 * - `session.connected`: A phone was connected to a session.
 * - `session.disconnected`: A phone is no longer connected.
 * - `gateway.down`: A gateway has taken no SMS for half a minute, and SMS of the organisation wait for it.
 * - `gateway.up`: A gateway takes SMS again, or nothing of the organisation waits for it any more.
 * - `webhook.disabled`: A webhook was disabled because its endpoint is gone or has failed for too long.
 */
export type EventType = 'sms.queued' | 'sms.sent' | 'sms.delivered' | 'sms.failed' | 'sms.undelivered' | 'sms.blocked' | 'sms.held' | 'sms.cancelled' | 'sms.received' | 'consent.changed' | 'campaign.accepted' | 'campaign.started' | 'campaign.completed' | 'campaign.cancelled' | 'campaign.rescheduled' | 'campaign.paused' | 'campaign.resumed' | 'campaign.held' | 'chat_message.sent' | 'chat_message.delivered' | 'chat_message.read' | 'chat_message.failed' | 'chat_message.received' | 'session.connected' | 'session.disconnected' | 'gateway.down' | 'gateway.up' | 'webhook.disabled' | (string & {});

/**
 * The status of a webhook.
 *
 * - `active`: Active: events are posted to the webhook.
 * - `paused`: Paused: no events are posted. The webhook keeps its position in the log and continues there when it is active again.
 * - `disabled`: Disabled: no events are posted, because the endpoint is gone or has failed for too long. The webhook can be made active again.
 */
export type WebhookStatus = 'active' | 'paused' | 'disabled' | (string & {});

/**
 * The reason why a webhook was disabled.
 *
 * - `gone`: Gone: the endpoint responded with HTTP status 410.
 * - `failing`: Failing: the endpoint has accepted nothing for five days.
 */
export type WebhookDisabledReason = 'gone' | 'failing' | (string & {});

/** A webhook: a URL to which events are posted. */
export interface WebhookEndpoint {
  /** The id of the object, the same in GraphQL and REST. */
  id: string;
  /** The URL of the webhook. */
  url: string;
  /** The description of the webhook, as given. */
  description: string | null;
  /** The types of events that are posted to the webhook; null: all types. */
  types: EventType[] | null;
  /** True if the webhook was made with a test key; only events of test messages are posted to it. */
  test: boolean;
  /** The status of the webhook. */
  status: WebhookStatus;
  /** The reason why the webhook was disabled. */
  disabled_reason: WebhookDisabledReason | null;
  /** The sequence of the last event that was delivered to the webhook, or is listed in its deliveries. */
  last_sequence: number;
  /** The time of the first failed post since the webhook last accepted one; null if its last post succeeded. */
  failing_since: string | null;
  /** The time when the webhook was created. */
  created_at: string;
  /** The time when the webhook was last changed. */
  updated_at: string;
  /** The number of events that the webhook has yet to get: those after `last_sequence`, of whatever type, and deliveries that wait for another post, of which 10000 are counted at most. */
  behind: number;
  /** The number of posts that have failed in a row. */
  failures: number;
  /** The time when a worker next looks for events to post: a past time if it is about to, or is posting; null if there is nothing to post, or the webhook is not active. */
  next_attempt_at: string | null;
}

export interface WebhookEndpointPage {
  /** The number of results on all pages. */
  count: number;
  /** The URL of the next page; null on the last page. */
  next: string | null;
  /** The URL of the previous page; null on the first page. */
  previous: string | null;
  results: WebhookEndpoint[];
  /** The cursor in `next`. */
  next_cursor: string | null;
}

export interface CreateWebhookResult {
  success: true;
  /** The id of the object, the same in GraphQL and REST. */
  id: string;
  /** The URL of the webhook. */
  url: string;
  /** The description of the webhook, as given. */
  description: string | null;
  /** The types of events that are posted to the webhook; null: all types. */
  types: EventType[] | null;
  /** True if the webhook was made with a test key; only events of test messages are posted to it. */
  test: boolean;
  /** The status of the webhook. */
  status: WebhookStatus;
  /** The reason why the webhook was disabled. */
  disabled_reason: WebhookDisabledReason | null;
  /** The sequence of the last event that was delivered to the webhook, or is listed in its deliveries. */
  last_sequence: number;
  /** The time of the first failed post since the webhook last accepted one; null if its last post succeeded. */
  failing_since: string | null;
  /** The time when the webhook was created. */
  created_at: string;
  /** The time when the webhook was last changed. */
  updated_at: string;
  /** The secret that signs posts. It is returned once and cannot be read again. */
  secret: string;
}

export interface UpdateWebhookResult {
  success: true;
  /** The id of the object, the same in GraphQL and REST. */
  id: string;
  /** The URL of the webhook. */
  url: string;
  /** The description of the webhook, as given. */
  description: string | null;
  /** The types of events that are posted to the webhook; null: all types. */
  types: EventType[] | null;
  /** True if the webhook was made with a test key; only events of test messages are posted to it. */
  test: boolean;
  /** The status of the webhook. */
  status: WebhookStatus;
  /** The reason why the webhook was disabled. */
  disabled_reason: WebhookDisabledReason | null;
  /** The sequence of the last event that was delivered to the webhook, or is listed in its deliveries. */
  last_sequence: number;
  /** The time of the first failed post since the webhook last accepted one; null if its last post succeeded. */
  failing_since: string | null;
  /** The time when the webhook was created. */
  created_at: string;
  /** The time when the webhook was last changed. */
  updated_at: string;
}

export interface DeleteWebhookResult {
  success: true;
  /** The id of the object, the same in GraphQL and REST. */
  id: string;
  /** The URL of the webhook. */
  url: string;
  /** The description of the webhook, as given. */
  description: string | null;
  /** The types of events that are posted to the webhook; null: all types. */
  types: EventType[] | null;
  /** True if the webhook was made with a test key; only events of test messages are posted to it. */
  test: boolean;
  /** The status of the webhook. */
  status: WebhookStatus;
  /** The reason why the webhook was disabled. */
  disabled_reason: WebhookDisabledReason | null;
  /** The sequence of the last event that was delivered to the webhook, or is listed in its deliveries. */
  last_sequence: number;
  /** The time of the first failed post since the webhook last accepted one; null if its last post succeeded. */
  failing_since: string | null;
  /** The time when the webhook was created. */
  created_at: string;
  /** The time when the webhook was last changed. */
  updated_at: string;
}

export interface RotateWebhookSecretResult {
  success: true;
  /** The id of the object, the same in GraphQL and REST. */
  id: string;
  /** The URL of the webhook. */
  url: string;
  /** The description of the webhook, as given. */
  description: string | null;
  /** The types of events that are posted to the webhook; null: all types. */
  types: EventType[] | null;
  /** True if the webhook was made with a test key; only events of test messages are posted to it. */
  test: boolean;
  /** The status of the webhook. */
  status: WebhookStatus;
  /** The reason why the webhook was disabled. */
  disabled_reason: WebhookDisabledReason | null;
  /** The sequence of the last event that was delivered to the webhook, or is listed in its deliveries. */
  last_sequence: number;
  /** The time of the first failed post since the webhook last accepted one; null if its last post succeeded. */
  failing_since: string | null;
  /** The time when the webhook was created. */
  created_at: string;
  /** The time when the webhook was last changed. */
  updated_at: string;
  /** The secret that signs posts. It is returned once and cannot be read again. */
  secret: string;
  /** The time until which the previous secret signs every post as well. */
  previous_secret_until: string | null;
}

/**
 * The status of the delivery of an event to a webhook.
 *
 * - `waiting`: Waiting: the event will be posted, or posted again.
 * - `delivered`: Delivered: the endpoint responded with a status from 200 to 299.
 * - `dead`: Dead: the event is not posted again, unless a redelivery is requested.
 */
export type WebhookDeliveryStatus = 'waiting' | 'delivered' | 'dead' | (string & {});

/** The delivery of an event to a webhook. */
export interface WebhookDelivery {
  /** The sequence of the event, which identifies the delivery. */
  sequence: number;
  /** The id of the event, which is the `webhook-id` of its posts. */
  event_id: string;
  /** The type of the event. */
  type: EventType;
  /** The status of the delivery. */
  status: WebhookDeliveryStatus;
  /** The number of posts; a redelivery starts again at 0. */
  attempts: number;
  /** The earliest time of the next post; null if there is none. */
  next_attempt_at: string | null;
  /** The time of the last post. */
  attempted_at: string;
  /** The HTTP status of the last response; null if there was none. */
  response_status: number | null;
  /** The beginning of the last response body, at most 4096 bytes. */
  response_body: string | null;
  /** Why there was no response, such as `timeout`; null if there was one. */
  error: string | null;
  /** The duration of the last post in milliseconds. */
  duration_ms: number;
}

export interface WebhookDeliveryPage {
  /** The number of results on all pages; null if it is more than 10000, or counting would take too long. */
  count: number | null;
  /** The URL of the next page; null on the last page. */
  next: string | null;
  /** The URL of the previous page; null on the first page. */
  previous: string | null;
  results: WebhookDelivery[];
  /** The cursor in `next`. */
  next_cursor: string | null;
}

export interface RedeliverWebhookDeliveryResult {
  success: true;
  /** The sequence of the event, which identifies the delivery. */
  sequence: number;
  /** The id of the event, which is the `webhook-id` of its posts. */
  event_id: string;
  /** The type of the event. */
  type: EventType;
  /** The status of the delivery. */
  status: WebhookDeliveryStatus;
  /** The number of posts; a redelivery starts again at 0. */
  attempts: number;
  /** The earliest time of the next post; null if there is none. */
  next_attempt_at: string | null;
  /** The time of the last post. */
  attempted_at: string;
  /** The HTTP status of the last response; null if there was none. */
  response_status: number | null;
  /** The beginning of the last response body, at most 4096 bytes. */
  response_body: string | null;
  /** Why there was no response, such as `timeout`; null if there was one. */
  error: string | null;
  /** The duration of the last post in milliseconds. */
  duration_ms: number;
}

export interface RedeliverWebhookDeliveriesResult {
  success: true;
  /** The greatest possible number of posts. Without `only_dead`, `until` and `types` it also counts events whose type the webhook does not get. */
  count: number;
}

export interface TestWebhookResult {
  /** The `webhook-id` of the post. */
  event_id: string;
  /** True if the endpoint responded with a status from 200 to 299. */
  delivered: boolean;
  /** The HTTP status of the response; null if there was none. */
  response_status: number | null;
  /** The beginning of the response body, at most 4096 bytes. */
  response_body: string | null;
  /** Why there was no response, such as `timeout`; null if there was one. */
  error: string | null;
  /** The duration of the post in milliseconds. */
  duration_ms: number;
}

/** An event: a change of a message, a campaign, a session, a gateway, a webhook or the consent of a person, or a message that a person sent, as recorded in the event log of the organisation. */
export interface Event {
  /** The id of the event, which is also the `webhook-id` of its posts. */
  id: string;
  type: EventType;
  /** The time of the event. */
  timestamp: string;
  /** The body that webhooks post: ids, `status`, `sequence` and `revision` of the changed object. */
  data: Record<string, unknown>;
}

export interface ListEventsResult {
  /** The events. */
  results: Event[];
  /** The value of `after` for the next call. It also covers events that `types` or the scopes of the key left out. */
  last_sequence: number;
  /** True if the log continues after `last_sequence`. */
  has_more: boolean;
  /** The sequence of the oldest event in the log; older events are deleted. */
  oldest_sequence: number;
}

export interface CreateExportLinkResult {
  success: true;
  /** The id of the link, with which `endExportLink` ends it. */
  id: string;
  /** The time when the link expires, if its maker may read the rows until then. */
  expires_at: string;
  /** The address of the download, for anybody who has it. It is not stored. With `&after=`, it begins after the row whose last column has this value. */
  url: string;
}

/**
 * The rows of an export.
 *
 * - `campaign_messages`: The recipients of a campaign and their results, in the order of the call. Needs `sms:read`.
 * - `messages`: SMS, newest first. Needs `sms:read`.
 * - `events`: The event log, oldest first. Needs `sms:read` for events of SMS, campaigns and gateways, `inbox:read` for those of messages that people sent, `suppressions:manage` for those of consent changes, `chat:read` for those of chat messages and sessions, and `webhooks:manage` for those of webhooks.
 * - `suppressions`: Suppressed numbers, newest first. Needs `suppressions:manage`.
 * - `campaigns`: Campaigns and their counts, newest first. Needs `sms:read`.
 * - `chat_messages`: Chat messages, newest first. Needs `chat:read`.
 * - `inbound_messages`: Messages that people sent, newest first. Needs `inbox:read`.
 * - `consent_changes`: What people have decided about messages, newest first, as proof. Needs `suppressions:manage`.
 */
export type ExportKind = 'campaign_messages' | 'messages' | 'events' | 'suppressions' | 'campaigns' | 'chat_messages' | 'inbound_messages' | 'consent_changes' | (string & {});

/**
 * The format of an export.
 *
 * - `csv`: CSV as in RFC 4180, in UTF-8 with a byte order mark. A text that a spreadsheet would take for a formula begins with an apostrophe.
 * - `jsonl`: JSON Lines: one object on each line, with unchanged texts.
 */
export type ExportFormat = 'csv' | 'jsonl' | (string & {});

/** A link under which rows are downloaded. Its address is not stored. */
export interface OpenExportLink {
  /** The id of the link, with which `endExportLink` ends it. */
  id: string;
  /** The rows of the download. */
  what: ExportKind;
  /** The id of the campaign, if the rows are of one campaign. */
  campaign_id: string | null;
  /** The REST names of the other conditions of the rows; their values are not stored. */
  conditions: string[];
  /** The format of the download. */
  format: ExportFormat;
  /** The API key or the person that made the link. */
  created_by: AuditActor | null;
  /** The time when the link was made. */
  created_at: string;
  /** The time when the link expires, if its maker may read the rows until then. */
  expires_at: string;
}

export interface OpenExportLinkPage {
  /** The number of results on all pages. */
  count: number;
  /** The URL of the next page; null on the last page. */
  next: string | null;
  /** The URL of the previous page; null on the first page. */
  previous: string | null;
  results: OpenExportLink[];
  /** The cursor in `next`. */
  next_cursor: string | null;
}

export interface EndExportLinkResult {
  success: true;
  /** The id of the link, with which `endExportLink` ends it. */
  id: string;
  /** The rows of the download. */
  what: ExportKind;
  /** The id of the campaign, if the rows are of one campaign. */
  campaign_id: string | null;
  /** The REST names of the other conditions of the rows; their values are not stored. */
  conditions: string[];
  /** The format of the download. */
  format: ExportFormat;
  /** The API key or the person that made the link. */
  created_by: AuditActor | null;
  /** The time when the link was made. */
  created_at: string;
  /** The time when the link expires, if its maker may read the rows until then. */
  expires_at: string;
}

/**
 * The action of an audit entry. In the REST API, `webhook.created` is `webhook.created`, and so on.
 *
 * - `organisation.created`: The organisation was created.
 * - `organisation.updated`: The name or a setting of the organisation was changed.
 * - `member.joined`: A person accepted an invitation.
 * - `member.role_changed`: The role of a member was changed.
 * - `member.removed`: A member was removed from the organisation.
 * - `member.left`: A member left the organisation.
 * - `invitation.created`: A person was invited.
 * - `invitation.revoked`: An invitation was revoked.
 * - `api_key.created`: An API key was created.
 * - `api_key.rotated`: An API key was replaced by a new one.
 * - `api_key.revoked`: An API key was revoked.
 * - `sender_id.created`: A sender ID was registered.
 * - `sender_id.approved`: A sender ID was approved.
 * - `sender_id.rejected`: A sender ID was rejected.
 * - `sender_id.deleted`: A sender ID was deleted.
 * - `keywords.updated`: Words or answers of keywords were changed; `new_texts` names the keywords whose answers have another text.
 * - `webhook.created`: A webhook was created.
 * - `webhook.updated`: A webhook was changed, paused, made active again, or its backlog was skipped.
 * - `webhook.deleted`: A webhook was deleted.
 * - `webhook.secret_rotated`: The secret of a webhook was rotated.
 * - `webhook.redelivered`: Deliveries of events to a webhook were repeated.
 * - `session.created`: A session was created, and started unless `start` is false.
 * - `session.started`: A session was started.
 * - `session.stopped`: A session was stopped.
 * - `session.restarted`: A session was stopped and started.
 * - `session.logged_out`: The phone was unpaired from a session.
 * - `session.deleted`: A session was deleted.
 * - `session.pairing_requested`: A pairing code was requested, whether or not the engine returned one.
 * - `suppression.added`: Numbers were suppressed; `count` is the number of new suppressions.
 * - `suppression.lifted`: A suppression was lifted.
 * - `number.erased`: Texts and data of a number were erased; `messages` and `chat_messages` are how many, `pending` those that a gateway still had, `masked` what was sent to others and lost the number.
 * - `campaign.cancelled`: Messages of a campaign were cancelled.
 * - `campaign.paused`: A campaign was paused.
 * - `campaign.resumed`: A paused campaign was resumed.
 * - `campaign.rescheduled`: A campaign got another time to start.
 * - `message.cancelled`: A message was cancelled.
 * - `messages.resumed`: Held messages of a gateway were queued again.
 * - `export_link.created`: A link for downloading rows was created; `conditions` names the conditions of the rows.
 * - `export_link.ended`: A link for downloading rows was ended before it expired.
 */
export type AuditAction = 'organisation.created' | 'organisation.updated' | 'member.joined' | 'member.role_changed' | 'member.removed' | 'member.left' | 'invitation.created' | 'invitation.revoked' | 'api_key.created' | 'api_key.rotated' | 'api_key.revoked' | 'sender_id.created' | 'sender_id.approved' | 'sender_id.rejected' | 'sender_id.deleted' | 'keywords.updated' | 'webhook.created' | 'webhook.updated' | 'webhook.deleted' | 'webhook.secret_rotated' | 'webhook.redelivered' | 'session.created' | 'session.started' | 'session.stopped' | 'session.restarted' | 'session.logged_out' | 'session.deleted' | 'session.pairing_requested' | 'suppression.added' | 'suppression.lifted' | 'number.erased' | 'campaign.cancelled' | 'campaign.paused' | 'campaign.resumed' | 'campaign.rescheduled' | 'message.cancelled' | 'messages.resumed' | 'export_link.created' | 'export_link.ended' | (string & {});

/** An entry of the audit log: an action of an actor in the organisation. Entries are neither changed nor deleted. */
export interface AuditEntry {
  /** The id of the entry. */
  id: string;
  /** The action. */
  action: AuditAction;
  /** The actor. */
  actor: AuditActor;
  /** The IP address of the actor; null at the command line. */
  address: string | null;
  /** The type of the subject: the first half of the action. */
  subject_type: string;
  /** The id of the subject; null if there are several subjects, or the subject has no id. */
  subject_id: string | null;
  /** The changed settings before the action, by their REST names. Secrets, phone numbers and texts are never included. */
  before: Record<string, unknown> | null;
  /** The changed settings after the action, and further details. */
  after: Record<string, unknown> | null;
  /** The time of the action. */
  created_at: string;
}

export interface AuditEntryPage {
  /** The number of results on all pages. */
  count: number;
  /** The URL of the next page; null on the last page. */
  next: string | null;
  /** The URL of the previous page; null on the first page. */
  previous: string | null;
  results: AuditEntry[];
  /** The cursor in `next`. */
  next_cursor: string | null;
}

/**
 * A group of calls that share a rate limit.
 *
 * - `sms_send`: Single sends: `sendSms`.
 * - `sms_send_bulk`: Bulk sends: `sendBulkSms`, counted once per call whatever its size.
 * - `general`: All other calls.
 * - `people`: What one person reads who has signed in: queries, subscriptions and previews.
 */
export type RateLimitBucket = 'sms_send' | 'sms_send_bulk' | 'general' | 'people' | (string & {});

/** A rate limit, and how much of it is left. */
export interface RateLimit {
  /** The calls that share this limit. */
  bucket: RateLimitBucket;
  /** The number of calls allowed in any 60 seconds. */
  limit: number;
  /** The number of calls that are allowed now. */
  remaining: number;
  /** The length of the sliding window in seconds. */
  window_seconds: number;
  /** The time when the oldest calls leave the window, so that more are allowed; without calls, now. */
  reset_at: string;
}

export interface RateLimitPage {
  /** The number of results on all pages. */
  count: number;
  /** The URL of the next page; null on the last page. */
  next: string | null;
  /** The URL of the previous page; null on the first page. */
  previous: string | null;
  results: RateLimit[];
  /** The cursor in `next`. */
  next_cursor: string | null;
}

export interface EraseNumberResult {
  success: true;
  /** The number of SMS that this call has erased. */
  messages: number;
  /** The number of chat messages that this call has erased. */
  chat_messages: number;
  /** The number of SMS from the number that this call has erased. */
  received: number;
  /** The number of SMS that were cancelled, because no gateway had got them. */
  cancelled: number;
  /** The number of messages that a gateway or a phone has: SMS are erased within an hour of their end, which a report tells. */
  pending: number;
  /** The number of messages, campaigns and suppressions of others in whose references, metadata, names and reasons this call has replaced the number. */
  masked: number;
  /** The number of messages to and from others, campaigns and sender IDs that name the number still, in a text or beside other letters. A call with `not_searched` adds to the count of the call before. */
  mentions: number;
  /** Null if all was searched. Otherwise the call had no time for the rest: repeat it with this value. */
  not_searched: string | null;
  /** True if nothing names the number any more but what is `pending` with a gateway. False if there are `mentions`, if `not_searched` has a value, or if a chat message is just being sent, after which the call is to be repeated. */
  complete: boolean;
}

/**
 * The permission for a group of operations. GraphQL writes SMS_SEND for the `sms:send` of REST and of the command line.
 *
 * - `sms:send`: Send SMS and campaigns, and cancel, pause, resume, reschedule and retry them.
 * - `sms:read`: Read SMS, campaigns, statistics and gateways.
 * - `chat:send`: Send chat messages.
 * - `chat:read`: Read chat messages, phones and groups.
 * - `sessions:manage`: Connect, control and delete phones.
 * - `webhooks:manage`: Read and change webhooks, and see their deliveries.
 * - `suppressions:manage`: Read, add and lift suppressions.
 * - `inbox:read`: Read the SMS that people send to the numbers of the organisation.
 * - `keys:manage`: Read, create, rotate and revoke API keys.
 * - `senders:manage`: Read, register and delete sender IDs.
 * - `organisation:manage`: Change the settings of the organisation and, for people, its members; erase numbers.
 * - `audit:read`: Read the audit log, and the e-mail addresses of people who did something.
 */
export type Scope = 'sms:send' | 'sms:read' | 'chat:send' | 'chat:read' | 'sessions:manage' | 'webhooks:manage' | 'suppressions:manage' | 'inbox:read' | 'keys:manage' | 'senders:manage' | 'organisation:manage' | 'audit:read' | (string & {});

export interface CreateAccessTokenResult {
  success: true;
  /** The token itself, for the header `Authorization: Bearer …`. It is not stored. */
  token: string;
  /** The scopes of the token. */
  scopes: Scope[];
  /** The sessions that the token may send through and control; null: those of the key. Its scopes decide what it may read. */
  session_ids: string[] | null;
  /** The time when the token expires. */
  expires_at: string;
}

export interface ResendCodeResult {
  success: true;
  detail: string;
}

export interface SmsEventData {
  /** The id of the message: of an SMS, or of a chat message as the call that sent it returned it. */
  message_id: string;
  /** The id of the campaign, also if one of its messages changed. */
  campaign_id: string | null;
  /** The new status: the second half of the type. */
  status: 'queued' | 'sent' | 'delivered' | 'failed' | 'undelivered' | 'blocked' | 'held' | 'cancelled' | (string & {});
  /** The delivery code of the SMS. */
  delivery_code: DeliveryCodeNumber | null;
  /** Your own reference of the SMS or the campaign. */
  reference: string | null;
  /** True if the subject was made with a test key. */
  test: boolean;
  /** True if a late report contradicted a final status of an earlier event. */
  corrected: boolean;
  /** The position of the event in the log. The log has no gaps. */
  sequence: number;
  /** The number of the change of the subject: of two events about it, the one with the greater revision is the later. */
  revision: number;
}

export interface InboundEventData {
  /** The id of the message that a person sent. */
  inbound_id: string;
  /** The new status: the second half of the type. */
  status: 'received' | (string & {});
  /** What the person asks for, if the whole SMS is a keyword, such as `stop`; null otherwise. */
  keyword: 'stop' | 'start' | 'help' | (string & {}) | null;
  /** True if the subject was made with a test key. */
  test: boolean;
  /** The position of the event in the log. The log has no gaps. */
  sequence: number;
  /** The number of the change of the subject: of two events about it, the one with the greater revision is the later. */
  revision: number;
}

export interface ConsentEventData {
  /** The id of the consent change. */
  consent_id: string;
  /** The new status: the second half of the type. */
  status: 'changed' | (string & {});
  /** What the person has decided about messages. */
  change: 'opted_out' | 'opted_in' | (string & {}) | null;
  /** How the organisation learned of the consent change. */
  source: 'keyword' | 'manual' | 'import' | (string & {}) | null;
  /** The category of messages that the consent change is about; null: messages of every category. */
  category: 'transactional' | 'promotional' | (string & {}) | null;
  /** True if the subject was made with a test key. */
  test: boolean | null;
  /** The position of the event in the log. The log has no gaps. */
  sequence: number;
  /** The number of the change of the subject: of two events about it, the one with the greater revision is the later. */
  revision: number;
}

export interface CampaignEventData {
  /** The id of the campaign, also if one of its messages changed. */
  campaign_id: string;
  /** The new status: the second half of the type. */
  status: 'accepted' | 'started' | 'rescheduled' | 'paused' | 'resumed' | 'held' | 'completed' | 'cancelled' | (string & {});
  /** Your own reference of the SMS or the campaign. */
  reference: string | null;
  /** True if the subject was made with a test key. */
  test: boolean;
  /** The position of the event in the log. The log has no gaps. */
  sequence: number;
  /** The number of the change of the subject: of two events about it, the one with the greater revision is the later. */
  revision: number;
}

export interface ChatMessageEventData {
  /** The id of the message on this server. */
  id: string;
  /** The id of the message: of an SMS, or of a chat message as the call that sent it returned it. */
  message_id: string | null;
  /** The id of the session, also if one of its messages changed. */
  session_id: string;
  /** The new status: the second half of the type. */
  status: 'sent' | 'delivered' | 'read' | 'failed' | (string & {});
  /** True if the subject was made with a test key. */
  test: boolean;
  /** True if a late report contradicted a final status of an earlier event. */
  corrected: boolean;
  /** The position of the event in the log. The log has no gaps. */
  sequence: number;
  /** The number of the change of the subject: of two events about it, the one with the greater revision is the later. */
  revision: number;
}

export interface InboundChatEventData {
  /** The id of the message that a person sent. */
  inbound_id: string;
  /** The id of the session, also if one of its messages changed. */
  session_id: string;
  /** The new status: the second half of the type. */
  status: 'received' | (string & {});
  /** True if the subject was made with a test key. */
  test: boolean;
  /** The position of the event in the log. The log has no gaps. */
  sequence: number;
  /** The number of the change of the subject: of two events about it, the one with the greater revision is the later. */
  revision: number;
}

export interface SessionEventData {
  /** The id of the session, also if one of its messages changed. */
  session_id: string;
  /** The new status: the second half of the type. */
  status: 'connected' | 'disconnected' | (string & {});
  /** True if the subject was made with a test key. */
  test: boolean;
  /** The position of the event in the log. The log has no gaps. */
  sequence: number;
  /** The number of the change of the subject: of two events about it, the one with the greater revision is the later. */
  revision: number;
}

export interface GatewayEventData {
  /** The name of the gateway that is down or up. */
  gateway: string;
  /** The new status: the second half of the type. */
  status: 'down' | 'up' | (string & {});
  /** The position of the event in the log. The log has no gaps. */
  sequence: number;
  /** The number of the change of the subject: of two events about it, the one with the greater revision is the later. */
  revision: number;
}

export interface WebhookEventData {
  /** The id of the webhook. */
  webhook_id: string;
  /** The new status: the second half of the type. */
  status: 'disabled' | (string & {});
  /** The position of the event in the log. The log has no gaps. */
  sequence: number;
  /** The number of the change of the subject: of two events about it, the one with the greater revision is the later. */
  revision: number;
}

/** A single SMS was accepted, or a held SMS, also one of a campaign, was queued again. */
export interface SmsQueuedEvent {
  type: 'sms.queued';
  /** The time of the change. */
  timestamp: string;
  data: SmsEventData;
}

/** A gateway accepted an SMS. */
export interface SmsSentEvent {
  type: 'sms.sent';
  /** The time of the change. */
  timestamp: string;
  data: SmsEventData;
}

/** The delivery report confirms that an SMS is on the handset. */
export interface SmsDeliveredEvent {
  type: 'sms.delivered';
  /** The time of the change. */
  timestamp: string;
  data: SmsEventData;
}

/** A gateway rejected an SMS, or it could not be submitted. */
export interface SmsFailedEvent {
  type: 'sms.failed';
  /** The time of the change. */
  timestamp: string;
  data: SmsEventData;
}

/** A gateway accepted an SMS, but could not deliver it. */
export interface SmsUndeliveredEvent {
  type: 'sms.undelivered';
  /** The time of the change. */
  timestamp: string;
  data: SmsEventData;
}

/** The recipient or a registry blocks an SMS. */
export interface SmsBlockedEvent {
  type: 'sms.blocked';
  /** The time of the change. */
  timestamp: string;
  data: SmsEventData;
}

/** An SMS waits for credit, or for a review by the gateway. */
export interface SmsHeldEvent {
  type: 'sms.held';
  /** The time of the change. */
  timestamp: string;
  data: SmsEventData;
}

/** An SMS was cancelled before it was submitted. */
export interface SmsCancelledEvent {
  type: 'sms.cancelled';
  /** The time of the change. */
  timestamp: string;
  data: SmsEventData;
}

/** A person sent an SMS to a number of the organisation. */
export interface SmsReceivedEvent {
  type: 'sms.received';
  /** The time of the change. */
  timestamp: string;
  data: InboundEventData;
}

/** A person wants no more messages, or wants them again. */
export interface ConsentChangedEvent {
  type: 'consent.changed';
  /** The time of the change. */
  timestamp: string;
  data: ConsentEventData;
}

/** A campaign was accepted. */
export interface CampaignAcceptedEvent {
  type: 'campaign.accepted';
  /** The time of the change. */
  timestamp: string;
  data: CampaignEventData;
}

/** The first message of a campaign was submitted. */
export interface CampaignStartedEvent {
  type: 'campaign.started';
  /** The time of the change. */
  timestamp: string;
  data: CampaignEventData;
}

/** A campaign got another time to start. */
export interface CampaignRescheduledEvent {
  type: 'campaign.rescheduled';
  /** The time of the change. */
  timestamp: string;
  data: CampaignEventData;
}

/** A campaign was paused, by a caller or because too many of its messages failed. */
export interface CampaignPausedEvent {
  type: 'campaign.paused';
  /** The time of the change. */
  timestamp: string;
  data: CampaignEventData;
}

/** A paused campaign was resumed. */
export interface CampaignResumedEvent {
  type: 'campaign.resumed';
  /** The time of the change. */
  timestamp: string;
  data: CampaignEventData;
}

/** All that is left of a campaign is held: there is no credit, or the gateway reviews the messages. */
export interface CampaignHeldEvent {
  type: 'campaign.held';
  /** The time of the change. */
  timestamp: string;
  data: CampaignEventData;
}

/** Every message of a campaign reached its final status. */
export interface CampaignCompletedEvent {
  type: 'campaign.completed';
  /** The time of the change. */
  timestamp: string;
  data: CampaignEventData;
}

/** A campaign was cancelled. */
export interface CampaignCancelledEvent {
  type: 'campaign.cancelled';
  /** The time of the change. */
  timestamp: string;
  data: CampaignEventData;
}

/** The provider accepted a chat message. */
export interface ChatMessageSentEvent {
  type: 'chat_message.sent';
  /** The time of the change. */
  timestamp: string;
  data: ChatMessageEventData;
}

/** A chat message is on a device of the recipient. */
export interface ChatMessageDeliveredEvent {
  type: 'chat_message.delivered';
  /** The time of the change. */
  timestamp: string;
  data: ChatMessageEventData;
}

/** A chat message was read. */
export interface ChatMessageReadEvent {
  type: 'chat_message.read';
  /** The time of the change. */
  timestamp: string;
  data: ChatMessageEventData;
}

/** A chat message failed. */
export interface ChatMessageFailedEvent {
  type: 'chat_message.failed';
  /** The time of the change. */
  timestamp: string;
  data: ChatMessageEventData;
}

/** A person wrote to the phone of a session. A second such event says that a message which came without text or file has them now. */
export interface ChatMessageReceivedEvent {
  type: 'chat_message.received';
  /** The time of the change. */
  timestamp: string;
  data: InboundChatEventData;
}

/** A phone was connected to a session. */
export interface SessionConnectedEvent {
  type: 'session.connected';
  /** The time of the change. */
  timestamp: string;
  data: SessionEventData;
}

/** A phone is no longer connected. */
export interface SessionDisconnectedEvent {
  type: 'session.disconnected';
  /** The time of the change. */
  timestamp: string;
  data: SessionEventData;
}

/** A gateway has taken no SMS for half a minute, and SMS of the organisation wait for it. */
export interface GatewayDownEvent {
  type: 'gateway.down';
  /** The time of the change. */
  timestamp: string;
  data: GatewayEventData;
}

/** A gateway takes SMS again, or nothing of the organisation waits for it any more. */
export interface GatewayUpEvent {
  type: 'gateway.up';
  /** The time of the change. */
  timestamp: string;
  data: GatewayEventData;
}

/** A webhook was disabled because its endpoint is gone or has failed for too long. */
export interface WebhookDisabledEvent {
  type: 'webhook.disabled';
  /** The time of the change. */
  timestamp: string;
  data: WebhookEventData;
}

export interface SendChatMessageBody {
  /** The phone number of the recipient; or `lid:…` as `InboundMessage.sender` has it, for a person who hides the number. For a group, call `sendGroupMessage`. */
  to: string;
  /** The type of the message. */
  type: 'text' | 'image' | 'video' | 'voice' | 'file';
  /** The text, at most 65536 characters, or the caption of the media. Required for `text`. */
  message?: string | null | undefined;
  /** The public URL of the media. Required for every type but `text`. */
  url?: string | null | undefined;
  /** The file name that the recipient sees. */
  filename?: string | null | undefined;
  /** The MIME type of the media, such as `image/jpeg`; guessed if omitted or not a MIME type. */
  mime_type?: string | null | undefined;
}

export interface SendGroupMessageBody {
  /** The `chat_id` of the group; it ends in `@g.us`. */
  to: string;
  /** The type of the message; `file` is not possible in groups. */
  type: 'text' | 'image' | 'video' | 'voice';
  /** The text, at most 65536 characters, or the caption of the media. Required for `text`. */
  message?: string | null | undefined;
  /** The public URL of the media. Required for every type but `text`. */
  url?: string | null | undefined;
  /** The MIME type of the media, such as `image/jpeg`; guessed if omitted or not a MIME type. */
  mime_type?: string | null | undefined;
}

export interface SendSmsBody {
  /** The mobile number of the recipient. */
  to: string;
  /** The text of the message, at most 10 segments. */
  message: string;
  /** The sender ID: a number, or a name that the gateway has approved, of up to 11 letters, digits, spaces and `.` `_` `&` `-`, with a letter or digit first. */
  sender_id?: string | null | undefined;
  /** When to submit the message, at most 180 days ahead; at once if omitted. */
  scheduled_at?: string | Date | null | undefined;
  /** The time after which the message is not submitted to a gateway, whatever it waits for: credit, a retry, or a gateway that is down. A message that no gateway has had then ends as cancelled, with the error code `expired`. At most 180 days ahead; no limit if omitted. */
  valid_until?: string | Date | null | undefined;
  /** Your own reference; it is returned with the message. */
  reference?: string | null | undefined;
  /** Your own data, at most 4096 bytes of JSON. */
  metadata?: Record<string, unknown> | null | undefined;
  /** Submit the message again when it stays unknown whether the gateway has it. The recipient may get it twice, which is right for one-time codes. By default it is not submitted again. */
  at_least_once?: boolean | null | undefined;
  /** True: send to the sandbox, which simulates the outcome; nothing leaves the server. Test keys always send to the sandbox. */
  test?: boolean | null | undefined;
  /** What the message is for; transactional if omitted. Numbers may be suppressed for promotional messages only. */
  category?: 'transactional' | 'promotional' | null | undefined;
  /** Replace typographic quotes, dashes, spaces and the like by plain ones, if that makes the text of a message GSM-7 and takes no more segments. A text that stays UCS-2, for example because of an emoji, is sent as it is. If omitted, the setting of the organisation applies. */
  smart_encoding?: boolean | null | undefined;
}

export interface SendBulkSmsBody {
  /** The text of the messages, at most 10 segments. `{{name}}` is replaced by a variable of each recipient; a text may have at most 100 placeholders. It may be omitted if each recipient has a message of its own. */
  message?: string | null | undefined;
  /** The recipients, from 1 to 10000. A repeated number gets one message. */
  recipients: readonly (string | {
    /** The mobile number of the recipient. A malformed number fails alone and is listed with its reason. */
    to: string;
    /** The values that replace `{{name}}` placeholders in the text, by name. A name is any text without braces, of at most 60 characters, such as `first name`. */
    variables?: Record<string, string | number | boolean> | null | undefined;
    /** Your own reference for this recipient. */
    reference?: string | null | undefined;
    /** The text for this recipient instead of that of the call, by the same rules, `variables` included. */
    message?: string | null | undefined;
  })[];
  /** A name for the campaign, to find it by. */
  name?: string | null | undefined;
  /** The sender ID: a number, or a name that the gateway has approved, of up to 11 letters, digits, spaces and `.` `_` `&` `-`, with a letter or digit first. */
  sender_id?: string | null | undefined;
  /** When to submit the message, at most 180 days ahead; at once if omitted. */
  scheduled_at?: string | Date | null | undefined;
  /** The time after which the message is not submitted to a gateway, whatever it waits for: credit, a retry, or a gateway that is down. A message that no gateway has had then ends as cancelled, with the error code `expired`. At most 180 days ahead; no limit if omitted. */
  valid_until?: string | Date | null | undefined;
  /** Your own reference; it is returned with the campaign. */
  reference?: string | null | undefined;
  /** Your own data, at most 4096 bytes of JSON. */
  metadata?: Record<string, unknown> | null | undefined;
  /** Submit the message again when it stays unknown whether the gateway has it. The recipient may get it twice, which is right for one-time codes. By default it is not submitted again. */
  at_least_once?: boolean | null | undefined;
  /** True: send to the sandbox, which simulates the outcome; nothing leaves the server. Test keys always send to the sandbox. */
  test?: boolean | null | undefined;
  /** Pause the campaign when at least 40 of the latest 200 outcomes, those of messages that a gateway accepted included, are failures with one of the codes 402, 501, 502. If omitted, as the organisation is set. */
  pause_on_failures?: boolean | null | undefined;
  /** What the message is for; transactional if omitted. Numbers may be suppressed for promotional messages only. */
  category?: 'transactional' | 'promotional' | null | undefined;
  /** Replace typographic quotes, dashes, spaces and the like by plain ones, if that makes the text of a message GSM-7 and takes no more segments. A text that stays UCS-2, for example because of an emoji, is sent as it is. If omitted, the setting of the organisation applies. */
  smart_encoding?: boolean | null | undefined;
  /** The token of a preview of the same input by the same caller: the campaign is sent exactly as the preview shows, or refused with what has changed. Without `idempotency_key` the token is the key: a second call with it returns the first result. Not needed to send. */
  preview_token?: string | null | undefined;
}

export interface PreviewBulkSmsBody {
  /** The text of the messages, at most 10 segments. `{{name}}` is replaced by a variable of each recipient; a text may have at most 100 placeholders. It may be omitted if each recipient has a message of its own. */
  message?: string | null | undefined;
  /** The recipients, from 1 to 10000. A repeated number gets one message. */
  recipients: readonly (string | {
    /** The mobile number of the recipient. A malformed number fails alone and is listed with its reason. */
    to: string;
    /** The values that replace `{{name}}` placeholders in the text, by name. A name is any text without braces, of at most 60 characters, such as `first name`. */
    variables?: Record<string, string | number | boolean> | null | undefined;
    /** Your own reference for this recipient. */
    reference?: string | null | undefined;
    /** The text for this recipient instead of that of the call, by the same rules, `variables` included. */
    message?: string | null | undefined;
  })[];
  /** A name for the campaign, to find it by. */
  name?: string | null | undefined;
  /** The sender ID: a number, or a name that the gateway has approved, of up to 11 letters, digits, spaces and `.` `_` `&` `-`, with a letter or digit first. */
  sender_id?: string | null | undefined;
  /** When to submit the message, at most 180 days ahead; at once if omitted. */
  scheduled_at?: string | Date | null | undefined;
  /** The time after which the message is not submitted to a gateway, whatever it waits for: credit, a retry, or a gateway that is down. A message that no gateway has had then ends as cancelled, with the error code `expired`. At most 180 days ahead; no limit if omitted. */
  valid_until?: string | Date | null | undefined;
  /** Your own reference; it is returned with the campaign. */
  reference?: string | null | undefined;
  /** Your own data, at most 4096 bytes of JSON. */
  metadata?: Record<string, unknown> | null | undefined;
  /** Submit the message again when it stays unknown whether the gateway has it. The recipient may get it twice, which is right for one-time codes. By default it is not submitted again. */
  at_least_once?: boolean | null | undefined;
  /** True: send to the sandbox, which simulates the outcome; nothing leaves the server. Test keys always send to the sandbox. */
  test?: boolean | null | undefined;
  /** Pause the campaign when at least 40 of the latest 200 outcomes, those of messages that a gateway accepted included, are failures with one of the codes 402, 501, 502. If omitted, as the organisation is set. */
  pause_on_failures?: boolean | null | undefined;
  /** What the message is for; transactional if omitted. Numbers may be suppressed for promotional messages only. */
  category?: 'transactional' | 'promotional' | null | undefined;
  /** Replace typographic quotes, dashes, spaces and the like by plain ones, if that makes the text of a message GSM-7 and takes no more segments. A text that stays UCS-2, for example because of an emoji, is sent as it is. If omitted, the setting of the organisation applies. */
  smart_encoding?: boolean | null | undefined;
  /** Ignored. */
  preview_token?: string | null | undefined;
}

export interface RescheduleCampaignBody {
  /** When to start, at most 180 days ahead; at once if omitted. */
  scheduled_at?: string | Date | null | undefined;
}

export interface RetryCampaignBody {
  /** Send messages with these delivery codes: some of 402, 405, 407, 501, 502, or all of these if omitted. */
  delivery_codes?: readonly number[] | null | undefined;
  /** The name of the new campaign; that of the old one if omitted. */
  name?: string | null | undefined;
  /** When to start, at most 180 days ahead; at once if omitted. */
  scheduled_at?: string | Date | null | undefined;
  /** The time after which the message is not submitted to a gateway, whatever it waits for: credit, a retry, or a gateway that is down. A message that no gateway has had then ends as cancelled, with the error code `expired`. At most 180 days ahead; no limit if omitted. That of the old campaign does not count. */
  valid_until?: string | Date | null | undefined;
}

export interface ListCampaignMessagesBody {
  /** The id of the campaign. */
  campaign_id: string;
  /** Results per page; 100 by default, at most 1000. Larger values are reduced to that. */
  page_size?: number | null | undefined;
  /** The number of the page, from 1. A cursor is faster on long lists. */
  page?: number | null | undefined;
  /** The position to continue from: `next_cursor` of an earlier response. */
  cursor?: string | null | undefined;
  /** Messages with this status of submission: whether they were submitted to a gateway. */
  status?: 'pending' | 'sent' | 'failed' | null | undefined;
  /** Messages with one of these statuses of submission; an empty list matches none. */
  statuses?: readonly ('pending' | 'sent' | 'failed')[] | null | undefined;
  /** Messages with this status. */
  message_status?: 'queued' | 'sent' | 'delivered' | 'failed' | 'undelivered' | 'blocked' | 'held' | 'cancelled' | null | undefined;
  /** Messages with one of these statuses; an empty list matches none. */
  message_statuses?: readonly ('queued' | 'sent' | 'delivered' | 'failed' | 'undelivered' | 'blocked' | 'held' | 'cancelled')[] | null | undefined;
  /** Messages with this delivery code. */
  delivery_code?: DeliveryCodeNumber | null | undefined;
  /** Messages with one of these delivery codes; an empty list matches none. */
  delivery_codes?: readonly number[] | null | undefined;
  /** The message to exactly this number. */
  mobile?: string | null | undefined;
  /** Messages to numbers that end with these digits. */
  mobile_ends_with?: string | null | undefined;
  /** Messages with exactly this reference. */
  reference?: string | null | undefined;
  /** Properties to add: `sent_at`, `delivered_at`. */
  expand?: readonly ('sent_at' | 'delivered_at')[] | null | undefined;
}

export interface CheckNumbersBody {
  /** The numbers, from 1 to 10000; each may have any form. */
  numbers: readonly string[];
  /** The sender ID of the send, which decides about some suppressions and countries. */
  sender_id?: string | null | undefined;
  /** True: check as for a send to the sandbox. Test keys do so anyway. */
  test?: boolean | null | undefined;
  /** The category of the send, which decides about some suppressions; transactional if omitted. */
  category?: 'transactional' | 'promotional' | null | undefined;
}

export interface AddSuppressionsBody {
  /** The numbers to suppress, from 1 to 10000. */
  numbers: readonly (string | {
    /** The phone number. */
    mobile: string;
    /** Suppress the number for this sender ID only; for every sender if omitted. */
    sender_id?: string | null | undefined;
    /** `promotional`: suppress the number for promotional messages only; for all messages if omitted. */
    category?: 'transactional' | 'promotional' | null | undefined;
    /** The reason, for people. */
    reason?: string | null | undefined;
    /** The time when the person opted out, not in the future; the time of the call if omitted. */
    opted_out_at?: string | Date | null | undefined;
    /** Where it is proved that the person opted out, at most 500 characters, such as "web form 2025-03-01, ticket 4711". It is kept with the consent change. */
    proof?: string | null | undefined;
  })[];
}

export interface LiftSuppressionBody {
  /** The number to which messages may be sent again. */
  mobile: string;
  /** The sender ID of the suppression, if it is for one sender only. */
  sender_id?: string | null | undefined;
}

export interface UpdateKeywordsBody {
  /** Replaces the words of the organisation: at most 50, with 1 to 60 characters each. */
  stop_words?: readonly string[] | null | undefined;
  /** Whether a STOP is confirmed, if it has suppressed the number. */
  stop_answered?: boolean | null | undefined;
  /** The text, with at most 3 segments; empty: the default. */
  stop_text?: string | null | undefined;
  /** Replaces the words of the organisation: at most 50, with 1 to 60 characters each. */
  start_words?: readonly string[] | null | undefined;
  /** Whether a START is confirmed, if it has lifted a suppression. */
  start_answered?: boolean | null | undefined;
  /** The text, with at most 3 segments; empty: the default. */
  start_text?: string | null | undefined;
  /** Replaces the words of the organisation: at most 50, with 1 to 60 characters each. */
  help_words?: readonly string[] | null | undefined;
  /** Whether HELP is answered, at most once an hour. */
  help_answered?: boolean | null | undefined;
  /** The text, with at most 3 segments; empty: the default. */
  help_text?: string | null | undefined;
}

export interface ReplyToConversationBody {
  /** The text of the reply: at most 10 segments by SMS, 65536 characters in a chat. */
  message: string;
  /** Replace typographic signs of an SMS by plain ones, as in `sendSms`. If omitted, as the organisation is set. */
  smart_encoding?: boolean | null | undefined;
}

export interface MarkConversationReadBody {
  /** The id of the last message that was read. Messages that came after it stay unread. */
  up_to: string;
}

export interface ResumeHeldMessagesBody {
  /** Queue only messages that are held for this gateway; all if omitted. */
  gateway?: string | null | undefined;
}

export interface CreateWebhookBody {
  /** The URL: https, on the public internet, without a user name, on port 443 or 8443. */
  url: string;
  /** A description of the webhook, at most 200 characters. */
  description?: string | null | undefined;
  /** The types of events to post; all types if omitted. An empty list is refused. */
  types?: readonly ('sms.queued' | 'sms.sent' | 'sms.delivered' | 'sms.failed' | 'sms.undelivered' | 'sms.blocked' | 'sms.held' | 'sms.cancelled' | 'sms.received' | 'consent.changed' | 'campaign.accepted' | 'campaign.started' | 'campaign.completed' | 'campaign.cancelled' | 'campaign.rescheduled' | 'campaign.paused' | 'campaign.resumed' | 'campaign.held' | 'chat_message.sent' | 'chat_message.delivered' | 'chat_message.read' | 'chat_message.failed' | 'chat_message.received' | 'session.connected' | 'session.disconnected' | 'gateway.down' | 'gateway.up' | 'webhook.disabled')[] | null | undefined;
  /** True: events of messages to the sandbox, and no others. Always so with a test key. */
  test?: boolean | null | undefined;
}

export interface UpdateWebhookBody {
  /** The new URL. */
  url?: string | null | undefined;
  /** The new description; an empty text removes the description. */
  description?: string | null | undefined;
  /** The types of events to post from now on. An empty list is refused. */
  types?: readonly ('sms.queued' | 'sms.sent' | 'sms.delivered' | 'sms.failed' | 'sms.undelivered' | 'sms.blocked' | 'sms.held' | 'sms.cancelled' | 'sms.received' | 'consent.changed' | 'campaign.accepted' | 'campaign.started' | 'campaign.completed' | 'campaign.cancelled' | 'campaign.rescheduled' | 'campaign.paused' | 'campaign.resumed' | 'campaign.held' | 'chat_message.sent' | 'chat_message.delivered' | 'chat_message.read' | 'chat_message.failed' | 'chat_message.received' | 'session.connected' | 'session.disconnected' | 'gateway.down' | 'gateway.up' | 'webhook.disabled')[] | null | undefined;
  /** `paused` or `active`. `active` also makes a webhook that is disabled or in back-off due at once. */
  status?: 'active' | 'paused' | null | undefined;
  /** True: events up to now are not posted any more, nor retried. */
  skip_backlog?: boolean | null | undefined;
}

export interface RedeliverWebhookDeliveriesBody {
  /** Events since this time are posted again, whether they were delivered or not. */
  since: string | Date;
  /** Only events before this time. With `until` or `types`, the events are those that were posted before, at most 10000. */
  until?: string | Date | null | undefined;
  /** Only events of these types; all types if omitted. An empty list is refused. */
  types?: readonly ('sms.queued' | 'sms.sent' | 'sms.delivered' | 'sms.failed' | 'sms.undelivered' | 'sms.blocked' | 'sms.held' | 'sms.cancelled' | 'sms.received' | 'consent.changed' | 'campaign.accepted' | 'campaign.started' | 'campaign.completed' | 'campaign.cancelled' | 'campaign.rescheduled' | 'campaign.paused' | 'campaign.resumed' | 'campaign.held' | 'chat_message.sent' | 'chat_message.delivered' | 'chat_message.read' | 'chat_message.failed' | 'chat_message.received' | 'session.connected' | 'session.disconnected' | 'gateway.down' | 'gateway.up' | 'webhook.disabled')[] | null | undefined;
  /** True: only deliveries that became dead since that time, and before `until`. */
  only_dead?: boolean | null | undefined;
  /** True: return the count that the call would have, and post nothing. */
  count_only?: boolean | null | undefined;
}

export interface TestWebhookBody {
  /** The type of the sample event; `sms.delivered` if omitted. */
  type?: 'sms.queued' | 'sms.sent' | 'sms.delivered' | 'sms.failed' | 'sms.undelivered' | 'sms.blocked' | 'sms.held' | 'sms.cancelled' | 'sms.received' | 'consent.changed' | 'campaign.accepted' | 'campaign.started' | 'campaign.completed' | 'campaign.cancelled' | 'campaign.rescheduled' | 'campaign.paused' | 'campaign.resumed' | 'campaign.held' | 'chat_message.sent' | 'chat_message.delivered' | 'chat_message.read' | 'chat_message.failed' | 'chat_message.received' | 'session.connected' | 'session.disconnected' | 'gateway.down' | 'gateway.up' | 'webhook.disabled' | null | undefined;
}

export interface CreateExportLinkBody {
  /** Which rows. */
  what: 'campaign_messages' | 'messages' | 'events' | 'suppressions' | 'campaigns' | 'chat_messages' | 'inbound_messages' | 'consent_changes';
  /** The format; CSV if omitted. */
  format?: 'csv' | 'jsonl' | null | undefined;
  /** The id of the campaign. `campaign_messages` needs it; `messages` may have it. */
  campaign_id?: string | null | undefined;
  /** Of `campaign_messages` and `messages`: messages with one of these statuses; an empty list matches none. */
  statuses?: readonly ('queued' | 'sent' | 'delivered' | 'failed' | 'undelivered' | 'blocked' | 'held' | 'cancelled')[] | null | undefined;
  /** Of `campaign_messages` and `messages`: messages with one of these delivery codes, at most 100; an empty list matches none. */
  delivery_codes?: readonly number[] | null | undefined;
  /** Of `campaign_messages`, `messages`, `suppressions`, `inbound_messages` and `consent_changes`: rows of this phone number. */
  mobile?: string | null | undefined;
  /** Of `campaign_messages`, `messages` and `campaigns`: those with exactly this reference. */
  reference?: string | null | undefined;
  /** Of `messages` and `campaigns`: those with exactly this sender ID. */
  sender_id?: string | null | undefined;
  /** Of `messages`: true for single messages, false for messages of campaigns. */
  single?: boolean | null | undefined;
  /** Of `messages` and `campaigns`: true for those to the sandbox, false for the others. */
  test?: boolean | null | undefined;
  /** Of `messages`, `campaigns` and `chat_messages`: those accepted after this time. */
  created_after?: string | Date | null | undefined;
  /** Of `messages`, `campaigns` and `chat_messages`: those accepted before this time. */
  created_before?: string | Date | null | undefined;
  /** Of `events`: those of these types; if omitted or empty, of all types that the caller may see. */
  types?: readonly ('sms.queued' | 'sms.sent' | 'sms.delivered' | 'sms.failed' | 'sms.undelivered' | 'sms.blocked' | 'sms.held' | 'sms.cancelled' | 'sms.received' | 'consent.changed' | 'campaign.accepted' | 'campaign.started' | 'campaign.completed' | 'campaign.cancelled' | 'campaign.rescheduled' | 'campaign.paused' | 'campaign.resumed' | 'campaign.held' | 'chat_message.sent' | 'chat_message.delivered' | 'chat_message.read' | 'chat_message.failed' | 'chat_message.received' | 'session.connected' | 'session.disconnected' | 'gateway.down' | 'gateway.up' | 'webhook.disabled')[] | null | undefined;
  /** Of `suppressions`: those with this origin. */
  source?: 'gateway' | 'manual' | 'keyword' | null | undefined;
  /** Of `inbound_messages`: those whose whole text is this keyword. */
  keyword?: 'stop' | 'start' | 'help' | null | undefined;
  /** Of `consent_changes`: those of this kind. */
  change?: 'opted_out' | 'opted_in' | null | undefined;
  /** Of `consent_changes`: those that were learned in this way. */
  consent_source?: 'keyword' | 'manual' | 'import' | null | undefined;
  /** Of `campaigns`: those with one of these statuses; an empty list matches none. */
  campaign_statuses?: readonly ('scheduled' | 'queued' | 'running' | 'paused' | 'held' | 'completed' | 'cancelled')[] | null | undefined;
  /** Of `campaigns`: those whose name contains this text; case does not matter. */
  name?: string | null | undefined;
  /** Of `campaigns`: those that the API key or the person with this id sent. */
  created_by_id?: string | null | undefined;
  /** Of `chat_messages`: those that were sent through this session. */
  session_id?: string | null | undefined;
  /** Of `chat_messages`: those with this status. */
  chat_status?: 'pending' | 'sent' | 'delivered' | 'read' | 'failed' | null | undefined;
  /** Of `chat_messages`: those of this type. */
  chat_type?: 'text' | 'image' | 'video' | 'voice' | 'file' | null | undefined;
  /** Of `chat_messages`: those to this number, digits only, or to the group with this id. */
  to?: string | null | undefined;
}

export interface EraseNumberBody {
  /** The number of the person. */
  mobile: string;
  /** That of an earlier call for the same number: the search among what was sent to others goes on from there. */
  not_searched?: string | null | undefined;
}

export interface CreateAccessTokenBody {
  /** The scopes of the token, which the key must have too; `keys:manage` and `webhooks:manage` cannot be among them. If omitted, `sms:read` and `chat:read`, as far as the key has them. */
  scopes?: readonly ('sms:send' | 'sms:read' | 'chat:send' | 'chat:read' | 'sessions:manage' | 'webhooks:manage' | 'suppressions:manage' | 'inbox:read' | 'keys:manage' | 'senders:manage' | 'organisation:manage' | 'audit:read')[] | null | undefined;
  /** The ids of the sessions that the token may send through and control, from 1 to 20, which the key may use too; those of the key if omitted. */
  session_ids?: readonly string[] | null | undefined;
}

export interface ResendCodeBody {
  /** The e-mail address of the account. */
  email: string;
  /** The purpose of the code. */
  purpose: 'email_verification' | 'password_reset';
}

export interface Error {
  /** The error in one sentence, for people. */
  detail: string;
  /** The code of the error, for programs; it never changes. */
  code: string;
  request_id: string;
  /** The errors of each field; at most 100. */
  errors?: Record<string, string[]> | undefined;
  /** With `events_expired`: the sequence of the oldest event in the log. */
  oldest_sequence?: number | undefined;
  /** With `preview_changed`: what has changed since the preview. */
  changes?: ({
    what: 'total' | 'accepted' | 'invalid' | 'suppressed' | 'duplicates' | 'segments' | 'gateway' | 'recipients' | (string & {});
    /** The gateway whose messages have changed, with `gateway`. */
    gateway: string | null;
    /** The number that the preview has shown. */
    was: number;
    /** The number that a new preview would show. */
    is: number;
  })[] | undefined;
  /** With `throttled`: seconds to wait before the next call. */
  retry_after?: number | undefined;
}

export interface SendError {
  success: false;
  /** The error in one sentence, for people. */
  detail: string;
  /** The code of the error, for programs; it never changes. */
  code: string;
  request_id: string;
  /** The errors of each field; at most 100. */
  errors?: Record<string, string[]> | undefined;
  /** With `events_expired`: the sequence of the oldest event in the log. */
  oldest_sequence?: number | undefined;
  /** With `preview_changed`: what has changed since the preview. */
  changes?: ({
    what: 'total' | 'accepted' | 'invalid' | 'suppressed' | 'duplicates' | 'segments' | 'gateway' | 'recipients' | (string & {});
    /** The gateway whose messages have changed, with `gateway`. */
    gateway: string | null;
    /** The number that the preview has shown. */
    was: number;
    /** The number that a new preview would show. */
    is: number;
  })[] | undefined;
  /** With `throttled`: seconds to wait before the next call. */
  retry_after?: number | undefined;
}

export interface ChatSendError {
  success: false;
  /** The error in one sentence, for people. */
  detail: string;
  /** The code of the error, for programs; it never changes. */
  code: string;
  request_id: string;
  /** The errors of each field; at most 100. */
  errors?: Record<string, string[]> | undefined;
  /** With `events_expired`: the sequence of the oldest event in the log. */
  oldest_sequence?: number | undefined;
  /** With `preview_changed`: what has changed since the preview. */
  changes?: ({
    what: 'total' | 'accepted' | 'invalid' | 'suppressed' | 'duplicates' | 'segments' | 'gateway' | 'recipients' | (string & {});
    /** The gateway whose messages have changed, with `gateway`. */
    gateway: string | null;
    /** The number that the preview has shown. */
    was: number;
    /** The number that a new preview would show. */
    is: number;
  })[] | undefined;
  /** With `throttled`: seconds to wait before the next call. */
  retry_after?: number | undefined;
  /** With `provider_timeout`: the id of the message, by which its status can be read. */
  message_id?: string | undefined;
}

/** What webhooks post, by its `type`. */
export type EventBody =
  | SmsQueuedEvent
  | SmsSentEvent
  | SmsDeliveredEvent
  | SmsFailedEvent
  | SmsUndeliveredEvent
  | SmsBlockedEvent
  | SmsHeldEvent
  | SmsCancelledEvent
  | SmsReceivedEvent
  | ConsentChangedEvent
  | CampaignAcceptedEvent
  | CampaignStartedEvent
  | CampaignRescheduledEvent
  | CampaignPausedEvent
  | CampaignResumedEvent
  | CampaignHeldEvent
  | CampaignCompletedEvent
  | CampaignCancelledEvent
  | ChatMessageSentEvent
  | ChatMessageDeliveredEvent
  | ChatMessageReadEvent
  | ChatMessageFailedEvent
  | ChatMessageReceivedEvent
  | SessionConnectedEvent
  | SessionDisconnectedEvent
  | GatewayDownEvent
  | GatewayUpEvent
  | WebhookDisabledEvent;

/** What each operation takes and returns. */
export interface Operations {
  sendChatMessage: {
    path: { session_id: string };
    body: SendChatMessageBody;
    result: SendChatMessageResult;
  };
  sendGroupMessage: {
    path: { session_id: string };
    body: SendGroupMessageBody;
    result: SendGroupMessageResult;
  };
  listPhones: {
    query?: {
      /** Results per page; 100 by default, at most 100. Larger values are reduced to that. */
      page_size?: number | undefined;
      /** The position to continue from: `next_cursor` of an earlier response. */
      cursor?: string | undefined;
      /** The position to go back from; `previous` contains it. */
      before?: string | undefined;
    };
    result: PhonePage;
  };
  listGroups: {
    path: { session_id: string };
    query?: {
      /** Results per page; 100 by default, at most 100. Larger values are reduced to that. */
      page_size?: number | undefined;
      /** The position to continue from: `next_cursor` of an earlier response. */
      cursor?: string | undefined;
      /** The position to go back from; `previous` contains it. */
      before?: string | undefined;
      /** Only groups whose name contains this text; case does not matter. */
      search?: string | undefined;
    };
    result: GroupPage;
  };
  getChatMessage: {
    path: { message_id: string };
    result: ChatMessage;
  };
  sendSms: {
    body: SendSmsBody;
    result: SendSmsResult;
  };
  getMessage: {
    path: { message_id: string };
    query?: {
      /** Properties to add: `attempts`, `history`, `explanation`. Separate several by commas. */
      expand?: string | undefined;
    };
    result: SmsMessage;
  };
  cancelMessage: {
    path: { message_id: string };
    result: CancelMessageResult;
  };
  listMessages: {
    query?: {
      /** Results per page; 100 by default, at most 100. Larger values are reduced to that. */
      page_size?: number | undefined;
      /** The position to continue from: `next_cursor` of an earlier response. */
      cursor?: string | undefined;
      /** The position to go back from; `previous` contains it. */
      before?: string | undefined;
      /** Messages with one of these statuses; an empty list matches none. Separate several by commas. */
      statuses?: string | undefined;
      /** Messages with one of these delivery codes; an empty list matches none. Separate several by commas. */
      delivery_codes?: string | undefined;
      /** Messages to this number. */
      to?: string | undefined;
      /** Messages with exactly this reference. */
      reference?: string | undefined;
      /** Messages of the campaign with this id. */
      campaign_id?: string | undefined;
      /** True: single messages. False: messages of campaigns. */
      single?: boolean | undefined;
      /** Messages with exactly this sender ID. */
      sender_id?: string | undefined;
      /** True: messages to the sandbox. False: the others. */
      test?: boolean | undefined;
      /** Messages accepted after this time. */
      created_after?: string | Date | undefined;
      /** Messages accepted before this time. */
      created_before?: string | Date | undefined;
      /** Properties to add: `attempts`, `history`, `explanation`. Separate several by commas. */
      expand?: string | undefined;
    };
    result: SmsMessagePage;
  };
  getStatistics: {
    query?: {
      /** The start of the range. */
      from?: string | Date | undefined;
      /** The end of the range: at most 1000 intervals after its start. */
      to?: string | Date | undefined;
      /** The length of an interval. */
      bucket?: 'hour' | 'day' | undefined;
      /** Only messages with exactly this sender ID. */
      sender_id?: string | undefined;
      /** True: messages to the sandbox. False: the others. */
      test?: boolean | undefined;
    };
    result: Statistics;
  };
  listDeliveryCodes: {
    result: DeliveryCodePage;
  };
  sendBulkSms: {
    body: SendBulkSmsBody;
    result: SendBulkSmsResult;
  };
  previewBulkSms: {
    body: PreviewBulkSmsBody;
    result: PreviewBulkSmsResult;
  };
  listCampaigns: {
    query?: {
      /** Results per page; 100 by default, at most 100. Larger values are reduced to that. */
      page_size?: number | undefined;
      /** The position to continue from: `next_cursor` of an earlier response. */
      cursor?: string | undefined;
      /** The position to go back from; `previous` contains it. */
      before?: string | undefined;
      /** Campaigns with this status. */
      status?: 'scheduled' | 'queued' | 'running' | 'paused' | 'held' | 'completed' | 'cancelled' | undefined;
      /** Campaigns with one of these statuses; an empty list matches none. Separate several by commas. */
      statuses?: string | undefined;
      /** Campaigns whose name contains this text; case does not matter. */
      name?: string | undefined;
      /** Campaigns with exactly this reference. */
      reference?: string | undefined;
      /** Campaigns with exactly this sender ID. */
      sender_id?: string | undefined;
      /** True: campaigns made with a test key. False: the others. */
      test?: boolean | undefined;
      /** Campaigns that the API key or the person with this id sent. */
      created_by_id?: string | undefined;
      /** Campaigns accepted after this time. */
      created_after?: string | Date | undefined;
      /** Campaigns accepted before this time. */
      created_before?: string | Date | undefined;
    };
    result: CampaignPage;
  };
  getCampaign: {
    path: { campaign_id: string };
    result: Campaign;
  };
  cancelCampaign: {
    path: { campaign_id: string };
    result: CancelCampaignResult;
  };
  pauseCampaign: {
    path: { campaign_id: string };
    result: PauseCampaignResult;
  };
  resumeCampaign: {
    path: { campaign_id: string };
    result: ResumeCampaignResult;
  };
  rescheduleCampaign: {
    path: { campaign_id: string };
    body: RescheduleCampaignBody;
    result: RescheduleCampaignResult;
  };
  retryCampaign: {
    path: { campaign_id: string };
    body: RetryCampaignBody;
    result: RetryCampaignResult;
  };
  listCampaignMessages: {
    query?: {
      /** Results per page; 100 by default, at most 1000. Larger values are reduced to that. */
      page_size?: number | undefined;
      /** The position to continue from: `next_cursor` of an earlier response. */
      cursor?: string | undefined;
      /** The position to go back from; `previous` contains it. */
      before?: string | undefined;
      /** The number of the page, from 1. A cursor is faster on long lists. */
      page?: number | undefined;
    };
    body: ListCampaignMessagesBody;
    result: CampaignMessagePage;
  };
  listNextCampaignMessages: {
    query?: {
      /** Results per page; 100 by default, at most 1000. Larger values are reduced to that. */
      page_size?: number | undefined;
      /** The position to continue from: `next_cursor` of an earlier response. */
      cursor?: string | undefined;
      /** The position to go back from; `previous` contains it. */
      before?: string | undefined;
    };
    result: CampaignMessagePage;
  };
  checkNumbers: {
    body: CheckNumbersBody;
    result: CheckedNumberPage;
  };
  listSuppressions: {
    query?: {
      /** Results per page; 100 by default, at most 100. Larger values are reduced to that. */
      page_size?: number | undefined;
      /** The position to continue from: `next_cursor` of an earlier response. */
      cursor?: string | undefined;
      /** The position to go back from; `previous` contains it. */
      before?: string | undefined;
      /** Suppressions of this number. */
      mobile?: string | undefined;
      /** Suppressions for this sender ID; if it is empty, those for every sender. */
      sender_id?: string | undefined;
      /** Suppressions with this delivery code. */
      delivery_code?: number | undefined;
      /** Suppressions with this origin. */
      source?: 'gateway' | 'manual' | 'keyword' | undefined;
    };
    result: SuppressionPage;
  };
  addSuppressions: {
    body: AddSuppressionsBody;
    result: AddSuppressionsResult;
  };
  liftSuppression: {
    body: LiftSuppressionBody;
    result: LiftSuppressionResult;
  };
  liftSuppressionOf: {
    path: { mobile: string };
    query?: {
      /** Lift the suppression of the number for this sender ID; the one for every sender if omitted. */
      sender_id?: string | undefined;
    };
    result: LiftSuppressionOfResult;
  };
  listConsentChanges: {
    query?: {
      /** Results per page; 100 by default, at most 100. Larger values are reduced to that. */
      page_size?: number | undefined;
      /** The position to continue from: `next_cursor` of an earlier response. */
      cursor?: string | undefined;
      /** The position to go back from; `previous` contains it. */
      before?: string | undefined;
      /** Changes of the person with this number. */
      mobile?: string | undefined;
      /** Changes of this kind. */
      change?: 'opted_out' | 'opted_in' | undefined;
      /** Changes that were learned in this way. */
      source?: 'keyword' | 'manual' | 'import' | undefined;
    };
    result: ConsentChangePage;
  };
  getConsentChange: {
    path: { consent_id: string };
    result: ConsentChange;
  };
  explainNumber: {
    path: { mobile: string };
    query?: {
      /** The sender ID of the message, which decides about some suppressions and countries; if omitted, rules about sender IDs are left out. */
      sender_id?: string | undefined;
      /** The category of the message, which decides about some suppressions; transactional if omitted. */
      category?: 'transactional' | 'promotional' | undefined;
      /** True: explain a message to the sandbox. Test keys do so anyway. */
      test?: boolean | undefined;
      /** Properties to add: `attempts`, `history`, `explanation`. Separate several by commas. */
      expand?: string | undefined;
    };
    result: NumberExplanation;
  };
  listInbox: {
    query?: {
      /** Results per page; 100 by default, at most 100. Larger values are reduced to that. */
      page_size?: number | undefined;
      /** The position to continue from: `next_cursor` of an earlier response. */
      cursor?: string | undefined;
      /** The position to go back from; `previous` contains it. */
      before?: string | undefined;
      /** Messages that were sent in this way. */
      channel?: 'sms' | 'chat' | undefined;
      /** Messages from this number. */
      mobile?: string | undefined;
      /** Messages whose whole text is this keyword. */
      keyword?: 'stop' | 'start' | 'help' | undefined;
    };
    result: InboundMessagePage;
  };
  getInboundMessage: {
    path: { inbound_id: string };
    result: InboundMessage;
  };
  listOwnNumbers: {
    result: undefinedPage;
  };
  getKeywords: {
    result: Keywords;
  };
  updateKeywords: {
    body: UpdateKeywordsBody;
    result: UpdateKeywordsResult;
  };
  listConversations: {
    query?: {
      /** Results per page; 100 by default, at most 100. Larger values are reduced to that. */
      page_size?: number | undefined;
      /** The position to continue from: `next_cursor` of an earlier response. */
      cursor?: string | undefined;
      /** The position to go back from; `previous` contains it. */
      before?: string | undefined;
      /** True: conversations with unread messages. False: conversations without any. */
      unread?: boolean | undefined;
      /** Conversations of this channel. */
      channel?: 'sms' | 'chat' | undefined;
      /** Conversations with this number. */
      mobile?: string | undefined;
      /** True: conversations of the sandbox. False: the others. */
      test?: boolean | undefined;
    };
    result: ConversationPage;
  };
  getConversation: {
    path: { conversation_id: string };
    result: Conversation;
  };
  listConversationMessages: {
    path: { conversation_id: string };
    query?: {
      /** Results per page; 100 by default, at most 100. Larger values are reduced to that. */
      page_size?: number | undefined;
      /** The position to continue from: `next_cursor` of an earlier response. */
      cursor?: string | undefined;
      /** The position to go back from; `previous` contains it. */
      before?: string | undefined;
    };
    result: ConversationEntryPage;
  };
  replyToConversation: {
    path: { conversation_id: string };
    body: ReplyToConversationBody;
    result: ReplyToConversationResult;
  };
  markConversationRead: {
    path: { conversation_id: string };
    body: MarkConversationReadBody;
    result: MarkConversationReadResult;
  };
  listGateways: {
    result: GatewayPage;
  };
  listHolds: {
    result: HoldPage;
  };
  resumeHeldMessages: {
    body?: ResumeHeldMessagesBody;
    result: ResumeHeldMessagesResult;
  };
  listWebhooks: {
    query?: {
      /** Results per page; 100 by default, at most 100. Larger values are reduced to that. */
      page_size?: number | undefined;
      /** The position to continue from: `next_cursor` of an earlier response. */
      cursor?: string | undefined;
      /** The position to go back from; `previous` contains it. */
      before?: string | undefined;
    };
    result: WebhookEndpointPage;
  };
  createWebhook: {
    body: CreateWebhookBody;
    result: CreateWebhookResult;
  };
  getWebhook: {
    path: { webhook_id: string };
    result: WebhookEndpoint;
  };
  updateWebhook: {
    path: { webhook_id: string };
    body: UpdateWebhookBody;
    result: UpdateWebhookResult;
  };
  deleteWebhook: {
    path: { webhook_id: string };
    result: DeleteWebhookResult;
  };
  rotateWebhookSecret: {
    path: { webhook_id: string };
    result: RotateWebhookSecretResult;
  };
  listWebhookDeliveries: {
    path: { webhook_id: string };
    query?: {
      /** Results per page; 100 by default, at most 100. Larger values are reduced to that. */
      page_size?: number | undefined;
      /** The position to continue from: `next_cursor` of an earlier response. */
      cursor?: string | undefined;
      /** The position to go back from; `previous` contains it. */
      before?: string | undefined;
      /** Deliveries with this status. */
      status?: 'waiting' | 'delivered' | 'dead' | undefined;
      /** Deliveries of events of these types; an empty list matches none. Separate several by commas. */
      types?: string | undefined;
      /** Deliveries of events since this time. */
      since?: string | Date | undefined;
      /** Deliveries of events before this time. */
      until?: string | Date | undefined;
      /** Deliveries whose last response has a status with this first digit, from 1 to 5; 0: there was no response. */
      response_class?: number | undefined;
    };
    result: WebhookDeliveryPage;
  };
  redeliverWebhookDelivery: {
    path: { webhook_id: string; sequence: number };
    result: RedeliverWebhookDeliveryResult;
  };
  redeliverWebhookDeliveries: {
    path: { webhook_id: string };
    body: RedeliverWebhookDeliveriesBody;
    result: RedeliverWebhookDeliveriesResult;
  };
  testWebhook: {
    path: { webhook_id: string };
    body?: TestWebhookBody;
    result: TestWebhookResult;
  };
  listEvents: {
    query?: {
      /** The sequence of an event; the page starts after it. If omitted, it starts at the oldest event. */
      after?: number | undefined;
      /** Only events of these types; if omitted, all types that the key may see. Separate several by commas. */
      types?: string | undefined;
      /** Results per page; 100 by default, at most 1000. Larger values are reduced to that. */
      page_size?: number | undefined;
    };
    result: ListEventsResult;
  };
  createExportLink: {
    body: CreateExportLinkBody;
    result: CreateExportLinkResult;
  };
  listExportLinks: {
    query?: {
      /** Results per page; 100 by default, at most 100. Larger values are reduced to that. */
      page_size?: number | undefined;
      /** The position to continue from: `next_cursor` of an earlier response. */
      cursor?: string | undefined;
      /** The position to go back from; `previous` contains it. */
      before?: string | undefined;
    };
    result: OpenExportLinkPage;
  };
  endExportLink: {
    path: { export_link_id: string };
    result: EndExportLinkResult;
  };
  listAuditEntries: {
    query?: {
      /** Results per page; 100 by default, at most 100. Larger values are reduced to that. */
      page_size?: number | undefined;
      /** The position to continue from: `next_cursor` of an earlier response. */
      cursor?: string | undefined;
      /** The position to go back from; `previous` contains it. */
      before?: string | undefined;
      /** Entries with these actions; an empty list matches none. Separate several by commas. */
      actions?: string | undefined;
      /** Entries of the API key or the person with this id. */
      actor_id?: string | undefined;
      /** Entries about the subject with this id. */
      subject_id?: string | undefined;
      /** Entries from this time on. */
      since?: string | Date | undefined;
      /** Entries before this time. */
      until?: string | Date | undefined;
    };
    result: AuditEntryPage;
  };
  listRateLimits: {
    result: RateLimitPage;
  };
  eraseNumber: {
    body: EraseNumberBody;
    result: EraseNumberResult;
  };
  createAccessToken: {
    body: CreateAccessTokenBody;
    result: CreateAccessTokenResult;
  };
  resendCode: {
    body: ResendCodeBody;
    result: ResendCodeResult;
  };
  downloadReceivedMedia: {
    path: { inbound_id: string };
    result: unknown;
  };
  downloadExport: {
    query?: {
      /** The token of the link. */
      token?: string | undefined;
      /** The last column of a row: the export begins after it, without a heading. */
      after?: string | undefined;
    };
    result: unknown;
  };
}

export const ROUTES = {
  sendChatMessage: { method: 'POST', path: '/v1/chatapp/{session_id}/send/', isKeyed: true },
  sendGroupMessage: { method: 'POST', path: '/v1/chatapp/{session_id}/groups/send/', isKeyed: true },
  listPhones: { method: 'GET', path: '/v1/chatapp/phones/', isKeyed: false },
  listGroups: { method: 'GET', path: '/v1/chatapp/{session_id}/groups/', isKeyed: false },
  getChatMessage: { method: 'GET', path: '/v1/chatapp/messages/{message_id}/', isKeyed: false },
  sendSms: { method: 'POST', path: '/v1/sms/send/', isKeyed: true },
  getMessage: { method: 'GET', path: '/v1/sms/messages/{message_id}/', isKeyed: false },
  cancelMessage: { method: 'POST', path: '/v1/sms/messages/{message_id}/cancel/', isKeyed: false },
  listMessages: { method: 'GET', path: '/v1/sms/messages/', isKeyed: false },
  getStatistics: { method: 'GET', path: '/v1/sms/statistics/', isKeyed: false },
  listDeliveryCodes: { method: 'GET', path: '/v1/sms/delivery-codes/', isKeyed: false },
  sendBulkSms: { method: 'POST', path: '/v1/sms/send-bulk/', isKeyed: true },
  previewBulkSms: { method: 'POST', path: '/v1/sms/send-bulk/preview/', isKeyed: false },
  listCampaigns: { method: 'GET', path: '/v1/sms/campaigns/', isKeyed: false },
  getCampaign: { method: 'GET', path: '/v1/sms/campaigns/{campaign_id}/', isKeyed: false },
  cancelCampaign: { method: 'POST', path: '/v1/sms/campaigns/{campaign_id}/cancel/', isKeyed: false },
  pauseCampaign: { method: 'POST', path: '/v1/sms/campaigns/{campaign_id}/pause/', isKeyed: false },
  resumeCampaign: { method: 'POST', path: '/v1/sms/campaigns/{campaign_id}/resume/', isKeyed: false },
  rescheduleCampaign: { method: 'POST', path: '/v1/sms/campaigns/{campaign_id}/reschedule/', isKeyed: false },
  retryCampaign: { method: 'POST', path: '/v1/sms/campaigns/{campaign_id}/retry/', isKeyed: true },
  listCampaignMessages: { method: 'POST', path: '/v1/sms/campaigns/messages/', isKeyed: false },
  listNextCampaignMessages: { method: 'GET', path: '/v1/sms/campaigns/messages/', isKeyed: false },
  checkNumbers: { method: 'POST', path: '/v1/sms/check-numbers/', isKeyed: false },
  listSuppressions: { method: 'GET', path: '/v1/suppressions/', isKeyed: false },
  addSuppressions: { method: 'POST', path: '/v1/suppressions/', isKeyed: true },
  liftSuppression: { method: 'DELETE', path: '/v1/suppressions/', isKeyed: false },
  liftSuppressionOf: { method: 'DELETE', path: '/v1/suppressions/{mobile}/', isKeyed: false },
  listConsentChanges: { method: 'GET', path: '/v1/consent/', isKeyed: false },
  getConsentChange: { method: 'GET', path: '/v1/consent/{consent_id}/', isKeyed: false },
  explainNumber: { method: 'GET', path: '/v1/numbers/{mobile}/', isKeyed: false },
  listInbox: { method: 'GET', path: '/v1/inbox/', isKeyed: false },
  getInboundMessage: { method: 'GET', path: '/v1/inbox/{inbound_id}/', isKeyed: false },
  listOwnNumbers: { method: 'GET', path: '/v1/own-numbers/', isKeyed: false },
  getKeywords: { method: 'GET', path: '/v1/keywords/', isKeyed: false },
  updateKeywords: { method: 'PATCH', path: '/v1/keywords/', isKeyed: false },
  listConversations: { method: 'GET', path: '/v1/conversations/', isKeyed: false },
  getConversation: { method: 'GET', path: '/v1/conversations/{conversation_id}/', isKeyed: false },
  listConversationMessages: { method: 'GET', path: '/v1/conversations/{conversation_id}/messages/', isKeyed: false },
  replyToConversation: { method: 'POST', path: '/v1/conversations/{conversation_id}/reply/', isKeyed: true },
  markConversationRead: { method: 'POST', path: '/v1/conversations/{conversation_id}/read/', isKeyed: false },
  listGateways: { method: 'GET', path: '/v1/sms/gateways/', isKeyed: false },
  listHolds: { method: 'GET', path: '/v1/sms/holds/', isKeyed: false },
  resumeHeldMessages: { method: 'POST', path: '/v1/sms/holds/resume/', isKeyed: false },
  listWebhooks: { method: 'GET', path: '/v1/webhooks/', isKeyed: false },
  createWebhook: { method: 'POST', path: '/v1/webhooks/', isKeyed: true },
  getWebhook: { method: 'GET', path: '/v1/webhooks/{webhook_id}/', isKeyed: false },
  updateWebhook: { method: 'PATCH', path: '/v1/webhooks/{webhook_id}/', isKeyed: false },
  deleteWebhook: { method: 'DELETE', path: '/v1/webhooks/{webhook_id}/', isKeyed: false },
  rotateWebhookSecret: { method: 'POST', path: '/v1/webhooks/{webhook_id}/rotate-secret/', isKeyed: true },
  listWebhookDeliveries: { method: 'GET', path: '/v1/webhooks/{webhook_id}/deliveries/', isKeyed: false },
  redeliverWebhookDelivery: { method: 'POST', path: '/v1/webhooks/{webhook_id}/deliveries/{sequence}/redeliver/', isKeyed: false },
  redeliverWebhookDeliveries: { method: 'POST', path: '/v1/webhooks/{webhook_id}/redeliver/', isKeyed: false },
  testWebhook: { method: 'POST', path: '/v1/webhooks/{webhook_id}/test/', isKeyed: false },
  listEvents: { method: 'GET', path: '/v1/events/', isKeyed: false },
  createExportLink: { method: 'POST', path: '/v1/exports/', isKeyed: false },
  listExportLinks: { method: 'GET', path: '/v1/exports/', isKeyed: false },
  endExportLink: { method: 'DELETE', path: '/v1/exports/{export_link_id}/', isKeyed: false },
  listAuditEntries: { method: 'GET', path: '/v1/audit/', isKeyed: false },
  listRateLimits: { method: 'GET', path: '/v1/rate-limits/', isKeyed: false },
  eraseNumber: { method: 'POST', path: '/v1/erasures/', isKeyed: false },
  createAccessToken: { method: 'POST', path: '/v1/access-tokens/', isKeyed: false },
  resendCode: { method: 'POST', path: '/v1/auth/otp/resend/', isKeyed: false },
  downloadReceivedMedia: { method: 'GET', path: '/v1/inbox/{inbound_id}/media/', isKeyed: false },
  downloadExport: { method: 'GET', path: '/v1/exports/download/', isKeyed: false },
} as const;
