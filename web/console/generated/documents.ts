// Written by `npm run schema`. Do not edit.
import { byId, type ByText } from '../api/documents.js';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
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

export type CampaignResult =
  | 'SUCCEEDED'
  | 'WITH_FAILURES'
  | 'CANCELLED';

export type SmsStatus =
  | 'QUEUED'
  | 'SENT'
  | 'DELIVERED'
  | 'FAILED'
  | 'UNDELIVERED'
  | 'BLOCKED'
  | 'HELD'
  | 'CANCELLED';

export type SmsEncoding =
  | 'GSM7'
  | 'UCS2';

export type AttemptOutcome =
  | 'ACCEPTED'
  | 'QUEUED'
  | 'HELD'
  | 'REJECTED'
  | 'UNKNOWN';

export type ExplanationCode =
  | 'SCHEDULED'
  | 'WAITING_FOR_TURN'
  | 'CAMPAIGN_PAUSED'
  | 'SUBMITTING'
  | 'IN_DOUBT'
  | 'IN_DOUBT_AT_LEAST_ONCE'
  | 'WAITING_FOR_RETRY'
  | 'WAITING_FOR_RETRY_WITHOUT_CODE'
  | 'WAITING_FOR_CREDIT'
  | 'UNDER_REVIEW'
  | 'QUEUED_AT_GATEWAY'
  | 'WAITING_FOR_REPORT'
  | 'DELIVERED'
  | 'CANCELLED'
  | 'SUPPRESSED'
  | 'BLOCKED_BY_GATEWAY'
  | 'OUTCOME_UNKNOWN'
  | 'NO_REPORT'
  | 'REFUSED'
  | 'REFUSED_AFTER_RETRIES'
  | 'FAILED_AT_GATEWAY'
  | 'FAILED_AT_GATEWAY_AFTER_RETRIES'
  | 'GIVEN_UP';

export type CancelMessageInput = {
  readonly messageId: string;
};

export type MemberRole =
  | 'OWNER'
  | 'ADMIN'
  | 'DEVELOPER'
  | 'OPERATOR'
  | 'VIEWER';

export type ApiKeyState =
  | 'ACTIVE'
  | 'EXPIRED'
  | 'REVOKED';

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

export type WebhookStatus =
  | 'ACTIVE'
  | 'PAUSED'
  | 'DISABLED';

export type WebhookDisabledReason =
  | 'GONE'
  | 'FAILING';

export type SendBulkSmsInput = {
  readonly message: string;
  readonly recipients: ReadonlyArray<RecipientInput>;
  readonly name?: string | null | undefined;
  readonly senderId?: string | null | undefined;
  readonly scheduledAt?: string | null | undefined;
  readonly reference?: string | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  readonly atLeastOnce?: boolean | null | undefined;
  readonly test?: boolean | null | undefined;
  readonly pauseOnFailures?: boolean | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly previewToken?: string | null | undefined;
};

export type RecipientInput = {
  readonly to: string;
  readonly variables?: Readonly<Record<string, string>> | null | undefined;
  readonly reference?: string | null | undefined;
};

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

export type SignInInput = {
  readonly email: string;
  readonly password: string;
};

export type SignOutInput = {
  readonly everywhere?: boolean;
};

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
  | 'TOTAL';

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

export type StatisticsBucket =
  | 'HOUR'
  | 'DAY';

export type CodeNamesFragment = { readonly __typename: 'Query', readonly deliveryCodes: ReadonlyArray<{ readonly __typename: 'DeliveryCode', readonly code: number, readonly name: string, readonly meaning: string }> };

export type ViewerFragment = { readonly __typename: 'Query', readonly viewer: { readonly __typename: 'Viewer', readonly role: MemberRole | null, readonly scopes: ReadonlyArray<string>, readonly person: { readonly __typename: 'Person', readonly id: string, readonly name: string, readonly email: string } | null, readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly name: string, readonly timeZone: string } | null, readonly organisations: ReadonlyArray<{ readonly __typename: 'OwnMembership', readonly organisationId: string, readonly name: string, readonly role: MemberRole }> } };

export type WhoAmIQueryVariables = Exact<{ [key: string]: never; }>;


export type WhoAmIQuery = ViewerFragment;

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


export type SignOutMutation = { readonly signOut: { readonly __typename: 'SignOutPayload', readonly signedOut: boolean, readonly userErrors: ReadonlyArray<
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

export type CampaignPageQueryVariables = Exact<{
  id: string;
}>;


export type CampaignPageQuery = (
  { readonly campaign: (
    { readonly __typename: 'Campaign', readonly outcomes: ReadonlyArray<{ readonly __typename: 'CampaignOutcome', readonly status: SmsStatus, readonly count: number, readonly code: { readonly __typename: 'DeliveryCode', readonly code: number, readonly name: string } }> | null }
    & CampaignRowFragment
  ) | null }
  & ViewerFragment
);

export type CampaignCountsFragment = { readonly __typename: 'Campaign', readonly id: string, readonly revision: number, readonly status: CampaignStatus, readonly startedAt: string | null, readonly completedAt: string | null, readonly pausedAt: string | null, readonly pauseReason: CampaignPauseReason | null, readonly result: CampaignResult | null, readonly counts: { readonly __typename: 'MessageCounts', readonly queued: number, readonly sent: number, readonly delivered: number, readonly failed: number, readonly undelivered: number, readonly blocked: number, readonly held: number, readonly cancelled: number } };

export type CampaignRowFragment = (
  { readonly __typename: 'Campaign', readonly name: string | null, readonly total: number, readonly accepted: number, readonly test: boolean, readonly createdAt: string, readonly scheduledAt: string | null, readonly createdBy: { readonly __typename: 'AuditActor', readonly kind: ActorKind, readonly id: string | null, readonly name: string } | null }
  & CampaignCountsFragment
);

export type CampaignsQueryVariables = Exact<{
  filter?: CampaignFilter | null | undefined;
  orderBy?: CampaignOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type CampaignsQuery = (
  { readonly campaigns: { readonly __typename: 'CampaignConnection', readonly nodes: ReadonlyArray<(
      { readonly __typename: 'Campaign' }
      & CampaignRowFragment
    )>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } }
  & ViewerFragment
);

export type CampaignsChangedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type CampaignsChangedSubscription = { readonly campaignsChanged: (
    { readonly __typename: 'Campaign' }
    & CampaignRowFragment
  ) };

export type FindQueryVariables = Exact<{
  id: string;
}>;


export type FindQuery = (
  { readonly node:
    | { readonly __typename: 'Organisation', readonly id: string }
    | { readonly __typename: 'Campaign', readonly id: string }
    | { readonly __typename: 'SmsMessage', readonly id: string }
    | { readonly __typename: 'Session', readonly id: string }
    | { readonly __typename: 'Webhook', readonly id: string }
    | { readonly __typename: 'ChatMessage', readonly id: string }
   | null }
  & ViewerFragment
);

export type MessageQueryVariables = Exact<{
  id: string;
}>;


export type MessageQuery = (
  { readonly node:
    | { readonly __typename: 'Organisation' }
    | { readonly __typename: 'Campaign' }
    | (
      { readonly __typename: 'SmsMessage' }
      & SmsDetailsFragment
    )
    | { readonly __typename: 'Session' }
    | { readonly __typename: 'Webhook' }
    | (
      { readonly __typename: 'ChatMessage' }
      & ChatDetailsFragment
    )
   | null }
  & ViewerFragment
  & CodeNamesFragment
);

export type SmsDetailsFragment = { readonly __typename: 'SmsMessage', readonly id: string, readonly to: string | null, readonly senderId: string | null, readonly status: SmsStatus, readonly deliveryCode: number | null, readonly segments: number, readonly encoding: SmsEncoding, readonly gateway: string | null, readonly position: number | null, readonly reference: string | null, readonly metadata: Readonly<Record<string, unknown>> | null, readonly test: boolean, readonly atLeastOnce: boolean, readonly createdAt: string, readonly updatedAt: string, readonly scheduledAt: string | null, readonly text: string | null, readonly createdBy: { readonly __typename: 'AuditActor', readonly kind: ActorKind, readonly id: string | null, readonly name: string } | null, readonly campaign: { readonly __typename: 'Campaign', readonly id: string, readonly name: string | null } | null, readonly attempts: ReadonlyArray<{ readonly __typename: 'SmsAttempt', readonly number: number, readonly gateway: string, readonly outcome: AttemptOutcome, readonly deliveryCode: number | null, readonly providerId: string | null, readonly rawCode: string | null, readonly rawReason: string | null, readonly requestedAt: string, readonly finishedAt: string }>, readonly history: ReadonlyArray<{ readonly __typename: 'SmsChange', readonly status: SmsStatus, readonly deliveryCode: number | null, readonly at: string, readonly revision: number, readonly corrected: boolean }>, readonly explanation: { readonly __typename: 'SmsExplanation', readonly code: ExplanationCode, readonly cause: string, readonly rule: string, readonly next: string, readonly nextAt: string | null, readonly deliveryCode: { readonly __typename: 'DeliveryCode', readonly code: number, readonly name: string, readonly recommendedAction: string | null } | null } };

export type ChatDetailsFragment = { readonly __typename: 'ChatMessage', readonly id: string, readonly messageId: string | null, readonly isGroup: boolean, readonly type: ChatMessageType, readonly url: string | null, readonly filename: string | null, readonly mimeType: string | null, readonly errorCode: ChatErrorCode | null, readonly error: string | null, readonly providerReason: string | null, readonly deliveredCount: number, readonly readCount: number, readonly test: boolean, readonly createdAt: string, readonly updatedAt: string, readonly sentAt: string | null, readonly deliveredAt: string | null, readonly readAt: string | null, readonly sessionId: string, readonly recipient: string | null, readonly caption: string | null, readonly chatStatus: ChatStatus, readonly createdBy: { readonly __typename: 'AuditActor', readonly kind: ActorKind, readonly id: string | null, readonly name: string } | null, readonly session: { readonly __typename: 'Session', readonly id: string, readonly name: string } | null, readonly changes: ReadonlyArray<{ readonly __typename: 'ChatChange', readonly status: ChatStatus, readonly at: string, readonly revision: number, readonly corrected: boolean }> };

export type MessageChangedSubscriptionVariables = Exact<{
  messageId: string;
}>;


export type MessageChangedSubscription = { readonly messageStatusChanged: { readonly __typename: 'Event', readonly sequence: number } };

export type CancelMessageMutationVariables = Exact<{
  input: CancelMessageInput;
}>;


export type CancelMessageMutation = { readonly cancelMessage: { readonly __typename: 'CancelMessagePayload', readonly message: (
      { readonly __typename: 'SmsMessage' }
      & SmsDetailsFragment
    ) | null, readonly userErrors: ReadonlyArray<
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


export type SmsMessagesQuery = (
  { readonly messages: { readonly __typename: 'SmsMessageConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'SmsMessage', readonly id: string, readonly to: string | null, readonly status: SmsStatus, readonly deliveryCode: number | null, readonly senderId: string | null, readonly reference: string | null, readonly test: boolean, readonly createdAt: string, readonly campaign: { readonly __typename: 'Campaign', readonly id: string, readonly name: string | null } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } }
  & ViewerFragment
  & CodeNamesFragment
);

export type ChatMessagesQueryVariables = Exact<{
  filter?: ChatMessageFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type ChatMessagesQuery = (
  { readonly sessions: { readonly __typename: 'SessionConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Session', readonly id: string, readonly name: string }> }, readonly chatMessages: { readonly __typename: 'ChatMessageConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'ChatMessage', readonly id: string, readonly to: string | null, readonly isGroup: boolean, readonly type: ChatMessageType, readonly status: ChatStatus, readonly errorCode: ChatErrorCode | null, readonly sessionId: string, readonly test: boolean, readonly createdAt: string, readonly session: { readonly __typename: 'Session', readonly id: string, readonly name: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } }
  & ViewerFragment
);

export type WhoLooksQueryVariables = Exact<{ [key: string]: never; }>;


export type WhoLooksQuery = ViewerFragment;

export type OverviewQueryVariables = Exact<{
  sms: boolean;
  chat: boolean;
  webhooks: boolean;
  keys: boolean;
}>;


export type OverviewQuery = (
  { readonly rateLimits: ReadonlyArray<{ readonly __typename: 'RateLimit', readonly bucket: RateLimitBucket, readonly limit: number, readonly remaining: number, readonly windowSeconds: number }>, readonly holds?: ReadonlyArray<{ readonly __typename: 'Hold', readonly gateway: string, readonly since: string, readonly messages: number, readonly nextProbeAt: string | null }>, readonly gateways?: ReadonlyArray<{ readonly __typename: 'GatewayState', readonly name: string, readonly kind: string }>, readonly underWay?: { readonly __typename: 'CampaignConnection', readonly nodes: ReadonlyArray<(
      { readonly __typename: 'Campaign' }
      & CampaignRowFragment
    )> }, readonly latest?: { readonly __typename: 'CampaignConnection', readonly nodes: ReadonlyArray<(
      { readonly __typename: 'Campaign' }
      & CampaignRowFragment
    )> }, readonly practised?: { readonly __typename: 'CampaignConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Campaign', readonly id: string }> }, readonly live?: { readonly __typename: 'SmsMessageConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'SmsMessage', readonly id: string }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean } }, readonly sessions?: { readonly __typename: 'SessionConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Session', readonly id: string, readonly name: string, readonly state: SessionState, readonly stateSince: string, readonly reason: string | null, readonly reasonCode: SessionReason | null, readonly test: boolean }> }, readonly webhookEndpoints?: { readonly __typename: 'WebhookConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Webhook', readonly id: string, readonly url: string, readonly status: WebhookStatus, readonly disabledReason: WebhookDisabledReason | null, readonly failingSince: string | null, readonly behind: number, readonly test: boolean }> }, readonly apiKeys?: { readonly __typename: 'ApiKeyConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'ApiKey', readonly id: string, readonly state: ApiKeyState }> } }
  & ViewerFragment
);

export type OverviewStatisticsQueryVariables = Exact<{
  from: string;
  to: string;
  bucket: StatisticsBucket;
  test: boolean;
}>;


export type OverviewStatisticsQuery = (
  { readonly statistics: { readonly __typename: 'Statistics', readonly medianSecondsToDeliver: number | null, readonly counts: (
      { readonly __typename: 'MessageCounts' }
      & AllCountsFragment
    ), readonly outcomes: ReadonlyArray<{ readonly __typename: 'CampaignOutcome', readonly status: SmsStatus, readonly count: number, readonly code: { readonly __typename: 'DeliveryCode', readonly code: number, readonly name: string, readonly meaning: string, readonly recommendedAction: string | null } }>, readonly points: ReadonlyArray<{ readonly __typename: 'StatisticsPoint', readonly at: string, readonly counts: (
        { readonly __typename: 'MessageCounts' }
        & AllCountsFragment
      ) }> } }
  & ViewerFragment
);

export type AllCountsFragment = { readonly __typename: 'MessageCounts', readonly queued: number, readonly sent: number, readonly delivered: number, readonly failed: number, readonly undelivered: number, readonly blocked: number, readonly held: number, readonly cancelled: number };

export type PracticeCampaignQueryVariables = Exact<{
  id: string;
}>;


export type PracticeCampaignQuery = (
  { readonly campaign: (
    { readonly __typename: 'Campaign', readonly messages: { readonly __typename: 'CampaignMessageConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'CampaignMessage', readonly id: string, readonly mobile: string | null, readonly messageStatus: SmsStatus, readonly message: { readonly __typename: 'SmsMessage', readonly id: string, readonly explanation: { readonly __typename: 'SmsExplanation', readonly cause: string } } | null }> } | null }
    & CampaignRowFragment
  ) | null }
  & ViewerFragment
);

export type SendPracticeMutationVariables = Exact<{
  input: SendBulkSmsInput;
}>;


export type SendPracticeMutation = { readonly sendBulkSms: { readonly __typename: 'SendBulkSmsPayload', readonly campaign: (
      { readonly __typename: 'Campaign' }
      & CampaignRowFragment
    ) | null, readonly userErrors: ReadonlyArray<
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

export const WhoAmI = byId<WhoAmIQuery, WhoAmIQueryVariables>('7SFYAUTe4YzVpIXXl57EpU');
export const SignIn = byId<SignInMutation, SignInMutationVariables>('4SPGFILY2_u7J-5OPA_6oj');
export const SignOut = byId<SignOutMutation, SignOutMutationVariables>('aY5N5YYs_9VHVe26Fe-2aR');
export const CampaignPage = byId<CampaignPageQuery, CampaignPageQueryVariables>('18SMjAaD-Jw04YsDoj5u_5');
export const Campaigns = byId<CampaignsQuery, CampaignsQueryVariables>('L66tERDROyWwsic4NvlbA_');
export const CampaignsChanged: ByText<CampaignsChangedSubscription, CampaignsChangedSubscriptionVariables> = { text: "subscription CampaignsChanged{campaignsChanged{...CampaignRow __typename}}fragment CampaignRow on Campaign{...CampaignCounts name total accepted test createdAt scheduledAt createdBy{kind id name __typename}__typename}fragment CampaignCounts on Campaign{id revision status counts{queued sent delivered failed undelivered blocked held cancelled __typename}startedAt completedAt pausedAt pauseReason result __typename}" };
export const Find = byId<FindQuery, FindQueryVariables>('ANlQlByDVklpE2Knwo4hk1');
export const Message = byId<MessageQuery, MessageQueryVariables>('E1fhC3iat21AwRQf8lnl2i');
export const MessageChanged: ByText<MessageChangedSubscription, MessageChangedSubscriptionVariables> = { text: "subscription MessageChanged($messageId:String!){messageStatusChanged(messageId:$messageId){sequence __typename}}" };
export const CancelMessage = byId<CancelMessageMutation, CancelMessageMutationVariables>('JEWL1HuE-oMNhsov6A4ho_');
export const SmsMessages = byId<SmsMessagesQuery, SmsMessagesQueryVariables>('ZU7lJExrMnFLcLqkMSiUXS');
export const ChatMessages = byId<ChatMessagesQuery, ChatMessagesQueryVariables>('ECO-8zA1Dn2PY-Tk9JxaSi');
export const WhoLooks = byId<WhoLooksQuery, WhoLooksQueryVariables>('GhfilRrT76wu0o_3UinllV');
export const Overview = byId<OverviewQuery, OverviewQueryVariables>('3aYZQ7RPNUq1nzHzZcq6WZ');
export const OverviewStatistics = byId<OverviewStatisticsQuery, OverviewStatisticsQueryVariables>('knrw1q1Bs8ZsHOEaZdvCAk');
export const PracticeCampaign = byId<PracticeCampaignQuery, PracticeCampaignQueryVariables>('XNK4qA-WI18bfz3mXBsRS3');
export const SendPractice = byId<SendPracticeMutation, SendPracticeMutationVariables>('4ZpCnXtd_KktB7Z0B0sPAA');