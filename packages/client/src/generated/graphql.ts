// Written by `npm run schema`. Do not edit.

/** The chat-app provider may have the message, or not; the status of the message changes when that is known. */
export interface ProviderTimeoutError {
  __typename?: 'ProviderTimeoutError';
  /** The code of the error, for programs. */
  code: UserErrorCode;
  /** The error in one sentence, for people. */
  message: string;
  /** The path of the invalid value in `input`, such as `["recipients", "17", "to"]`; empty if the error concerns the whole input. */
  path: string[];
  /** The `id` of the message, which `chatMessage` accepts. */
  messageId: string;
}

/** An error that the caller can correct. If a payload has one, nothing was changed; after a `ProviderTimeoutError` the message may have been sent. */
export interface UserError {
  /** The code of the error, for programs. */
  code: UserErrorCode;
  /** The error in one sentence, for people. */
  message: string;
  /** The path of the invalid value in `input`, such as `["recipients", "17", "to"]`; empty if the error concerns the whole input. */
  path: string[];
}

/** Stable codes of user errors, for programs. REST returns `invalid` for every invalid input and names the fields; its other codes are these in lower case. */
export type UserErrorCode = 'INVALID' | 'INVALID_CREDENTIALS' | 'PREVIEW_INVALID' | 'INVALID_CODE' | 'SIGN_UP_CLOSED' | 'SET_UP_OVER' | 'INVITATION_OVER' | 'NOT_FOUND' | 'ALREADY_DISPATCHED' | 'CAMPAIGN_ENDED' | 'CAMPAIGN_STARTED' | 'NOTHING_TO_RETRY' | 'PREVIEW_EXPIRED' | 'PREVIEW_CHANGED' | 'IDEMPOTENCY_IN_PROGRESS' | 'SESSION_NOT_CONNECTED' | 'TOO_MANY' | 'WRONG_PERSON' | 'LAST_OWNER' | 'IDEMPOTENCY_MISMATCH' | 'PROVIDER_REJECTED' | 'PROVIDER_UNAVAILABLE' | 'PROVIDER_TIMEOUT' | 'REQUIRED' | 'BLANK' | 'TOO_LONG' | 'MALFORMED' | 'UNSUPPORTED_TYPE' | 'ALREADY_EXISTS' | 'SENDER_NOT_APPROVED' | 'ALREADY_MEMBER' | (string & {});

/** The first call with this idempotency key has not finished. */
export interface IdempotencyInProgressError {
  __typename?: 'IdempotencyInProgressError';
  /** The code of the error, for programs. */
  code: UserErrorCode;
  /** The error in one sentence, for people. */
  message: string;
  /** The path of the invalid value in `input`, such as `["recipients", "17", "to"]`; empty if the error concerns the whole input. */
  path: string[];
  /** How many seconds to wait before the next try. */
  retryAfterSeconds: number;
}

/** Something that the preview has shown is no longer so. */
export interface PreviewChangedError {
  __typename?: 'PreviewChangedError';
  /** The code of the error, for programs. */
  code: UserErrorCode;
  /** The error in one sentence, for people. */
  message: string;
  /** The path of the invalid value in `input`, such as `["recipients", "17", "to"]`; empty if the error concerns the whole input. */
  path: string[];
  /** What has changed since the preview. */
  changes: PreviewChange[];
}

/** Something that has changed between a preview and the send. */
export interface PreviewChange {
  __typename?: 'PreviewChange';
  /** What has changed. */
  what: PreviewFigure;
  /** The gateway whose messages have changed; null for other figures. */
  gateway: string | null;
  /** The number that the preview has shown. */
  was: number;
  /** The number that a new preview would show. */
  is: number;
}

/** What a preview of a campaign shows. */
export type PreviewFigure = 'TOTAL' | 'ACCEPTED' | 'INVALID' | 'SUPPRESSED' | 'DUPLICATES' | 'SEGMENTS' | 'GATEWAY' | 'RECIPIENTS' | (string & {});

/** A value in the input cannot be accepted. */
export interface InvalidInputError {
  __typename?: 'InvalidInputError';
  /** The code of the error, for programs. */
  code: UserErrorCode;
  /** The error in one sentence, for people. */
  message: string;
  /** The path of the invalid value in `input`, such as `["recipients", "17", "to"]`; empty if the error concerns the whole input. */
  path: string[];
}

/** What the input names does not exist in the organisation. */
export interface NotFoundError {
  __typename?: 'NotFoundError';
  /** The code of the error, for programs. */
  code: UserErrorCode;
  /** The error in one sentence, for people. */
  message: string;
  /** The path of the invalid value in `input`, such as `["recipients", "17", "to"]`; empty if the error concerns the whole input. */
  path: string[];
}

/** There is no room for another one. */
export interface TooManyError {
  __typename?: 'TooManyError';
  /** The code of the error, for programs. */
  code: UserErrorCode;
  /** The error in one sentence, for people. */
  message: string;
  /** The path of the invalid value in `input`, such as `["recipients", "17", "to"]`; empty if the error concerns the whole input. */
  path: string[];
}

/** A password, a code or a link is wrong, or no longer valid. */
export interface NotProvenError {
  __typename?: 'NotProvenError';
  /** The code of the error, for programs. */
  code: UserErrorCode;
  /** The error in one sentence, for people. */
  message: string;
  /** The path of the invalid value in `input`, such as `["recipients", "17", "to"]`; empty if the error concerns the whole input. */
  path: string[];
}

/** The phone of the session is not connected. */
export interface SessionNotConnectedError {
  __typename?: 'SessionNotConnectedError';
  /** The code of the error, for programs. */
  code: UserErrorCode;
  /** The error in one sentence, for people. */
  message: string;
  /** The path of the invalid value in `input`, such as `["recipients", "17", "to"]`; empty if the error concerns the whole input. */
  path: string[];
}

/** The chat-app provider rejected the request, or could not be reached. */
export interface ProviderError {
  __typename?: 'ProviderError';
  /** The code of the error, for programs. */
  code: UserErrorCode;
  /** The error in one sentence, for people. */
  message: string;
  /** The path of the invalid value in `input`, such as `["recipients", "17", "to"]`; empty if the error concerns the whole input. */
  path: string[];
}

/** The message can no longer be cancelled. */
export interface AlreadyDispatchedError {
  __typename?: 'AlreadyDispatchedError';
  /** The code of the error, for programs. */
  code: UserErrorCode;
  /** The error in one sentence, for people. */
  message: string;
  /** The path of the invalid value in `input`, such as `["recipients", "17", "to"]`; empty if the error concerns the whole input. */
  path: string[];
}

/** The campaign has ended. */
export interface CampaignEndedError {
  __typename?: 'CampaignEndedError';
  /** The code of the error, for programs. */
  code: UserErrorCode;
  /** The error in one sentence, for people. */
  message: string;
  /** The path of the invalid value in `input`, such as `["recipients", "17", "to"]`; empty if the error concerns the whole input. */
  path: string[];
}

/** The campaign has begun. */
export interface CampaignStartedError {
  __typename?: 'CampaignStartedError';
  /** The code of the error, for programs. */
  code: UserErrorCode;
  /** The error in one sentence, for people. */
  message: string;
  /** The path of the invalid value in `input`, such as `["recipients", "17", "to"]`; empty if the error concerns the whole input. */
  path: string[];
}

/** The campaign has no message to send again. */
export interface NothingToRetryError {
  __typename?: 'NothingToRetryError';
  /** The code of the error, for programs. */
  code: UserErrorCode;
  /** The error in one sentence, for people. */
  message: string;
  /** The path of the invalid value in `input`, such as `["recipients", "17", "to"]`; empty if the error concerns the whole input. */
  path: string[];
}

/** The preview token is not valid, or no longer. */
export interface PreviewTokenError {
  __typename?: 'PreviewTokenError';
  /** The code of the error, for programs. */
  code: UserErrorCode;
  /** The error in one sentence, for people. */
  message: string;
  /** The path of the invalid value in `input`, such as `["recipients", "17", "to"]`; empty if the error concerns the whole input. */
  path: string[];
}

/** The idempotency key belongs to a call with other input. */
export interface IdempotencyMismatchError {
  __typename?: 'IdempotencyMismatchError';
  /** The code of the error, for programs. */
  code: UserErrorCode;
  /** The error in one sentence, for people. */
  message: string;
  /** The path of the invalid value in `input`, such as `["recipients", "17", "to"]`; empty if the error concerns the whole input. */
  path: string[];
}

/** A session of a chat engine: it sends chat messages through the phone that is connected to it. The sign-in of a person is a `PersonSession`. */
export interface Session {
  __typename?: 'Session';
  /** The id of the object, the same in GraphQL and REST. */
  id: string;
  /** The name of the session, as given. */
  name: string;
  /** The chat engine of the session. */
  engine: string;
  /** The state of the session. */
  state: SessionState;
  /** True if messages can be sent through the session. */
  connected: boolean;
  /** Why the session is in this state, for people. */
  reason: string | null;
  /** The reason, for programs. Null if there is none, and for changes that were stored before version 0.2. */
  reasonCode: SessionReason | null;
  /** The number of the connected phone; null if there is none or it is unknown. */
  phoneNumber: string | null;
  /** The time when this state began. */
  stateSince: string;
  /** The time when the engine last confirmed this state; null if never. */
  confirmedAt: string | null;
  /** True if the session was made with a test key. */
  test: boolean;
  /** The time when the session was created. */
  createdAt: string;
  /** The time of the last state change. */
  updatedAt: string;
  /** The time when the groups of the phone were last read; null if never. */
  groupsRefreshedAt: string | null;
  /** The last 20 state changes of the session, newest first. */
  history: SessionChange[];
  /** The groups of the phone by name, as the query `groups` returns them; null for keys without the scope `CHAT_READ`. */
  groups: ChatGroupConnection | null;
  /** The chat messages that were sent through the session, newest first; null for keys without the scope `CHAT_READ`. A page may have fewer items than asked for, or none, although more follow: then `hasNextPage` is true, and `endCursor` leads on. */
  messages: ChatMessageConnection | null;
}

/** An object that `node` can fetch by its id. */
export interface Node {
  /** The id of the object, the same in GraphQL and REST. */
  id: string;
}

/** The state of a session. */
export type SessionState = 'STOPPED' | 'STARTING' | 'SCAN_QR' | 'CONNECTED' | 'STALLED' | 'DISCONNECTED' | 'FAILED' | (string & {});

/** Why a session is in its state. */
export type SessionReason = 'CREATED' | 'REQUESTED' | 'LOGGED_OUT' | 'ENGINE_SILENT' | 'START_REFUSED' | 'SESSION_UNKNOWN' | 'PHONE_NOT_CONNECTED' | 'PASSKEY_REQUIRED' | 'PASSKEY_CONFIRMATION' | 'NOT_SCANNED_OR_UNLINKED' | 'STATE_UNKNOWN' | 'ACKS_MISSING' | 'ACKS_AGAIN' | 'KEPT_DISCONNECTED' | (string & {});

/** A state change of a session. */
export interface SessionChange {
  __typename?: 'SessionChange';
  /** The state after the change. */
  state: SessionState;
  /** The reason, for people. */
  reason: string | null;
  /** The reason, for programs. Null if there is none, and for changes that were stored before version 0.2. */
  reasonCode: SessionReason | null;
  /** The time of the change. */
  at: string;
  /** The number of the change, from 1. */
  revision: number;
}

/** A page of groups. */
export interface ChatGroupConnection {
  __typename?: 'ChatGroupConnection';
  /** The items of the page. */
  nodes: ChatGroup[];
  /** The items of the page, each with its cursor. */
  edges: ChatGroupEdge[];
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, with the filter of this call. They are counted only if this field is selected. */
  totalCount: number;
}

/** A group of the chat app that the phone of a session belongs to. */
export interface ChatGroup {
  __typename?: 'ChatGroup';
  /** The id of the group, which `sendGroupMessage` accepts as `to`; it ends in `@g.us`. */
  chatId: string;
  /** The name of the group. */
  name: string;
  /** The number of participants; null if the engine does not report it. */
  participantCount: number | null;
}

/** An item of a page of groups, with its cursor. */
export interface ChatGroupEdge {
  __typename?: 'ChatGroupEdge';
  /** An opaque position in this list, for its arguments `after` and `before`. */
  cursor: string;
  /** The item. */
  node: ChatGroup;
}

/** The position of a page in its list. */
export interface PageInfo {
  __typename?: 'PageInfo';
  /** True if the list has items after this page. */
  hasNextPage: boolean;
  /** True if the list has items before this page. */
  hasPreviousPage: boolean;
  /** The cursor at which the page begins, for `before`; null if the page is empty and nothing precedes it. */
  startCursor: string | null;
  /** The cursor at which the page ends, for `after`; null if the page is empty and nothing follows it. */
  endCursor: string | null;
}

/** A page of chat messages. */
export interface ChatMessageConnection {
  __typename?: 'ChatMessageConnection';
  /** The items of the page. */
  nodes: ChatMessage[];
  /** The items of the page, each with its cursor. */
  edges: ChatMessageEdge[];
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, with the filter of this call; null if there are more than 10000, or counting would take too long. */
  totalCount: number | null;
  /** The number of items on all pages, with the filter of this call, as far as they were counted: at most 10000. */
  totalAtLeast: number;
}

/** An item of a page of chat messages, with its cursor. */
export interface ChatMessageEdge {
  __typename?: 'ChatMessageEdge';
  /** An opaque position in this list, for its arguments `after` and `before`. */
  cursor: string;
  /** The item. */
  node: ChatMessage;
}

/** A message of the chat app to one person or one group. */
export interface ChatMessage {
  __typename?: 'ChatMessage';
  /** The id of the object, the same in GraphQL and REST. */
  id: string;
  /** The id that the provider gave the message: the `message_id` of the REST API. Null until the provider accepts the message. */
  messageId: string | null;
  /** The id of the session that the message was sent through; the session may have been deleted since. */
  sessionId: string;
  /** The number of the recipient, digits only, or the id of the group. Null after redaction. */
  to: string | null;
  /** True if the message was sent to a group. */
  isGroup: boolean;
  /** The type of the message. */
  type: ChatMessageType;
  /** The text, or the caption of the media. Null after redaction. */
  text: string | null;
  /** The URL from which the provider downloads the media. Null after redaction. */
  url: string | null;
  /** The file name that the recipient sees. Null after redaction. */
  filename: string | null;
  /** The MIME type of the media, as given or as guessed. */
  mimeType: string | null;
  /** The status of the message. Base application logic on this field. */
  status: ChatStatus;
  /** The reason why the message failed or is still pending, for programs. */
  errorCode: ChatErrorCode | null;
  /** The error in one sentence, for people; null if there is none. */
  error: string | null;
  /** The provider's own error text, for the provider's support. */
  providerReason: string | null;
  /** For a group: how many participants have received the message, as far as the provider reports it; otherwise 0. */
  deliveredCount: number;
  /** For a group: how many participants have read the message, as far as the provider reports it; otherwise 0. */
  readCount: number;
  /** True if the message was made with a test key; only the sandbox receives it. */
  test: boolean;
  /** The number of status changes; 0 until the first. */
  revision: number;
  /** The API key or the person that sent it; null if it was sent before version 0.2. */
  createdBy: AuditActor | null;
  /** The time when the call was accepted. */
  createdAt: string;
  /** The time of the last change of the message. */
  updatedAt: string;
  /** The time when the provider accepted the message. */
  sentAt: string | null;
  /** The time of the first report that the message is on a device. */
  deliveredAt: string | null;
  /** The time of the first report that the message was read. */
  readAt: string | null;
  /** The session that the message was sent through; null if it was deleted, and for keys without the scope `CHAT_READ`. */
  session: Session | null;
  /** The status changes of the message, oldest first; empty for callers without the scope `CHAT_READ`. */
  history: ChatChange[];
}

/** The type of a chat message. */
export type ChatMessageType = 'TEXT' | 'IMAGE' | 'VIDEO' | 'VOICE' | 'FILE' | (string & {});

/** The status of a chat message. */
export type ChatStatus = 'PENDING' | 'SENT' | 'DELIVERED' | 'READ' | 'FAILED' | (string & {});

/** The reason why a chat message failed or is still pending. */
export type ChatErrorCode = 'SESSION_NOT_CONNECTED' | 'PROVIDER_REJECTED' | 'PROVIDER_UNAVAILABLE' | 'PROVIDER_TIMEOUT' | 'PROVIDER_FAILED' | (string & {});

/** An actor: who did or made something, with the name at that time. */
export interface AuditActor {
  __typename?: 'AuditActor';
  /** The kind of the actor. */
  kind: ActorKind;
  /** The id of the API key or the person; null for the operator. */
  actorId: string | null;
  /** The name of the key, the e-mail address of the person, `command line`, or the name of a rule such as `retention`. API keys without the scope `AUDIT_READ` get the present name of the person instead of the address. */
  name: string;
}

/** The kind of an actor. */
export type ActorKind = 'KEY' | 'PERSON' | 'OPERATOR' | (string & {});

/** A status change of a chat message. */
export interface ChatChange {
  __typename?: 'ChatChange';
  /** The status after the change. */
  status: ChatStatus;
  /** The time of the change. */
  at: string;
  /** The number of the change, from 1. */
  revision: number;
  /** True if a late acknowledgement replaced an earlier failure. */
  corrected: boolean;
}

/** A message that a person sent to a number of the organisation, or to the phone of a session. */
export interface InboundMessage {
  __typename?: 'InboundMessage';
  /** The id of the object, the same in GraphQL and REST. */
  id: string;
  /** The channel by which the person sent the message. */
  channel: ConversationChannel;
  /** The sender: a number, a short code or a name. Of a chat: the number of the person, `lid:…` for a person who hides the number, or the id of the group. Null after redaction. */
  sender: string | null;
  /** The number of the person who wrote it, digits only, in groups too; null if it is unknown or has no country code, and after redaction. */
  mobile: string | null;
  /** In a group: the person who wrote it, by number or by `lid:…`; otherwise null. Null after redaction. */
  participant: string | null;
  /** The id of the session whose phone received it, which may have been deleted since; null for an SMS. */
  sessionId: string | null;
  /** The number or short code of the organisation that it was sent to; null for a chat. */
  ownNumber: string | null;
  /** The gateway, or the chat engine, that the message came from. */
  gateway: string;
  /** What the message consists of. */
  kind: InboundKind;
  /** The text, or the caption of media; null if there is none, and after redaction. */
  text: string | null;
  /** What the person asks for, if the whole text of an SMS is a keyword, such as `STOP`; null otherwise, and for chats. */
  keyword: Keyword | null;
  /** True if parts of the text never arrived, or it was too long to be kept whole. */
  incomplete: boolean;
  /** True if the message came from the sandbox. */
  test: boolean;
  /** The time when it was sent, if the gateway says so. */
  sentAt: string | null;
  /** The time when it was received. */
  receivedAt: string;
  /** The time when sender and text were deleted; null until then. */
  redactedAt: string | null;
  /** The file of a message of the kind `MEDIA`. */
  media: InboundMedia | null;
  /** The session whose phone received the message; null if it was deleted, and for keys without the scope `CHAT_READ`. */
  session: Session | null;
  /** The chat message of the organisation that the person answers; null if there is none, and for keys without the scope `CHAT_READ`. */
  replyTo: ChatMessage | null;
  /** The conversation that the message belongs to; null if it was deleted. */
  conversation: Conversation | null;
}

/** How a person writes to the organisation. */
export type ConversationChannel = 'SMS' | 'CHAT' | (string & {});

/** What an inbound message consists of. */
export type InboundKind = 'TEXT' | 'MEDIA' | 'DATA' | (string & {});

/** What a person asks for by a keyword. */
export type Keyword = 'STOP' | 'START' | 'HELP' | (string & {});

/** A picture, a recording or another file that a person sent. */
export interface InboundMedia {
  __typename?: 'InboundMedia';
  /** Where the file can be downloaded, with a key or a session that may read the inbox. Null if the engine has not kept the file, and after redaction. */
  url: string | null;
  /** The MIME type, as the sender says. */
  type: string | null;
  /** The file name, as the sender says. Null after redaction. */
  name: string | null;
}

/** An SMS to one number. */
export interface SmsMessage {
  __typename?: 'SmsMessage';
  /** The id of the object, the same in GraphQL and REST. */
  id: string;
  /** The number of the recipient, digits only; a malformed number of a campaign is shown as given. Null after redaction. Suppressions, and the filter of a campaign's messages, have it as `mobile`. */
  to: string | null;
  /** The sender ID of the message; null if the gateway chooses it. */
  senderId: string | null;
  /** The status of the message. Base application logic on this field. The filter of a campaign's messages has it as `messageStatus`. */
  status: SmsStatus;
  /** Whether the message was submitted to a gateway. The filter of a campaign's messages has it as `status`. */
  submissionStatus: SubmissionStatus;
  /** The delivery code of the message; null while it is queued or held. */
  deliveryCode: number | null;
  /** The error in one sentence, for people; null if there is none. It begins with "Outcome unknown" if the response of the gateway was lost: the recipient may have the message. */
  error: string | null;
  /** The kind of the error, for programs; null if there is none. */
  errorCode: SmsErrorCode | null;
  /** The reason why the message is held; null if it is not held. */
  holdReason: HoldReason | null;
  /** The number of SMS segments of the text. */
  segments: number;
  /** The character encoding of the text. */
  encoding: SmsEncoding;
  /** The gateway that the message was last submitted to; null if it was never submitted. */
  gateway: string | null;
  /** The position of the message in its campaign, from 0; null for a single message. */
  position: number | null;
  /** Your own reference, as given in the call. */
  reference: string | null;
  /** Your own data, as given in the call. */
  metadata: Record<string, unknown> | null;
  /** True if the message was made with a test key; only the sandbox receives it. */
  test: boolean;
  /** True if the message is submitted again when it stays unknown whether the gateway has it. If false, it is not submitted again. */
  atLeastOnce: boolean;
  /** What the message is for. */
  category: MessageCategory;
  /** The number of status changes, from 1. */
  revision: number;
  /** The time when the call was accepted. */
  createdAt: string;
  /** The time when a gateway accepted the message; null if none has said so. */
  sentAt: string | null;
  /** The time when the report came that the message is on the handset; null if none has. */
  deliveredAt: string | null;
  /** The time of the last change of the message. */
  updatedAt: string;
  /** The time when the message is to be submitted; null if at once. */
  scheduledAt: string | null;
  /** The time after which the message is not submitted to a gateway; null if there is none. */
  validUntil: string | null;
  /** The text as the recipient gets it. Null after redaction. */
  text: string | null;
  /** The delivery code with its meaning and what to do; null while `deliveryCode` is. */
  deliveryCodeInfo: DeliveryCode | null;
  /** The API key or the person that sent it; null if it was sent before version 0.2. */
  createdBy: AuditActor | null;
  /** The message of the recipient whose keyword this message answers automatically; null for other messages, once the answered message is deleted, and for callers without the scope `INBOX_READ`. */
  answers: InboundMessage | null;
  /** The campaign that the message belongs to; null for a single message, and for keys without the scope `SMS_READ`. */
  campaign: Campaign | null;
  /** The submissions of the message to gateways, oldest first; empty for callers without the scope `SMS_READ`. */
  attempts: SmsAttempt[];
  /** The status changes of the message, oldest first; for callers without the scope `SMS_READ` the first alone. */
  history: SmsChange[];
  /** Why the message has its status, which rule applies, and what happens next. */
  explanation: SmsExplanation;
}

/** The status of an SMS. */
export type SmsStatus = 'QUEUED' | 'SENT' | 'DELIVERED' | 'FAILED' | 'UNDELIVERED' | 'BLOCKED' | 'HELD' | 'CANCELLED' | (string & {});

/** Whether a message was submitted to a gateway. The status of a submitted message may still become `BLOCKED`; this word stays `SENT`. */
export type SubmissionStatus = 'PENDING' | 'SENT' | 'FAILED' | (string & {});

/** Why a message did not arrive. */
export type SmsErrorCode = 'OUTCOME_UNKNOWN' | 'NO_REPORT' | 'DELIVERY_CODE' | 'NOT_DELIVERED' | 'EXPIRED' | (string & {});

/** The reason why a message is held. */
export type HoldReason = 'INSUFFICIENT_CREDIT' | 'RISK_REVIEW' | 'SENDER_ID_REJECTED' | (string & {});

/** The character encoding of a text. */
export type SmsEncoding = 'GSM7' | 'UCS2' | (string & {});

/** What a message is for. */
export type MessageCategory = 'TRANSACTIONAL' | 'PROMOTIONAL' | (string & {});

/** The reason that a gateway gave for a status, as a number that is the same for all gateways. */
export interface DeliveryCode {
  __typename?: 'DeliveryCode';
  /** The number of the code, as in `deliveryCode`. */
  code: number;
  /** The short name of the code, such as `DoNotDisturbRejection`. */
  name: string;
  /** The category of the code. */
  category: DeliveryCodeCategory;
  /** The meaning of the code. */
  meaning: string;
  /** What the sender should do; null if there is nothing to do. */
  recommendedAction: string | null;
  /** True if sending the same message later may succeed. */
  retryable: boolean;
  /** True if a message with this code suppresses its number, so that no further message is sent to it. */
  suppresses: boolean;
  /** The status of a message with this code. */
  status: SmsStatus;
}

/** The category of a delivery code. */
export type DeliveryCodeCategory = 'SUCCESS' | 'IN_PROGRESS' | 'REJECTION' | 'ERROR' | (string & {});

/** One submission of a message to a gateway. */
export interface SmsAttempt {
  __typename?: 'SmsAttempt';
  /** The number of the attempt, from 1. */
  number: number;
  /** The gateway that the message was submitted to. */
  gateway: string;
  /** The response of the gateway. */
  outcome: AttemptOutcome;
  /** The delivery code from the response of the gateway, or from its later report of a failure. */
  deliveryCode: number | null;
  /** The id that the gateway gave the message. */
  providerId: string | null;
  /** The gateway's own code from its response or its report of a failure, for the gateway's support. */
  rawCode: string | null;
  /** The gateway's own error text, for the gateway's support. */
  rawReason: string | null;
  /** The time when the message was submitted. */
  requestedAt: string;
  /** The time when the response arrived, or was given up. */
  finishedAt: string;
}

/** The response of a gateway to one submission. */
export type AttemptOutcome = 'ACCEPTED' | 'QUEUED' | 'HELD' | 'REJECTED' | 'UNKNOWN' | (string & {});

/** A status change of an SMS. */
export interface SmsChange {
  __typename?: 'SmsChange';
  /** The status after the change. */
  status: SmsStatus;
  /** The delivery code after the change. */
  deliveryCode: number | null;
  /** The time of the change. */
  at: string;
  /** The number of the change, from 1. */
  revision: number;
  /** True if a late delivery report replaced an earlier final status. */
  corrected: boolean;
}

/** Why a message has its status, and what happens next. */
export interface SmsExplanation {
  __typename?: 'SmsExplanation';
  /** Which sentences these are, for programs that translate them. */
  code: ExplanationCode;
  /** What happened to the message. */
  cause: string;
  /** The rule that applies to the message. */
  rule: string;
  /** What happens next to the message. */
  next: string;
  /** The latest time at which the next step happens; null if no time is set. */
  nextAt: string | null;
  /** The delivery code that the explanation is about: of the message, or of its last attempt while a retry waits. */
  deliveryCode: DeliveryCode | null;
  /** The number of the attempt that follows; null if none does. */
  attempt: number | null;
  /** How often a message with this delivery code is submitted at most; null without a delivery code. */
  attempts: number | null;
  /** The gateway that the sentences name; null if they name none. */
  gateway: string | null;
  /** The time when the number was suppressed; null if the message was not suppressed, or it is not known. */
  suppressedAt: string | null;
  /** The word that the person wrote to end messages, such as `STOP`; null if they wrote none. */
  word: string | null;
  /** The number or short code of the organisation to which the person wrote the word. */
  ownNumber: string | null;
  /** Why the message was sent, if no call has sent it: it answers a keyword. Null otherwise. */
  origin: string | null;
}

/** Which sentences an explanation has. The names in braces are fields of the explanation, a time in words is its day (UTC). */
export type ExplanationCode = 'SCHEDULED' | 'WAITING_FOR_TURN' | 'GATEWAY_DOWN' | 'GATEWAY_NOT_CONFIGURED' | 'CAMPAIGN_PAUSED' | 'SUBMITTING' | 'IN_DOUBT' | 'IN_DOUBT_AT_LEAST_ONCE' | 'WAITING_FOR_RETRY' | 'WAITING_FOR_RETRY_WITHOUT_CODE' | 'EXPIRES_BEFORE_RETRY' | 'EXPIRES_BEFORE_RETRY_WITHOUT_CODE' | 'WAITING_FOR_CREDIT' | 'WAITING_FOR_CREDIT_UNTIL_EXPIRY' | 'WAITING_FOR_APPROVAL' | 'WAITING_FOR_APPROVAL_UNTIL_EXPIRY' | 'UNDER_REVIEW' | 'QUEUED_AT_GATEWAY' | 'WAITING_FOR_REPORT' | 'DELIVERED' | 'CANCELLED' | 'EXPIRED' | 'SUPPRESSED' | 'SUPPRESSED_BY_KEYWORD' | 'SUPPRESSED_BY_ORGANISATION' | 'SUPPRESSED_BY_GATEWAY' | 'OPTED_OUT_AT_GATEWAY' | 'BLOCKED_BY_GATEWAY' | 'OUTCOME_UNKNOWN' | 'NO_REPORT' | 'REFUSED' | 'REFUSED_AFTER_RETRIES' | 'FAILED_AT_GATEWAY' | 'FAILED_AT_GATEWAY_AFTER_RETRIES' | 'FAILED_AT_GATEWAY_WITHOUT_RETRY' | 'NOTHING_AGAINST_IT' | 'GIVEN_UP' | (string & {});

/** What a person and the organisation write to each other: the person writes to one number or phone of the organisation. */
export interface Conversation {
  __typename?: 'Conversation';
  /** The id of the object, the same in GraphQL and REST. */
  id: string;
  /** How the person writes. */
  channel: ConversationChannel;
  /** The number of the organisation that the person writes to; for a chat the id of the session. */
  ownAddress: string;
  /** The person: a number, a short code, a name, or an id of a chat app. */
  party: string;
  /** The number of the person, digits only; null if it is unknown, as for a short code or a name. */
  mobile: string | null;
  /** True if the messages are those of the sandbox. */
  test: boolean;
  /** The number of messages of the person that are not marked as read. */
  unread: number;
  /** The time when the person wrote last. */
  lastAt: string;
  /** The last message that was marked as read; null if none was. */
  readUpTo: string | null;
  /** The number of changes of the conversation, from 1. */
  revision: number;
  /** The time when the conversation began. */
  createdAt: string;
  /** The messages of the conversation, received and sent, newest first, without those that were sent to the person from another number of the organisation. What was sent is missing for callers without the scope `SMS_READ`, or `CHAT_READ` for a chat. A page may have fewer items than asked for, or none, although more follow: then `hasNextPage` is true, and `endCursor` leads on. */
  entries: ConversationEntryConnection;
  /** What the person wrote last. */
  lastMessage: InboundMessage | null;
  /** True if a reply would be blocked, because the person has opted out or the number is suppressed. */
  isSuppressed: boolean;
  /** The time since when replies are blocked; null if they are not, or the time is unknown. */
  suppressedSince: string | null;
}

/** A page of messages of a conversation. */
export interface ConversationEntryConnection {
  __typename?: 'ConversationEntryConnection';
  /** The items of the page. */
  nodes: ConversationEntry[];
  /** The items of the page, each with its cursor. */
  edges: ConversationEntryEdge[];
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, with the filter of this call; null if there are more than 10000, or counting would take too long. */
  totalCount: number | null;
  /** The number of items on all pages, with the filter of this call, as far as they were counted: at most 10000. */
  totalAtLeast: number;
}

/** A message of a conversation, received or sent. */
export interface ConversationEntry {
  __typename?: 'ConversationEntry';
  /** The id of the message, of whatever kind it is. */
  messageId: string;
  /** Who wrote the message. */
  direction: EntryDirection;
  /** The time when the message was received, or when it was accepted. */
  at: string;
  /** The message, if the person wrote it; otherwise null. */
  inboundMessage: InboundMessage | null;
  /** The message, if it is an SMS of the organisation; otherwise null. */
  message: SmsMessage | null;
  /** The message, if it is a chat message of the organisation; otherwise null. */
  chatMessage: ChatMessage | null;
}

/** Who wrote a message of a conversation. */
export type EntryDirection = 'RECEIVED' | 'SENT' | (string & {});

/** An item of a page of messages of a conversation, with its cursor. */
export interface ConversationEntryEdge {
  __typename?: 'ConversationEntryEdge';
  /** An opaque position in this list, for its arguments `after` and `before`. */
  cursor: string;
  /** The item. */
  node: ConversationEntry;
}

/** A change of consent: a person wants no more messages, or wants them again. It is kept for good, as proof. */
export interface ConsentChange {
  __typename?: 'ConsentChange';
  /** The id of the object, the same in GraphQL and REST. */
  id: string;
  /** The number of the person, digits only; null after it was erased. */
  mobile: string | null;
  /** What the person has decided. */
  change: ConsentChangeKind;
  /** How the organisation learned of the change. */
  source: ConsentSource;
  /** The sender ID whose messages the change is about; null: those of every sender. */
  senderId: string | null;
  /** The category of messages that the change is about; null: messages of every category. */
  category: MessageCategory | null;
  /** The text of the person, in capitals, if it was a keyword. */
  word: string | null;
  /** The number or short code of the organisation that the keyword was sent to. */
  ownNumber: string | null;
  /** The id of the inbound message with the keyword. */
  inboundId: string | null;
  /** The proof, in words of the caller that imported it. */
  proof: string | null;
  /** The time when the person opted out or in. */
  changedAt: string;
  /** The time when the change was recorded. */
  createdAt: string;
  /** The API key or the person that recorded the change; null if it was a keyword. */
  createdBy: AuditActor | null;
  /** True if the change is about test messages only. */
  test: boolean;
  /** The number of changes since the one before that are not kept: of a person who changes their mind more often, 20 changes of 24 hours are, the last of them always. */
  omitted: number;
}

/** What a person has decided about messages. */
export type ConsentChangeKind = 'OPTED_OUT' | 'OPTED_IN' | (string & {});

/** How the organisation learned of a consent change. */
export type ConsentSource = 'KEYWORD' | 'MANUAL' | 'IMPORT' | (string & {});

/** A bulk send: one text to many recipients, and the status of each message. */
export interface Campaign {
  __typename?: 'Campaign';
  /** The id of the object, the same in GraphQL and REST. */
  id: string;
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
  /** The text of the recipients that have none of their own: as given if it has placeholders, else as it is sent. Null if the call had none, and after redaction. */
  text: string | null;
  /** The sender ID of the messages; null if the gateway chooses it. */
  senderId: string | null;
  /** Your own reference, as given in the call. */
  reference: string | null;
  /** Your own data, as given in the call. */
  metadata: Record<string, unknown> | null;
  /** True if the campaign was made with a test key; only the sandbox receives its messages. */
  test: boolean;
  /** True if a message is submitted again when it stays unknown whether the gateway has it. If false, it is not submitted again. */
  atLeastOnce: boolean;
  /** The API key or the person that sent it; null if it was sent before version 0.2. */
  createdBy: AuditActor | null;
  /** The number of the last event of the campaign, from 1: as `revision` of the event. */
  revision: number;
  /** The time when the call was accepted. */
  createdAt: string;
  /** The time when dispatch is to start; null if at once. */
  scheduledAt: string | null;
  /** The time after which no message is submitted to a gateway; null if there is none. */
  validUntil: string | null;
  /** The time when the first message was submitted to a gateway. */
  startedAt: string | null;
  /** The time when the last message reached its final status. */
  completedAt: string | null;
  /** The time when the campaign was cancelled. */
  cancelledAt: string | null;
  /** The time when the campaign was paused; null if it is not paused. */
  pausedAt: string | null;
  /** Why the campaign is paused; null if it is not. */
  pauseReason: CampaignPauseReason | null;
  /** True if the campaign is paused by itself when too many messages fail: at least 40 of the latest 200 outcomes, those of messages that a gateway accepted included, are failures with one of the codes 402, 501, 502. */
  pauseOnFailures: boolean;
  /** What the messages are for. */
  category: MessageCategory;
  /** How the campaign ended; null while it has not. */
  result: CampaignResult | null;
  /** The campaign whose failed messages this one sends again. Null for keys without the scope `SMS_READ`. */
  retryOf: Campaign | null;
  /** The messages of the campaign, one for each recipient, in the order of the call; at most 1000 on a page. Null for keys without the scope `SMS_READ`. */
  messages: CampaignMessageConnection | null;
  /** The number of SMS segments of all accepted messages. */
  segments: number;
  /** The gateways that messages were last submitted to, by name; empty before the dispatch has begun, and for callers without the scope `SMS_READ`. */
  gateways: string[];
  /** The number of messages for each delivery code and status, most frequent first. Messages without a code are left out. Null for keys without the scope `SMS_READ`. */
  outcomes: CampaignOutcome[] | null;
  /** The status changes of the campaign over time: the latest 1000 intervals with a change, oldest first. Null for keys without the scope `SMS_READ`. */
  timeline: TimelinePoint[] | null;
}

/** The status of a campaign. It follows from the statuses of its messages. */
export type CampaignStatus = 'SCHEDULED' | 'QUEUED' | 'RUNNING' | 'PAUSED' | 'HELD' | 'COMPLETED' | 'CANCELLED' | (string & {});

/** How many messages have each status. */
export interface MessageCounts {
  __typename?: 'MessageCounts';
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

/** Why a campaign is paused. */
export type CampaignPauseReason = 'CALLER' | 'FAILURES' | (string & {});

/** How a campaign ended. */
export type CampaignResult = 'SUCCEEDED' | 'WITH_FAILURES' | 'CANCELLED' | (string & {});

/** A page of messages of a campaign. */
export interface CampaignMessageConnection {
  __typename?: 'CampaignMessageConnection';
  /** The items of the page. */
  nodes: SmsMessage[];
  /** The items of the page, each with its cursor. */
  edges: CampaignMessageEdge[];
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, with the filter of this call. They are counted only if this field is selected. */
  totalCount: number;
}

/** An item of a page of messages of a campaign, with its cursor. */
export interface CampaignMessageEdge {
  __typename?: 'CampaignMessageEdge';
  /** An opaque position in this list, for its arguments `after` and `before`. */
  cursor: string;
  /** The item. */
  node: SmsMessage;
}

/** Conditions for listed messages of a campaign; all of them must hold. */
export interface CampaignMessageFilter {
  /** Messages with this status of submission: whether they were submitted to a gateway. */
  status?: SubmissionStatus | null | undefined;
  /** Messages with one of these statuses of submission; an empty list matches none. */
  statuses?: readonly SubmissionStatus[] | null | undefined;
  /** Messages with this status. */
  messageStatus?: SmsStatus | null | undefined;
  /** Messages with this delivery code. */
  deliveryCode?: number | null | undefined;
  /** Messages with one of these statuses; an empty list matches none. */
  messageStatuses?: readonly SmsStatus[] | null | undefined;
  /** Messages with one of these delivery codes; an empty list matches none. */
  deliveryCodes?: readonly number[] | null | undefined;
  /** The message to exactly this number. */
  mobile?: string | null | undefined;
  /** Messages to numbers that end with these digits. */
  mobileEndsWith?: string | null | undefined;
  /** Messages with exactly this reference. */
  reference?: string | null | undefined;
}

/** The number of messages with the same delivery code and status. */
export interface CampaignOutcome {
  __typename?: 'CampaignOutcome';
  /** The delivery code, with its meaning. */
  code: DeliveryCode;
  /** The status of these messages. */
  status: SmsStatus;
  /** The number of messages. */
  count: number;
  /** What the sender should do about messages with this status and delivery code; null if there is nothing to do. It differs from `recommendedAction` of the code if a message ended without a delivery report. */
  recommendedAction: string | null;
}

/** The status changes of a campaign within one interval of its timeline. */
export interface TimelinePoint {
  __typename?: 'TimelinePoint';
  /** The start of the interval. */
  at: string;
  /** For each status, how many messages entered it within the interval. */
  changes: MessageCounts;
}

/** The length of one interval of a timeline. */
export type TimelineBucket = 'TEN_SECONDS' | 'MINUTE' | 'HOUR' | (string & {});

/** A webhook: a URL to which events are posted. */
export interface Webhook {
  __typename?: 'Webhook';
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
  disabledReason: WebhookDisabledReason | null;
  /** The sequence of the last event that was delivered to the webhook, or is listed in its deliveries. */
  lastSequence: number;
  /** The time of the first failed post since the webhook last accepted one; null if its last post succeeded. */
  failingSince: string | null;
  /** The number of posts that have failed in a row. */
  failures: number;
  /** The time when a worker next looks for events to post: a past time if it is about to, or is posting; null if there is nothing to post, or the webhook is not active. */
  nextAttemptAt: string | null;
  /** The time when the webhook was created. */
  createdAt: string;
  /** The time when the webhook was last changed. */
  updatedAt: string;
  /** The deliveries to the webhook, newest event first. */
  deliveries: WebhookDeliveryConnection;
  /** The number of events that the webhook has yet to get: those after `lastSequence`, of whatever type, and deliveries that wait for another post, of which 10000 are counted at most. */
  behind: number;
  /** What came of the last posts to the webhook. */
  recent: WebhookRecent;
}

/** The type of an event. In webhooks and the REST API, `SMS_DELIVERED` is `sms.delivered`, and so on. */
export type EventType = 'SMS_QUEUED' | 'SMS_SENT' | 'SMS_DELIVERED' | 'SMS_FAILED' | 'SMS_UNDELIVERED' | 'SMS_BLOCKED' | 'SMS_HELD' | 'SMS_CANCELLED' | 'SMS_RECEIVED' | 'CONSENT_CHANGED' | 'CAMPAIGN_ACCEPTED' | 'CAMPAIGN_STARTED' | 'CAMPAIGN_COMPLETED' | 'CAMPAIGN_CANCELLED' | 'CAMPAIGN_RESCHEDULED' | 'CAMPAIGN_PAUSED' | 'CAMPAIGN_RESUMED' | 'CAMPAIGN_HELD' | 'CHAT_MESSAGE_SENT' | 'CHAT_MESSAGE_DELIVERED' | 'CHAT_MESSAGE_READ' | 'CHAT_MESSAGE_FAILED' | 'CHAT_MESSAGE_RECEIVED' | 'SESSION_CONNECTED' | 'SESSION_DISCONNECTED' | 'GATEWAY_DOWN' | 'GATEWAY_UP' | 'WEBHOOK_DISABLED' | (string & {});

/** The status of a webhook. */
export type WebhookStatus = 'ACTIVE' | 'PAUSED' | 'DISABLED' | (string & {});

/** The reason why a webhook was disabled. */
export type WebhookDisabledReason = 'GONE' | 'FAILING' | (string & {});

/** A page of deliveries. */
export interface WebhookDeliveryConnection {
  __typename?: 'WebhookDeliveryConnection';
  /** The items of the page. */
  nodes: WebhookDelivery[];
  /** The items of the page, each with its cursor. */
  edges: WebhookDeliveryEdge[];
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, with the filter of this call; null if there are more than 10000, or counting would take too long. */
  totalCount: number | null;
  /** The number of items on all pages, with the filter of this call, as far as they were counted: at most 10000. */
  totalAtLeast: number;
}

/** The delivery of an event to a webhook. */
export interface WebhookDelivery {
  __typename?: 'WebhookDelivery';
  /** The sequence of the event, which identifies the delivery. */
  sequence: number;
  /** The id of the event, which is the `webhook-id` of its posts. */
  eventId: string;
  /** The type of the event. */
  type: EventType;
  /** The status of the delivery. */
  status: WebhookDeliveryStatus;
  /** The number of posts; a redelivery starts again at 0. */
  attempts: number;
  /** The earliest time of the next post; null if there is none. */
  nextAttemptAt: string | null;
  /** The time of the last post. */
  attemptedAt: string;
  /** The HTTP status of the last response; null if there was none. */
  responseStatus: number | null;
  /** The beginning of the last response body, at most 4096 bytes. */
  responseBody: string | null;
  /** Why there was no response, such as `timeout`; null if there was one. */
  error: string | null;
  /** The duration of the last post in milliseconds. */
  durationMs: number;
  /** The event, whose `payload` is the body of the posts; null if it is no longer in the log, or the scopes of the caller do not cover it. */
  event: Event | null;
}

/** The status of the delivery of an event to a webhook. */
export type WebhookDeliveryStatus = 'WAITING' | 'DELIVERED' | 'DEAD' | (string & {});

/** An event: a change of a message, a campaign, a session, a gateway, a webhook or the consent of a person, or a message that a person sent, as recorded in the event log of the organisation. */
export interface Event {
  __typename?: 'Event';
  /** The id of the event, which is also the `webhook-id` of its posts. */
  id: string;
  /** The position of the event in the log. The log has no gaps. */
  sequence: number;
  /** The type of the event. */
  type: EventType;
  /** The number of the change of the subject: of two events about it, the one with the greater revision is the later. */
  revision: number;
  /** The time of the change. */
  occurredAt: string;
  /** True if a late report contradicted a final status of an earlier event. */
  corrected: boolean;
  /** The new status of the subject: the second half of the type. */
  status: EventStatus;
  /** The id of the message: of an SMS, or of a chat message as the call that sent it returned it. */
  messageId: string | null;
  /** The id of the campaign, also if one of its messages changed. */
  campaignId: string | null;
  /** The id of the session, also if one of its messages changed. */
  sessionId: string | null;
  /** The id of the webhook. */
  webhookId: string | null;
  /** The name of the gateway that is down or up. */
  gateway: string | null;
  /** The id of the message that a person sent. */
  inboundId: string | null;
  /** What the person asks for, if the whole SMS is a keyword, such as `STOP`; null otherwise. */
  keyword: Keyword | null;
  /** The id of the consent change. */
  consentId: string | null;
  /** What the person has decided about messages. */
  change: ConsentChangeKind | null;
  /** How the organisation learned of the consent change. */
  source: ConsentSource | null;
  /** The category of messages that the consent change is about; null: messages of every category. */
  category: MessageCategory | null;
  /** The delivery code of the SMS. */
  deliveryCode: number | null;
  /** Your own reference of the SMS or the campaign. */
  reference: string | null;
  /** True if the subject was made with a test key. */
  test: boolean | null;
  /** The body that webhooks post for the event: `type`, `timestamp` and `data`. */
  payload: Record<string, unknown>;
  /** The SMS as it is now; null if the event is not about one, if it was deleted, and for keys without the scope `SMS_READ`. */
  message: SmsMessage | null;
  /** What the person sent, as it is now; null if the event is not about one, if it was deleted, and for keys without the scope `INBOX_READ`. */
  inboundMessage: InboundMessage | null;
  /** The consent change as it is now; null if the event is not about one, if it was deleted, and for keys without the scope `SUPPRESSIONS_MANAGE`. */
  consentChange: ConsentChange | null;
  /** The campaign, also if one of its messages changed, as it is now; null if the event is not about one, if it was deleted, and for keys without the scope `SMS_READ`. */
  campaign: Campaign | null;
  /** The chat message as it is now; null if the event is not about one, if it was deleted, and for keys without the scope `CHAT_READ`. */
  chatMessage: ChatMessage | null;
  /** The session, also if one of its messages changed, as it is now; null if the event is not about one, if it was deleted, and for keys without the scope `CHAT_READ`. */
  session: Session | null;
  /** The webhook as it is now; null if the event is not about one, if it was deleted, and for keys without the scope `WEBHOOKS_MANAGE`. */
  webhook: Webhook | null;
}

/** The status of the subject of an event. */
export type EventStatus = 'QUEUED' | 'SENT' | 'DELIVERED' | 'FAILED' | 'UNDELIVERED' | 'BLOCKED' | 'HELD' | 'CANCELLED' | 'RECEIVED' | 'CHANGED' | 'ACCEPTED' | 'STARTED' | 'RESCHEDULED' | 'PAUSED' | 'RESUMED' | 'COMPLETED' | 'READ' | 'CONNECTED' | 'DISCONNECTED' | 'DOWN' | 'UP' | 'DISABLED' | (string & {});

/** An item of a page of deliveries, with its cursor. */
export interface WebhookDeliveryEdge {
  __typename?: 'WebhookDeliveryEdge';
  /** An opaque position in this list, for its arguments `after` and `before`. */
  cursor: string;
  /** The item. */
  node: WebhookDelivery;
}

/** Conditions for listed deliveries; all of them must hold. */
export interface WebhookDeliveryFilter {
  /** Deliveries with this status. */
  status?: WebhookDeliveryStatus | null | undefined;
  /** Deliveries of events of these types; an empty list matches none. */
  types?: readonly EventType[] | null | undefined;
  /** Deliveries of events since this time. */
  since?: string | null | undefined;
  /** Deliveries of events before this time. */
  until?: string | null | undefined;
  /** Deliveries whose last response has a status with this first digit, from 1 to 5; 0: there was no response. */
  responseClass?: number | null | undefined;
}

/** What came of the last posts to a webhook: those of its newest 1000 events, as far as they were posted in the last 24 hours. An event that was posted several times counts once, with its last post. */
export interface WebhookRecent {
  __typename?: 'WebhookRecent';
  /** The number of events that the endpoint accepted. */
  delivered: number;
  /** The number of events that the endpoint did not accept, or not yet. */
  failed: number;
  /** The 95th percentile of the duration of these posts in milliseconds; null if there was none. */
  p95Ms: number | null;
}

/** An organisation, which owns messages, keys and members. */
export interface Organisation {
  __typename?: 'Organisation';
  /** The id of the object, the same in GraphQL and REST. */
  id: string;
  /** The name of the organisation. */
  name: string;
  /** The number of days after which texts and numbers are redacted; counts are kept. */
  retentionDays: number;
  /** The number of days after which messages and campaigns are deleted, but for statistics; null: they are kept. */
  messageRetentionDays: number | null;
  /** Whether messages may use approved sender IDs only. */
  enforceSenderIds: boolean;
  /** The time zone in which days begin in statistics, by its IANA name. */
  timeZone: string;
  /** Whether campaigns whose call does not say are paused when at least 40 of the latest 200 outcomes, those of messages that a gateway accepted included, are failures with one of the codes 402, 501, 502. */
  pauseOnFailures: boolean;
  /** Whether sends use smart encoding if the call does not say. */
  smartEncoding: boolean;
  /** Which messages a person who answers `STOP` no longer gets. A change counts for later answers: it changes no suppression. */
  stopScope: StopScope;
  /** The time when the organisation was created. */
  createdAt: string;
}

/** Which messages a person who answers `STOP` no longer gets. */
export type StopScope = 'ALL' | 'PROMOTIONAL' | (string & {});

export interface Query {
  __typename?: 'Query';
  /** Returns the API keys of the organisation, newest first, including revoked and expired ones. */
  apiKeys: ApiKeyConnection;
  /** Returns the audit log of the organisation, newest first: who did what, and from which address. It has no entries for actions of the server itself. */
  auditLog: AuditEntryConnection;
  /** Returns one campaign; null if the organisation has no campaign with this id. */
  campaign: Campaign | null;
  /** Returns the campaigns of the organisation, newest first. A page may have fewer items than asked for, or none, although more follow: then `hasNextPage` is true, and `endCursor` leads on. */
  campaigns: CampaignConnection;
  /** Returns one chat message; null if the organisation has no chat message with this id. */
  chatMessage: ChatMessage | null;
  /** Returns the chat messages of the organisation, newest first. A page may have fewer items than asked for, or none, although more follow: then `hasNextPage` is true, and `endCursor` leads on. */
  chatMessages: ChatMessageConnection;
  /** Runs the checks of a send for numbers, and returns the result for each, in the order of the call. Nothing is stored or sent. A gateway or network may still refuse a message that passes. */
  checkNumbers: CheckedNumber[];
  /** Returns one consent change; null if the organisation has none with this id. */
  consentChange: ConsentChange | null;
  /** Returns what people have decided about messages of the organisation, newest first. A page may have fewer items than asked for, or none, although more follow: then `hasNextPage` is true, and `endCursor` leads on. */
  consentChanges: ConsentChangeConnection;
  /** Returns one conversation; null if the organisation has none with this id. */
  conversation: Conversation | null;
  /** Returns the conversations of the organisation, the one with the newest message of a person first. A page may have fewer items than asked for, or none, although more follow: then `hasNextPage` is true, and `endCursor` leads on. */
  conversations: ConversationConnection;
  /** One delivery code; null if there is none of this number. */
  deliveryCode: DeliveryCode | null;
  /** All delivery codes, with the meaning of each and what to do. */
  deliveryCodes: DeliveryCode[];
  /** Returns the chat engines that `createSession` takes, the default one first. */
  engines: string[];
  /** Returns the part of the event log that the scopes of the key cover, in order. Fails with `EVENTS_EXPIRED` if events after `after` were deleted. */
  events: EventPage;
  /** Returns what is known of a number: suppressions, changes of consent, the last messages to it and from it, and what would become of a message that is sent now. Nothing is stored or sent. */
  explainNumber: NumberExplanation;
  /** Returns the export links of the organisation that work, of all members and API keys, newest first. */
  exportLinks: ExportLinkConnection;
  /** Returns the gateways that the routes of the organisation name, the sandbox, and gateways that are not configured, but for which its messages wait. What other organisations use is not shown. */
  gateways: GatewayState[];
  /** Returns the groups of a phone by name, as last read from the engine; `refreshGroups` reads them again. Null if the organisation has no session with this id. */
  groups: ChatGroupConnection | null;
  /** Returns the messages that wait for credit, or for approval of their sender IDs, by gateway; empty if none does. */
  holds: Hold[];
  /** Returns one message that a person sent; null if the organisation has none with this id. */
  inboundMessage: InboundMessage | null;
  /** Returns the messages that people sent to the organisation, newest first. A page may have fewer items than asked for, or none, although more follow: then `hasNextPage` is true, and `endCursor` leads on. */
  inboundMessages: InboundMessageConnection;
  /** Returns facts about the server. */
  installation: Installation;
  /** Returns the invitation with a token from its link. Null if it was revoked, was used, or has expired. */
  invitation: OpenInvitation | null;
  /** Returns the invitations that are not accepted yet, including expired ones. */
  invitations: InvitationConnection;
  /** Returns the keywords of the organisation, and how they are answered. */
  keywords: Keywords;
  /** Returns the members of the organisation, in the order in which they joined. */
  members: MemberConnection;
  /** Returns one SMS; null if the organisation has no SMS with this id. */
  message: SmsMessage | null;
  /** Returns the SMS of the organisation, single ones and those of campaigns, newest first. A page may have fewer items than asked for, or none, although more follow: then `hasNextPage` is true, and `endCursor` leads on. */
  messages: SmsMessageConnection;
  /** Returns a campaign, an SMS, what a person sent, a conversation, a consent change, a session, a chat message, a webhook or the organisation by its id. Null if no such object exists, or if the scopes of the key do not cover it. */
  node: Node | null;
  /** Returns the organisation that the call is made for. */
  organisation: Organisation;
  /** Returns the numbers of the organisation that people may write to, as `GATEWAYS_FILE` lists them. */
  ownNumbers: OwnNumber[];
  /** Returns the rate limits of the organisation, and of a person who asks, with what is left of them. The operator of the installation sets them. */
  rateLimits: RateLimit[];
  /** Returns the sender IDs of the organisation, newest first. */
  senderIds: SenderIdConnection;
  /** Returns one session; null if the organisation has no session with this id. */
  session: Session | null;
  /** Returns the QR code that connects a phone to a session; null unless the state of the session is `SCAN_QR`. */
  sessionQr: SessionQr | null;
  /** Returns the sessions of the organisation, which connect phones, oldest first. Where people have signed in is `sessions` of `viewer`. */
  sessions: SessionConnection;
  /** Returns what became of the messages that were accepted in a range of time. Messages are counted by quarters of an hour: a quarter belongs to the range if it begins within it. */
  statistics: Statistics;
  /** Returns the suppressed numbers of the organisation, newest first. */
  suppressions: SuppressionConnection;
  /** Returns the caller. */
  viewer: Viewer;
  /** Returns one webhook; null if the organisation has no webhook with this id. */
  webhookEndpoint: Webhook | null;
  /** Returns the webhooks of the organisation, oldest first. */
  webhookEndpoints: WebhookConnection;
}

/** A page of sessions. */
export interface SessionConnection {
  __typename?: 'SessionConnection';
  /** The items of the page. */
  nodes: Session[];
  /** The items of the page, each with its cursor. */
  edges: SessionEdge[];
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, with the filter of this call. They are counted only if this field is selected. */
  totalCount: number;
}

/** An item of a page of sessions, with its cursor. */
export interface SessionEdge {
  __typename?: 'SessionEdge';
  /** An opaque position in this list, for its arguments `after` and `before`. */
  cursor: string;
  /** The item. */
  node: Session;
}

/** Conditions for listed sessions. */
export interface SessionFilter {
  /** Sessions in this state. */
  state?: SessionState | null | undefined;
}

/** A QR code that connects the phone that scans it to a session. */
export interface SessionQr {
  __typename?: 'SessionQr';
  /** The text in the QR code. */
  raw: string;
  /** The QR code as an SVG image. */
  svg: string;
  /** The latest time at which phones accept the code. Request a new code before then. */
  expiresAt: string;
  /** Which code it is since the session began to wait for a phone, from 1, as far as the engine has reported. */
  attempt: number;
  /** After how many codes the session fails; null if the engine does not give up, as the sandbox. */
  attempts: number | null;
}

/** Conditions for listed chat messages; all of them must hold. */
export interface ChatMessageFilter {
  /** Messages that were sent through this session. */
  sessionId?: string | null | undefined;
  /** Messages with this status. */
  status?: ChatStatus | null | undefined;
  /** Messages of this type. */
  type?: ChatMessageType | null | undefined;
  /** Messages to this number, digits only, or to the group with this id. */
  to?: string | null | undefined;
  /** Messages accepted after this time. */
  createdAfter?: string | null | undefined;
  /** Messages accepted before this time. */
  createdBefore?: string | null | undefined;
}

/** A page of inbound messages. */
export interface InboundMessageConnection {
  __typename?: 'InboundMessageConnection';
  /** The items of the page. */
  nodes: InboundMessage[];
  /** The items of the page, each with its cursor. */
  edges: InboundMessageEdge[];
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, with the filter of this call; null if there are more than 10000, or counting would take too long. */
  totalCount: number | null;
  /** The number of items on all pages, with the filter of this call, as far as they were counted: at most 10000. */
  totalAtLeast: number;
}

/** An item of a page of inbound messages, with its cursor. */
export interface InboundMessageEdge {
  __typename?: 'InboundMessageEdge';
  /** An opaque position in this list, for its arguments `after` and `before`. */
  cursor: string;
  /** The item. */
  node: InboundMessage;
}

/** Conditions for listed inbound messages; all of them must hold. */
export interface InboundMessageFilter {
  /** Messages that were sent in this way. */
  channel?: ConversationChannel | null | undefined;
  /** Messages from this number. */
  mobile?: string | null | undefined;
  /** Messages whose whole text is this keyword. */
  keyword?: Keyword | null | undefined;
}

/** A number or short code of the organisation, to which people may write. */
export interface OwnNumber {
  __typename?: 'OwnNumber';
  /** The number, or the short code. */
  number: string;
  /** On a number that organisations share, the word with which a text must begin or end; null otherwise. */
  keyword: string | null;
  /** The gateways that deliver what is sent to the number. */
  gateways: string[];
}

/** A page of conversations. */
export interface ConversationConnection {
  __typename?: 'ConversationConnection';
  /** The items of the page. */
  nodes: Conversation[];
  /** The items of the page, each with its cursor. */
  edges: ConversationEdge[];
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, with the filter of this call; null if there are more than 10000, or counting would take too long. */
  totalCount: number | null;
  /** The number of items on all pages, with the filter of this call, as far as they were counted: at most 10000. */
  totalAtLeast: number;
}

/** An item of a page of conversations, with its cursor. */
export interface ConversationEdge {
  __typename?: 'ConversationEdge';
  /** An opaque position in this list, for its arguments `after` and `before`. */
  cursor: string;
  /** The item. */
  node: Conversation;
}

/** Conditions for listed conversations; all of them must hold. */
export interface ConversationFilter {
  /** True: conversations with unread messages. False: conversations without any. */
  unread?: boolean | null | undefined;
  /** Conversations of this channel. */
  channel?: ConversationChannel | null | undefined;
  /** Conversations with this number. */
  mobile?: string | null | undefined;
  /** True: conversations of the sandbox. False: the others. */
  test?: boolean | null | undefined;
}

/** A page of consent changes. */
export interface ConsentChangeConnection {
  __typename?: 'ConsentChangeConnection';
  /** The items of the page. */
  nodes: ConsentChange[];
  /** The items of the page, each with its cursor. */
  edges: ConsentChangeEdge[];
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, with the filter of this call; null if there are more than 10000, or counting would take too long. */
  totalCount: number | null;
  /** The number of items on all pages, with the filter of this call, as far as they were counted: at most 10000. */
  totalAtLeast: number;
}

/** An item of a page of consent changes, with its cursor. */
export interface ConsentChangeEdge {
  __typename?: 'ConsentChangeEdge';
  /** An opaque position in this list, for its arguments `after` and `before`. */
  cursor: string;
  /** The item. */
  node: ConsentChange;
}

/** Conditions for listed consent changes; all of them must hold. */
export interface ConsentChangeFilter {
  /** Changes of the person with this number. */
  mobile?: string | null | undefined;
  /** Changes of this kind. */
  change?: ConsentChangeKind | null | undefined;
  /** Changes that were learned in this way. */
  source?: ConsentSource | null | undefined;
}

/** A part of the event log, in the order of the log. */
export interface EventPage {
  __typename?: 'EventPage';
  /** The events. */
  nodes: Event[];
  /** The value of `after` for the next call. It also covers events that `types` or the scopes of the key left out. */
  lastSequence: number;
  /** True if the log continues after `lastSequence`. */
  hasMore: boolean;
  /** The sequence of the oldest event in the log; older events are deleted. */
  oldestSequence: number;
  /** The sequence of the newest event in the log. */
  newestSequence: number;
}

/** A page of webhooks. */
export interface WebhookConnection {
  __typename?: 'WebhookConnection';
  /** The items of the page. */
  nodes: Webhook[];
  /** The items of the page, each with its cursor. */
  edges: WebhookEdge[];
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, with the filter of this call. They are counted only if this field is selected. */
  totalCount: number;
}

/** An item of a page of webhooks, with its cursor. */
export interface WebhookEdge {
  __typename?: 'WebhookEdge';
  /** An opaque position in this list, for its arguments `after` and `before`. */
  cursor: string;
  /** The item. */
  node: Webhook;
}

/** A page of suppressed numbers. */
export interface SuppressionConnection {
  __typename?: 'SuppressionConnection';
  /** The items of the page. */
  nodes: Suppression[];
  /** The items of the page, each with its cursor. */
  edges: SuppressionEdge[];
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, with the filter of this call; null if there are more than 10000, or counting would take too long. */
  totalCount: number | null;
  /** The number of items on all pages, with the filter of this call, as far as they were counted: at most 10000. */
  totalAtLeast: number;
}

/** A suppressed number: the organisation sends it no messages, or no promotional ones, from any sender or from one. */
export interface Suppression {
  __typename?: 'Suppression';
  /** The id of the suppression. */
  id: string;
  /** The suppressed number: country code and number, digits only, without `+`. Messages have it as `to`. */
  mobile: string;
  /** The sender ID that may not send to the number; null: no sender may. */
  senderId: string | null;
  /** The category of messages that are not sent to the number; null: no message is sent. */
  category: MessageCategory | null;
  /** The delivery code of messages that the suppression blocks: 406 or 409. */
  deliveryCode: number;
  /** The origin of the suppression. */
  source: SuppressionSource;
  /** The reason, for people. */
  reason: string | null;
  /** True if the suppression comes from a test key or a test message; it then blocks test messages only. */
  test: boolean;
  /** The time when the number was suppressed. */
  createdAt: string;
}

/** The origin of a suppression. */
export type SuppressionSource = 'GATEWAY' | 'MANUAL' | 'KEYWORD' | (string & {});

/** An item of a page of suppressed numbers, with its cursor. */
export interface SuppressionEdge {
  __typename?: 'SuppressionEdge';
  /** An opaque position in this list, for its arguments `after` and `before`. */
  cursor: string;
  /** The item. */
  node: Suppression;
}

/** Conditions for listed suppressions; all of them must hold. */
export interface SuppressionFilter {
  /** Suppressions of this number. */
  mobile?: string | null | undefined;
  /** Suppressions for this sender ID; if it is empty, those for every sender. */
  senderId?: string | null | undefined;
  /** Suppressions with this delivery code. */
  deliveryCode?: number | null | undefined;
  /** Suppressions with this origin. */
  source?: SuppressionSource | null | undefined;
}

/** A page of export links. */
export interface ExportLinkConnection {
  __typename?: 'ExportLinkConnection';
  /** The items of the page. */
  nodes: ExportLink[];
  /** The items of the page, each with its cursor. */
  edges: ExportLinkEdge[];
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, with the filter of this call. They are counted only if this field is selected. */
  totalCount: number;
}

/** A link under which rows are downloaded. Its address is not stored. */
export interface ExportLink {
  __typename?: 'ExportLink';
  /** The id of the link, with which `endExportLink` ends it. */
  id: string;
  /** The rows of the download. */
  what: ExportKind;
  /** The id of the campaign, if the rows are of one campaign. */
  campaignId: string | null;
  /** The REST names of the other conditions of the rows; their values are not stored. */
  conditions: string[];
  /** The format of the download. */
  format: ExportFormat;
  /** The API key or the person that made the link. */
  createdBy: AuditActor | null;
  /** The time when the link was made. */
  createdAt: string;
  /** The time when the link expires, if its maker may read the rows until then. */
  expiresAt: string;
}

/** The rows of an export. */
export type ExportKind = 'CAMPAIGN_MESSAGES' | 'MESSAGES' | 'EVENTS' | 'SUPPRESSIONS' | 'CAMPAIGNS' | 'CHAT_MESSAGES' | 'INBOUND_MESSAGES' | 'CONSENT_CHANGES' | (string & {});

/** The format of an export. */
export type ExportFormat = 'CSV' | 'JSONL' | (string & {});

/** An item of a page of export links, with its cursor. */
export interface ExportLinkEdge {
  __typename?: 'ExportLinkEdge';
  /** An opaque position in this list, for its arguments `after` and `before`. */
  cursor: string;
  /** The item. */
  node: ExportLink;
}

/** A rate limit, and how much of it is left. */
export interface RateLimit {
  __typename?: 'RateLimit';
  /** The calls that share this limit. */
  bucket: RateLimitBucket;
  /** The number of calls allowed in any 60 seconds. */
  limit: number;
  /** The number of calls that are allowed now. */
  remaining: number;
  /** The length of the sliding window in seconds. */
  windowSeconds: number;
  /** The time when the oldest calls leave the window, so that more are allowed; without calls, now. */
  resetAt: string;
}

/** A group of calls that share a rate limit. */
export type RateLimitBucket = 'SMS_SEND' | 'SMS_SEND_BULK' | 'GENERAL' | 'PEOPLE' | (string & {});

/** A page of members. */
export interface MemberConnection {
  __typename?: 'MemberConnection';
  /** The items of the page. */
  nodes: Member[];
  /** The items of the page, each with its cursor. */
  edges: MemberEdge[];
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, with the filter of this call. They are counted only if this field is selected. */
  totalCount: number;
}

/** A member of the organisation. */
export interface Member {
  __typename?: 'Member';
  /** The person. */
  person: Person;
  /** The role of the member. */
  role: MemberRole;
  /** The time when the person became a member. */
  joinedAt: string;
}

/** A person with an account. */
export interface Person {
  __typename?: 'Person';
  /** The id of the person. */
  id: string;
  /** The e-mail address with which the person signs in. */
  email: string;
  /** The name of the person. */
  name: string;
}

/** The role of a member in an organisation. */
export type MemberRole = 'OWNER' | 'ADMIN' | 'DEVELOPER' | 'OPERATOR' | 'VIEWER' | (string & {});

/** An item of a page of members, with its cursor. */
export interface MemberEdge {
  __typename?: 'MemberEdge';
  /** An opaque position in this list, for its arguments `after` and `before`. */
  cursor: string;
  /** The item. */
  node: Member;
}

/** A page of API keys. */
export interface ApiKeyConnection {
  __typename?: 'ApiKeyConnection';
  /** The items of the page. */
  nodes: ApiKey[];
  /** The items of the page, each with its cursor. */
  edges: ApiKeyEdge[];
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, with the filter of this call. They are counted only if this field is selected. */
  totalCount: number;
}

/** An API key, with which programs call the API. The key itself is returned once, when it is created. */
export interface ApiKey {
  __typename?: 'ApiKey';
  /** The id of the key. */
  id: string;
  /** The name of the key. */
  name: string;
  /** The first and last characters of the key, to tell it from others. */
  hint: string;
  /** Which gateways the key may use. */
  mode: KeyMode;
  /** The scopes of the key. */
  scopes: Scope[];
  /** The sessions that the key may send through and control; null: all. Its scopes decide what it may read. */
  sessionIds: string[] | null;
  /** The sender IDs that the key may send SMS from, one of which every send must name; null: all. */
  senderIds: string[] | null;
  /** The IP addresses and networks that the key may be used from; null: all. */
  addresses: string[] | null;
  /** Whether the key can be used. */
  state: ApiKeyState;
  /** The time when the key was created. */
  createdAt: string;
  /** The time when the key expires; null: never. */
  expiresAt: string | null;
  /** The time when the key was revoked. */
  revokedAt: string | null;
  /** The time when the key was last used, to the minute; null: never. */
  lastUsedAt: string | null;
  /** The IP address from which the key was last used, to the minute; null: never since it is recorded. Calls with access tokens of the key do not count. */
  lastUsedFrom: string | null;
  /** Who created the key; null if it was created before version 0.2. */
  createdBy: AuditActor | null;
  /** The id of the key that this key replaces after a rotation. */
  replaces: string | null;
}

/** Which gateways an API key may use. */
export type KeyMode = 'LIVE' | 'TEST' | (string & {});

/** The permission for a group of operations. GraphQL writes SMS_SEND for the `sms:send` of REST and of the command line. */
export type Scope = 'SMS_SEND' | 'SMS_READ' | 'CHAT_SEND' | 'CHAT_READ' | 'SESSIONS_MANAGE' | 'WEBHOOKS_MANAGE' | 'SUPPRESSIONS_MANAGE' | 'INBOX_READ' | 'KEYS_MANAGE' | 'SENDERS_MANAGE' | 'ORGANISATION_MANAGE' | 'AUDIT_READ' | (string & {});

/** Whether an API key can be used. */
export type ApiKeyState = 'ACTIVE' | 'EXPIRED' | 'REVOKED' | (string & {});

/** An item of a page of API keys, with its cursor. */
export interface ApiKeyEdge {
  __typename?: 'ApiKeyEdge';
  /** An opaque position in this list, for its arguments `after` and `before`. */
  cursor: string;
  /** The item. */
  node: ApiKey;
}

/** A page of entries of the audit log. */
export interface AuditEntryConnection {
  __typename?: 'AuditEntryConnection';
  /** The items of the page. */
  nodes: AuditEntry[];
  /** The items of the page, each with its cursor. */
  edges: AuditEntryEdge[];
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, with the filter of this call. They are counted only if this field is selected. */
  totalCount: number;
}

/** An entry of the audit log: an action of an actor in the organisation. Entries are neither changed nor deleted. */
export interface AuditEntry {
  __typename?: 'AuditEntry';
  /** The id of the entry. */
  id: string;
  /** The action. */
  action: AuditAction;
  /** The actor. */
  actor: AuditActor;
  /** The IP address of the actor; null at the command line. */
  address: string | null;
  /** The type of the subject: the first half of the action. */
  subjectType: string;
  /** The id of the subject; null if there are several subjects, or the subject has no id. */
  subjectId: string | null;
  /** The changed settings before the action, by their REST names. Secrets, phone numbers and texts are never included. */
  before: Record<string, unknown> | null;
  /** The changed settings after the action, and further details. */
  after: Record<string, unknown> | null;
  /** The time of the action. */
  createdAt: string;
}

/** The action of an audit entry. In the REST API, `WEBHOOK_CREATED` is `webhook.created`, and so on. */
export type AuditAction = 'ORGANISATION_CREATED' | 'ORGANISATION_UPDATED' | 'MEMBER_JOINED' | 'MEMBER_ROLE_CHANGED' | 'MEMBER_REMOVED' | 'MEMBER_LEFT' | 'INVITATION_CREATED' | 'INVITATION_REVOKED' | 'API_KEY_CREATED' | 'API_KEY_ROTATED' | 'API_KEY_REVOKED' | 'SENDER_ID_CREATED' | 'SENDER_ID_APPROVED' | 'SENDER_ID_REJECTED' | 'SENDER_ID_DELETED' | 'KEYWORDS_UPDATED' | 'WEBHOOK_CREATED' | 'WEBHOOK_UPDATED' | 'WEBHOOK_DELETED' | 'WEBHOOK_SECRET_ROTATED' | 'WEBHOOK_REDELIVERED' | 'SESSION_CREATED' | 'SESSION_STARTED' | 'SESSION_STOPPED' | 'SESSION_RESTARTED' | 'SESSION_LOGGED_OUT' | 'SESSION_DELETED' | 'SESSION_PAIRING_REQUESTED' | 'SUPPRESSION_ADDED' | 'SUPPRESSION_LIFTED' | 'NUMBER_ERASED' | 'CAMPAIGN_CANCELLED' | 'CAMPAIGN_PAUSED' | 'CAMPAIGN_RESUMED' | 'CAMPAIGN_RESCHEDULED' | 'MESSAGE_CANCELLED' | 'MESSAGES_RESUMED' | 'EXPORT_LINK_CREATED' | 'EXPORT_LINK_ENDED' | (string & {});

/** An item of a page of entries of the audit log, with its cursor. */
export interface AuditEntryEdge {
  __typename?: 'AuditEntryEdge';
  /** An opaque position in this list, for its arguments `after` and `before`. */
  cursor: string;
  /** The item. */
  node: AuditEntry;
}

/** Conditions for listed entries; all of them must hold. */
export interface AuditLogFilter {
  /** Entries with these actions; an empty list matches none. */
  actions?: readonly AuditAction[] | null | undefined;
  /** Entries of the API key or the person with this id. */
  actorId?: string | null | undefined;
  /** Entries about the subject with this id. */
  subjectId?: string | null | undefined;
  /** Entries from this time on. */
  since?: string | null | undefined;
  /** Entries before this time. */
  until?: string | null | undefined;
}

/** The server that answers: what is the same for all organisations. */
export interface Installation {
  __typename?: 'Installation';
  /** The version of the server. */
  version: string;
  /** The number of days for which events are kept. */
  eventRetentionDays: number;
  /** True if the server has no gateway and no chat engine besides the sandbox, so that no message leaves it. */
  sandboxOnly: boolean;
  /** The addresses to which webhooks may be posted. */
  webhookReach: WebhookReach;
}

/** The addresses to which webhooks may be posted. */
export type WebhookReach = 'PUBLIC' | 'LOOPBACK' | 'ANY' | (string & {});

/** A page of invitations. */
export interface InvitationConnection {
  __typename?: 'InvitationConnection';
  /** The items of the page. */
  nodes: Invitation[];
  /** The items of the page, each with its cursor. */
  edges: InvitationEdge[];
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, with the filter of this call. They are counted only if this field is selected. */
  totalCount: number;
}

/** An invitation: a link with which a person becomes a member. */
export interface Invitation {
  __typename?: 'Invitation';
  /** The id of the invitation. Inviting the same address again keeps it. */
  id: string;
  /** The e-mail address of the invited person. */
  email: string;
  /** The role that the person gets. */
  role: MemberRole;
  /** The inviter: the e-mail address of a person, or the name of an API key. */
  invitedBy: string;
  /** The time when the link was created. */
  createdAt: string;
  /** The time when the link expires. */
  expiresAt: string;
  /** True if the link has expired: invite the person again, or revoke the invitation. */
  expired: boolean;
}

/** An item of a page of invitations, with its cursor. */
export interface InvitationEdge {
  __typename?: 'InvitationEdge';
  /** An opaque position in this list, for its arguments `after` and `before`. */
  cursor: string;
  /** The item. */
  node: Invitation;
}

/** An invitation, as shown to a person with its link. */
export interface OpenInvitation {
  __typename?: 'OpenInvitation';
  /** The name of the organisation. */
  organisationName: string;
  /** The e-mail address of the invited person. */
  email: string;
  /** The role that the person gets. */
  role: MemberRole;
  /** The inviter: the e-mail address of a person, or the name of an API key. */
  invitedBy: string;
  /** The time when the link expires. */
  expiresAt: string;
  /** True if the address has an account: sign in, or accept with its password. If false, accepting creates an account. */
  hasAccount: boolean;
}

/** The caller: an API key, an access token of one, or a person who has signed in. */
export interface Viewer {
  __typename?: 'Viewer';
  /** The API key of the call; null for a person. */
  apiKey: ViewerKey | null;
  /** The access token of the call; null for a call without one. */
  accessToken: AccessToken | null;
  /** The person who has signed in; null for a key. */
  person: Person | null;
  /** The role of the person in the organisation of the call. */
  role: MemberRole | null;
  /** The scopes of the call. */
  scopes: Scope[];
  /** The organisation of the call; null for a person without the header `X-Organisation-Id`. */
  organisation: Organisation | null;
  /** The memberships of the person; empty for a key. */
  organisations: OwnMembership[];
  /** Where the person has signed in, on all devices, last used first; not the sessions of phones. At most 100; empty for a key. */
  sessions: PersonSession[];
}

/** The API key that made this call, or whose access token made it, without its secret. */
export interface ViewerKey {
  __typename?: 'ViewerKey';
  /** The id of the key. */
  keyId: string;
  /** The name of the key. */
  name: string;
  /** Which gateways the key may use. */
  mode: KeyMode;
  /** The scopes of the key; if an access token made the call, only those that the token has as well. */
  scopes: Scope[];
}

/** What an access token may do. Everything else is as for its API key. */
export interface AccessToken {
  __typename?: 'AccessToken';
  /** The scopes of the token. */
  scopes: Scope[];
  /** The sessions that the token may send through and control; null: those of the key. Its scopes decide what it may read. */
  sessionIds: string[] | null;
  /** The time when the token expires. */
  expiresAt: string;
}

/** A membership of the person in an organisation. */
export interface OwnMembership {
  __typename?: 'OwnMembership';
  /** The id of the organisation, for the header `X-Organisation-Id`. */
  organisationId: string;
  /** The name of the organisation. */
  name: string;
  /** The role of the person in the organisation. */
  role: MemberRole;
}

/** A session of a person: a browser in which the person has signed in. It has nothing to do with a `Session`, which connects a phone. */
export interface PersonSession {
  __typename?: 'PersonSession';
  /** The id of the session. */
  id: string;
  /** The time when the person signed in. */
  createdAt: string;
  /** The time when the session was last used, to the minute. */
  lastUsedAt: string;
  /** The IP address from which the session was last used, to the minute; null if it is not known. */
  lastUsedFrom: string | null;
  /** What the browser that signed in calls itself, the header `User-Agent`, at most 300 characters; null if it is not known. */
  userAgent: string | null;
  /** True if this call is made with the session. */
  current: boolean;
}

/** A page of campaigns. */
export interface CampaignConnection {
  __typename?: 'CampaignConnection';
  /** The items of the page. */
  nodes: Campaign[];
  /** The items of the page, each with its cursor. */
  edges: CampaignEdge[];
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, with the filter of this call; null if there are more than 10000, or counting would take too long. */
  totalCount: number | null;
  /** The number of items on all pages, with the filter of this call, as far as they were counted: at most 10000. */
  totalAtLeast: number;
}

/** An item of a page of campaigns, with its cursor. */
export interface CampaignEdge {
  __typename?: 'CampaignEdge';
  /** An opaque position in this list, for its arguments `after` and `before`. */
  cursor: string;
  /** The item. */
  node: Campaign;
}

/** Conditions for listed campaigns; all of them must hold. */
export interface CampaignFilter {
  /** Campaigns with this status. */
  status?: CampaignStatus | null | undefined;
  /** Campaigns with one of these statuses; an empty list matches none. */
  statuses?: readonly CampaignStatus[] | null | undefined;
  /** Campaigns with exactly this sender ID. */
  senderId?: string | null | undefined;
  /** Campaigns whose name contains this text; case does not matter. */
  name?: string | null | undefined;
  /** Campaigns with exactly this reference. */
  reference?: string | null | undefined;
  /** True: campaigns made with a test key. False: the others. */
  test?: boolean | null | undefined;
  /** Campaigns that the API key or the person with this id sent. */
  createdById?: string | null | undefined;
  /** Campaigns accepted after this time. */
  createdAfter?: string | null | undefined;
  /** Campaigns accepted before this time. */
  createdBefore?: string | null | undefined;
}

/** The order of listed campaigns. */
export interface CampaignOrder {
  /** The field to sort by. */
  field: CampaignOrderField;
  /** Ascending or descending order. */
  direction?: OrderDirection | undefined;
}

/** The field that campaigns are sorted by. */
export type CampaignOrderField = 'CREATED_AT' | 'TOTAL' | 'NAME' | 'COMPLETED_AT' | (string & {});

/** Whether a list is sorted in ascending or descending order. */
export type OrderDirection = 'ASC' | 'DESC' | (string & {});

/** Whether a number can be sent to. */
export interface CheckedNumber {
  __typename?: 'CheckedNumber';
  /** The number, digits only; a malformed number is shown as given. */
  number: string;
  /** The delivery code that a message to the number would get at once; null if it would be sent. */
  code: DeliveryCode | null;
  /** The suppression that blocks the number; null also for callers without the scope `SUPPRESSIONS_MANAGE`. */
  suppression: Suppression | null;
  /** The country of the number, two letters after ISO 3166; the most likely one if several share its numbers. Null for a number that is malformed, cannot receive SMS, or has no country, such as one of a satellite phone. */
  country: string | null;
}

/** Messages of the organisation that are held at one gateway for one reason. */
export interface Hold {
  __typename?: 'Hold';
  /** The name of the gateway, which `resumeHeldMessages` takes. */
  gateway: string;
  /** The reason why the messages are held. */
  reason: HoldReason;
  /** The time since when the gateway has no credit for the organisation, or the first of the messages is held. */
  since: string;
  /** The number of held messages. Above 10,000 it may include messages that were cancelled while they were held. */
  messages: number;
  /** The time by which the server asks the gateway for its credit again, and releases the messages if there is some; null if only `resumeHeldMessages`, or the approval of their sender IDs, releases them. */
  nextProbeAt: string | null;
  /** The campaigns of the held messages, oldest first: at most 100, found among the first 10,000 messages. */
  campaigns: Campaign[];
}

/** A gateway that carries SMS of the organisation. */
export interface GatewayState {
  __typename?: 'GatewayState';
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
  nextTryAt: string | null;
  /** The number of messages of the organisation that wait to be submitted there. It may include messages that were cancelled meanwhile. */
  waiting: number;
  /** The number of messages of the organisation that the gateway accepted per second, over the last minute. */
  sentPerSecond: number;
}

/** Whether a gateway takes messages of the organisation. */
export type GatewayCondition = 'UP' | 'DOWN' | 'PAUSED' | (string & {});

/** The words by which people stop and start messages and ask for help, and the answers that they get. In texts `{organisation}` stands for the name, and `{start}` and `{stop}` for what a person replies: on a number that organisations share it begins with the keyword of the organisation. */
export interface Keywords {
  __typename?: 'Keywords';
  /** The words that are keywords for every organisation. */
  builtIn: BuiltInKeyword[];
  /** The words of the organisation by which people stop messages, in capitals and without signs. */
  stopWords: string[];
  /** Whether a STOP is confirmed, if it has suppressed the number. */
  stopAnswered: boolean;
  /** The text that confirms a STOP; null: the default. */
  stopText: string | null;
  /** The words of the organisation by which people start messages, in capitals and without signs. */
  startWords: string[];
  /** Whether a START is confirmed, if it has lifted a suppression. */
  startAnswered: boolean;
  /** The text that confirms a START; null: the default. */
  startText: string | null;
  /** The words of the organisation by which people ask for help, in capitals and without signs. */
  helpWords: string[];
  /** Whether HELP is answered, at most once an hour. */
  helpAnswered: boolean;
  /** The answer to HELP; null: the default. */
  helpText: string | null;
  /** The answers as people get them, one for each keyword. */
  answers: KeywordAnswer[];
}

/** A word that is a keyword for every organisation. */
export interface BuiltInKeyword {
  __typename?: 'BuiltInKeyword';
  /** The word, in capitals and without signs. */
  word: string;
  /** The keyword that the word stands for. */
  keyword: Keyword;
  /** The regulator or the vendors that name the word. */
  source: string;
}

/** The SMS by which a keyword is answered. */
export interface KeywordAnswer {
  __typename?: 'KeywordAnswer';
  /** The keyword that the SMS answers. */
  keyword: Keyword;
  /** The text as a person gets it from a number that no organisations share. */
  text: string;
  /** The number of SMS segments of the text. */
  segments: number;
  /** The character encoding of the text. */
  encoding: SmsEncoding;
}

/** What is known of a number: what would become of a message to it, and the last messages to it and from it. */
export interface NumberExplanation {
  __typename?: 'NumberExplanation';
  /** The number, digits only; a malformed number is shown as given. */
  mobile: string;
  /** The country of the number, two letters after ISO 3166; null if it has none, or cannot receive SMS. */
  country: string | null;
  /** What would become of a message that is sent now, and why. */
  now: SmsForecast;
  /** The suppressions of the number, for every sender or for one, newest first, at most 100; null for callers without the scope `SUPPRESSIONS_MANAGE`. */
  suppressions: Suppression[] | null;
  /** The last 20 changes of the consent of the person, newest first; null for callers without the scope `SUPPRESSIONS_MANAGE`. */
  consent: ConsentChange[] | null;
  /** The last 10 messages to the number, newest first; of campaigns of more than 100 recipients the newest alone (a million recipients). `messages` finds all. */
  lastSent: SmsMessage[];
  /** The last 10 messages from the number, newest first; null for callers without the scope `INBOX_READ`. */
  lastReceived: InboundMessage[] | null;
}

/** What would become of a message that is sent now, and why. */
export interface SmsForecast {
  __typename?: 'SmsForecast';
  /** The status that the message would soon have: sent if nothing is known against it, queued while the gateway is down. */
  status: SmsStatus;
  /** The gateway that the route of the number leads to at the moment; null if no gateway would get it. */
  gateway: string | null;
  /** Why, which rule applies, and what would happen next. */
  explanation: SmsExplanation;
}

/** A page of sender IDs. */
export interface SenderIdConnection {
  __typename?: 'SenderIdConnection';
  /** The items of the page. */
  nodes: SenderId[];
  /** The items of the page, each with its cursor. */
  edges: SenderIdEdge[];
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, with the filter of this call. They are counted only if this field is selected. */
  totalCount: number;
}

/** A name or number that the organisation has registered as a sender of messages. */
export interface SenderId {
  __typename?: 'SenderId';
  /** The id of the entry. */
  id: string;
  /** The sender that phones show; a number has no leading `+`. */
  name: string;
  /** The countries for which the sender ID is registered, as ISO 3166 codes; null: all countries. */
  countries: string[] | null;
  /** Whether messages may use the sender ID. */
  status: SenderStatus;
  /** Why the operator rejected the sender ID. */
  reason: string | null;
  /** Whether the messages that wait with this sender ID are held until the operator approves it: so it is after a rejection, unless the operator lets them go. */
  holdsMessages: boolean;
  /** The time when the operator approved or rejected the sender ID. */
  decidedAt: string | null;
  /** The time when a gateway last refused the sender ID with delivery code 402. The status stays, because another network may accept it. */
  refusedAt: string | null;
  /** The gateway that last refused the sender ID. */
  refusedBy: string | null;
  /** The time when the sender ID was registered. */
  createdAt: string;
}

/** Whether messages may use a sender ID. */
export type SenderStatus = 'PENDING' | 'APPROVED' | 'REJECTED' | (string & {});

/** An item of a page of sender IDs, with its cursor. */
export interface SenderIdEdge {
  __typename?: 'SenderIdEdge';
  /** An opaque position in this list, for its arguments `after` and `before`. */
  cursor: string;
  /** The item. */
  node: SenderId;
}

/** Conditions for listed sender IDs; all of them must hold. */
export interface SenderIdFilter {
  /** Sender IDs with this status. */
  status?: SenderStatus | null | undefined;
}

/** A page of messages. */
export interface SmsMessageConnection {
  __typename?: 'SmsMessageConnection';
  /** The items of the page. */
  nodes: SmsMessage[];
  /** The items of the page, each with its cursor. */
  edges: SmsMessageEdge[];
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, with the filter of this call; null if there are more than 10000, or counting would take too long. */
  totalCount: number | null;
  /** The number of items on all pages, with the filter of this call, as far as they were counted: at most 10000. */
  totalAtLeast: number;
}

/** An item of a page of messages, with its cursor. */
export interface SmsMessageEdge {
  __typename?: 'SmsMessageEdge';
  /** An opaque position in this list, for its arguments `after` and `before`. */
  cursor: string;
  /** The item. */
  node: SmsMessage;
}

/** Conditions for listed messages; all of them must hold. */
export interface MessageFilter {
  /** Messages with this status. */
  status?: SmsStatus | null | undefined;
  /** Messages with this delivery code. */
  deliveryCode?: number | null | undefined;
  /** Messages with one of these statuses; an empty list matches none. */
  statuses?: readonly SmsStatus[] | null | undefined;
  /** Messages with one of these delivery codes; an empty list matches none. */
  deliveryCodes?: readonly number[] | null | undefined;
  /** Messages to this number. */
  to?: string | null | undefined;
  /** Messages with exactly this reference. */
  reference?: string | null | undefined;
  /** Messages accepted after this time. */
  createdAfter?: string | null | undefined;
  /** Messages accepted before this time. */
  createdBefore?: string | null | undefined;
  /** Messages of the campaign with this id. */
  campaignId?: string | null | undefined;
  /** True: single messages. False: messages of campaigns. */
  single?: boolean | null | undefined;
  /** Messages with exactly this sender ID. */
  senderId?: string | null | undefined;
  /** True: messages to the sandbox. False: the others. */
  test?: boolean | null | undefined;
}

/** What became of the messages that were accepted in a range of time: single ones and those of campaigns. */
export interface Statistics {
  __typename?: 'Statistics';
  /** The number of messages for each status that they have now. */
  counts: MessageCounts;
  /** The number of messages for each delivery code and status, most frequent first. Messages without a code are left out. */
  outcomes: CampaignOutcome[];
  /** The intervals in which messages were accepted, oldest first. */
  points: StatisticsPoint[];
  /** How many seconds half of the delivered messages took at most, from their acceptance or scheduled time, within 10 %; null if none was delivered. */
  medianSecondsToDeliver: number | null;
}

/** The messages that were accepted within one interval. */
export interface StatisticsPoint {
  __typename?: 'StatisticsPoint';
  /** The start of the interval. */
  at: string;
  /** The number of these messages for each status that they have now. */
  counts: MessageCounts;
}

/** The length of one interval of statistics. */
export type StatisticsBucket = 'HOUR' | 'DAY' | (string & {});

export interface Mutation {
  __typename?: 'Mutation';
  /** Makes the person with the link a member. The person has signed in, gives the password of the account, or gets a new account. Null only if `errors` has an error for this field. */
  acceptInvitation: AcceptInvitationPayload | null;
  /** Suppresses numbers: no message is sent to them from now on. Null only if `errors` has an error for this field. */
  addSuppressions: AddSuppressionsPayload | null;
  /** Cancels the messages of a campaign that have not been submitted to a gateway. Null only if `errors` has an error for this field. */
  cancelCampaign: CancelCampaignPayload | null;
  /** Cancels a message that has not been submitted to a gateway. Null only if `errors` has an error for this field. */
  cancelMessage: CancelMessagePayload | null;
  /** Changes the role of a member. Neither the old nor the new role may be above your own. Only people who have signed in may call this; API keys are refused. Null only if `errors` has an error for this field. */
  changeMemberRole: ChangeMemberRolePayload | null;
  /** Changes the password, and ends all other sessions of the person. Null only if `errors` has an error for this field. */
  changePassword: ChangePasswordPayload | null;
  /** Creates an access token, with which a web page calls the API for 10 minutes in place of the API key. It may do no more than the key, and stops working with it. Only API keys may call this. Null only if `errors` has an error for this field. */
  createAccessToken: CreateAccessTokenPayload | null;
  /** Creates an API key. The new key has at most the scopes and the lifetime of the caller, and a restricted key cannot create keys. An organisation may have 200 active keys. Null only if `errors` has an error for this field. */
  createApiKey: CreateApiKeyPayload | null;
  /** Creates a link under which rows can be downloaded for 7 days, however many there are. It stops working when its maker may no longer read them; a link that an access token makes expires with it. Null only if `errors` has an error for this field. */
  createExportLink: CreateExportLinkPayload | null;
  /** Creates an organisation. The caller becomes its owner. Null only if `errors` has an error for this field. */
  createOrganisation: CreateOrganisationPayload | null;
  /** Registers a sender ID. The operator of the installation has to approve it before messages may use it. Null only if `errors` has an error for this field. */
  createSenderId: CreateSenderIdPayload | null;
  /** Creates a session and starts it; `sessionQr` then returns the code that connects a phone. Null only if `errors` has an error for this field. */
  createSession: CreateSessionPayload | null;
  /** Creates a webhook: events from now on are posted to its URL. An organisation may have 20 webhooks. Null only if `errors` has an error for this field. */
  createWebhook: CreateWebhookPayload | null;
  /** Deletes a sender ID, unless it holds messages (`holdsMessages`). Messages that were accepted with it are still sent with it. To change its countries, delete it and create it again. Null only if `errors` has an error for this field. */
  deleteSenderId: DeleteSenderIdPayload | null;
  /** Deletes a session, its history and its groups. Its messages are kept. Null only if `errors` has an error for this field. */
  deleteSession: DeleteSessionPayload | null;
  /** Deletes a webhook and its list of deliveries. Null only if `errors` has an error for this field. */
  deleteWebhook: DeleteWebhookPayload | null;
  /** Ends an export link of any member or API key within three seconds, and its downloads under way. Null only if `errors` has an error for this field. */
  endExportLink: EndExportLinkPayload | null;
  /** Ends a session of the person who calls, on whatever device; all processes refuse it within five seconds. Null only if `errors` has an error for this field. */
  endPersonSession: EndPersonSessionPayload | null;
  /** Erases what the organisation has about a number: texts, numbers, references and metadata of SMS and chat messages, what the person sent, labels of campaigns that contain it, words of gateways, and stored answers. Messages that no gateway has got are cancelled first. States, codes and counts stay. Suppressions hold on without the number. In references, metadata and names of what was sent to others the number is replaced by `[erased]`; texts to others that name it are counted and stay. The call may be repeated. Null only if `errors` has an error for this field. */
  eraseNumber: EraseNumberPayload | null;
  /** Sends a person a link by mail with which they become a member, valid for 7 days. Inviting the same address again replaces the link and the role. Only people who have signed in may call this; API keys are refused. Null only if `errors` has an error for this field. */
  inviteMember: InviteMemberPayload | null;
  /** Removes the caller from the organisation, unless the caller is its last owner. Null only if `errors` has an error for this field. */
  leaveOrganisation: LeaveOrganisationPayload | null;
  /** Lifts a suppression: messages may be sent to the number again. Null only if `errors` has an error for this field. */
  liftSuppression: LiftSuppressionPayload | null;
  /** Unpairs the phone from a session. The next start needs a phone to be connected again. Null only if `errors` has an error for this field. */
  logOutSession: LogOutSessionPayload | null;
  /** Marks the messages of a conversation as read, for all members of the organisation. Callers who may only read leave messages unread for those who reply: the scope is `SMS_SEND`, or `CHAT_SEND` for a chat. Null only if `errors` has an error for this field. */
  markConversationRead: MarkConversationReadPayload | null;
  /** Pauses a campaign: no further message is submitted until it is resumed. Messages that a gateway has are delivered, and their reports are received. Pausing a paused campaign changes nothing. A campaign that stays paused for longer than the retention of numbers and texts is cancelled. Null only if `errors` has an error for this field. */
  pauseCampaign: PauseCampaignPayload | null;
  /** Runs all checks of `sendBulkSms` and says what it would do; nothing is stored or sent. Input that `sendBulkSms` refuses is refused with the same errors. It counts as an ordinary call, not as a bulk call. Null only if `errors` has an error for this field. */
  previewBulkSms: PreviewBulkSmsPayload | null;
  /** Posts all events since a time to a webhook again, or a part of them: those whose delivery is dead, of some types, or before another time. Null only if `errors` has an error for this field. */
  redeliverWebhookDeliveries: RedeliverWebhookDeliveriesPayload | null;
  /** Posts an event to a webhook again, whatever the status of its delivery. Null only if `errors` has an error for this field. */
  redeliverWebhookDelivery: RedeliverWebhookDeliveryPayload | null;
  /** Reads the groups of a phone from its engine, at most once in 60 seconds. Null only if `errors` has an error for this field. */
  refreshGroups: RefreshGroupsPayload | null;
  /** Removes a member, whose role may not be above your own, from the organisation. Only people who have signed in may call this; API keys are refused. Null only if `errors` has an error for this field. */
  removeMember: RemoveMemberPayload | null;
  /** Sends a message to the person or group of a conversation, from the number or phone that they wrote to: an SMS, which ends as blocked if the person has opted out, or a chat message, for which the session must be connected. The scope is `SMS_SEND`, or `CHAT_SEND` for a chat. The reply to a conversation of the sandbox goes to the sandbox. Null only if `errors` has an error for this field. */
  replyToConversation: ReplyToConversationPayload | null;
  /** Returns a code to type into the phone, as an alternative to scanning a QR code. Null only if `errors` has an error for this field. */
  requestPairingCode: RequestPairingCodePayload | null;
  /** Sends a code by mail with which `resetPassword` sets a new password. Null only if `errors` has an error for this field. */
  requestPasswordReset: RequestPasswordResetPayload | null;
  /** Gives a campaign another time to start. Fails with `CAMPAIGN_STARTED` if one of its messages was submitted or is held. Null only if `errors` has an error for this field. */
  rescheduleCampaign: RescheduleCampaignPayload | null;
  /** Sends a new code, at most 3 times in 10 minutes. The previous code becomes invalid. Null only if `errors` has an error for this field. */
  resendCode: ResendCodePayload | null;
  /** Sets a new password, ends all sessions of the person, and signs the person in. Null only if `errors` has an error for this field. */
  resetPassword: ResetPasswordPayload | null;
  /** Stops a session and starts it again, which repairs a `STALLED` session. Null only if `errors` has an error for this field. */
  restartSession: RestartSessionPayload | null;
  /** Resumes a paused campaign. Resuming a campaign that is not paused changes nothing. Null only if `errors` has an error for this field. */
  resumeCampaign: ResumeCampaignPayload | null;
  /** Queues messages again that are held because a gateway account ran out of credit, without waiting for the next check. Null only if `errors` has an error for this field. */
  resumeHeldMessages: ResumeHeldMessagesPayload | null;
  /** Sends the failed messages of a campaign again, as a new campaign with the same text, sender ID, reference and metadata. Only messages whose delivery codes say that the recipient has none are sent again, and each of them once: if the retry fails as well, retry the new campaign. A late delivery report of an old message cancels the new one, if no worker has taken it. Null only if `errors` has an error for this field. */
  retryCampaign: RetryCampaignPayload | null;
  /** Revokes an API key permanently, within five seconds. Revoking it again changes nothing. Null only if `errors` has an error for this field. */
  revokeApiKey: RevokeApiKeyPayload | null;
  /** Revokes an invitation: its link stops working at once. Only people who have signed in may call this; API keys are refused. Null only if `errors` has an error for this field. */
  revokeInvitation: RevokeInvitationPayload | null;
  /** Replaces an API key by a new one with the same name, mode, scopes, restrictions and expiry. The old key stays valid for some hours. A key has one replacement; if that is lost, revoke it and rotate the old key again. Null only if `errors` has an error for this field. */
  rotateApiKey: RotateApiKeyPayload | null;
  /** Gives a webhook a new secret. For 24 hours the previous secret signs every post as well. Null only if `errors` has an error for this field. */
  rotateWebhookSecret: RotateWebhookSecretPayload | null;
  /** Sends a text to many numbers as a campaign. Either all recipients are stored, or none. Null only if `errors` has an error for this field. */
  sendBulkSms: SendBulkSmsPayload | null;
  /** Sends a chat message to one person, and waits for the provider's response. Null only if `errors` has an error for this field. */
  sendChatMessage: SendChatMessagePayload | null;
  /** Sends a chat message to one group, and waits for the provider's response. Null only if `errors` has an error for this field. */
  sendGroupMessage: SendGroupMessagePayload | null;
  /** Sends an SMS to one number. It returns when the message is stored; dispatch follows. Null only if `errors` has an error for this field. */
  sendSms: SendSmsPayload | null;
  /** Creates the first account and its organisation, with the set-up link that the server prints. Null only if `errors` has an error for this field. */
  setUp: SetUpPayload | null;
  /** Signs a person in with e-mail address and password. Null only if `errors` has an error for this field. */
  signIn: SignInPayload | null;
  /** Ends the session. Null only if `errors` has an error for this field. */
  signOut: SignOutPayload | null;
  /** Starts a sign-up: sends a code by mail. `verifyEmail` then creates the account. Null only if `errors` has an error for this field. */
  signUp: SignUpPayload | null;
  /** Starts a session. A running session stays as it is. Null only if `errors` has an error for this field. */
  startSession: StartSessionPayload | null;
  /** Stops a session. The phone stays paired with it. Null only if `errors` has an error for this field. */
  stopSession: StopSessionPayload | null;
  /** Posts a sample event with `data.test: true` to a webhook, once, and waits for the response. Null only if `errors` has an error for this field. */
  testWebhook: TestWebhookPayload | null;
  /** Changes the words of the organisation, or how keywords are answered. Null only if `errors` has an error for this field. */
  updateKeywords: UpdateKeywordsPayload | null;
  /** Changes the name or the settings of the organisation. Null only if `errors` has an error for this field. */
  updateOrganisation: UpdateOrganisationPayload | null;
  /** Changes the account of the person who calls. Null only if `errors` has an error for this field. */
  updatePerson: UpdatePersonPayload | null;
  /** Changes, pauses or resumes a webhook. Null only if `errors` has an error for this field. */
  updateWebhook: UpdateWebhookPayload | null;
  /** Confirms the address of a sign-up with the code, creates the account, and signs the person in. Null only if `errors` has an error for this field. */
  verifyEmail: VerifyEmailPayload | null;
}

/** The result of `sendChatMessage`. */
export interface SendChatMessagePayload {
  __typename?: 'SendChatMessagePayload';
  /** The message that the provider accepted. */
  message: ChatMessage | null;
  /** True if an earlier call with this idempotency key did the work, and this call returned its result. */
  replayed: boolean;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** A message to one person. */
export interface SendChatMessageInput {
  /** The session to send the message through; its phone must be connected. */
  sessionId: string;
  /** The phone number of the recipient; or `lid:…` as `InboundMessage.sender` has it, for a person who hides the number. For a group, call `sendGroupMessage`. */
  to: string;
  /** The type of the message. */
  type: ChatMessageType;
  /** The text, at most 65536 characters, or the caption of the media. Required for `TEXT`. */
  message?: string | null | undefined;
  /** The public URL of the media. Required for every type but `TEXT`. */
  url?: string | null | undefined;
  /** The file name that the recipient sees. */
  filename?: string | null | undefined;
  /** The MIME type of the media, such as `image/jpeg`; guessed if omitted or not a MIME type. */
  mimeType?: string | null | undefined;
  /** A key of your choice, up to 255 characters, that makes the call safe to repeat. A second call with the same key and input within 24 hours creates nothing and returns the first result: a message or campaign as it was stored, a phone or webhook in its present state. */
  idempotencyKey?: string | null | undefined;
}

/** The result of `sendGroupMessage`. */
export interface SendGroupMessagePayload {
  __typename?: 'SendGroupMessagePayload';
  /** The message that the provider accepted. */
  message: ChatMessage | null;
  /** True if an earlier call with this idempotency key did the work, and this call returned its result. */
  replayed: boolean;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** A message to one group. */
export interface SendGroupMessageInput {
  /** The session to send the message through; its phone must be connected. */
  sessionId: string;
  /** The `chatId` of the group; it ends in `@g.us`. */
  to: string;
  /** The type of the message; `FILE` is not possible in groups. */
  type: ChatMessageType;
  /** The text, at most 65536 characters, or the caption of the media. Required for `TEXT`. */
  message?: string | null | undefined;
  /** The public URL of the media. Required for every type but `TEXT`. */
  url?: string | null | undefined;
  /** The MIME type of the media, such as `image/jpeg`; guessed if omitted or not a MIME type. */
  mimeType?: string | null | undefined;
  /** A key of your choice, up to 255 characters, that makes the call safe to repeat. A second call with the same key and input within 24 hours creates nothing and returns the first result: a message or campaign as it was stored, a phone or webhook in its present state. */
  idempotencyKey?: string | null | undefined;
}

/** The result of `createSession`. */
export interface CreateSessionPayload {
  __typename?: 'CreateSessionPayload';
  /** The id of the session. */
  sessionId: string | null;
  /** The session after its start; its state is `FAILED`, with the reason, if the engine could not start it. Null if `replayed` is true, for callers without the scope `CHAT_READ`. */
  session: Session | null;
  /** True if an earlier call with this idempotency key did the work, and this call returned its result. */
  replayed: boolean;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** A session to create. */
export interface CreateSessionInput {
  /** The name of the session, at most 200 characters. */
  name: string;
  /** The chat engine of the session; the first configured one if omitted. Test keys can use the sandbox only. */
  engine?: string | null | undefined;
  /** False: the session is created, but not started. */
  start?: boolean | null | undefined;
  /** A key of your choice, up to 255 characters, that makes the call safe to repeat. A second call with the same key and input within 24 hours creates nothing and returns the first result: a message or campaign as it was stored, a phone or webhook in its present state. */
  idempotencyKey?: string | null | undefined;
}

/** The result of `startSession`. */
export interface StartSessionPayload {
  __typename?: 'StartSessionPayload';
  /** The id of the session. */
  sessionId: string | null;
  /** The session after the call. Null for callers without the scope `CHAT_READ`. */
  session: Session | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The session to start. */
export interface StartSessionInput {
  /** The id of the session. */
  sessionId: string;
}

/** The result of `stopSession`. */
export interface StopSessionPayload {
  __typename?: 'StopSessionPayload';
  /** The id of the session. */
  sessionId: string | null;
  /** The session after the call. Null for callers without the scope `CHAT_READ`. */
  session: Session | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The session to stop. */
export interface StopSessionInput {
  /** The id of the session. */
  sessionId: string;
}

/** The result of `restartSession`. */
export interface RestartSessionPayload {
  __typename?: 'RestartSessionPayload';
  /** The id of the session. */
  sessionId: string | null;
  /** The session after the call. Null for callers without the scope `CHAT_READ`. */
  session: Session | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The session to restart. */
export interface RestartSessionInput {
  /** The id of the session. */
  sessionId: string;
}

/** The result of `logOutSession`. */
export interface LogOutSessionPayload {
  __typename?: 'LogOutSessionPayload';
  /** The id of the session. */
  sessionId: string | null;
  /** The session after the call. Null for callers without the scope `CHAT_READ`. */
  session: Session | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The session to unpair the phone from. */
export interface LogOutSessionInput {
  /** The id of the session. */
  sessionId: string;
}

/** The result of `deleteSession`. */
export interface DeleteSessionPayload {
  __typename?: 'DeleteSessionPayload';
  /** The id of the session. */
  sessionId: string | null;
  /** The deleted session. Null for callers without the scope `CHAT_READ`. */
  session: Session | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The session to delete. */
export interface DeleteSessionInput {
  /** The id of the session. */
  sessionId: string;
}

/** The result of `requestPairingCode`. */
export interface RequestPairingCodePayload {
  __typename?: 'RequestPairingCodePayload';
  /** The code to type into the phone. */
  code: string | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The session and the phone to connect to it. */
export interface RequestPairingCodeInput {
  /** The id of the session; its state must be `SCAN_QR`. */
  sessionId: string;
  /** The number of the phone. */
  phoneNumber: string;
}

/** The result of `refreshGroups`. */
export interface RefreshGroupsPayload {
  __typename?: 'RefreshGroupsPayload';
  /** The session whose groups were read. */
  session: Session | null;
  /** False if the groups were read less than 60 seconds ago, or another call is reading them; this call then read nothing. */
  refreshed: boolean;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The session whose groups to read. */
export interface RefreshGroupsInput {
  /** The id of the session. */
  sessionId: string;
}

/** The result of `replyToConversation`. */
export interface ReplyToConversationPayload {
  __typename?: 'ReplyToConversationPayload';
  /** The id of the message. */
  messageId: string | null;
  /** How the message was sent. */
  channel: ConversationChannel | null;
  /** The SMS; null for a chat. Null for callers without the scope `SMS_READ`. */
  message: SmsMessage | null;
  /** The chat message; null for an SMS. Null for callers without the scope `CHAT_READ`. */
  chatMessage: ChatMessage | null;
  /** True if an earlier call with this idempotency key did the work, and this call returned its result. */
  replayed: boolean;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** A reply to a person or a group. */
export interface ReplyToConversationInput {
  /** The id of the conversation. */
  conversationId: string;
  /** The text of the reply: at most 10 segments by SMS, 65536 characters in a chat. */
  message: string;
  /** Replace typographic signs of an SMS by plain ones, as in `sendSms`. If omitted, as the organisation is set. */
  smartEncoding?: boolean | null | undefined;
  /** A key of your choice, up to 255 characters, that makes the call safe to repeat. A second call with the same key and input within 24 hours creates nothing and returns the first result: a message or campaign as it was stored, a phone or webhook in its present state. */
  idempotencyKey?: string | null | undefined;
}

/** The result of `markConversationRead`. */
export interface MarkConversationReadPayload {
  __typename?: 'MarkConversationReadPayload';
  /** The id of the conversation. */
  conversationId: string | null;
  /** The conversation. Null for callers without the scope `INBOX_READ`. */
  conversation: Conversation | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The messages to mark as read. */
export interface MarkConversationReadInput {
  /** The id of the conversation. */
  conversationId: string;
  /** The id of the last message that was read. Messages that came after it stay unread. */
  upTo: string;
}

/** The result of `addSuppressions`. */
export interface AddSuppressionsPayload {
  __typename?: 'AddSuppressionsPayload';
  /** The suppressions, in the order of the call. A number that was already suppressed keeps its entry; one for promotional messages is widened if the call suppresses the number for all. */
  suppressions: Suppression[];
  /** True if an earlier call with this idempotency key did the work, and this call returned its result. */
  replayed: boolean;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The numbers to suppress. */
export interface AddSuppressionsInput {
  /** The numbers to suppress, from 1 to 10000. */
  numbers: readonly SuppressionInput[];
  /** A key of your choice, up to 255 characters, that makes the call safe to repeat. A second call with the same key and input within 24 hours creates nothing and returns the first result: a message or campaign as it was stored, a phone or webhook in its present state. */
  idempotencyKey?: string | null | undefined;
}

/** A number to suppress. */
export interface SuppressionInput {
  /** The phone number. */
  mobile: string;
  /** Suppress the number for this sender ID only; for every sender if omitted. */
  senderId?: string | null | undefined;
  /** `PROMOTIONAL`: suppress the number for promotional messages only; for all messages if omitted. */
  category?: MessageCategory | null | undefined;
  /** The reason, for people. */
  reason?: string | null | undefined;
  /** The time when the person opted out, not in the future; the time of the call if omitted. */
  optedOutAt?: string | null | undefined;
  /** Where it is proved that the person opted out, at most 500 characters, such as "web form 2025-03-01, ticket 4711". It is kept with the consent change. */
  proof?: string | null | undefined;
}

/** The result of `liftSuppression`. */
export interface LiftSuppressionPayload {
  __typename?: 'LiftSuppressionPayload';
  /** The lifted suppression. */
  suppression: Suppression | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The suppression to lift, by its id, or by number and sender. */
export interface LiftSuppressionInput {
  /** The id of the suppression. */
  id?: string | null | undefined;
  /** The suppressed number, if no id is given. */
  mobile?: string | null | undefined;
  /** Lift the suppression of the number for this sender ID; the one for every sender if omitted. */
  senderId?: string | null | undefined;
}

/** The result of `createExportLink`. */
export interface CreateExportLinkPayload {
  __typename?: 'CreateExportLinkPayload';
  /** The link. */
  exportLink: ExportLink | null;
  /** The address of the download, for anybody who has it. It is not stored. With `&after=`, it begins after the row whose last column has this value. */
  url: string | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The rows of an export. A condition that the kind of rows does not have is refused. */
export interface CreateExportLinkInput {
  /** Which rows. */
  what: ExportKind;
  /** The format; CSV if omitted. */
  format?: ExportFormat | null | undefined;
  /** The id of the campaign. `CAMPAIGN_MESSAGES` needs it; `MESSAGES` may have it. */
  campaignId?: string | null | undefined;
  /** Of `CAMPAIGN_MESSAGES` and `MESSAGES`: messages with one of these statuses; an empty list matches none. */
  statuses?: readonly SmsStatus[] | null | undefined;
  /** Of `CAMPAIGN_MESSAGES` and `MESSAGES`: messages with one of these delivery codes, at most 100; an empty list matches none. */
  deliveryCodes?: readonly number[] | null | undefined;
  /** Of `CAMPAIGN_MESSAGES`, `MESSAGES`, `SUPPRESSIONS`, `INBOUND_MESSAGES` and `CONSENT_CHANGES`: rows of this phone number. */
  mobile?: string | null | undefined;
  /** Of `CAMPAIGN_MESSAGES`, `MESSAGES` and `CAMPAIGNS`: those with exactly this reference. */
  reference?: string | null | undefined;
  /** Of `MESSAGES` and `CAMPAIGNS`: those with exactly this sender ID. */
  senderId?: string | null | undefined;
  /** Of `MESSAGES`: true for single messages, false for messages of campaigns. */
  single?: boolean | null | undefined;
  /** Of `MESSAGES` and `CAMPAIGNS`: true for those to the sandbox, false for the others. */
  test?: boolean | null | undefined;
  /** Of `MESSAGES`, `CAMPAIGNS` and `CHAT_MESSAGES`: those accepted after this time. */
  createdAfter?: string | null | undefined;
  /** Of `MESSAGES`, `CAMPAIGNS` and `CHAT_MESSAGES`: those accepted before this time. */
  createdBefore?: string | null | undefined;
  /** Of `EVENTS`: those of these types; if omitted or empty, of all types that the caller may see. */
  types?: readonly EventType[] | null | undefined;
  /** Of `SUPPRESSIONS`: those with this origin. */
  source?: SuppressionSource | null | undefined;
  /** Of `INBOUND_MESSAGES`: those whose whole text is this keyword. */
  keyword?: Keyword | null | undefined;
  /** Of `CONSENT_CHANGES`: those of this kind. */
  change?: ConsentChangeKind | null | undefined;
  /** Of `CONSENT_CHANGES`: those that were learned in this way. */
  consentSource?: ConsentSource | null | undefined;
  /** Of `CAMPAIGNS`: those with one of these statuses; an empty list matches none. */
  campaignStatuses?: readonly CampaignStatus[] | null | undefined;
  /** Of `CAMPAIGNS`: those whose name contains this text; case does not matter. */
  name?: string | null | undefined;
  /** Of `CAMPAIGNS`: those that the API key or the person with this id sent. */
  createdById?: string | null | undefined;
  /** Of `CHAT_MESSAGES`: those that were sent through this session. */
  sessionId?: string | null | undefined;
  /** Of `CHAT_MESSAGES`: those with this status. */
  chatStatus?: ChatStatus | null | undefined;
  /** Of `CHAT_MESSAGES`: those of this type. */
  chatType?: ChatMessageType | null | undefined;
  /** Of `CHAT_MESSAGES`: those to this number, digits only, or to the group with this id. */
  to?: string | null | undefined;
}

/** The result of `endExportLink`. */
export interface EndExportLinkPayload {
  __typename?: 'EndExportLinkPayload';
  /** The ended link. */
  exportLink: ExportLink | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The link to end. */
export interface EndExportLinkInput {
  /** The id of the link. */
  exportLinkId: string;
}

/** The result of `createOrganisation`. */
export interface CreateOrganisationPayload {
  __typename?: 'CreateOrganisationPayload';
  /** The created organisation. */
  organisation: Organisation | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The input of `createOrganisation`. */
export interface CreateOrganisationInput {
  /** The name of the organisation. */
  name: string;
}

/** The result of `updateOrganisation`. */
export interface UpdateOrganisationPayload {
  __typename?: 'UpdateOrganisationPayload';
  /** The organisation after the change. */
  organisation: Organisation | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The input of `updateOrganisation`. Omitted fields stay as they are. */
export interface UpdateOrganisationInput {
  /** The new name. */
  name?: string | null | undefined;
  /** The number of days after which texts and numbers are redacted, from 1 to 3650; null: the setting of the installation. */
  retentionDays?: number | null | undefined;
  /** The number of days after which messages and campaigns are deleted, from 1 to 3650; null: the setting of the installation. */
  messageRetentionDays?: number | null | undefined;
  /** Whether messages may use approved sender IDs only. */
  enforceSenderIds?: boolean | null | undefined;
  /** The time zone in which days begin in statistics, by its IANA name, such as `Africa/Nairobi`. */
  timeZone?: string | null | undefined;
  /** Whether campaigns whose call does not say are paused when too many of their messages fail. */
  pauseOnFailures?: boolean | null | undefined;
  /** Whether sends use smart encoding if the call does not say. */
  smartEncoding?: boolean | null | undefined;
  /** Which messages a person who answers `STOP` no longer gets. A change counts for later answers: it changes no suppression. */
  stopScope?: StopScope | null | undefined;
}

/** The result of `createAccessToken`. */
export interface CreateAccessTokenPayload {
  __typename?: 'CreateAccessTokenPayload';
  /** What the token may do. */
  accessToken: AccessToken | null;
  /** The token itself, for the header `Authorization: Bearer …`. It is not stored. */
  token: string | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** An access token to create. */
export interface CreateAccessTokenInput {
  /** The scopes of the token, which the key must have too; `KEYS_MANAGE` and `WEBHOOKS_MANAGE` cannot be among them. If omitted, `SMS_READ` and `CHAT_READ`, as far as the key has them. */
  scopes?: readonly Scope[] | null | undefined;
  /** The ids of the sessions that the token may send through and control, from 1 to 20, which the key may use too; those of the key if omitted. */
  sessionIds?: readonly string[] | null | undefined;
}

/** The result of `changeMemberRole`. */
export interface ChangeMemberRolePayload {
  __typename?: 'ChangeMemberRolePayload';
  /** The member with the new role, which takes effect within seconds. */
  member: Member | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The input of `changeMemberRole`. */
export interface ChangeMemberRoleInput {
  /** The id of the person. */
  personId: string;
  /** The new role, not above your own. */
  role: MemberRole;
}

/** The result of `removeMember`. */
export interface RemoveMemberPayload {
  __typename?: 'RemoveMemberPayload';
  /** The removed member, who loses access within seconds. */
  member: Member | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The input of `removeMember`. */
export interface RemoveMemberInput {
  /** The id of the person. */
  personId: string;
}

/** The result of `leaveOrganisation`. */
export interface LeaveOrganisationPayload {
  __typename?: 'LeaveOrganisationPayload';
  /** True if the caller is no longer a member. */
  left: boolean;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The input of `leaveOrganisation`. */
export interface LeaveOrganisationInput {
  /** The id of the organisation, which must equal the header `X-Organisation-Id`, so that a person does not leave another organisation by mistake. */
  organisationId: string;
}

/** The result of `signUp`. */
export interface SignUpPayload {
  __typename?: 'SignUpPayload';
  /** The challenge, which the next step needs together with the code. It is returned whether or not the address has an account. */
  challenge: string | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The input of `signUp`. */
export interface SignUpInput {
  /** The e-mail address of the account. */
  email: string;
  /** Your name. */
  name: string;
  /** The new password, at least ten characters; longer is better than complicated. */
  password: string;
}

/** The result of `verifyEmail`. */
export interface VerifyEmailPayload {
  __typename?: 'VerifyEmailPayload';
  /** The person who has signed in. The session is in a cookie. */
  person: Person | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The input of `verifyEmail`. */
export interface VerifyEmailInput {
  /** The challenge that the mutation returned which sent the code. */
  challenge: string;
  /** The six-digit code from the mail. */
  code: string;
}

/** The result of `resendCode`. */
export interface ResendCodePayload {
  __typename?: 'ResendCodePayload';
  /** True if the call was accepted. A new code is sent if one was requested before. */
  accepted: boolean;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The input of `resendCode`. */
export interface ResendCodeInput {
  /** The e-mail address of the account. */
  email: string;
  /** The purpose of the code. */
  purpose: CodePurpose;
}

/** The purpose of a one-time code. */
export type CodePurpose = 'EMAIL_VERIFICATION' | 'PASSWORD_RESET' | (string & {});

/** The result of `requestPasswordReset`. */
export interface RequestPasswordResetPayload {
  __typename?: 'RequestPasswordResetPayload';
  /** The challenge, which the next step needs together with the code. It is returned whether or not the address has an account. */
  challenge: string | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The input of `requestPasswordReset`. */
export interface RequestPasswordResetInput {
  /** The e-mail address of the account. */
  email: string;
}

/** The result of `resetPassword`. */
export interface ResetPasswordPayload {
  __typename?: 'ResetPasswordPayload';
  /** The person who has signed in. The session is in a cookie. */
  person: Person | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The input of `resetPassword`. */
export interface ResetPasswordInput {
  /** The challenge that the mutation returned which sent the code. */
  challenge: string;
  /** The six-digit code from the mail. */
  code: string;
  /** The new password, at least ten characters; longer is better than complicated. */
  password: string;
}

/** The result of `signIn`. */
export interface SignInPayload {
  __typename?: 'SignInPayload';
  /** The person who has signed in. The session is in a cookie. */
  person: Person | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The input of `signIn`. */
export interface SignInInput {
  /** The e-mail address of the account. */
  email: string;
  /** Your password. */
  password: string;
}

/** The result of `signOut`. */
export interface SignOutPayload {
  __typename?: 'SignOutPayload';
  /** True if the session has ended. */
  signedOut: boolean;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The input of `signOut`. */
export interface SignOutInput {
  /** True: end your sessions on all devices, not only this one. */
  everywhere?: boolean | undefined;
}

/** The result of `changePassword`. */
export interface ChangePasswordPayload {
  __typename?: 'ChangePasswordPayload';
  /** The person whose password was changed. */
  person: Person | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The input of `changePassword`. */
export interface ChangePasswordInput {
  /** Your current password. */
  currentPassword: string;
  /** The new password, at least ten characters; longer is better than complicated. */
  newPassword: string;
}

/** The result of `setUp`. The session is in a cookie. */
export interface SetUpPayload {
  __typename?: 'SetUpPayload';
  /** The first person, who is an owner of the organisation. */
  person: Person | null;
  /** The first organisation. */
  organisation: Organisation | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The input of `setUp`. */
export interface SetUpInput {
  /** The token of the set-up link that the server has printed. */
  token: string;
  /** The e-mail address of the account. */
  email: string;
  /** Your name. */
  name: string;
  /** The new password, at least ten characters; longer is better than complicated. */
  password: string;
  /** The name of the organisation that is created with the account. */
  organisationName: string;
}

/** The result of `createApiKey`. */
export interface CreateApiKeyPayload {
  __typename?: 'CreateApiKeyPayload';
  /** The created key. */
  apiKey: ApiKey | null;
  /** The key itself. It is returned once and cannot be read again. */
  key: string | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** An API key to create. */
export interface CreateApiKeyInput {
  /** A name to recognise the key by, at most 200 characters. */
  name: string;
  /** Which gateways the key may use. A test key can create test keys only. */
  mode: KeyMode;
  /** The scopes of the key, which the caller must have too. */
  scopes: readonly Scope[];
  /** The time when the key expires; never if omitted. */
  expiresAt?: string | null | undefined;
  /** The ids of the sessions that the key may send through and control, from 1 to 100; not restricted if omitted. */
  sessionIds?: readonly string[] | null | undefined;
  /** The sender IDs that the key may send SMS from, from 1 to 100; not restricted if omitted. */
  senderIds?: readonly string[] | null | undefined;
  /** The IP addresses and networks that the key may be used from, such as `192.0.2.7` or `2001:db8::/32`, from 1 to 100; not restricted if omitted. */
  addresses?: readonly string[] | null | undefined;
}

/** The result of `rotateApiKey`. */
export interface RotateApiKeyPayload {
  __typename?: 'RotateApiKeyPayload';
  /** The new key. */
  apiKey: ApiKey | null;
  /** The key itself. It is returned once and cannot be read again. */
  key: string | null;
  /** The old key, with the time when it expires. */
  replaced: ApiKey | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The key to replace. */
export interface RotateApiKeyInput {
  /** The key. */
  apiKeyId: string;
  /** The old key stays valid for this many hours, at most 168; 24 if omitted. */
  overlapHours?: number | null | undefined;
}

/** The result of `revokeApiKey`. */
export interface RevokeApiKeyPayload {
  __typename?: 'RevokeApiKeyPayload';
  /** The revoked key. */
  apiKey: ApiKey | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The key to revoke. */
export interface RevokeApiKeyInput {
  /** The key. */
  apiKeyId: string;
}

/** The result of `eraseNumber`. */
export interface EraseNumberPayload {
  __typename?: 'EraseNumberPayload';
  /** The number of SMS that this call has erased. */
  messages: number;
  /** The number of chat messages that this call has erased. */
  chatMessages: number;
  /** The number of SMS from the number that this call has erased. */
  received: number;
  /** The number of SMS that were cancelled, because no gateway had got them. */
  cancelled: number;
  /** The number of messages that a gateway or a phone has: SMS are erased within an hour of their end, which a report tells. */
  pending: number;
  /** The number of messages, campaigns and suppressions of others in whose references, metadata, names and reasons this call has replaced the number. */
  masked: number;
  /** The number of messages to and from others, campaigns and sender IDs that name the number still, in a text or beside other letters. A call with `notSearched` adds to the count of the call before. */
  mentions: number;
  /** Null if all was searched. Otherwise the call had no time for the rest: repeat it with this value. */
  notSearched: string | null;
  /** True if nothing names the number any more but what is `pending` with a gateway. False if there are `mentions`, if `notSearched` has a value, or if a chat message is just being sent, after which the call is to be repeated. */
  complete: boolean;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The input of `eraseNumber`. */
export interface EraseNumberInput {
  /** The number of the person. */
  mobile: string;
  /** That of an earlier call for the same number: the search among what was sent to others goes on from there. */
  notSearched?: string | null | undefined;
}

/** The result of `inviteMember`. */
export interface InviteMemberPayload {
  __typename?: 'InviteMemberPayload';
  /** The invitation; only the mail has its link. */
  invitation: Invitation | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The input of `inviteMember`. */
export interface InviteMemberInput {
  /** The e-mail address to which the link is sent. */
  email: string;
  /** The role of the new member, not above your own. */
  role: MemberRole;
}

/** The result of `revokeInvitation`. */
export interface RevokeInvitationPayload {
  __typename?: 'RevokeInvitationPayload';
  /** The revoked invitation. */
  invitation: Invitation | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The input of `revokeInvitation`. */
export interface RevokeInvitationInput {
  /** The id of the invitation. */
  invitationId: string;
}

/** The result of `acceptInvitation`. The session is in a cookie. */
export interface AcceptInvitationPayload {
  __typename?: 'AcceptInvitationPayload';
  /** The new member, who is signed in. */
  person: Person | null;
  /** The organisation of the new member. */
  organisation: Organisation | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The input of `acceptInvitation`. */
export interface AcceptInvitationInput {
  /** The token from the link in the invitation mail. */
  token: string;
  /** Your name, if you have no account yet. */
  name?: string | null | undefined;
  /** Without an account: a new password of at least ten characters. With an account: its password, unless you have signed in. */
  password?: string | null | undefined;
}

/** The result of `updatePerson`. */
export interface UpdatePersonPayload {
  __typename?: 'UpdatePersonPayload';
  /** The person after the change. */
  person: Person | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** Changes of the person who calls. Fields that are omitted or null stay as they are. */
export interface UpdatePersonInput {
  /** The new name, at most 200 characters. */
  name?: string | null | undefined;
}

/** The result of `endPersonSession`. */
export interface EndPersonSessionPayload {
  __typename?: 'EndPersonSessionPayload';
  /** The ended session. */
  session: PersonSession | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The session to end. */
export interface EndPersonSessionInput {
  /** The id of the session. */
  sessionId: string;
}

/** The result of `sendSms`. */
export interface SendSmsPayload {
  __typename?: 'SendSmsPayload';
  /** The accepted message. */
  message: SmsMessage | null;
  /** True if an earlier call with this idempotency key did the work, and this call returned its result. */
  replayed: boolean;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** An SMS to one number. */
export interface SendSmsInput {
  /** The mobile number of the recipient. */
  to: string;
  /** The text of the message, at most 10 segments. */
  message: string;
  /** The sender ID: a number, or a name that the gateway has approved, of up to 11 letters, digits, spaces and `.` `_` `&` `-`, with a letter or digit first. */
  senderId?: string | null | undefined;
  /** When to submit the message, at most 180 days ahead; at once if omitted. */
  scheduledAt?: string | null | undefined;
  /** The time after which the message is not submitted to a gateway, whatever it waits for: credit, a retry, or a gateway that is down. A message that no gateway has had then ends as cancelled, with the error code `EXPIRED`. At most 180 days ahead; no limit if omitted. */
  validUntil?: string | null | undefined;
  /** Your own reference; it is returned with the message. */
  reference?: string | null | undefined;
  /** Your own data, at most 4096 bytes of JSON. */
  metadata?: Record<string, unknown> | null | undefined;
  /** Submit the message again when it stays unknown whether the gateway has it. The recipient may get it twice, which is right for one-time codes. By default it is not submitted again. */
  atLeastOnce?: boolean | null | undefined;
  /** True: send to the sandbox, which simulates the outcome; nothing leaves the server. Test keys always send to the sandbox. */
  test?: boolean | null | undefined;
  /** What the message is for; transactional if omitted. Numbers may be suppressed for promotional messages only. */
  category?: MessageCategory | null | undefined;
  /** Replace typographic quotes, dashes, spaces and the like by plain ones, if that makes the text of a message GSM-7 and takes no more segments. A text that stays UCS-2, for example because of an emoji, is sent as it is. If omitted, the setting of the organisation applies. */
  smartEncoding?: boolean | null | undefined;
  /** A key of your choice, up to 255 characters, that makes the call safe to repeat. A second call with the same key and input within 24 hours creates nothing and returns the first result: a message or campaign as it was stored, a phone or webhook in its present state. */
  idempotencyKey?: string | null | undefined;
}

/** The result of `sendBulkSms`. */
export interface SendBulkSmsPayload {
  __typename?: 'SendBulkSmsPayload';
  /** The accepted campaign. */
  campaign: Campaign | null;
  /** True if an earlier call with this idempotency key did the work, and this call returned its result. */
  replayed: boolean;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** A text to many numbers. */
export interface SendBulkSmsInput {
  /** The text of the messages, at most 10 segments. `{{name}}` is replaced by a variable of each recipient; a text may have at most 100 placeholders. It may be omitted if each recipient has a message of its own. */
  message?: string | null | undefined;
  /** The recipients, from 1 to 10000. A repeated number gets one message. */
  recipients: readonly RecipientInput[];
  /** A name for the campaign, to find it by. */
  name?: string | null | undefined;
  /** The sender ID: a number, or a name that the gateway has approved, of up to 11 letters, digits, spaces and `.` `_` `&` `-`, with a letter or digit first. */
  senderId?: string | null | undefined;
  /** When to submit the message, at most 180 days ahead; at once if omitted. */
  scheduledAt?: string | null | undefined;
  /** The time after which the message is not submitted to a gateway, whatever it waits for: credit, a retry, or a gateway that is down. A message that no gateway has had then ends as cancelled, with the error code `EXPIRED`. At most 180 days ahead; no limit if omitted. */
  validUntil?: string | null | undefined;
  /** Your own reference; it is returned with the campaign. */
  reference?: string | null | undefined;
  /** Your own data, at most 4096 bytes of JSON. */
  metadata?: Record<string, unknown> | null | undefined;
  /** Submit the message again when it stays unknown whether the gateway has it. The recipient may get it twice, which is right for one-time codes. By default it is not submitted again. */
  atLeastOnce?: boolean | null | undefined;
  /** True: send to the sandbox, which simulates the outcome; nothing leaves the server. Test keys always send to the sandbox. */
  test?: boolean | null | undefined;
  /** Pause the campaign when at least 40 of the latest 200 outcomes, those of messages that a gateway accepted included, are failures with one of the codes 402, 501, 502. If omitted, as the organisation is set. */
  pauseOnFailures?: boolean | null | undefined;
  /** What the message is for; transactional if omitted. Numbers may be suppressed for promotional messages only. */
  category?: MessageCategory | null | undefined;
  /** Replace typographic quotes, dashes, spaces and the like by plain ones, if that makes the text of a message GSM-7 and takes no more segments. A text that stays UCS-2, for example because of an emoji, is sent as it is. If omitted, the setting of the organisation applies. */
  smartEncoding?: boolean | null | undefined;
  /** A key of your choice, up to 255 characters, that makes the call safe to repeat. A second call with the same key and input within 24 hours creates nothing and returns the first result: a message or campaign as it was stored, a phone or webhook in its present state. */
  idempotencyKey?: string | null | undefined;
  /** The token of a preview of the same input by the same caller: the campaign is sent exactly as the preview shows, or refused with what has changed. Without `idempotencyKey` the token is the key: a second call with it returns the first result. Not needed to send. */
  previewToken?: string | null | undefined;
}

/** A recipient of a campaign. */
export interface RecipientInput {
  /** The mobile number of the recipient. A malformed number fails alone and is listed with its reason. */
  to: string;
  /** The values that replace `{{name}}` placeholders in the text, by name. A name is any text without braces, of at most 60 characters, such as `first name`. */
  variables?: Record<string, string | number | boolean> | null | undefined;
  /** Your own reference for this recipient. */
  reference?: string | null | undefined;
  /** The text for this recipient instead of that of the call, by the same rules, `variables` included. */
  message?: string | null | undefined;
}

/** The result of `cancelMessage`. */
export interface CancelMessagePayload {
  __typename?: 'CancelMessagePayload';
  /** The id of the message. */
  messageId: string | null;
  /** The cancelled message. Null for callers without the scope `SMS_READ`. */
  message: SmsMessage | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The message to cancel. */
export interface CancelMessageInput {
  /** The id of the message. */
  messageId: string;
}

/** The result of `resumeHeldMessages`. */
export interface ResumeHeldMessagesPayload {
  __typename?: 'ResumeHeldMessagesPayload';
  /** The number of messages that are queued again. */
  resumed: number;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The held messages to queue again. */
export interface ResumeHeldMessagesInput {
  /** Queue only messages that are held for this gateway; all if omitted. */
  gateway?: string | null | undefined;
}

/** The result of `previewBulkSms`. */
export interface PreviewBulkSmsPayload {
  __typename?: 'PreviewBulkSmsPayload';
  /** Holds `sendBulkSms` to this preview: with this token and the same input it does exactly what is shown here, or nothing. Only the caller of the preview can use it. */
  previewToken: string | null;
  /** The time when the token expires, 15 minutes after the preview. */
  expiresAt: string | null;
  /** The number of recipients that would be listed. */
  total: number;
  /** The number of messages that would be sent. */
  accepted: number;
  /** The number of recipients whose number cannot receive SMS, or not from this sender ID. */
  invalid: number;
  /** The number of recipients whose number is suppressed. */
  suppressed: number;
  /** The number of repeated recipients. A repeated number gets one message. */
  duplicates: number;
  /** The number of segments of all messages that would be sent. */
  segments: number;
  /** The messages that would be sent, by encoding. */
  encodings: EncodingShare[];
  /** The messages that would be sent, by the gateway that gets them first. */
  gateways: GatewayShare[];
  /** The first, the shortest and the longest message; none if no message would be sent. */
  samples: PreviewSample[];
  /** What smart encoding does to the texts; null if the campaign goes without it. */
  smartEncoding: SmartEncodingEffect | null;
  /** The time after which no message would be submitted to a gateway; null if there is none. */
  validUntil: string | null;
  /** The earliest time at which the first message would leave. */
  startsAt: string | null;
  /** An estimate of when the last message would have left, at the configured pace of the gateways if they carry nothing else; null if a gateway has no configured pace. */
  estimatedEndAt: string | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
  /** The recipients that would get no message, in the order of the call. */
  problems: PreviewProblem[];
}

/** The messages of a previewed campaign that have one encoding. */
export interface EncodingShare {
  __typename?: 'EncodingShare';
  /** The encoding. */
  encoding: SmsEncoding;
  /** The number of messages. */
  messages: number;
  /** The number of their segments. */
  segments: number;
}

/** The messages of a previewed campaign that one gateway gets first. */
export interface GatewayShare {
  __typename?: 'GatewayShare';
  /** The name of the gateway. */
  gateway: string;
  /** The number of messages. */
  messages: number;
  /** The number of their segments. */
  segments: number;
  /** How many of these messages, from the first, the credit of the gateway pays for; null if the gateway does not tell its credit, or the operator has configured no price per segment. */
  creditFor: number | null;
}

/** A message of a previewed campaign, as its recipient would get it. */
export interface PreviewSample {
  __typename?: 'PreviewSample';
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

/** Which message of a campaign a sample is. */
export type PreviewSampleKind = 'FIRST' | 'SHORTEST' | 'LONGEST' | (string & {});

/** What smart encoding does to a previewed campaign. */
export interface SmartEncodingEffect {
  __typename?: 'SmartEncodingEffect';
  /** The number of messages whose text it changes. */
  messages: number;
  /** The number of segments that all messages would take without it; `segments` counts with it. */
  segmentsBefore: number;
  /** The characters that it replaces, the most frequent first. */
  replacements: CharacterReplacement[];
}

/** A character that smart encoding replaces in a previewed campaign, because GSM-7 lacks it. */
export interface CharacterReplacement {
  __typename?: 'CharacterReplacement';
  /** The character, with the accents that follow it. */
  character: string;
  /** What stands in its place; empty if it is left out. */
  replacement: string;
  /** The number of messages that had the character. */
  messages: number;
}

/** A recipient of a previewed campaign that would get no message. */
export interface PreviewProblem {
  __typename?: 'PreviewProblem';
  /** The place of the recipient in `recipients`, from 0; repeated numbers are counted. */
  position: number;
  /** The number, digits only; a malformed number is shown as given. */
  mobile: string;
  /** The status with which the recipient would be listed: failed if the number cannot receive the SMS, blocked if it is suppressed. Null if it repeats an earlier number, which gets the message. */
  status: SmsStatus | null;
  /** The delivery code; null for a repeated number. */
  code: DeliveryCode | null;
  /** The problem in one sentence, for people. */
  message: string;
}

/** The result of `cancelCampaign`. */
export interface CancelCampaignPayload {
  __typename?: 'CancelCampaignPayload';
  /** The id of the campaign. */
  campaignId: string | null;
  /** The campaign after the call. Null for callers without the scope `SMS_READ`. */
  campaign: Campaign | null;
  /** The number of messages that this call cancelled. */
  cancelled: number;
  /** The number of messages that were submitted before the call and cannot be cancelled. */
  alreadyDispatched: number;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The campaign to cancel. */
export interface CancelCampaignInput {
  /** The campaign. */
  campaignId: string;
}

/** The result of `pauseCampaign`. */
export interface PauseCampaignPayload {
  __typename?: 'PauseCampaignPayload';
  /** The id of the campaign. */
  campaignId: string | null;
  /** The campaign after the call. Null for callers without the scope `SMS_READ`. */
  campaign: Campaign | null;
  /** The number of messages that wait until the campaign is resumed. */
  waiting: number;
  /** The number of messages that were submitted before the call and cannot be called back. */
  alreadyDispatched: number;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The campaign to pause. */
export interface PauseCampaignInput {
  /** The campaign. */
  campaignId: string;
}

/** The result of `rescheduleCampaign`. */
export interface RescheduleCampaignPayload {
  __typename?: 'RescheduleCampaignPayload';
  /** The id of the campaign. */
  campaignId: string | null;
  /** The campaign after the call. Null for callers without the scope `SMS_READ`. */
  campaign: Campaign | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** A campaign and another time to start. */
export interface RescheduleCampaignInput {
  /** The campaign. */
  campaignId: string;
  /** When to start, at most 180 days ahead; at once if omitted. */
  scheduledAt?: string | null | undefined;
}

/** The result of `retryCampaign`. */
export interface RetryCampaignPayload {
  __typename?: 'RetryCampaignPayload';
  /** The id of the new campaign. */
  campaignId: string | null;
  /** The new campaign. Null for callers without the scope `SMS_READ`. */
  campaign: Campaign | null;
  /** True if an earlier call with this idempotency key did the work, and this call returned its result. */
  replayed: boolean;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** A campaign, and which of its failed messages to send again. */
export interface RetryCampaignInput {
  /** The campaign. */
  campaignId: string;
  /** Send messages with these delivery codes: some of 402, 405, 407, 501, 502, or all of these if omitted. */
  deliveryCodes?: readonly number[] | null | undefined;
  /** The name of the new campaign; that of the old one if omitted. */
  name?: string | null | undefined;
  /** When to start, at most 180 days ahead; at once if omitted. */
  scheduledAt?: string | null | undefined;
  /** The time after which the message is not submitted to a gateway, whatever it waits for: credit, a retry, or a gateway that is down. A message that no gateway has had then ends as cancelled, with the error code `EXPIRED`. At most 180 days ahead; no limit if omitted. That of the old campaign does not count. */
  validUntil?: string | null | undefined;
  /** A key of your choice, up to 255 characters, that makes the call safe to repeat. A second call with the same key and input within 24 hours creates nothing and returns the first result: a message or campaign as it was stored, a phone or webhook in its present state. */
  idempotencyKey?: string | null | undefined;
}

/** The result of `resumeCampaign`. */
export interface ResumeCampaignPayload {
  __typename?: 'ResumeCampaignPayload';
  /** The id of the campaign. */
  campaignId: string | null;
  /** The campaign after the call. Null for callers without the scope `SMS_READ`. */
  campaign: Campaign | null;
  /** The number of messages that are due now and are submitted next. */
  resumed: number;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The campaign to resume. */
export interface ResumeCampaignInput {
  /** The campaign. */
  campaignId: string;
}

/** The result of `updateKeywords`. */
export interface UpdateKeywordsPayload {
  __typename?: 'UpdateKeywordsPayload';
  /** The keywords after the change. */
  keywords: Keywords | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The input of `updateKeywords`. Fields that are omitted or null stay as they are. */
export interface UpdateKeywordsInput {
  /** Replaces the words of the organisation: at most 50, with 1 to 60 characters each. */
  stopWords?: readonly string[] | null | undefined;
  /** Whether a STOP is confirmed, if it has suppressed the number. */
  stopAnswered?: boolean | null | undefined;
  /** The text, with at most 3 segments; empty: the default. */
  stopText?: string | null | undefined;
  /** Replaces the words of the organisation: at most 50, with 1 to 60 characters each. */
  startWords?: readonly string[] | null | undefined;
  /** Whether a START is confirmed, if it has lifted a suppression. */
  startAnswered?: boolean | null | undefined;
  /** The text, with at most 3 segments; empty: the default. */
  startText?: string | null | undefined;
  /** Replaces the words of the organisation: at most 50, with 1 to 60 characters each. */
  helpWords?: readonly string[] | null | undefined;
  /** Whether HELP is answered, at most once an hour. */
  helpAnswered?: boolean | null | undefined;
  /** The text, with at most 3 segments; empty: the default. */
  helpText?: string | null | undefined;
}

/** The result of `createSenderId`. */
export interface CreateSenderIdPayload {
  __typename?: 'CreateSenderIdPayload';
  /** The registered sender ID, which is pending. */
  senderId: SenderId | null;
  /** True if an earlier call with this idempotency key did the work, and this call returned its result. */
  replayed: boolean;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** A sender ID to register. */
export interface CreateSenderIdInput {
  /** The sender ID: a number of 3 to 15 digits, or 1 to 11 letters, digits, spaces and `.` `_` `&` `-`, with a letter or digit first and at least one letter. */
  name: string;
  /** The countries for which to register the sender ID: up to 300 ISO 3166 codes, such as KE; all countries if omitted. */
  countries?: readonly string[] | null | undefined;
  /** A key of your choice, up to 255 characters, that makes the call safe to repeat. A second call with the same key and input within 24 hours creates nothing and returns the first result: a message or campaign as it was stored, a phone or webhook in its present state. */
  idempotencyKey?: string | null | undefined;
}

/** The result of `deleteSenderId`. */
export interface DeleteSenderIdPayload {
  __typename?: 'DeleteSenderIdPayload';
  /** The deleted sender ID. */
  senderId: SenderId | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The sender ID to delete. */
export interface DeleteSenderIdInput {
  /** The `id` of the sender ID. */
  senderIdId: string;
}

/** The result of `createWebhook`. */
export interface CreateWebhookPayload {
  __typename?: 'CreateWebhookPayload';
  /** The webhook. */
  webhook: Webhook | null;
  /** The secret that signs posts. It is returned once and cannot be read again. */
  secret: string | null;
  /** True if an earlier call with this idempotency key did the work, and this call returned its result. */
  replayed: boolean;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** A webhook to create. */
export interface CreateWebhookInput {
  /** The URL: https, on the public internet, without a user name, on port 443 or 8443. */
  url: string;
  /** A description of the webhook, at most 200 characters. */
  description?: string | null | undefined;
  /** The types of events to post; all types if omitted. An empty list is refused. */
  types?: readonly EventType[] | null | undefined;
  /** True: events of messages to the sandbox, and no others. Always so with a test key. */
  test?: boolean | null | undefined;
  /** A key of your choice, up to 255 characters, that makes the call safe to repeat. A second call with the same key and input within 24 hours creates nothing and returns the first result: a message or campaign as it was stored, a phone or webhook in its present state. */
  idempotencyKey?: string | null | undefined;
}

/** The result of `updateWebhook`. */
export interface UpdateWebhookPayload {
  __typename?: 'UpdateWebhookPayload';
  /** The webhook after the change. */
  webhook: Webhook | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** Changes of a webhook. Fields that are omitted or null stay as they are. */
export interface UpdateWebhookInput {
  /** The webhook. */
  webhookId: string;
  /** The new URL. */
  url?: string | null | undefined;
  /** The new description; an empty text removes the description. */
  description?: string | null | undefined;
  /** The types of events to post from now on. An empty list is refused. */
  types?: readonly EventType[] | null | undefined;
  /** `PAUSED` or `ACTIVE`. `ACTIVE` also makes a webhook that is disabled or in back-off due at once. */
  status?: WebhookStatus | null | undefined;
  /** True: events up to now are not posted any more, nor retried. */
  skipBacklog?: boolean | null | undefined;
}

/** The result of `deleteWebhook`. */
export interface DeleteWebhookPayload {
  __typename?: 'DeleteWebhookPayload';
  /** The deleted webhook. */
  webhook: Webhook | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The webhook to delete. */
export interface DeleteWebhookInput {
  /** The webhook. */
  webhookId: string;
}

/** The result of `rotateWebhookSecret`. */
export interface RotateWebhookSecretPayload {
  __typename?: 'RotateWebhookSecretPayload';
  /** The webhook. */
  webhook: Webhook | null;
  /** The secret that signs posts. It is returned once and cannot be read again. */
  secret: string | null;
  /** The time until which the previous secret signs every post as well. */
  previousSecretUntil: string | null;
  /** True if an earlier call with this idempotency key did the work, and this call returned its result. */
  replayed: boolean;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The webhook to give a new secret. */
export interface RotateWebhookSecretInput {
  /** The webhook. */
  webhookId: string;
  /** A key of your choice, up to 255 characters, that makes the call safe to repeat. A second call with the same key and input within 24 hours creates nothing and returns the first result: a message or campaign as it was stored, a phone or webhook in its present state. Without a key, a repeated call rotates again and revokes the secret before the first call. */
  idempotencyKey?: string | null | undefined;
}

/** The result of `testWebhook`. */
export interface TestWebhookPayload {
  __typename?: 'TestWebhookPayload';
  /** The result of the post. */
  result: WebhookTestResult | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The result of posting a sample event. */
export interface WebhookTestResult {
  __typename?: 'WebhookTestResult';
  /** The `webhook-id` of the post. */
  eventId: string;
  /** True if the endpoint responded with a status from 200 to 299. */
  delivered: boolean;
  /** The HTTP status of the response; null if there was none. */
  responseStatus: number | null;
  /** The beginning of the response body, at most 4096 bytes. */
  responseBody: string | null;
  /** Why there was no response, such as `timeout`; null if there was one. */
  error: string | null;
  /** The duration of the post in milliseconds. */
  durationMs: number;
}

/** The sample to post, and the webhook. */
export interface TestWebhookInput {
  /** The webhook. */
  webhookId: string;
  /** The type of the sample event; `SMS_DELIVERED` if omitted. */
  type?: EventType | null | undefined;
}

/** The result of `redeliverWebhookDelivery`. */
export interface RedeliverWebhookDeliveryPayload {
  __typename?: 'RedeliverWebhookDeliveryPayload';
  /** The delivery, which is waiting now. */
  delivery: WebhookDelivery | null;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The delivery to repeat. */
export interface RedeliverWebhookDeliveryInput {
  /** The webhook. */
  webhookId: string;
  /** The sequence of the event. */
  sequence: number;
}

/** The result of `redeliverWebhookDeliveries`. */
export interface RedeliverWebhookDeliveriesPayload {
  __typename?: 'RedeliverWebhookDeliveriesPayload';
  /** The greatest possible number of posts. Without `onlyDead`, `until` and `types` it also counts events whose type the webhook does not get. */
  count: number;
  /** Errors that the caller can correct; empty if the mutation succeeded. */
  userErrors: UserError[];
}

/** The deliveries to repeat. */
export interface RedeliverWebhookDeliveriesInput {
  /** The webhook. */
  webhookId: string;
  /** Events since this time are posted again, whether they were delivered or not. */
  since: string;
  /** Only events before this time. With `until` or `types`, the events are those that were posted before, at most 10000. */
  until?: string | null | undefined;
  /** Only events of these types; all types if omitted. An empty list is refused. */
  types?: readonly EventType[] | null | undefined;
  /** True: only deliveries that became dead since that time, and before `until`. */
  onlyDead?: boolean | null | undefined;
  /** True: return the count that the call would have, and post nothing. */
  countOnly?: boolean | null | undefined;
}

export interface Subscription {
  __typename?: 'Subscription';
  /** Emits a campaign at once, and again after its messages change, at most once a second. The subscription ends when every message has its final status. */
  campaignProgress: Campaign;
  /** Emits every campaign of the organisation after its status or its messages change, from now on, each at most once a second. A campaign that was accepted meanwhile is emitted as well. A client that reads too slowly skips states of a campaign, but never the last one. */
  campaignsChanged: Campaign;
  /** Emits the events of SMS and chat messages that the key may read, from now on, each once and in the order of the log. A client that reads too slowly gets the error `TOO_SLOW`, which says where to continue with `events`. */
  messageStatusChanged: Event;
  /** Emits a session after every change of its state, and whenever there is a new QR code to scan, from now on. A client that reads too slowly skips states, but never the last one. */
  sessionStatusChanged: Session;
}
