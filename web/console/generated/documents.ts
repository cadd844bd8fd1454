// Written by `npm run schema`. Do not edit.
import { byId, type ByText } from '../api/documents.js';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type StopScope =
  | 'ALL'
  | 'PROMOTIONAL';

export type UserErrorCode =
  | 'INVALID'
  | 'INVALID_CREDENTIALS'
  | 'PREVIEW_INVALID'
  | 'INVALID_CODE'
  | 'SIGN_UP_CLOSED'
  | 'SET_UP_OVER'
  | 'INVITATION_OVER'
  | 'NOT_FOUND'
  | 'ALREADY_DISPATCHED'
  | 'CAMPAIGN_ENDED'
  | 'CAMPAIGN_STARTED'
  | 'NOTHING_TO_RETRY'
  | 'PREVIEW_EXPIRED'
  | 'PREVIEW_CHANGED'
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'SESSION_NOT_CONNECTED'
  | 'TOO_MANY'
  | 'WRONG_PERSON'
  | 'LAST_OWNER'
  | 'IDEMPOTENCY_MISMATCH'
  | 'PROVIDER_REJECTED'
  | 'PROVIDER_UNAVAILABLE'
  | 'PROVIDER_TIMEOUT'
  | 'REQUIRED'
  | 'BLANK'
  | 'TOO_LONG'
  | 'MALFORMED'
  | 'UNSUPPORTED_TYPE'
  | 'ALREADY_EXISTS'
  | 'SENDER_NOT_APPROVED'
  | 'ALREADY_MEMBER';

export type AddSuppressionsInput = {
  readonly numbers: ReadonlyArray<SuppressionInput>;
  readonly idempotencyKey?: string | null | undefined;
};

export type SuppressionInput = {
  readonly mobile: string;
  readonly senderId?: string | null | undefined;
  readonly category?: MessageCategory | null | undefined;
  readonly reason?: string | null | undefined;
  readonly optedOutAt?: string | null | undefined;
  readonly proof?: string | null | undefined;
};

export type MessageCategory =
  | 'TRANSACTIONAL'
  | 'PROMOTIONAL';

export type SuppressionSource =
  | 'GATEWAY'
  | 'MANUAL'
  | 'KEYWORD';

export type CancelCampaignInput = {
  readonly campaignId: string;
};

export type CampaignStatus =
  | 'SCHEDULED'
  | 'QUEUED'
  | 'RUNNING'
  | 'PAUSED'
  | 'HELD'
  | 'COMPLETED'
  | 'CANCELLED';

export type ActorKind =
  | 'KEY'
  | 'PERSON'
  | 'OPERATOR';

export type CampaignPauseReason =
  | 'CALLER'
  | 'FAILURES';

export type CampaignMessageFilter = {
  readonly status?: SubmissionStatus | null | undefined;
  readonly statuses?: ReadonlyArray<SubmissionStatus> | null | undefined;
  readonly messageStatus?: SmsStatus | null | undefined;
  readonly deliveryCode?: number | null | undefined;
  readonly messageStatuses?: ReadonlyArray<SmsStatus> | null | undefined;
  readonly deliveryCodes?: ReadonlyArray<number> | null | undefined;
  readonly mobile?: string | null | undefined;
  readonly mobileEndsWith?: string | null | undefined;
  readonly reference?: string | null | undefined;
};

export type SubmissionStatus =
  | 'PENDING'
  | 'SENT'
  | 'FAILED';

export type SmsStatus =
  | 'QUEUED'
  | 'SENT'
  | 'DELIVERED'
  | 'FAILED'
  | 'UNDELIVERED'
  | 'BLOCKED'
  | 'HELD'
  | 'CANCELLED';

export type HoldReason =
  | 'INSUFFICIENT_CREDIT'
  | 'RISK_REVIEW'
  | 'SENDER_ID_REJECTED';

export type SmsEncoding =
  | 'GSM7'
  | 'UCS2';

export type ConversationChannel =
  | 'SMS'
  | 'CHAT';

export type Keyword =
  | 'STOP'
  | 'START'
  | 'HELP';

export type SessionState =
  | 'STOPPED'
  | 'STARTING'
  | 'SCAN_QR'
  | 'CONNECTED'
  | 'STALLED'
  | 'DISCONNECTED'
  | 'FAILED';

export type SessionReason =
  | 'CREATED'
  | 'REQUESTED'
  | 'LOGGED_OUT'
  | 'ENGINE_SILENT'
  | 'START_REFUSED'
  | 'SESSION_UNKNOWN'
  | 'PHONE_NOT_CONNECTED'
  | 'PASSKEY_REQUIRED'
  | 'PASSKEY_CONFIRMATION'
  | 'NOT_SCANNED_OR_UNLINKED'
  | 'STATE_UNKNOWN'
  | 'ACKS_MISSING'
  | 'ACKS_AGAIN'
  | 'KEPT_DISCONNECTED';

export type ChatMessageType =
  | 'TEXT'
  | 'IMAGE'
  | 'VIDEO'
  | 'VOICE'
  | 'FILE';

export type ChatStatus =
  | 'PENDING'
  | 'SENT'
  | 'DELIVERED'
  | 'READ'
  | 'FAILED';

export type ChatErrorCode =
  | 'SESSION_NOT_CONNECTED'
  | 'PROVIDER_REJECTED'
  | 'PROVIDER_UNAVAILABLE'
  | 'PROVIDER_TIMEOUT'
  | 'PROVIDER_FAILED';

export type EntryDirection =
  | 'RECEIVED'
  | 'SENT';

export type AttemptOutcome =
  | 'ACCEPTED'
  | 'QUEUED'
  | 'HELD'
  | 'REJECTED'
  | 'UNKNOWN';

export type ExplanationCode =
  | 'SCHEDULED'
  | 'WAITING_FOR_TURN'
  | 'GATEWAY_DOWN'
  | 'GATEWAY_NOT_CONFIGURED'
  | 'CAMPAIGN_PAUSED'
  | 'SUBMITTING'
  | 'IN_DOUBT'
  | 'IN_DOUBT_AT_LEAST_ONCE'
  | 'WAITING_FOR_RETRY'
  | 'WAITING_FOR_RETRY_WITHOUT_CODE'
  | 'EXPIRES_BEFORE_RETRY'
  | 'EXPIRES_BEFORE_RETRY_WITHOUT_CODE'
  | 'WAITING_FOR_CREDIT'
  | 'WAITING_FOR_CREDIT_UNTIL_EXPIRY'
  | 'WAITING_FOR_APPROVAL'
  | 'WAITING_FOR_APPROVAL_UNTIL_EXPIRY'
  | 'UNDER_REVIEW'
  | 'QUEUED_AT_GATEWAY'
  | 'WAITING_FOR_REPORT'
  | 'DELIVERED'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'SUPPRESSED'
  | 'SUPPRESSED_BY_KEYWORD'
  | 'SUPPRESSED_BY_ORGANISATION'
  | 'SUPPRESSED_BY_GATEWAY'
  | 'OPTED_OUT_AT_GATEWAY'
  | 'BLOCKED_BY_GATEWAY'
  | 'OUTCOME_UNKNOWN'
  | 'NO_REPORT'
  | 'REFUSED'
  | 'REFUSED_AFTER_RETRIES'
  | 'FAILED_AT_GATEWAY'
  | 'FAILED_AT_GATEWAY_AFTER_RETRIES'
  | 'FAILED_AT_GATEWAY_WITHOUT_RETRY'
  | 'NOTHING_AGAINST_IT'
  | 'GIVEN_UP';

export type TimelineBucket =
  | 'TEN_SECONDS'
  | 'MINUTE'
  | 'HOUR';

export type CancelMessageInput = {
  readonly messageId: string;
};

export type ChangeMemberRoleInput = {
  readonly personId: string;
  readonly role: MemberRole;
};

export type MemberRole =
  | 'OWNER'
  | 'ADMIN'
  | 'DEVELOPER'
  | 'OPERATOR'
  | 'VIEWER';

export type ChangePasswordInput = {
  readonly currentPassword: string;
  readonly newPassword: string;
};

export type Scope =
  | 'SMS_SEND'
  | 'SMS_READ'
  | 'CHAT_SEND'
  | 'CHAT_READ'
  | 'SESSIONS_MANAGE'
  | 'WEBHOOKS_MANAGE'
  | 'SUPPRESSIONS_MANAGE'
  | 'INBOX_READ'
  | 'KEYS_MANAGE'
  | 'SENDERS_MANAGE'
  | 'ORGANISATION_MANAGE'
  | 'AUDIT_READ';

export type CreateApiKeyInput = {
  readonly name: string;
  readonly mode: KeyMode;
  readonly scopes: ReadonlyArray<Scope>;
  readonly expiresAt?: string | null | undefined;
  readonly sessionIds?: ReadonlyArray<string> | null | undefined;
  readonly senderIds?: ReadonlyArray<string> | null | undefined;
  readonly addresses?: ReadonlyArray<string> | null | undefined;
};

export type KeyMode =
  | 'LIVE'
  | 'TEST';

export type ApiKeyState =
  | 'ACTIVE'
  | 'EXPIRED'
  | 'REVOKED';

export type CreateExportLinkInput = {
  readonly what: ExportKind;
  readonly format?: ExportFormat | null | undefined;
  readonly campaignId?: string | null | undefined;
  readonly statuses?: ReadonlyArray<SmsStatus> | null | undefined;
  readonly deliveryCodes?: ReadonlyArray<number> | null | undefined;
  readonly mobile?: string | null | undefined;
  readonly reference?: string | null | undefined;
  readonly senderId?: string | null | undefined;
  readonly single?: boolean | null | undefined;
  readonly test?: boolean | null | undefined;
  readonly createdAfter?: string | null | undefined;
  readonly createdBefore?: string | null | undefined;
  readonly types?: ReadonlyArray<EventType> | null | undefined;
  readonly source?: SuppressionSource | null | undefined;
  readonly keyword?: Keyword | null | undefined;
  readonly change?: ConsentChangeKind | null | undefined;
  readonly consentSource?: ConsentSource | null | undefined;
  readonly campaignStatuses?: ReadonlyArray<CampaignStatus> | null | undefined;
  readonly name?: string | null | undefined;
  readonly createdById?: string | null | undefined;
  readonly sessionId?: string | null | undefined;
  readonly chatStatus?: ChatStatus | null | undefined;
  readonly chatType?: ChatMessageType | null | undefined;
  readonly to?: string | null | undefined;
};

export type ExportKind =
  | 'CAMPAIGN_MESSAGES'
  | 'MESSAGES'
  | 'EVENTS'
  | 'SUPPRESSIONS'
  | 'CAMPAIGNS'
  | 'CHAT_MESSAGES'
  | 'INBOUND_MESSAGES'
  | 'CONSENT_CHANGES';

export type ExportFormat =
  | 'CSV'
  | 'JSONL';

export type EventType =
  | 'SMS_QUEUED'
  | 'SMS_SENT'
  | 'SMS_DELIVERED'
  | 'SMS_FAILED'
  | 'SMS_UNDELIVERED'
  | 'SMS_BLOCKED'
  | 'SMS_HELD'
  | 'SMS_CANCELLED'
  | 'SMS_RECEIVED'
  | 'CONSENT_CHANGED'
  | 'CAMPAIGN_ACCEPTED'
  | 'CAMPAIGN_STARTED'
  | 'CAMPAIGN_COMPLETED'
  | 'CAMPAIGN_CANCELLED'
  | 'CAMPAIGN_RESCHEDULED'
  | 'CAMPAIGN_PAUSED'
  | 'CAMPAIGN_RESUMED'
  | 'CAMPAIGN_HELD'
  | 'CHAT_MESSAGE_SENT'
  | 'CHAT_MESSAGE_DELIVERED'
  | 'CHAT_MESSAGE_READ'
  | 'CHAT_MESSAGE_FAILED'
  | 'CHAT_MESSAGE_RECEIVED'
  | 'SESSION_CONNECTED'
  | 'SESSION_DISCONNECTED'
  | 'GATEWAY_DOWN'
  | 'GATEWAY_UP'
  | 'WEBHOOK_DISABLED';

export type ConsentChangeKind =
  | 'OPTED_OUT'
  | 'OPTED_IN';

export type ConsentSource =
  | 'KEYWORD'
  | 'MANUAL'
  | 'IMPORT';

export type CreateOrganisationInput = {
  readonly name: string;
};

export type CreateSenderIdInput = {
  readonly name: string;
  readonly countries?: ReadonlyArray<string> | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
};

export type SenderStatus =
  | 'PENDING'
  | 'APPROVED'
  | 'REJECTED';

export type CreateSessionInput = {
  readonly name: string;
  readonly engine?: string | null | undefined;
  readonly start?: boolean | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
};

export type CreateWebhookInput = {
  readonly url: string;
  readonly description?: string | null | undefined;
  readonly types?: ReadonlyArray<EventType> | null | undefined;
  readonly test?: boolean | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
};

export type WebhookStatus =
  | 'ACTIVE'
  | 'PAUSED'
  | 'DISABLED';

export type WebhookDisabledReason =
  | 'GONE'
  | 'FAILING';

export type WebhookDeliveryFilter = {
  readonly status?: WebhookDeliveryStatus | null | undefined;
  readonly types?: ReadonlyArray<EventType> | null | undefined;
  readonly since?: string | null | undefined;
  readonly until?: string | null | undefined;
  readonly responseClass?: number | null | undefined;
};

export type WebhookDeliveryStatus =
  | 'WAITING'
  | 'DELIVERED'
  | 'DEAD';

export type DeleteSenderIdInput = {
  readonly senderIdId: string;
};

export type DeleteSessionInput = {
  readonly sessionId: string;
};

export type DeleteWebhookInput = {
  readonly webhookId: string;
};

export type EndExportLinkInput = {
  readonly exportLinkId: string;
};

export type EndPersonSessionInput = {
  readonly sessionId: string;
};

export type InviteMemberInput = {
  readonly email: string;
  readonly role: MemberRole;
};

export type LeaveOrganisationInput = {
  readonly organisationId: string;
};

export type LiftSuppressionInput = {
  readonly id?: string | null | undefined;
  readonly mobile?: string | null | undefined;
  readonly senderId?: string | null | undefined;
};

export type LogOutSessionInput = {
  readonly sessionId: string;
};

export type MarkConversationReadInput = {
  readonly conversationId: string;
  readonly upTo: string;
};

export type PauseCampaignInput = {
  readonly campaignId: string;
};

export type SendBulkSmsInput = {
  readonly message?: string | null | undefined;
  readonly recipients: ReadonlyArray<RecipientInput>;
  readonly name?: string | null | undefined;
  readonly senderId?: string | null | undefined;
  readonly scheduledAt?: string | null | undefined;
  readonly validUntil?: string | null | undefined;
  readonly reference?: string | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  readonly atLeastOnce?: boolean | null | undefined;
  readonly test?: boolean | null | undefined;
  readonly pauseOnFailures?: boolean | null | undefined;
  readonly category?: MessageCategory | null | undefined;
  readonly smartEncoding?: boolean | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly previewToken?: string | null | undefined;
};

export type RecipientInput = {
  readonly to: string;
  readonly variables?: Readonly<Record<string, string>> | null | undefined;
  readonly reference?: string | null | undefined;
  readonly message?: string | null | undefined;
};

export type PreviewSampleKind =
  | 'FIRST'
  | 'SHORTEST'
  | 'LONGEST';

export type RedeliverWebhookDeliveriesInput = {
  readonly webhookId: string;
  readonly since: string;
  readonly until?: string | null | undefined;
  readonly types?: ReadonlyArray<EventType> | null | undefined;
  readonly onlyDead?: boolean | null | undefined;
  readonly countOnly?: boolean | null | undefined;
};

export type RedeliverWebhookDeliveryInput = {
  readonly webhookId: string;
  readonly sequence: number;
};

export type RefreshGroupsInput = {
  readonly sessionId: string;
};

export type RemoveMemberInput = {
  readonly personId: string;
};

export type ReplyToConversationInput = {
  readonly conversationId: string;
  readonly message: string;
  readonly smartEncoding?: boolean | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
};

export type RequestPairingCodeInput = {
  readonly sessionId: string;
  readonly phoneNumber: string;
};

export type RescheduleCampaignInput = {
  readonly campaignId: string;
  readonly scheduledAt?: string | null | undefined;
};

export type RestartSessionInput = {
  readonly sessionId: string;
};

export type ResumeCampaignInput = {
  readonly campaignId: string;
};

export type ResumeHeldMessagesInput = {
  readonly gateway?: string | null | undefined;
};

export type RetryCampaignInput = {
  readonly campaignId: string;
  readonly deliveryCodes?: ReadonlyArray<number> | null | undefined;
  readonly name?: string | null | undefined;
  readonly scheduledAt?: string | null | undefined;
  readonly validUntil?: string | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
};

export type RevokeApiKeyInput = {
  readonly apiKeyId: string;
};

export type RevokeInvitationInput = {
  readonly invitationId: string;
};

export type RotateApiKeyInput = {
  readonly apiKeyId: string;
  readonly overlapHours?: number | null | undefined;
};

export type RotateWebhookSecretInput = {
  readonly webhookId: string;
  readonly idempotencyKey?: string | null | undefined;
};

export type SignInInput = {
  readonly email: string;
  readonly password: string;
};

export type SignOutInput = {
  readonly everywhere?: boolean;
};

export type StartSessionInput = {
  readonly sessionId: string;
};

export type StopSessionInput = {
  readonly sessionId: string;
};

export type TestWebhookInput = {
  readonly webhookId: string;
  readonly type?: EventType | null | undefined;
};

export type UpdateKeywordsInput = {
  readonly stopWords?: ReadonlyArray<string> | null | undefined;
  readonly stopAnswered?: boolean | null | undefined;
  readonly stopText?: string | null | undefined;
  readonly startWords?: ReadonlyArray<string> | null | undefined;
  readonly startAnswered?: boolean | null | undefined;
  readonly startText?: string | null | undefined;
  readonly helpWords?: ReadonlyArray<string> | null | undefined;
  readonly helpAnswered?: boolean | null | undefined;
  readonly helpText?: string | null | undefined;
};

export type UpdateOrganisationInput = {
  readonly name?: string | null | undefined;
  readonly retentionDays?: number | null | undefined;
  readonly messageRetentionDays?: number | null | undefined;
  readonly enforceSenderIds?: boolean | null | undefined;
  readonly timeZone?: string | null | undefined;
  readonly pauseOnFailures?: boolean | null | undefined;
  readonly smartEncoding?: boolean | null | undefined;
  readonly stopScope?: StopScope | null | undefined;
};

export type UpdatePersonInput = {
  readonly name?: string | null | undefined;
};

export type UpdateWebhookInput = {
  readonly webhookId: string;
  readonly url?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly types?: ReadonlyArray<EventType> | null | undefined;
  readonly status?: WebhookStatus | null | undefined;
  readonly skipBacklog?: boolean | null | undefined;
};

export type AuditLogFilter = {
  readonly actions?: ReadonlyArray<AuditAction> | null | undefined;
  readonly actorId?: string | null | undefined;
  readonly subjectId?: string | null | undefined;
  readonly since?: string | null | undefined;
  readonly until?: string | null | undefined;
};

export type AuditAction =
  | 'ORGANISATION_CREATED'
  | 'ORGANISATION_UPDATED'
  | 'MEMBER_JOINED'
  | 'MEMBER_ROLE_CHANGED'
  | 'MEMBER_REMOVED'
  | 'MEMBER_LEFT'
  | 'INVITATION_CREATED'
  | 'INVITATION_REVOKED'
  | 'API_KEY_CREATED'
  | 'API_KEY_ROTATED'
  | 'API_KEY_REVOKED'
  | 'SENDER_ID_CREATED'
  | 'SENDER_ID_APPROVED'
  | 'SENDER_ID_REJECTED'
  | 'SENDER_ID_DELETED'
  | 'KEYWORDS_UPDATED'
  | 'WEBHOOK_CREATED'
  | 'WEBHOOK_UPDATED'
  | 'WEBHOOK_DELETED'
  | 'WEBHOOK_SECRET_ROTATED'
  | 'WEBHOOK_REDELIVERED'
  | 'SESSION_CREATED'
  | 'SESSION_STARTED'
  | 'SESSION_STOPPED'
  | 'SESSION_RESTARTED'
  | 'SESSION_LOGGED_OUT'
  | 'SESSION_DELETED'
  | 'SESSION_PAIRING_REQUESTED'
  | 'SUPPRESSION_ADDED'
  | 'SUPPRESSION_LIFTED'
  | 'NUMBER_ERASED'
  | 'CAMPAIGN_CANCELLED'
  | 'CAMPAIGN_PAUSED'
  | 'CAMPAIGN_RESUMED'
  | 'CAMPAIGN_RESCHEDULED'
  | 'MESSAGE_CANCELLED'
  | 'MESSAGES_RESUMED'
  | 'EXPORT_LINK_CREATED'
  | 'EXPORT_LINK_ENDED';

export type CampaignFilter = {
  readonly status?: CampaignStatus | null | undefined;
  readonly statuses?: ReadonlyArray<CampaignStatus> | null | undefined;
  readonly senderId?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly reference?: string | null | undefined;
  readonly test?: boolean | null | undefined;
  readonly createdById?: string | null | undefined;
  readonly createdAfter?: string | null | undefined;
  readonly createdBefore?: string | null | undefined;
};

export type CampaignOrder = {
  readonly field: CampaignOrderField;
  readonly direction?: OrderDirection;
};

export type CampaignOrderField =
  | 'CREATED_AT'
  | 'TOTAL'
  | 'NAME'
  | 'COMPLETED_AT';

export type OrderDirection =
  | 'ASC'
  | 'DESC';

export type ChatMessageFilter = {
  readonly sessionId?: string | null | undefined;
  readonly status?: ChatStatus | null | undefined;
  readonly type?: ChatMessageType | null | undefined;
  readonly to?: string | null | undefined;
  readonly createdAfter?: string | null | undefined;
  readonly createdBefore?: string | null | undefined;
};

export type ConversationFilter = {
  readonly unread?: boolean | null | undefined;
  readonly channel?: ConversationChannel | null | undefined;
  readonly mobile?: string | null | undefined;
  readonly test?: boolean | null | undefined;
};

export type GatewayCondition =
  | 'UP'
  | 'DOWN'
  | 'PAUSED';

export type WebhookReach =
  | 'PUBLIC'
  | 'LOOPBACK'
  | 'ANY';

export type MessageFilter = {
  readonly status?: SmsStatus | null | undefined;
  readonly deliveryCode?: number | null | undefined;
  readonly statuses?: ReadonlyArray<SmsStatus> | null | undefined;
  readonly deliveryCodes?: ReadonlyArray<number> | null | undefined;
  readonly to?: string | null | undefined;
  readonly reference?: string | null | undefined;
  readonly createdAfter?: string | null | undefined;
  readonly createdBefore?: string | null | undefined;
  readonly campaignId?: string | null | undefined;
  readonly single?: boolean | null | undefined;
  readonly senderId?: string | null | undefined;
  readonly test?: boolean | null | undefined;
};

export type RateLimitBucket =
  | 'SMS_SEND'
  | 'SMS_SEND_BULK'
  | 'GENERAL'
  | 'PEOPLE';

export type SenderIdFilter = {
  readonly status?: SenderStatus | null | undefined;
};

export type StatisticsBucket =
  | 'HOUR'
  | 'DAY';

export type SuppressionFilter = {
  readonly mobile?: string | null | undefined;
  readonly senderId?: string | null | undefined;
  readonly deliveryCode?: number | null | undefined;
  readonly source?: SuppressionSource | null | undefined;
};

export type CodeNamesFragment = { readonly __typename: 'Query', readonly deliveryCodes: ReadonlyArray<{ readonly __typename: 'DeliveryCode', readonly code: number, readonly name: string, readonly meaning: string }> };

export type PageEndsFragment = { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null };

export type CountsFragment = { readonly __typename: 'MessageCounts', readonly queued: number, readonly sent: number, readonly delivered: number, readonly failed: number, readonly undelivered: number, readonly blocked: number, readonly held: number, readonly cancelled: number };

type UserErrors_AlreadyDispatchedError_Fragment = { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type UserErrors_CampaignEndedError_Fragment = { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type UserErrors_CampaignStartedError_Fragment = { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type UserErrors_IdempotencyInProgressError_Fragment = { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type UserErrors_IdempotencyMismatchError_Fragment = { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type UserErrors_InvalidInputError_Fragment = { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type UserErrors_NotFoundError_Fragment = { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type UserErrors_NotProvenError_Fragment = { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type UserErrors_NothingToRetryError_Fragment = { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type UserErrors_PreviewChangedError_Fragment = { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type UserErrors_PreviewTokenError_Fragment = { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type UserErrors_ProviderError_Fragment = { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type UserErrors_ProviderTimeoutError_Fragment = { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type UserErrors_SessionNotConnectedError_Fragment = { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

type UserErrors_TooManyError_Fragment = { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> };

export type UserErrorsFragment =
  | UserErrors_AlreadyDispatchedError_Fragment
  | UserErrors_CampaignEndedError_Fragment
  | UserErrors_CampaignStartedError_Fragment
  | UserErrors_IdempotencyInProgressError_Fragment
  | UserErrors_IdempotencyMismatchError_Fragment
  | UserErrors_InvalidInputError_Fragment
  | UserErrors_NotFoundError_Fragment
  | UserErrors_NotProvenError_Fragment
  | UserErrors_NothingToRetryError_Fragment
  | UserErrors_PreviewChangedError_Fragment
  | UserErrors_PreviewTokenError_Fragment
  | UserErrors_ProviderError_Fragment
  | UserErrors_ProviderTimeoutError_Fragment
  | UserErrors_SessionNotConnectedError_Fragment
  | UserErrors_TooManyError_Fragment
;

export type ViewerFragment = { readonly __typename: 'Query', readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type WhoAmIQueryVariables = Exact<{ [key: string]: never; }>;


export type WhoAmIQuery = { readonly __typename: 'Query', readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type SignInMutationVariables = Exact<{
  input: SignInInput;
}>;


export type SignInMutation = { readonly signIn: { readonly __typename: 'SignInPayload', readonly person: { readonly __typename: 'Person', readonly id: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type SignOutMutationVariables = Exact<{
  input: SignOutInput;
}>;


export type SignOutMutation = { readonly signOut: { readonly __typename: 'SignOutPayload', readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type AccountQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountQuery = { readonly __typename: 'Query', readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly sessions: ReadonlyArray<{ readonly __typename: 'PersonSession', readonly id: string, readonly createdAt: string, readonly lastUsedAt: string, readonly lastUsedFrom: string | null, readonly userAgent: string | null, readonly current: boolean }>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type UpdatePersonMutationVariables = Exact<{
  input: UpdatePersonInput;
}>;


export type UpdatePersonMutation = { readonly updatePerson: { readonly __typename: 'UpdatePersonPayload', readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type ChangePasswordMutationVariables = Exact<{
  input: ChangePasswordInput;
}>;


export type ChangePasswordMutation = { readonly changePassword: { readonly __typename: 'ChangePasswordPayload', readonly person: { readonly __typename: 'Person', readonly id: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type EndPersonSessionMutationVariables = Exact<{
  input: EndPersonSessionInput;
}>;


export type EndPersonSessionMutation = { readonly endPersonSession: { readonly __typename: 'EndPersonSessionPayload', readonly session: { readonly __typename: 'PersonSession', readonly id: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type CreateOrganisationMutationVariables = Exact<{
  input: CreateOrganisationInput;
}>;


export type CreateOrganisationMutation = { readonly createOrganisation: { readonly __typename: 'CreateOrganisationPayload', readonly organisation: { readonly __typename: 'Organisation', readonly id: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type AuditRowFragment = { readonly __typename: 'AuditEntry', readonly id: string, readonly action: AuditAction, readonly address: string | null, readonly subjectType: string, readonly subjectId: string | null, readonly before: Readonly<Record<string, unknown>> | null, readonly after: Readonly<Record<string, unknown>> | null, readonly createdAt: string, readonly actor: { readonly __typename: 'AuditActor', readonly kind: ActorKind, readonly actorId: string | null, readonly name: string } };

export type AuditLogQueryVariables = Exact<{
  filter?: AuditLogFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type AuditLogQuery = { readonly __typename: 'Query', readonly auditLog: { readonly __typename: 'AuditEntryConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'AuditEntry', readonly id: string, readonly action: AuditAction, readonly address: string | null, readonly subjectType: string, readonly subjectId: string | null, readonly before: Readonly<Record<string, unknown>> | null, readonly after: Readonly<Record<string, unknown>> | null, readonly createdAt: string, readonly actor: { readonly __typename: 'AuditActor', readonly kind: ActorKind, readonly actorId: string | null, readonly name: string } }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } }, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type AuditActorsQueryVariables = Exact<{ [key: string]: never; }>;


export type AuditActorsQuery = { readonly members: { readonly __typename: 'MemberConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Member', readonly person: { readonly __typename: 'Person', readonly id: string, readonly email: string } }> }, readonly apiKeys: { readonly __typename: 'ApiKeyConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'ApiKey', readonly id: string, readonly name: string }> } };

export type OutcomeFragment = { readonly __typename: 'CampaignOutcome', readonly status: SmsStatus, readonly count: number, readonly recommendedAction: string | null, readonly code: { readonly __typename: 'DeliveryCode', readonly code: number, readonly name: string, readonly meaning: string } };

export type CampaignPageQueryVariables = Exact<{
  id: string;
}>;


export type CampaignPageQuery = { readonly __typename: 'Query', readonly campaign: { readonly __typename: 'Campaign', readonly invalid: number, readonly duplicates: number, readonly suppressed: number, readonly text: string | null, readonly senderId: string | null, readonly reference: string | null, readonly metadata: Readonly<Record<string, unknown>> | null, readonly segments: number, readonly gateways: ReadonlyArray<string>, readonly pauseOnFailures: boolean, readonly category: MessageCategory, readonly cancelledAt: string | null, readonly name: string | null, readonly total: number, readonly accepted: number, readonly test: boolean, readonly createdAt: string, readonly scheduledAt: string | null, readonly id: string, readonly revision: number, readonly status: CampaignStatus, readonly startedAt: string | null, readonly completedAt: string | null, readonly pausedAt: string | null, readonly pauseReason: CampaignPauseReason | null, readonly retryOf: { readonly __typename: 'Campaign', readonly id: string, readonly name: string | null } | null, readonly outcomes: ReadonlyArray<{ readonly __typename: 'CampaignOutcome', readonly status: SmsStatus, readonly count: number, readonly recommendedAction: string | null, readonly code: { readonly __typename: 'DeliveryCode', readonly code: number, readonly name: string, readonly meaning: string } }> | null, readonly sample: { readonly __typename: 'CampaignMessageConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'SmsMessage', readonly id: string, readonly text: string | null }> } | null, readonly createdBy: { readonly __typename: 'AuditActor', readonly name: string } | null, readonly counts: { readonly __typename: 'MessageCounts', readonly queued: number, readonly sent: number, readonly delivered: number, readonly failed: number, readonly undelivered: number, readonly blocked: number, readonly held: number, readonly cancelled: number } } | null, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type CampaignCourseQueryVariables = Exact<{
  id: string;
  bucket: TimelineBucket;
}>;


export type CampaignCourseQuery = { readonly campaign: { readonly __typename: 'Campaign', readonly id: string, readonly outcomes: ReadonlyArray<{ readonly __typename: 'CampaignOutcome', readonly status: SmsStatus, readonly count: number, readonly recommendedAction: string | null, readonly code: { readonly __typename: 'DeliveryCode', readonly code: number, readonly name: string, readonly meaning: string } }> | null, readonly timeline: ReadonlyArray<{ readonly __typename: 'TimelinePoint', readonly at: string, readonly changes: { readonly __typename: 'MessageCounts', readonly queued: number, readonly sent: number, readonly delivered: number, readonly failed: number, readonly undelivered: number, readonly blocked: number, readonly held: number, readonly cancelled: number } }> | null } | null };

export type CampaignRetriesQueryVariables = Exact<{
  filter: CampaignFilter;
}>;


export type CampaignRetriesQuery = { readonly campaigns: { readonly __typename: 'CampaignConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Campaign', readonly id: string, readonly name: string | null, readonly counts: { readonly __typename: 'MessageCounts', readonly queued: number, readonly sent: number, readonly delivered: number, readonly failed: number, readonly undelivered: number, readonly blocked: number, readonly held: number, readonly cancelled: number }, readonly retryOf: { readonly __typename: 'Campaign', readonly id: string } | null }> } };

export type CampaignRecipientsQueryVariables = Exact<{
  id: string;
  filter?: CampaignMessageFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  page?: number | null | undefined;
}>;


export type CampaignRecipientsQuery = { readonly campaign: { readonly __typename: 'Campaign', readonly id: string, readonly messages: { readonly __typename: 'CampaignMessageConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'SmsMessage', readonly id: string, readonly position: number | null, readonly to: string | null, readonly status: SmsStatus, readonly deliveryCode: number | null, readonly error: string | null, readonly updatedAt: string, readonly reference: string | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null } | null };

export type CampaignHoldsQueryVariables = Exact<{ [key: string]: never; }>;


export type CampaignHoldsQuery = { readonly holds: ReadonlyArray<{ readonly __typename: 'Hold', readonly gateway: string, readonly reason: HoldReason, readonly since: string, readonly nextProbeAt: string | null, readonly campaigns: ReadonlyArray<{ readonly __typename: 'Campaign', readonly id: string }> }> };

export type CampaignProgressSubscriptionVariables = Exact<{
  id: string;
}>;


export type CampaignProgressSubscription = { readonly campaignProgress: { readonly __typename: 'Campaign', readonly id: string, readonly revision: number, readonly status: CampaignStatus, readonly startedAt: string | null, readonly completedAt: string | null, readonly pausedAt: string | null, readonly pauseReason: CampaignPauseReason | null, readonly counts: { readonly __typename: 'MessageCounts', readonly queued: number, readonly sent: number, readonly delivered: number, readonly failed: number, readonly undelivered: number, readonly blocked: number, readonly held: number, readonly cancelled: number } } };

export type CancelCampaignMutationVariables = Exact<{
  input: CancelCampaignInput;
}>;


export type CancelCampaignMutation = { readonly cancelCampaign: { readonly __typename: 'CancelCampaignPayload', readonly cancelled: number, readonly alreadyDispatched: number, readonly campaign: { readonly __typename: 'Campaign', readonly id: string, readonly revision: number, readonly status: CampaignStatus, readonly startedAt: string | null, readonly completedAt: string | null, readonly pausedAt: string | null, readonly pauseReason: CampaignPauseReason | null, readonly counts: { readonly __typename: 'MessageCounts', readonly queued: number, readonly sent: number, readonly delivered: number, readonly failed: number, readonly undelivered: number, readonly blocked: number, readonly held: number, readonly cancelled: number } } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type PauseCampaignMutationVariables = Exact<{
  input: PauseCampaignInput;
}>;


export type PauseCampaignMutation = { readonly pauseCampaign: { readonly __typename: 'PauseCampaignPayload', readonly campaign: { readonly __typename: 'Campaign', readonly id: string, readonly revision: number, readonly status: CampaignStatus, readonly startedAt: string | null, readonly completedAt: string | null, readonly pausedAt: string | null, readonly pauseReason: CampaignPauseReason | null, readonly counts: { readonly __typename: 'MessageCounts', readonly queued: number, readonly sent: number, readonly delivered: number, readonly failed: number, readonly undelivered: number, readonly blocked: number, readonly held: number, readonly cancelled: number } } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type ResumeCampaignMutationVariables = Exact<{
  input: ResumeCampaignInput;
}>;


export type ResumeCampaignMutation = { readonly resumeCampaign: { readonly __typename: 'ResumeCampaignPayload', readonly campaign: { readonly __typename: 'Campaign', readonly id: string, readonly revision: number, readonly status: CampaignStatus, readonly startedAt: string | null, readonly completedAt: string | null, readonly pausedAt: string | null, readonly pauseReason: CampaignPauseReason | null, readonly counts: { readonly __typename: 'MessageCounts', readonly queued: number, readonly sent: number, readonly delivered: number, readonly failed: number, readonly undelivered: number, readonly blocked: number, readonly held: number, readonly cancelled: number } } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type RescheduleCampaignMutationVariables = Exact<{
  input: RescheduleCampaignInput;
}>;


export type RescheduleCampaignMutation = { readonly rescheduleCampaign: { readonly __typename: 'RescheduleCampaignPayload', readonly campaign: { readonly __typename: 'Campaign', readonly scheduledAt: string | null, readonly id: string, readonly revision: number, readonly status: CampaignStatus, readonly startedAt: string | null, readonly completedAt: string | null, readonly pausedAt: string | null, readonly pauseReason: CampaignPauseReason | null, readonly counts: { readonly __typename: 'MessageCounts', readonly queued: number, readonly sent: number, readonly delivered: number, readonly failed: number, readonly undelivered: number, readonly blocked: number, readonly held: number, readonly cancelled: number } } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type RetryCampaignMutationVariables = Exact<{
  input: RetryCampaignInput;
}>;


export type RetryCampaignMutation = { readonly retryCampaign: { readonly __typename: 'RetryCampaignPayload', readonly campaign: { readonly __typename: 'Campaign', readonly id: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type ResumeHeldMutationVariables = Exact<{
  input: ResumeHeldMessagesInput;
}>;


export type ResumeHeldMutation = { readonly resumeHeldMessages: { readonly __typename: 'ResumeHeldMessagesPayload', readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type CampaignCountsFragment = { readonly __typename: 'Campaign', readonly id: string, readonly revision: number, readonly status: CampaignStatus, readonly startedAt: string | null, readonly completedAt: string | null, readonly pausedAt: string | null, readonly pauseReason: CampaignPauseReason | null, readonly counts: { readonly __typename: 'MessageCounts', readonly queued: number, readonly sent: number, readonly delivered: number, readonly failed: number, readonly undelivered: number, readonly blocked: number, readonly held: number, readonly cancelled: number } };

export type CampaignRowFragment = { readonly __typename: 'Campaign', readonly name: string | null, readonly total: number, readonly accepted: number, readonly test: boolean, readonly createdAt: string, readonly scheduledAt: string | null, readonly id: string, readonly revision: number, readonly status: CampaignStatus, readonly startedAt: string | null, readonly completedAt: string | null, readonly pausedAt: string | null, readonly pauseReason: CampaignPauseReason | null, readonly createdBy: { readonly __typename: 'AuditActor', readonly name: string } | null, readonly counts: { readonly __typename: 'MessageCounts', readonly queued: number, readonly sent: number, readonly delivered: number, readonly failed: number, readonly undelivered: number, readonly blocked: number, readonly held: number, readonly cancelled: number } };

export type CampaignsQueryVariables = Exact<{
  filter?: CampaignFilter | null | undefined;
  orderBy?: CampaignOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type CampaignsQuery = { readonly __typename: 'Query', readonly campaigns: { readonly __typename: 'CampaignConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Campaign', readonly name: string | null, readonly total: number, readonly accepted: number, readonly test: boolean, readonly createdAt: string, readonly scheduledAt: string | null, readonly id: string, readonly revision: number, readonly status: CampaignStatus, readonly startedAt: string | null, readonly completedAt: string | null, readonly pausedAt: string | null, readonly pauseReason: CampaignPauseReason | null, readonly createdBy: { readonly __typename: 'AuditActor', readonly name: string } | null, readonly counts: { readonly __typename: 'MessageCounts', readonly queued: number, readonly sent: number, readonly delivered: number, readonly failed: number, readonly undelivered: number, readonly blocked: number, readonly held: number, readonly cancelled: number } }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } }, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type CampaignsChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type CampaignsChangedSubscription = { readonly campaignsChanged: { readonly __typename: 'Campaign', readonly name: string | null, readonly total: number, readonly accepted: number, readonly test: boolean, readonly createdAt: string, readonly scheduledAt: string | null, readonly id: string, readonly revision: number, readonly status: CampaignStatus, readonly startedAt: string | null, readonly completedAt: string | null, readonly pausedAt: string | null, readonly pauseReason: CampaignPauseReason | null, readonly createdBy: { readonly __typename: 'AuditActor', readonly name: string } | null, readonly counts: { readonly __typename: 'MessageCounts', readonly queued: number, readonly sent: number, readonly delivered: number, readonly failed: number, readonly undelivered: number, readonly blocked: number, readonly held: number, readonly cancelled: number } } };

export type EventRowFragment = { readonly __typename: 'Event', readonly id: string, readonly sequence: number, readonly type: EventType, readonly occurredAt: string, readonly corrected: boolean, readonly messageId: string | null, readonly campaignId: string | null, readonly sessionId: string | null, readonly webhookId: string | null, readonly gateway: string | null, readonly deliveryCode: number | null, readonly reference: string | null, readonly test: boolean | null };

export type EventLogEndsQueryVariables = Exact<{ [key: string]: never; }>;


export type EventLogEndsQuery = { readonly __typename: 'Query', readonly events: { readonly __typename: 'EventPage', readonly oldestSequence: number, readonly newestSequence: number }, readonly installation: { readonly __typename: 'Installation', readonly eventRetentionDays: number }, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> }, readonly deliveryCodes: ReadonlyArray<{ readonly __typename: 'DeliveryCode', readonly code: number, readonly name: string, readonly meaning: string }> };

export type EventsAfterQueryVariables = Exact<{
  first: number;
  after?: number | null | undefined;
  types?: ReadonlyArray<EventType> | null | undefined;
}>;


export type EventsAfterQuery = { readonly events: { readonly __typename: 'EventPage', readonly lastSequence: number, readonly hasMore: boolean, readonly oldestSequence: number, readonly newestSequence: number, readonly nodes: ReadonlyArray<{ readonly __typename: 'Event', readonly id: string, readonly sequence: number, readonly type: EventType, readonly occurredAt: string, readonly corrected: boolean, readonly messageId: string | null, readonly campaignId: string | null, readonly sessionId: string | null, readonly webhookId: string | null, readonly gateway: string | null, readonly deliveryCode: number | null, readonly reference: string | null, readonly test: boolean | null }> } };

export type MessageEventsSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type MessageEventsSubscription = { readonly messageStatusChanged: { readonly __typename: 'Event', readonly id: string, readonly sequence: number, readonly type: EventType, readonly occurredAt: string, readonly corrected: boolean, readonly messageId: string | null, readonly campaignId: string | null, readonly sessionId: string | null, readonly webhookId: string | null, readonly gateway: string | null, readonly deliveryCode: number | null, readonly reference: string | null, readonly test: boolean | null } };

export type FindQueryVariables = Exact<{
  id: string;
}>;


export type FindQuery = { readonly __typename: 'Query', readonly node:
    | { readonly __typename: 'Organisation', readonly id: string }
    | { readonly __typename: 'Campaign', readonly id: string }
    | { readonly __typename: 'SmsMessage', readonly id: string }
    | { readonly __typename: 'InboundMessage', readonly id: string }
    | { readonly __typename: 'Session', readonly id: string }
    | { readonly __typename: 'ChatMessage', readonly id: string }
    | { readonly __typename: 'Conversation', readonly id: string }
    | { readonly __typename: 'Webhook', readonly id: string }
    | { readonly __typename: 'ConsentChange', readonly id: string }
   | null, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type ConversationRowFragment = { readonly __typename: 'Conversation', readonly id: string, readonly channel: ConversationChannel, readonly ownAddress: string, readonly party: string, readonly test: boolean, readonly unread: number, readonly lastAt: string, readonly lastMessage: { readonly __typename: 'InboundMessage', readonly text: string | null, readonly session: { readonly __typename: 'Session', readonly name: string } | null } | null };

export type ConversationsQueryVariables = Exact<{
  filter?: ConversationFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type ConversationsQuery = { readonly __typename: 'Query', readonly conversations: { readonly __typename: 'ConversationConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Conversation', readonly id: string, readonly channel: ConversationChannel, readonly ownAddress: string, readonly party: string, readonly test: boolean, readonly unread: number, readonly lastAt: string, readonly lastMessage: { readonly __typename: 'InboundMessage', readonly text: string | null, readonly session: { readonly __typename: 'Session', readonly name: string } | null } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } }, readonly ownNumbers: ReadonlyArray<{ readonly __typename: 'OwnNumber', readonly number: string, readonly keyword: string | null }>, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type EntryFragment = { readonly __typename: 'ConversationEntry', readonly messageId: string, readonly direction: EntryDirection, readonly at: string, readonly inboundMessage: { readonly __typename: 'InboundMessage', readonly id: string, readonly text: string | null, readonly incomplete: boolean, readonly redactedAt: string | null, readonly participant: string | null, readonly media: { readonly __typename: 'InboundMedia', readonly url: string | null, readonly name: string | null } | null } | null, readonly message: { readonly __typename: 'SmsMessage', readonly id: string, readonly text: string | null, readonly status: SmsStatus } | null, readonly chatMessage: { readonly __typename: 'ChatMessage', readonly id: string, readonly text: string | null, readonly chatStatus: ChatStatus } | null };

export type ConversationQueryVariables = Exact<{
  id: string;
  first: number;
}>;


export type ConversationQuery = { readonly __typename: 'Query', readonly conversation: { readonly __typename: 'Conversation', readonly mobile: string | null, readonly isSuppressed: boolean, readonly suppressedSince: string | null, readonly id: string, readonly channel: ConversationChannel, readonly ownAddress: string, readonly party: string, readonly test: boolean, readonly unread: number, readonly lastAt: string, readonly entries: { readonly __typename: 'ConversationEntryConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'ConversationEntry', readonly messageId: string, readonly direction: EntryDirection, readonly at: string, readonly inboundMessage: { readonly __typename: 'InboundMessage', readonly id: string, readonly text: string | null, readonly incomplete: boolean, readonly redactedAt: string | null, readonly participant: string | null, readonly media: { readonly __typename: 'InboundMedia', readonly url: string | null, readonly name: string | null } | null } | null, readonly message: { readonly __typename: 'SmsMessage', readonly id: string, readonly text: string | null, readonly status: SmsStatus } | null, readonly chatMessage: { readonly __typename: 'ChatMessage', readonly id: string, readonly text: string | null, readonly chatStatus: ChatStatus } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } }, readonly lastMessage: { readonly __typename: 'InboundMessage', readonly text: string | null, readonly session: { readonly __typename: 'Session', readonly name: string } | null } | null } | null, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type EarlierEntriesQueryVariables = Exact<{
  id: string;
  first: number;
  after: string;
}>;


export type EarlierEntriesQuery = { readonly conversation: { readonly __typename: 'Conversation', readonly id: string, readonly entries: { readonly __typename: 'ConversationEntryConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'ConversationEntry', readonly messageId: string, readonly direction: EntryDirection, readonly at: string, readonly inboundMessage: { readonly __typename: 'InboundMessage', readonly id: string, readonly text: string | null, readonly incomplete: boolean, readonly redactedAt: string | null, readonly participant: string | null, readonly media: { readonly __typename: 'InboundMedia', readonly url: string | null, readonly name: string | null } | null } | null, readonly message: { readonly __typename: 'SmsMessage', readonly id: string, readonly text: string | null, readonly status: SmsStatus } | null, readonly chatMessage: { readonly __typename: 'ChatMessage', readonly id: string, readonly text: string | null, readonly chatStatus: ChatStatus } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } } | null };

export type ReplyToConversationMutationVariables = Exact<{
  input: ReplyToConversationInput;
}>;


export type ReplyToConversationMutation = { readonly replyToConversation: { readonly __typename: 'ReplyToConversationPayload', readonly message: { readonly __typename: 'SmsMessage', readonly id: string } | null, readonly chatMessage: { readonly __typename: 'ChatMessage', readonly id: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type MarkConversationReadMutationVariables = Exact<{
  input: MarkConversationReadInput;
}>;


export type MarkConversationReadMutation = { readonly markConversationRead: { readonly __typename: 'MarkConversationReadPayload', readonly conversation: { readonly __typename: 'Conversation', readonly id: string, readonly unread: number } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type KeyRowFragment = { readonly __typename: 'ApiKey', readonly id: string, readonly name: string, readonly hint: string, readonly mode: KeyMode, readonly scopes: ReadonlyArray<Scope>, readonly sessionIds: ReadonlyArray<string> | null, readonly senderIds: ReadonlyArray<string> | null, readonly addresses: ReadonlyArray<string> | null, readonly state: ApiKeyState, readonly expiresAt: string | null, readonly revokedAt: string | null, readonly lastUsedAt: string | null, readonly lastUsedFrom: string | null, readonly replaces: string | null, readonly createdBy: { readonly __typename: 'AuditActor', readonly name: string } | null };

export type KeysQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type KeysQuery = { readonly __typename: 'Query', readonly apiKeys: { readonly __typename: 'ApiKeyConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'ApiKey', readonly id: string, readonly name: string, readonly hint: string, readonly mode: KeyMode, readonly scopes: ReadonlyArray<Scope>, readonly sessionIds: ReadonlyArray<string> | null, readonly senderIds: ReadonlyArray<string> | null, readonly addresses: ReadonlyArray<string> | null, readonly state: ApiKeyState, readonly expiresAt: string | null, readonly revokedAt: string | null, readonly lastUsedAt: string | null, readonly lastUsedFrom: string | null, readonly replaces: string | null, readonly createdBy: { readonly __typename: 'AuditActor', readonly name: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } }, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type KeyLimitsQueryVariables = Exact<{ [key: string]: never; }>;


export type KeyLimitsQuery = { readonly __typename: 'Query', readonly sessions: { readonly __typename: 'SessionConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Session', readonly id: string, readonly name: string, readonly phoneNumber: string | null }> }, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type CreateKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type CreateKeyMutation = { readonly createApiKey: { readonly __typename: 'CreateApiKeyPayload', readonly key: string | null, readonly apiKey: { readonly __typename: 'ApiKey', readonly id: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type RotateKeyMutationVariables = Exact<{
  input: RotateApiKeyInput;
}>;


export type RotateKeyMutation = { readonly rotateApiKey: { readonly __typename: 'RotateApiKeyPayload', readonly key: string | null, readonly apiKey: { readonly __typename: 'ApiKey', readonly id: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type RevokeKeyMutationVariables = Exact<{
  input: RevokeApiKeyInput;
}>;


export type RevokeKeyMutation = { readonly revokeApiKey: { readonly __typename: 'RevokeApiKeyPayload', readonly apiKey: { readonly __typename: 'ApiKey', readonly id: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type MemberRowFragment = { readonly __typename: 'Member', readonly role: MemberRole, readonly joinedAt: string, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } };

export type InvitationRowFragment = { readonly __typename: 'Invitation', readonly id: string, readonly email: string, readonly role: MemberRole, readonly invitedBy: string, readonly expiresAt: string, readonly expired: boolean };

export type MembersQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type MembersQuery = { readonly __typename: 'Query', readonly members: { readonly __typename: 'MemberConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Member', readonly role: MemberRole, readonly joinedAt: string, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } }, readonly invitations: { readonly __typename: 'InvitationConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Invitation', readonly id: string, readonly email: string, readonly role: MemberRole, readonly invitedBy: string, readonly expiresAt: string, readonly expired: boolean }> }, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type InviteMemberMutationVariables = Exact<{
  input: InviteMemberInput;
}>;


export type InviteMemberMutation = { readonly inviteMember: { readonly __typename: 'InviteMemberPayload', readonly invitation: { readonly __typename: 'Invitation', readonly id: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type RevokeInvitationMutationVariables = Exact<{
  input: RevokeInvitationInput;
}>;


export type RevokeInvitationMutation = { readonly revokeInvitation: { readonly __typename: 'RevokeInvitationPayload', readonly invitation: { readonly __typename: 'Invitation', readonly id: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type ChangeMemberRoleMutationVariables = Exact<{
  input: ChangeMemberRoleInput;
}>;


export type ChangeMemberRoleMutation = { readonly changeMemberRole: { readonly __typename: 'ChangeMemberRolePayload', readonly member: { readonly __typename: 'Member', readonly role: MemberRole } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type RemoveMemberMutationVariables = Exact<{
  input: RemoveMemberInput;
}>;


export type RemoveMemberMutation = { readonly removeMember: { readonly __typename: 'RemoveMemberPayload', readonly member: { readonly __typename: 'Member', readonly role: MemberRole } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type LeaveOrganisationMutationVariables = Exact<{
  input: LeaveOrganisationInput;
}>;


export type LeaveOrganisationMutation = { readonly leaveOrganisation: { readonly __typename: 'LeaveOrganisationPayload', readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type MessageQueryVariables = Exact<{
  id: string;
}>;


export type MessageQuery = { readonly __typename: 'Query', readonly node:
    | { readonly __typename: 'Organisation' }
    | { readonly __typename: 'Campaign' }
    | { readonly __typename: 'SmsMessage', readonly id: string, readonly to: string | null, readonly senderId: string | null, readonly status: SmsStatus, readonly segments: number, readonly encoding: SmsEncoding, readonly gateway: string | null, readonly position: number | null, readonly reference: string | null, readonly metadata: Readonly<Record<string, unknown>> | null, readonly test: boolean, readonly atLeastOnce: boolean, readonly category: MessageCategory, readonly createdAt: string, readonly updatedAt: string, readonly scheduledAt: string | null, readonly sentAt: string | null, readonly deliveredAt: string | null, readonly text: string | null, readonly createdBy: { readonly __typename: 'AuditActor', readonly name: string } | null, readonly campaign: { readonly __typename: 'Campaign', readonly id: string, readonly name: string | null } | null, readonly attempts: ReadonlyArray<{ readonly __typename: 'SmsAttempt', readonly number: number, readonly gateway: string, readonly outcome: AttemptOutcome, readonly deliveryCode: number | null, readonly providerId: string | null, readonly rawCode: string | null, readonly rawReason: string | null, readonly requestedAt: string, readonly finishedAt: string }>, readonly history: ReadonlyArray<{ readonly __typename: 'SmsChange', readonly status: SmsStatus, readonly deliveryCode: number | null, readonly at: string, readonly revision: number, readonly corrected: boolean }>, readonly explanation: { readonly __typename: 'SmsExplanation', readonly code: ExplanationCode, readonly cause: string, readonly rule: string, readonly next: string, readonly nextAt: string | null, readonly origin: string | null } }
    | { readonly __typename: 'InboundMessage' }
    | { readonly __typename: 'Session' }
    | { readonly __typename: 'ChatMessage', readonly id: string, readonly messageId: string | null, readonly isGroup: boolean, readonly type: ChatMessageType, readonly url: string | null, readonly filename: string | null, readonly mimeType: string | null, readonly errorCode: ChatErrorCode | null, readonly providerReason: string | null, readonly deliveredCount: number, readonly readCount: number, readonly test: boolean, readonly createdAt: string, readonly updatedAt: string, readonly sentAt: string | null, readonly deliveredAt: string | null, readonly readAt: string | null, readonly recipient: string | null, readonly caption: string | null, readonly chatStatus: ChatStatus, readonly createdBy: { readonly __typename: 'AuditActor', readonly name: string } | null, readonly session: { readonly __typename: 'Session', readonly id: string, readonly name: string } | null, readonly changes: ReadonlyArray<{ readonly __typename: 'ChatChange', readonly status: ChatStatus, readonly at: string, readonly revision: number, readonly corrected: boolean }> }
    | { readonly __typename: 'Conversation' }
    | { readonly __typename: 'Webhook' }
    | { readonly __typename: 'ConsentChange' }
   | null, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> }, readonly deliveryCodes: ReadonlyArray<{ readonly __typename: 'DeliveryCode', readonly code: number, readonly name: string, readonly meaning: string }> };

export type SmsDetailsFragment = { readonly __typename: 'SmsMessage', readonly id: string, readonly to: string | null, readonly senderId: string | null, readonly status: SmsStatus, readonly segments: number, readonly encoding: SmsEncoding, readonly gateway: string | null, readonly position: number | null, readonly reference: string | null, readonly metadata: Readonly<Record<string, unknown>> | null, readonly test: boolean, readonly atLeastOnce: boolean, readonly category: MessageCategory, readonly createdAt: string, readonly updatedAt: string, readonly scheduledAt: string | null, readonly sentAt: string | null, readonly deliveredAt: string | null, readonly text: string | null, readonly createdBy: { readonly __typename: 'AuditActor', readonly name: string } | null, readonly campaign: { readonly __typename: 'Campaign', readonly id: string, readonly name: string | null } | null, readonly attempts: ReadonlyArray<{ readonly __typename: 'SmsAttempt', readonly number: number, readonly gateway: string, readonly outcome: AttemptOutcome, readonly deliveryCode: number | null, readonly providerId: string | null, readonly rawCode: string | null, readonly rawReason: string | null, readonly requestedAt: string, readonly finishedAt: string }>, readonly history: ReadonlyArray<{ readonly __typename: 'SmsChange', readonly status: SmsStatus, readonly deliveryCode: number | null, readonly at: string, readonly revision: number, readonly corrected: boolean }>, readonly explanation: { readonly __typename: 'SmsExplanation', readonly code: ExplanationCode, readonly cause: string, readonly rule: string, readonly next: string, readonly nextAt: string | null, readonly origin: string | null } };

export type ChatDetailsFragment = { readonly __typename: 'ChatMessage', readonly id: string, readonly messageId: string | null, readonly isGroup: boolean, readonly type: ChatMessageType, readonly url: string | null, readonly filename: string | null, readonly mimeType: string | null, readonly errorCode: ChatErrorCode | null, readonly providerReason: string | null, readonly deliveredCount: number, readonly readCount: number, readonly test: boolean, readonly createdAt: string, readonly updatedAt: string, readonly sentAt: string | null, readonly deliveredAt: string | null, readonly readAt: string | null, readonly recipient: string | null, readonly caption: string | null, readonly chatStatus: ChatStatus, readonly createdBy: { readonly __typename: 'AuditActor', readonly name: string } | null, readonly session: { readonly __typename: 'Session', readonly id: string, readonly name: string } | null, readonly changes: ReadonlyArray<{ readonly __typename: 'ChatChange', readonly status: ChatStatus, readonly at: string, readonly revision: number, readonly corrected: boolean }> };

export type MessageChangedSubscriptionVariables = Exact<{
  messageId: string;
}>;


export type MessageChangedSubscription = { readonly messageStatusChanged: { readonly __typename: 'Event', readonly sequence: number } };

export type CancelMessageMutationVariables = Exact<{
  input: CancelMessageInput;
}>;


export type CancelMessageMutation = { readonly cancelMessage: { readonly __typename: 'CancelMessagePayload', readonly message: { readonly __typename: 'SmsMessage', readonly id: string, readonly to: string | null, readonly senderId: string | null, readonly status: SmsStatus, readonly segments: number, readonly encoding: SmsEncoding, readonly gateway: string | null, readonly position: number | null, readonly reference: string | null, readonly metadata: Readonly<Record<string, unknown>> | null, readonly test: boolean, readonly atLeastOnce: boolean, readonly category: MessageCategory, readonly createdAt: string, readonly updatedAt: string, readonly scheduledAt: string | null, readonly sentAt: string | null, readonly deliveredAt: string | null, readonly text: string | null, readonly createdBy: { readonly __typename: 'AuditActor', readonly name: string } | null, readonly campaign: { readonly __typename: 'Campaign', readonly id: string, readonly name: string | null } | null, readonly attempts: ReadonlyArray<{ readonly __typename: 'SmsAttempt', readonly number: number, readonly gateway: string, readonly outcome: AttemptOutcome, readonly deliveryCode: number | null, readonly providerId: string | null, readonly rawCode: string | null, readonly rawReason: string | null, readonly requestedAt: string, readonly finishedAt: string }>, readonly history: ReadonlyArray<{ readonly __typename: 'SmsChange', readonly status: SmsStatus, readonly deliveryCode: number | null, readonly at: string, readonly revision: number, readonly corrected: boolean }>, readonly explanation: { readonly __typename: 'SmsExplanation', readonly code: ExplanationCode, readonly cause: string, readonly rule: string, readonly next: string, readonly nextAt: string | null, readonly origin: string | null } } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type SmsMessagesQueryVariables = Exact<{
  filter?: MessageFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type SmsMessagesQuery = { readonly __typename: 'Query', readonly messages: { readonly __typename: 'SmsMessageConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'SmsMessage', readonly id: string, readonly to: string | null, readonly status: SmsStatus, readonly deliveryCode: number | null, readonly senderId: string | null, readonly reference: string | null, readonly test: boolean, readonly createdAt: string, readonly campaign: { readonly __typename: 'Campaign', readonly id: string, readonly name: string | null } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } }, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> }, readonly deliveryCodes: ReadonlyArray<{ readonly __typename: 'DeliveryCode', readonly code: number, readonly name: string, readonly meaning: string }> };

export type ChatMessagesQueryVariables = Exact<{
  filter?: ChatMessageFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type ChatMessagesQuery = { readonly __typename: 'Query', readonly sessions: { readonly __typename: 'SessionConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Session', readonly id: string, readonly name: string }> }, readonly chatMessages: { readonly __typename: 'ChatMessageConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'ChatMessage', readonly id: string, readonly to: string | null, readonly isGroup: boolean, readonly type: ChatMessageType, readonly status: ChatStatus, readonly test: boolean, readonly createdAt: string, readonly session: { readonly __typename: 'Session', readonly id: string, readonly name: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } }, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type ExplainNumberQueryVariables = Exact<{
  mobile: string;
  senderId?: string | null | undefined;
}>;


export type ExplainNumberQuery = { readonly __typename: 'Query', readonly toSandbox: { readonly __typename: 'NumberExplanation', readonly now: { readonly __typename: 'SmsForecast', readonly status: SmsStatus, readonly gateway: string | null, readonly explanation: { readonly __typename: 'SmsExplanation', readonly cause: string, readonly rule: string, readonly next: string } } }, readonly explainNumber: { readonly __typename: 'NumberExplanation', readonly now: { readonly __typename: 'SmsForecast', readonly status: SmsStatus, readonly gateway: string | null, readonly explanation: { readonly __typename: 'SmsExplanation', readonly cause: string, readonly rule: string, readonly next: string } }, readonly suppressions: ReadonlyArray<{ readonly __typename: 'Suppression', readonly id: string, readonly mobile: string, readonly senderId: string | null, readonly category: MessageCategory | null, readonly deliveryCode: number, readonly source: SuppressionSource, readonly reason: string | null, readonly test: boolean, readonly createdAt: string }> | null, readonly consent: ReadonlyArray<{ readonly __typename: 'ConsentChange', readonly id: string, readonly change: ConsentChangeKind, readonly source: ConsentSource, readonly senderId: string | null, readonly category: MessageCategory | null, readonly word: string | null, readonly ownNumber: string | null, readonly proof: string | null, readonly test: boolean, readonly omitted: number, readonly changedAt: string, readonly createdBy: { readonly __typename: 'AuditActor', readonly name: string } | null }> | null, readonly lastSent: ReadonlyArray<{ readonly __typename: 'SmsMessage', readonly id: string, readonly status: SmsStatus, readonly deliveryCode: number | null, readonly senderId: string | null, readonly test: boolean, readonly createdAt: string, readonly campaign: { readonly __typename: 'Campaign', readonly id: string, readonly name: string | null } | null }>, readonly lastReceived: ReadonlyArray<{ readonly __typename: 'InboundMessage', readonly id: string, readonly ownNumber: string | null, readonly text: string | null, readonly test: boolean, readonly receivedAt: string }> | null }, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> }, readonly deliveryCodes: ReadonlyArray<{ readonly __typename: 'DeliveryCode', readonly code: number, readonly name: string, readonly meaning: string, readonly recommendedAction: string | null, readonly suppresses: boolean }> };

export type ForecastFragment = { readonly __typename: 'SmsForecast', readonly status: SmsStatus, readonly gateway: string | null, readonly explanation: { readonly __typename: 'SmsExplanation', readonly cause: string, readonly rule: string, readonly next: string } };

export type ConsentRowFragment = { readonly __typename: 'ConsentChange', readonly id: string, readonly change: ConsentChangeKind, readonly source: ConsentSource, readonly senderId: string | null, readonly category: MessageCategory | null, readonly word: string | null, readonly ownNumber: string | null, readonly proof: string | null, readonly test: boolean, readonly omitted: number, readonly changedAt: string, readonly createdBy: { readonly __typename: 'AuditActor', readonly name: string } | null };

export type SentRowFragment = { readonly __typename: 'SmsMessage', readonly id: string, readonly status: SmsStatus, readonly deliveryCode: number | null, readonly senderId: string | null, readonly test: boolean, readonly createdAt: string, readonly campaign: { readonly __typename: 'Campaign', readonly id: string, readonly name: string | null } | null };

export type ReceivedRowFragment = { readonly __typename: 'InboundMessage', readonly id: string, readonly ownNumber: string | null, readonly text: string | null, readonly test: boolean, readonly receivedAt: string };

export type WhoLooksQueryVariables = Exact<{ [key: string]: never; }>;


export type WhoLooksQuery = { readonly __typename: 'Query', readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type OverviewQueryVariables = Exact<{
  sms: boolean;
  chat: boolean;
  webhooks: boolean;
  keys: boolean;
}>;


export type OverviewQuery = { readonly __typename: 'Query', readonly rateLimits: ReadonlyArray<{ readonly __typename: 'RateLimit', readonly bucket: RateLimitBucket, readonly limit: number, readonly remaining: number, readonly windowSeconds: number }>, readonly holds?: ReadonlyArray<{ readonly __typename: 'Hold', readonly gateway: string, readonly reason: HoldReason, readonly since: string, readonly messages: number }>, readonly gateways?: ReadonlyArray<{ readonly __typename: 'GatewayState', readonly name: string, readonly kind: string }>, readonly underWay?: { readonly __typename: 'CampaignConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Campaign', readonly name: string | null, readonly total: number, readonly accepted: number, readonly test: boolean, readonly createdAt: string, readonly scheduledAt: string | null, readonly id: string, readonly revision: number, readonly status: CampaignStatus, readonly startedAt: string | null, readonly completedAt: string | null, readonly pausedAt: string | null, readonly pauseReason: CampaignPauseReason | null, readonly createdBy: { readonly __typename: 'AuditActor', readonly name: string } | null, readonly counts: { readonly __typename: 'MessageCounts', readonly queued: number, readonly sent: number, readonly delivered: number, readonly failed: number, readonly undelivered: number, readonly blocked: number, readonly held: number, readonly cancelled: number } }> }, readonly latest?: { readonly __typename: 'CampaignConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Campaign', readonly name: string | null, readonly total: number, readonly accepted: number, readonly test: boolean, readonly createdAt: string, readonly scheduledAt: string | null, readonly id: string, readonly revision: number, readonly status: CampaignStatus, readonly startedAt: string | null, readonly completedAt: string | null, readonly pausedAt: string | null, readonly pauseReason: CampaignPauseReason | null, readonly createdBy: { readonly __typename: 'AuditActor', readonly name: string } | null, readonly counts: { readonly __typename: 'MessageCounts', readonly queued: number, readonly sent: number, readonly delivered: number, readonly failed: number, readonly undelivered: number, readonly blocked: number, readonly held: number, readonly cancelled: number } }> }, readonly practised?: { readonly __typename: 'CampaignConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Campaign', readonly id: string }> }, readonly live?: { readonly __typename: 'SmsMessageConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'SmsMessage', readonly id: string }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean } }, readonly any?: { readonly __typename: 'SmsMessageConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'SmsMessage', readonly id: string }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean } }, readonly sessions?: { readonly __typename: 'SessionConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Session', readonly id: string, readonly name: string, readonly state: SessionState, readonly stateSince: string, readonly reason: string | null, readonly reasonCode: SessionReason | null, readonly test: boolean }> }, readonly webhookEndpoints?: { readonly __typename: 'WebhookConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Webhook', readonly id: string, readonly url: string, readonly status: WebhookStatus, readonly failingSince: string | null, readonly behind: number, readonly test: boolean }> }, readonly apiKeys?: { readonly __typename: 'ApiKeyConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'ApiKey', readonly id: string, readonly state: ApiKeyState }> }, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type AnyMessageFragment = { readonly __typename: 'SmsMessageConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'SmsMessage', readonly id: string }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean } };

export type OverviewStatisticsQueryVariables = Exact<{
  from: string;
  to: string;
  bucket: StatisticsBucket;
  test: boolean;
}>;


export type OverviewStatisticsQuery = { readonly __typename: 'Query', readonly statistics: { readonly __typename: 'Statistics', readonly medianSecondsToDeliver: number | null, readonly counts: { readonly __typename: 'MessageCounts', readonly queued: number, readonly sent: number, readonly delivered: number, readonly failed: number, readonly undelivered: number, readonly blocked: number, readonly held: number, readonly cancelled: number }, readonly outcomes: ReadonlyArray<{ readonly __typename: 'CampaignOutcome', readonly status: SmsStatus, readonly count: number, readonly recommendedAction: string | null, readonly code: { readonly __typename: 'DeliveryCode', readonly code: number, readonly name: string, readonly meaning: string } }>, readonly points: ReadonlyArray<{ readonly __typename: 'StatisticsPoint', readonly at: string, readonly counts: { readonly __typename: 'MessageCounts', readonly queued: number, readonly sent: number, readonly delivered: number, readonly failed: number, readonly undelivered: number, readonly blocked: number, readonly held: number, readonly cancelled: number } }> }, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type PracticeCampaignQueryVariables = Exact<{
  id: string;
}>;


export type PracticeCampaignQuery = { readonly __typename: 'Query', readonly campaign: { readonly __typename: 'Campaign', readonly name: string | null, readonly total: number, readonly accepted: number, readonly test: boolean, readonly createdAt: string, readonly scheduledAt: string | null, readonly id: string, readonly revision: number, readonly status: CampaignStatus, readonly startedAt: string | null, readonly completedAt: string | null, readonly pausedAt: string | null, readonly pauseReason: CampaignPauseReason | null, readonly messages: { readonly __typename: 'CampaignMessageConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'SmsMessage', readonly id: string, readonly to: string | null, readonly status: SmsStatus, readonly explanation: { readonly __typename: 'SmsExplanation', readonly cause: string } }> } | null, readonly createdBy: { readonly __typename: 'AuditActor', readonly name: string } | null, readonly counts: { readonly __typename: 'MessageCounts', readonly queued: number, readonly sent: number, readonly delivered: number, readonly failed: number, readonly undelivered: number, readonly blocked: number, readonly held: number, readonly cancelled: number } } | null, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type SendPracticeMutationVariables = Exact<{
  input: SendBulkSmsInput;
}>;


export type SendPracticeMutation = { readonly sendBulkSms: { readonly __typename: 'SendBulkSmsPayload', readonly campaign: { readonly __typename: 'Campaign', readonly name: string | null, readonly total: number, readonly accepted: number, readonly test: boolean, readonly createdAt: string, readonly scheduledAt: string | null, readonly id: string, readonly revision: number, readonly status: CampaignStatus, readonly startedAt: string | null, readonly completedAt: string | null, readonly pausedAt: string | null, readonly pauseReason: CampaignPauseReason | null, readonly createdBy: { readonly __typename: 'AuditActor', readonly name: string } | null, readonly counts: { readonly __typename: 'MessageCounts', readonly queued: number, readonly sent: number, readonly delivered: number, readonly failed: number, readonly undelivered: number, readonly blocked: number, readonly held: number, readonly cancelled: number } } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type PhoneRowFragment = { readonly __typename: 'Session', readonly id: string, readonly name: string, readonly engine: string, readonly state: SessionState, readonly reason: string | null, readonly reasonCode: SessionReason | null, readonly phoneNumber: string | null, readonly stateSince: string, readonly confirmedAt: string | null, readonly test: boolean, readonly createdAt: string, readonly updatedAt: string };

export type PhonesQueryVariables = Exact<{ [key: string]: never; }>;


export type PhonesQuery = { readonly __typename: 'Query', readonly sessions: { readonly __typename: 'SessionConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Session', readonly id: string, readonly name: string, readonly engine: string, readonly state: SessionState, readonly reason: string | null, readonly reasonCode: SessionReason | null, readonly phoneNumber: string | null, readonly stateSince: string, readonly confirmedAt: string | null, readonly test: boolean, readonly createdAt: string, readonly updatedAt: string }> }, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type PhoneQueryVariables = Exact<{
  id: string;
}>;


export type PhoneQuery = { readonly __typename: 'Query', readonly session: { readonly __typename: 'Session', readonly id: string, readonly name: string, readonly engine: string, readonly state: SessionState, readonly reason: string | null, readonly reasonCode: SessionReason | null, readonly phoneNumber: string | null, readonly stateSince: string, readonly confirmedAt: string | null, readonly test: boolean, readonly createdAt: string, readonly updatedAt: string, readonly history: ReadonlyArray<{ readonly __typename: 'SessionChange', readonly state: SessionState, readonly reason: string | null, readonly reasonCode: SessionReason | null, readonly at: string, readonly revision: number }> } | null, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type PhoneCodeQueryVariables = Exact<{
  id: string;
}>;


export type PhoneCodeQuery = { readonly __typename: 'Query', readonly session: { readonly __typename: 'Session', readonly id: string, readonly name: string, readonly engine: string, readonly state: SessionState, readonly reason: string | null, readonly reasonCode: SessionReason | null, readonly phoneNumber: string | null, readonly stateSince: string, readonly confirmedAt: string | null, readonly test: boolean, readonly createdAt: string, readonly updatedAt: string } | null, readonly sessionQr: { readonly __typename: 'SessionQr', readonly raw: string, readonly svg: string, readonly expiresAt: string, readonly attempt: number, readonly attempts: number | null } | null, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type EnginesQueryVariables = Exact<{ [key: string]: never; }>;


export type EnginesQuery = { readonly __typename: 'Query', readonly engines: ReadonlyArray<string>, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type PhoneGroupsQueryVariables = Exact<{
  id: string;
  search?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type PhoneGroupsQuery = { readonly __typename: 'Query', readonly session: { readonly __typename: 'Session', readonly id: string, readonly groupsRefreshedAt: string | null } | null, readonly groups: { readonly __typename: 'ChatGroupConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'ChatGroup', readonly chatId: string, readonly name: string, readonly participantCount: number | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type PhoneChangedSubscriptionVariables = Exact<{
  id?: string | null | undefined;
}>;


export type PhoneChangedSubscription = { readonly sessionStatusChanged: { readonly __typename: 'Session', readonly id: string, readonly name: string, readonly engine: string, readonly state: SessionState, readonly reason: string | null, readonly reasonCode: SessionReason | null, readonly phoneNumber: string | null, readonly stateSince: string, readonly confirmedAt: string | null, readonly test: boolean, readonly createdAt: string, readonly updatedAt: string } };

export type CreatePhoneMutationVariables = Exact<{
  input: CreateSessionInput;
}>;


export type CreatePhoneMutation = { readonly createSession: { readonly __typename: 'CreateSessionPayload', readonly session: { readonly __typename: 'Session', readonly id: string, readonly name: string, readonly engine: string, readonly state: SessionState, readonly reason: string | null, readonly reasonCode: SessionReason | null, readonly phoneNumber: string | null, readonly stateSince: string, readonly confirmedAt: string | null, readonly test: boolean, readonly createdAt: string, readonly updatedAt: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type StartPhoneMutationVariables = Exact<{
  input: StartSessionInput;
}>;


export type StartPhoneMutation = { readonly startSession: { readonly __typename: 'StartSessionPayload', readonly session: { readonly __typename: 'Session', readonly id: string, readonly name: string, readonly engine: string, readonly state: SessionState, readonly reason: string | null, readonly reasonCode: SessionReason | null, readonly phoneNumber: string | null, readonly stateSince: string, readonly confirmedAt: string | null, readonly test: boolean, readonly createdAt: string, readonly updatedAt: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type StopPhoneMutationVariables = Exact<{
  input: StopSessionInput;
}>;


export type StopPhoneMutation = { readonly stopSession: { readonly __typename: 'StopSessionPayload', readonly session: { readonly __typename: 'Session', readonly id: string, readonly name: string, readonly engine: string, readonly state: SessionState, readonly reason: string | null, readonly reasonCode: SessionReason | null, readonly phoneNumber: string | null, readonly stateSince: string, readonly confirmedAt: string | null, readonly test: boolean, readonly createdAt: string, readonly updatedAt: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type RestartPhoneMutationVariables = Exact<{
  input: RestartSessionInput;
}>;


export type RestartPhoneMutation = { readonly restartSession: { readonly __typename: 'RestartSessionPayload', readonly session: { readonly __typename: 'Session', readonly id: string, readonly name: string, readonly engine: string, readonly state: SessionState, readonly reason: string | null, readonly reasonCode: SessionReason | null, readonly phoneNumber: string | null, readonly stateSince: string, readonly confirmedAt: string | null, readonly test: boolean, readonly createdAt: string, readonly updatedAt: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type LogOutPhoneMutationVariables = Exact<{
  input: LogOutSessionInput;
}>;


export type LogOutPhoneMutation = { readonly logOutSession: { readonly __typename: 'LogOutSessionPayload', readonly session: { readonly __typename: 'Session', readonly id: string, readonly name: string, readonly engine: string, readonly state: SessionState, readonly reason: string | null, readonly reasonCode: SessionReason | null, readonly phoneNumber: string | null, readonly stateSince: string, readonly confirmedAt: string | null, readonly test: boolean, readonly createdAt: string, readonly updatedAt: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type DeletePhoneMutationVariables = Exact<{
  input: DeleteSessionInput;
}>;


export type DeletePhoneMutation = { readonly deleteSession: { readonly __typename: 'DeleteSessionPayload', readonly session: { readonly __typename: 'Session', readonly id: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type RequestPairingCodeMutationVariables = Exact<{
  input: RequestPairingCodeInput;
}>;


export type RequestPairingCodeMutation = { readonly requestPairingCode: { readonly __typename: 'RequestPairingCodePayload', readonly code: string | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type RefreshGroupsMutationVariables = Exact<{
  input: RefreshGroupsInput;
}>;


export type RefreshGroupsMutation = { readonly refreshGroups: { readonly __typename: 'RefreshGroupsPayload', readonly session: { readonly __typename: 'Session', readonly id: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type SendPageQueryVariables = Exact<{
  withSenders: boolean;
}>;


export type SendPageQuery = { readonly __typename: 'Query', readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly pauseOnFailures: boolean, readonly smartEncoding: boolean }, readonly installation: { readonly __typename: 'Installation', readonly sandboxOnly: boolean }, readonly senderIds?: { readonly __typename: 'SenderIdConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'SenderId', readonly id: string, readonly name: string, readonly status: SenderStatus }> }, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type ProblemRowFragment = { readonly __typename: 'PreviewProblem', readonly position: number, readonly status: SmsStatus | null, readonly message: string, readonly code: { readonly __typename: 'DeliveryCode', readonly code: number, readonly name: string } | null };

export type PreviewBulkSmsMutationVariables = Exact<{
  input: SendBulkSmsInput;
  problems: number;
}>;


export type PreviewBulkSmsMutation = { readonly previewBulkSms: { readonly __typename: 'PreviewBulkSmsPayload', readonly previewToken: string | null, readonly accepted: number, readonly invalid: number, readonly suppressed: number, readonly duplicates: number, readonly segments: number, readonly startsAt: string | null, readonly estimatedEndAt: string | null, readonly gateways: ReadonlyArray<{ readonly __typename: 'GatewayShare', readonly gateway: string, readonly messages: number, readonly creditFor: number | null }>, readonly samples: ReadonlyArray<{ readonly __typename: 'PreviewSample', readonly kind: PreviewSampleKind, readonly position: number, readonly text: string, readonly segments: number, readonly encoding: SmsEncoding }>, readonly smartEncoding: { readonly __typename: 'SmartEncodingEffect', readonly messages: number, readonly segmentsBefore: number, readonly replacements: ReadonlyArray<{ readonly __typename: 'CharacterReplacement', readonly character: string }> } | null, readonly problems: ReadonlyArray<{ readonly __typename: 'PreviewProblem', readonly position: number, readonly status: SmsStatus | null, readonly message: string, readonly code: { readonly __typename: 'DeliveryCode', readonly code: number, readonly name: string } | null }>, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type FurtherProblemsMutationVariables = Exact<{
  input: SendBulkSmsInput;
  first: number;
  after: number;
}>;


export type FurtherProblemsMutation = { readonly previewBulkSms: { readonly __typename: 'PreviewBulkSmsPayload', readonly problems: ReadonlyArray<{ readonly __typename: 'PreviewProblem', readonly position: number, readonly status: SmsStatus | null, readonly message: string, readonly code: { readonly __typename: 'DeliveryCode', readonly code: number, readonly name: string } | null }>, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type SendBulkSmsMutationVariables = Exact<{
  input: SendBulkSmsInput;
}>;


export type SendBulkSmsMutation = { readonly sendBulkSms: { readonly __typename: 'SendBulkSmsPayload', readonly campaign: { readonly __typename: 'Campaign', readonly id: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type FailedRecipientsQueryVariables = Exact<{
  id: string;
  first: number;
  after?: string | null | undefined;
}>;


export type FailedRecipientsQuery = { readonly __typename: 'Query', readonly campaign: { readonly __typename: 'Campaign', readonly id: string, readonly name: string | null, readonly text: string | null, readonly senderId: string | null, readonly category: MessageCategory, readonly test: boolean, readonly messages: { readonly __typename: 'CampaignMessageConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'SmsMessage', readonly id: string, readonly to: string | null, readonly reference: string | null, readonly text: string | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly endCursor: string | null } } | null } | null, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type SenderRowFragment = { readonly __typename: 'SenderId', readonly id: string, readonly name: string, readonly countries: ReadonlyArray<string> | null, readonly status: SenderStatus, readonly reason: string | null, readonly holdsMessages: boolean, readonly decidedAt: string | null, readonly refusedAt: string | null, readonly refusedBy: string | null, readonly createdAt: string };

export type SendersQueryVariables = Exact<{
  filter?: SenderIdFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type SendersQuery = { readonly __typename: 'Query', readonly senderIds: { readonly __typename: 'SenderIdConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'SenderId', readonly id: string, readonly name: string, readonly countries: ReadonlyArray<string> | null, readonly status: SenderStatus, readonly reason: string | null, readonly holdsMessages: boolean, readonly decidedAt: string | null, readonly refusedAt: string | null, readonly refusedBy: string | null, readonly createdAt: string }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } }, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type RegisterSenderMutationVariables = Exact<{
  input: CreateSenderIdInput;
}>;


export type RegisterSenderMutation = { readonly createSenderId: { readonly __typename: 'CreateSenderIdPayload', readonly senderId: { readonly __typename: 'SenderId', readonly id: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type DeleteSenderMutationVariables = Exact<{
  input: DeleteSenderIdInput;
}>;


export type DeleteSenderMutation = { readonly deleteSenderId: { readonly __typename: 'DeleteSenderIdPayload', readonly senderId: { readonly __typename: 'SenderId', readonly id: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type OrganisationSettingsFragment = { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string, readonly retentionDays: number, readonly enforceSenderIds: boolean, readonly pauseOnFailures: boolean, readonly smartEncoding: boolean, readonly stopScope: StopScope, readonly createdAt: string };

export type SettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsQuery = { readonly __typename: 'Query', readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string, readonly retentionDays: number, readonly enforceSenderIds: boolean, readonly pauseOnFailures: boolean, readonly smartEncoding: boolean, readonly stopScope: StopScope, readonly createdAt: string }, readonly rateLimits: ReadonlyArray<{ readonly __typename: 'RateLimit', readonly bucket: RateLimitBucket, readonly limit: number, readonly remaining: number }>, readonly installation: { readonly __typename: 'Installation', readonly version: string, readonly eventRetentionDays: number, readonly sandboxOnly: boolean }, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type RedactedQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type RedactedQuery = { readonly live: { readonly __typename: 'Statistics', readonly counts: { readonly __typename: 'MessageCounts', readonly queued: number, readonly sent: number, readonly delivered: number, readonly failed: number, readonly undelivered: number, readonly blocked: number, readonly held: number, readonly cancelled: number } }, readonly sandbox: { readonly __typename: 'Statistics', readonly counts: { readonly __typename: 'MessageCounts', readonly queued: number, readonly sent: number, readonly delivered: number, readonly failed: number, readonly undelivered: number, readonly blocked: number, readonly held: number, readonly cancelled: number } } };

export type UpdateOrganisationMutationVariables = Exact<{
  input: UpdateOrganisationInput;
}>;


export type UpdateOrganisationMutation = { readonly updateOrganisation: { readonly __typename: 'UpdateOrganisationPayload', readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string, readonly retentionDays: number, readonly enforceSenderIds: boolean, readonly pauseOnFailures: boolean, readonly smartEncoding: boolean, readonly stopScope: StopScope, readonly createdAt: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type ExportLinkRowFragment = { readonly __typename: 'ExportLink', readonly id: string, readonly what: ExportKind, readonly conditions: ReadonlyArray<string>, readonly createdAt: string, readonly expiresAt: string, readonly createdBy: { readonly __typename: 'AuditActor', readonly name: string } | null };

export type ExportLinksQueryVariables = Exact<{ [key: string]: never; }>;


export type ExportLinksQuery = { readonly exportLinks: { readonly __typename: 'ExportLinkConnection', readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly __typename: 'ExportLink', readonly id: string, readonly what: ExportKind, readonly conditions: ReadonlyArray<string>, readonly createdAt: string, readonly expiresAt: string, readonly createdBy: { readonly __typename: 'AuditActor', readonly name: string } | null }> } };

export type EndExportLinkMutationVariables = Exact<{
  input: EndExportLinkInput;
}>;


export type EndExportLinkMutation = { readonly endExportLink: { readonly __typename: 'EndExportLinkPayload', readonly exportLink: { readonly __typename: 'ExportLink', readonly id: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type KeywordSettingsFragment = { readonly __typename: 'Keywords', readonly stopWords: ReadonlyArray<string>, readonly stopAnswered: boolean, readonly stopText: string | null, readonly startWords: ReadonlyArray<string>, readonly startAnswered: boolean, readonly startText: string | null, readonly helpWords: ReadonlyArray<string>, readonly helpAnswered: boolean, readonly helpText: string | null, readonly builtIn: ReadonlyArray<{ readonly __typename: 'BuiltInKeyword', readonly word: string, readonly keyword: Keyword, readonly source: string }>, readonly answers: ReadonlyArray<{ readonly __typename: 'KeywordAnswer', readonly keyword: Keyword, readonly text: string }> };

export type KeywordsQueryVariables = Exact<{ [key: string]: never; }>;


export type KeywordsQuery = { readonly __typename: 'Query', readonly organisation: { readonly __typename: 'Organisation', readonly name: string, readonly stopScope: StopScope }, readonly keywords: { readonly __typename: 'Keywords', readonly stopWords: ReadonlyArray<string>, readonly stopAnswered: boolean, readonly stopText: string | null, readonly startWords: ReadonlyArray<string>, readonly startAnswered: boolean, readonly startText: string | null, readonly helpWords: ReadonlyArray<string>, readonly helpAnswered: boolean, readonly helpText: string | null, readonly builtIn: ReadonlyArray<{ readonly __typename: 'BuiltInKeyword', readonly word: string, readonly keyword: Keyword, readonly source: string }>, readonly answers: ReadonlyArray<{ readonly __typename: 'KeywordAnswer', readonly keyword: Keyword, readonly text: string }> }, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type UpdateKeywordsMutationVariables = Exact<{
  input: UpdateKeywordsInput;
}>;


export type UpdateKeywordsMutation = { readonly updateKeywords: { readonly __typename: 'UpdateKeywordsPayload', readonly keywords: { readonly __typename: 'Keywords', readonly stopWords: ReadonlyArray<string>, readonly stopAnswered: boolean, readonly stopText: string | null, readonly startWords: ReadonlyArray<string>, readonly startAnswered: boolean, readonly startText: string | null, readonly helpWords: ReadonlyArray<string>, readonly helpAnswered: boolean, readonly helpText: string | null, readonly builtIn: ReadonlyArray<{ readonly __typename: 'BuiltInKeyword', readonly word: string, readonly keyword: Keyword, readonly source: string }>, readonly answers: ReadonlyArray<{ readonly __typename: 'KeywordAnswer', readonly keyword: Keyword, readonly text: string }> } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type SuppressionsQueryVariables = Exact<{
  filter?: SuppressionFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type SuppressionsQuery = { readonly __typename: 'Query', readonly suppressions: { readonly __typename: 'SuppressionConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Suppression', readonly id: string, readonly mobile: string, readonly senderId: string | null, readonly category: MessageCategory | null, readonly deliveryCode: number, readonly source: SuppressionSource, readonly reason: string | null, readonly test: boolean, readonly createdAt: string }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } }, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> }, readonly deliveryCodes: ReadonlyArray<{ readonly __typename: 'DeliveryCode', readonly code: number, readonly name: string, readonly meaning: string, readonly recommendedAction: string | null, readonly suppresses: boolean }> };

export type AddSuppressionsMutationVariables = Exact<{
  input: AddSuppressionsInput;
}>;


export type AddSuppressionsMutation = { readonly addSuppressions: { readonly __typename: 'AddSuppressionsPayload', readonly suppressions: ReadonlyArray<{ readonly __typename: 'Suppression', readonly id: string }>, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type WebhookRowFragment = { readonly __typename: 'Webhook', readonly id: string, readonly url: string, readonly description: string | null, readonly types: ReadonlyArray<EventType> | null, readonly test: boolean, readonly status: WebhookStatus, readonly disabledReason: WebhookDisabledReason | null, readonly failingSince: string | null, readonly failures: number, readonly nextAttemptAt: string | null, readonly behind: number, readonly recent: { readonly __typename: 'WebhookRecent', readonly delivered: number, readonly failed: number, readonly p95Ms: number | null } };

export type WebhooksQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhooksQuery = { readonly __typename: 'Query', readonly installation: { readonly __typename: 'Installation', readonly sandboxOnly: boolean, readonly webhookReach: WebhookReach }, readonly webhookEndpoints: { readonly __typename: 'WebhookConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Webhook', readonly id: string, readonly url: string, readonly description: string | null, readonly types: ReadonlyArray<EventType> | null, readonly test: boolean, readonly status: WebhookStatus, readonly disabledReason: WebhookDisabledReason | null, readonly failingSince: string | null, readonly failures: number, readonly nextAttemptAt: string | null, readonly behind: number, readonly recent: { readonly __typename: 'WebhookRecent', readonly delivered: number, readonly failed: number, readonly p95Ms: number | null } }> }, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type DeliveryOutcomeFragment = { readonly __typename: 'WebhookDelivery', readonly sequence: number, readonly type: EventType, readonly status: WebhookDeliveryStatus, readonly attempts: number, readonly nextAttemptAt: string | null, readonly attemptedAt: string, readonly responseStatus: number | null, readonly responseBody: string | null, readonly error: string | null, readonly durationMs: number };

export type DeliveryRowFragment = { readonly __typename: 'WebhookDelivery', readonly eventId: string, readonly sequence: number, readonly type: EventType, readonly status: WebhookDeliveryStatus, readonly attempts: number, readonly nextAttemptAt: string | null, readonly attemptedAt: string, readonly responseStatus: number | null, readonly responseBody: string | null, readonly error: string | null, readonly durationMs: number, readonly event: { readonly __typename: 'Event', readonly id: string, readonly occurredAt: string, readonly payload: Readonly<Record<string, unknown>> } | null };

export type WebhookPageQueryVariables = Exact<{
  id: string;
  filter?: WebhookDeliveryFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type WebhookPageQuery = { readonly __typename: 'Query', readonly installation: { readonly __typename: 'Installation', readonly webhookReach: WebhookReach }, readonly webhookEndpoint: { readonly __typename: 'Webhook', readonly id: string, readonly url: string, readonly description: string | null, readonly types: ReadonlyArray<EventType> | null, readonly test: boolean, readonly status: WebhookStatus, readonly disabledReason: WebhookDisabledReason | null, readonly failingSince: string | null, readonly failures: number, readonly nextAttemptAt: string | null, readonly behind: number, readonly waiting: { readonly __typename: 'WebhookDeliveryConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'WebhookDelivery', readonly sequence: number, readonly type: EventType, readonly status: WebhookDeliveryStatus, readonly attempts: number, readonly nextAttemptAt: string | null, readonly attemptedAt: string, readonly responseStatus: number | null, readonly responseBody: string | null, readonly error: string | null, readonly durationMs: number }> }, readonly dead: { readonly __typename: 'WebhookDeliveryConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'WebhookDelivery', readonly sequence: number, readonly type: EventType, readonly status: WebhookDeliveryStatus, readonly attempts: number, readonly nextAttemptAt: string | null, readonly attemptedAt: string, readonly responseStatus: number | null, readonly responseBody: string | null, readonly error: string | null, readonly durationMs: number }> }, readonly deliveries: { readonly __typename: 'WebhookDeliveryConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'WebhookDelivery', readonly eventId: string, readonly sequence: number, readonly type: EventType, readonly status: WebhookDeliveryStatus, readonly attempts: number, readonly nextAttemptAt: string | null, readonly attemptedAt: string, readonly responseStatus: number | null, readonly responseBody: string | null, readonly error: string | null, readonly durationMs: number, readonly event: { readonly __typename: 'Event', readonly id: string, readonly occurredAt: string, readonly payload: Readonly<Record<string, unknown>> } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } }, readonly recent: { readonly __typename: 'WebhookRecent', readonly delivered: number, readonly failed: number, readonly p95Ms: number | null } } | null, readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<Scope>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type CreateWebhookMutationVariables = Exact<{
  input: CreateWebhookInput;
}>;


export type CreateWebhookMutation = { readonly createWebhook: { readonly __typename: 'CreateWebhookPayload', readonly secret: string | null, readonly webhook: { readonly __typename: 'Webhook', readonly id: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type UpdateWebhookMutationVariables = Exact<{
  input: UpdateWebhookInput;
}>;


export type UpdateWebhookMutation = { readonly updateWebhook: { readonly __typename: 'UpdateWebhookPayload', readonly webhook: { readonly __typename: 'Webhook', readonly id: string, readonly url: string, readonly description: string | null, readonly types: ReadonlyArray<EventType> | null, readonly test: boolean, readonly status: WebhookStatus, readonly disabledReason: WebhookDisabledReason | null, readonly failingSince: string | null, readonly failures: number, readonly nextAttemptAt: string | null, readonly behind: number, readonly recent: { readonly __typename: 'WebhookRecent', readonly delivered: number, readonly failed: number, readonly p95Ms: number | null } } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type DeleteWebhookMutationVariables = Exact<{
  input: DeleteWebhookInput;
}>;


export type DeleteWebhookMutation = { readonly deleteWebhook: { readonly __typename: 'DeleteWebhookPayload', readonly webhook: { readonly __typename: 'Webhook', readonly id: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type RotateWebhookSecretMutationVariables = Exact<{
  input: RotateWebhookSecretInput;
}>;


export type RotateWebhookSecretMutation = { readonly rotateWebhookSecret: { readonly __typename: 'RotateWebhookSecretPayload', readonly secret: string | null, readonly previousSecretUntil: string | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type TestWebhookMutationVariables = Exact<{
  input: TestWebhookInput;
}>;


export type TestWebhookMutation = { readonly testWebhook: { readonly __typename: 'TestWebhookPayload', readonly result: { readonly __typename: 'WebhookTestResult', readonly eventId: string, readonly delivered: boolean, readonly responseStatus: number | null, readonly responseBody: string | null, readonly error: string | null, readonly durationMs: number } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type RedeliverDeliveryMutationVariables = Exact<{
  input: RedeliverWebhookDeliveryInput;
}>;


export type RedeliverDeliveryMutation = { readonly redeliverWebhookDelivery: { readonly __typename: 'RedeliverWebhookDeliveryPayload', readonly delivery: { readonly __typename: 'WebhookDelivery', readonly sequence: number } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type RedeliverSinceMutationVariables = Exact<{
  input: RedeliverWebhookDeliveriesInput;
}>;


export type RedeliverSinceMutation = { readonly redeliverWebhookDeliveries: { readonly __typename: 'RedeliverWebhookDeliveriesPayload', readonly count: number, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type DownloadMutationVariables = Exact<{
  input: CreateExportLinkInput;
}>;


export type DownloadMutation = { readonly createExportLink: { readonly __typename: 'CreateExportLinkPayload', readonly url: string | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export type NoticesQueryVariables = Exact<{
  inbox: boolean;
}>;


export type NoticesQuery = { readonly gateways: ReadonlyArray<{ readonly __typename: 'GatewayState', readonly name: string, readonly state: GatewayCondition, readonly since: string | null, readonly code: string | null, readonly waiting: number }>, readonly conversations?: { readonly __typename: 'ConversationConnection', readonly totalAtLeast: number, readonly nodes: ReadonlyArray<{ readonly __typename: 'Conversation', readonly id: string }> } };

export type SuppressionRowFragment = { readonly __typename: 'Suppression', readonly id: string, readonly mobile: string, readonly senderId: string | null, readonly category: MessageCategory | null, readonly deliveryCode: number, readonly source: SuppressionSource, readonly reason: string | null, readonly test: boolean, readonly createdAt: string };

export type SuppressionCodesFragment = { readonly __typename: 'Query', readonly deliveryCodes: ReadonlyArray<{ readonly __typename: 'DeliveryCode', readonly code: number, readonly name: string, readonly meaning: string, readonly recommendedAction: string | null, readonly suppresses: boolean }> };

export type LiftSuppressionMutationVariables = Exact<{
  input: LiftSuppressionInput;
}>;


export type LiftSuppressionMutation = { readonly liftSuppression: { readonly __typename: 'LiftSuppressionPayload', readonly suppression: { readonly __typename: 'Suppression', readonly id: string } | null, readonly userErrors: ReadonlyArray<
      | { readonly __typename: 'AlreadyDispatchedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignEndedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'CampaignStartedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyInProgressError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'IdempotencyMismatchError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'InvalidInputError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotFoundError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NotProvenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'NothingToRetryError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewChangedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'PreviewTokenError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'ProviderTimeoutError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'SessionNotConnectedError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
      | { readonly __typename: 'TooManyError', readonly code: UserErrorCode, readonly message: string, readonly path: ReadonlyArray<string> }
    > } | null };

export const WhoAmI = byId<WhoAmIQuery, WhoAmIQueryVariables>('7SFYAUTe4YzV');
export const SignIn = byId<SignInMutation, SignInMutationVariables>('-HFk4JgLn6LG');
export const SignOut = byId<SignOutMutation, SignOutMutationVariables>('2xudB8zSA27v');
export const Account = byId<AccountQuery, AccountQueryVariables>('9IGa2HzaIdpU');
export const UpdatePerson = byId<UpdatePersonMutation, UpdatePersonMutationVariables>('inDS574QMU_A');
export const ChangePassword = byId<ChangePasswordMutation, ChangePasswordMutationVariables>('s4k1j8-IksNR');
export const EndPersonSession = byId<EndPersonSessionMutation, EndPersonSessionMutationVariables>('O9AkzpYSuIgr');
export const CreateOrganisation = byId<CreateOrganisationMutation, CreateOrganisationMutationVariables>('35oEYipvGLP7');
export const AuditLog = byId<AuditLogQuery, AuditLogQueryVariables>('DmCIkrJYNDyV');
export const AuditActors = byId<AuditActorsQuery, AuditActorsQueryVariables>('IDDvp2CTIdUb');
export const CampaignPage = byId<CampaignPageQuery, CampaignPageQueryVariables>('P-GbxsxjcHaO');
export const CampaignCourse = byId<CampaignCourseQuery, CampaignCourseQueryVariables>('Zqa03GaLKL_Z');
export const CampaignRetries = byId<CampaignRetriesQuery, CampaignRetriesQueryVariables>('Ks4RTENdj4Gt');
export const CampaignRecipients = byId<CampaignRecipientsQuery, CampaignRecipientsQueryVariables>('HQyqZtW9j4SL');
export const CampaignHolds = byId<CampaignHoldsQuery, CampaignHoldsQueryVariables>('IXfZugtwhI7g');
export const CampaignProgress: ByText<CampaignProgressSubscription, CampaignProgressSubscriptionVariables> = { text: "subscription CampaignProgress($id:UUID!){campaignProgress(id:$id){...CampaignCounts __typename}}fragment CampaignCounts on Campaign{id revision status counts{...Counts __typename}startedAt completedAt pausedAt pauseReason __typename}fragment Counts on MessageCounts{queued sent delivered failed undelivered blocked held cancelled __typename}" };
export const CancelCampaign = byId<CancelCampaignMutation, CancelCampaignMutationVariables>('1vVV3YknvnLQ');
export const PauseCampaign = byId<PauseCampaignMutation, PauseCampaignMutationVariables>('KUvzFFZT5Wrn');
export const ResumeCampaign = byId<ResumeCampaignMutation, ResumeCampaignMutationVariables>('AAeG1wLJdfqe');
export const RescheduleCampaign = byId<RescheduleCampaignMutation, RescheduleCampaignMutationVariables>('tvJKOwagKMVl');
export const RetryCampaign = byId<RetryCampaignMutation, RetryCampaignMutationVariables>('6HwTQc2tB1HC');
export const ResumeHeld = byId<ResumeHeldMutation, ResumeHeldMutationVariables>('-BprXAKR7WpM');
export const Campaigns = byId<CampaignsQuery, CampaignsQueryVariables>('psnZpNIgUeb5');
export const CampaignsChanged: ByText<CampaignsChangedSubscription, CampaignsChangedSubscriptionVariables> = { text: "subscription CampaignsChanged{campaignsChanged{...CampaignRow __typename}}fragment CampaignRow on Campaign{...CampaignCounts name total accepted test createdAt scheduledAt createdBy{name __typename}__typename}fragment CampaignCounts on Campaign{id revision status counts{...Counts __typename}startedAt completedAt pausedAt pauseReason __typename}fragment Counts on MessageCounts{queued sent delivered failed undelivered blocked held cancelled __typename}" };
export const EventLogEnds = byId<EventLogEndsQuery, EventLogEndsQueryVariables>('gS3Vgct-yPDa');
export const EventsAfter = byId<EventsAfterQuery, EventsAfterQueryVariables>('wqF23RplNO1v');
export const MessageEvents: ByText<MessageEventsSubscription, MessageEventsSubscriptionVariables> = { text: "subscription MessageEvents{messageStatusChanged{...EventRow __typename}}fragment EventRow on Event{id sequence type occurredAt corrected messageId campaignId sessionId webhookId gateway deliveryCode reference test __typename}" };
export const Find = byId<FindQuery, FindQueryVariables>('ANlQlByDVklp');
export const Conversations = byId<ConversationsQuery, ConversationsQueryVariables>('MGtRxjWcaXHw');
export const Conversation = byId<ConversationQuery, ConversationQueryVariables>('-YhZtdw4tEVZ');
export const EarlierEntries = byId<EarlierEntriesQuery, EarlierEntriesQueryVariables>('oYhi2YNzirBA');
export const ReplyToConversation = byId<ReplyToConversationMutation, ReplyToConversationMutationVariables>('3gjF4wYcFbtw');
export const MarkConversationRead = byId<MarkConversationReadMutation, MarkConversationReadMutationVariables>('lbqgJox134LX');
export const Keys = byId<KeysQuery, KeysQueryVariables>('gM1RN6T2RHeN');
export const KeyLimits = byId<KeyLimitsQuery, KeyLimitsQueryVariables>('4xNLk4NT5I6b');
export const CreateKey = byId<CreateKeyMutation, CreateKeyMutationVariables>('Xon0UbuMYe16');
export const RotateKey = byId<RotateKeyMutation, RotateKeyMutationVariables>('ZgRpFSqliQKJ');
export const RevokeKey = byId<RevokeKeyMutation, RevokeKeyMutationVariables>('vvl8WllGS3vW');
export const Members = byId<MembersQuery, MembersQueryVariables>('49WmXvGD9WQt');
export const InviteMember = byId<InviteMemberMutation, InviteMemberMutationVariables>('4cTfY3rmEw3S');
export const RevokeInvitation = byId<RevokeInvitationMutation, RevokeInvitationMutationVariables>('FBmWqMdDzzuW');
export const ChangeMemberRole = byId<ChangeMemberRoleMutation, ChangeMemberRoleMutationVariables>('cy2UYllXDybc');
export const RemoveMember = byId<RemoveMemberMutation, RemoveMemberMutationVariables>('3hOoTNctOUfE');
export const LeaveOrganisation = byId<LeaveOrganisationMutation, LeaveOrganisationMutationVariables>('OVM5idaWcMhb');
export const Message = byId<MessageQuery, MessageQueryVariables>('DXig0_N0kZpC');
export const MessageChanged: ByText<MessageChangedSubscription, MessageChangedSubscriptionVariables> = { text: "subscription MessageChanged($messageId:String!){messageStatusChanged(messageId:$messageId){sequence __typename}}" };
export const CancelMessage = byId<CancelMessageMutation, CancelMessageMutationVariables>('qLzzBYAhB5ZA');
export const SmsMessages = byId<SmsMessagesQuery, SmsMessagesQueryVariables>('PkEWlnHcXwwr');
export const ChatMessages = byId<ChatMessagesQuery, ChatMessagesQueryVariables>('IyqicQ79Amib');
export const ExplainNumber = byId<ExplainNumberQuery, ExplainNumberQueryVariables>('YM288qbY6iHz');
export const WhoLooks = byId<WhoLooksQuery, WhoLooksQueryVariables>('GhfilRrT76wu');
export const Overview = byId<OverviewQuery, OverviewQueryVariables>('E_5wDZI8J0_H');
export const OverviewStatistics = byId<OverviewStatisticsQuery, OverviewStatisticsQueryVariables>('flKO52mhwnA5');
export const PracticeCampaign = byId<PracticeCampaignQuery, PracticeCampaignQueryVariables>('dvOrY8E6r6-U');
export const SendPractice = byId<SendPracticeMutation, SendPracticeMutationVariables>('myT4hGdCOWYe');
export const Phones = byId<PhonesQuery, PhonesQueryVariables>('p7Pgzbt3yJzl');
export const Phone = byId<PhoneQuery, PhoneQueryVariables>('vwLraa0a6GDL');
export const PhoneCode = byId<PhoneCodeQuery, PhoneCodeQueryVariables>('YRNUaJWXHRTl');
export const Engines = byId<EnginesQuery, EnginesQueryVariables>('x-XjEExl3rEj');
export const PhoneGroups = byId<PhoneGroupsQuery, PhoneGroupsQueryVariables>('snrxBsBg3ZTx');
export const PhoneChanged: ByText<PhoneChangedSubscription, PhoneChangedSubscriptionVariables> = { text: "subscription PhoneChanged($id:UUID){sessionStatusChanged(sessionId:$id){...PhoneRow __typename}}fragment PhoneRow on Session{id name engine state reason reasonCode phoneNumber stateSince confirmedAt test createdAt updatedAt __typename}" };
export const CreatePhone = byId<CreatePhoneMutation, CreatePhoneMutationVariables>('ZRSm8nuZczLf');
export const StartPhone = byId<StartPhoneMutation, StartPhoneMutationVariables>('_De3XuVq1TW7');
export const StopPhone = byId<StopPhoneMutation, StopPhoneMutationVariables>('AeLEOWH-MvU8');
export const RestartPhone = byId<RestartPhoneMutation, RestartPhoneMutationVariables>('MtF_7oJQsi2L');
export const LogOutPhone = byId<LogOutPhoneMutation, LogOutPhoneMutationVariables>('oCxEqJtQF9pC');
export const DeletePhone = byId<DeletePhoneMutation, DeletePhoneMutationVariables>('vcFTffILJhv2');
export const RequestPairingCode = byId<RequestPairingCodeMutation, RequestPairingCodeMutationVariables>('flVwdjgDhd6e');
export const RefreshGroups = byId<RefreshGroupsMutation, RefreshGroupsMutationVariables>('1XCN-s6XcW3R');
export const SendPage = byId<SendPageQuery, SendPageQueryVariables>('6nbUe8vgo27D');
export const PreviewBulkSms = byId<PreviewBulkSmsMutation, PreviewBulkSmsMutationVariables>('nS042t8iIFB1');
export const FurtherProblems = byId<FurtherProblemsMutation, FurtherProblemsMutationVariables>('PmlUCn4rs1e_');
export const SendBulkSms = byId<SendBulkSmsMutation, SendBulkSmsMutationVariables>('fxuVZBSu39ru');
export const FailedRecipients = byId<FailedRecipientsQuery, FailedRecipientsQueryVariables>('tnbUIq3G3mbg');
export const Senders = byId<SendersQuery, SendersQueryVariables>('qv8cLZop_och');
export const RegisterSender = byId<RegisterSenderMutation, RegisterSenderMutationVariables>('cmxJAljoSUST');
export const DeleteSender = byId<DeleteSenderMutation, DeleteSenderMutationVariables>('5KGfZnETWiz1');
export const Settings = byId<SettingsQuery, SettingsQueryVariables>('chZAKAk_1Gld');
export const Redacted = byId<RedactedQuery, RedactedQueryVariables>('Jf8QAAJqxMSL');
export const UpdateOrganisation = byId<UpdateOrganisationMutation, UpdateOrganisationMutationVariables>('TnNWRWSmJ7Rp');
export const ExportLinks = byId<ExportLinksQuery, ExportLinksQueryVariables>('QwM8CZ1ElG5R');
export const EndExportLink = byId<EndExportLinkMutation, EndExportLinkMutationVariables>('6NLEuQWe2WxX');
export const Keywords = byId<KeywordsQuery, KeywordsQueryVariables>('XXyIlAqiTJRa');
export const UpdateKeywords = byId<UpdateKeywordsMutation, UpdateKeywordsMutationVariables>('lJ1BZzidKoyd');
export const Suppressions = byId<SuppressionsQuery, SuppressionsQueryVariables>('2Fbh1RBMCzfS');
export const AddSuppressions = byId<AddSuppressionsMutation, AddSuppressionsMutationVariables>('b__Nv_p4SxsB');
export const Webhooks = byId<WebhooksQuery, WebhooksQueryVariables>('T_OFcD4okgmA');
export const WebhookPage = byId<WebhookPageQuery, WebhookPageQueryVariables>('5AJmChUCoF_a');
export const CreateWebhook = byId<CreateWebhookMutation, CreateWebhookMutationVariables>('unYqE1SjCCLm');
export const UpdateWebhook = byId<UpdateWebhookMutation, UpdateWebhookMutationVariables>('IVWl88H4KUWt');
export const DeleteWebhook = byId<DeleteWebhookMutation, DeleteWebhookMutationVariables>('gnb1GLVE8wVb');
export const RotateWebhookSecret = byId<RotateWebhookSecretMutation, RotateWebhookSecretMutationVariables>('_4Sols4oIgRQ');
export const TestWebhook = byId<TestWebhookMutation, TestWebhookMutationVariables>('YEkJ5qIBWJB6');
export const RedeliverDelivery = byId<RedeliverDeliveryMutation, RedeliverDeliveryMutationVariables>('rW5p6S1Z0LlG');
export const RedeliverSince = byId<RedeliverSinceMutation, RedeliverSinceMutationVariables>('XUlemyyntL53');
export const Download = byId<DownloadMutation, DownloadMutationVariables>('i6s9YY6b29NI');
export const Notices = byId<NoticesQuery, NoticesQueryVariables>('aSTVM24-c_62');
export const LiftSuppression = byId<LiftSuppressionMutation, LiftSuppressionMutationVariables>('YQubEYFYfjxk');