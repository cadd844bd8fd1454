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

export type AddSuppressionsInput = {
  readonly numbers: ReadonlyArray<SuppressionInput>;
  readonly idempotencyKey?: string | null | undefined;
};

export type SuppressionInput = {
  readonly mobile: string;
  readonly senderId?: string | null | undefined;
  readonly reason?: string | null | undefined;
};

export type SuppressionSource =
  | 'GATEWAY'
  | 'MANUAL';

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

export type CampaignResult =
  | 'SUCCEEDED'
  | 'WITH_FAILURES'
  | 'CANCELLED';

export type CampaignMessageFilter = {
  readonly status?: SubmissionStatus | null | undefined;
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
  | 'RISK_REVIEW';

export type TimelineBucket =
  | 'TEN_SECONDS'
  | 'MINUTE'
  | 'HOUR';

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

export type CreateApiKeyInput = {
  readonly name: string;
  readonly mode: KeyMode;
  readonly scopes: ReadonlyArray<string>;
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
};

export type ExportKind =
  | 'CAMPAIGN_MESSAGES'
  | 'MESSAGES'
  | 'EVENTS'
  | 'SUPPRESSIONS';

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
  | 'SESSION_CONNECTED'
  | 'SESSION_DISCONNECTED'
  | 'WEBHOOK_DISABLED';

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

export type DeleteSenderIdInput = {
  readonly senderIdId: string;
};

export type DeleteSessionInput = {
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

export type PauseCampaignInput = {
  readonly campaignId: string;
};

export type RefreshGroupsInput = {
  readonly sessionId: string;
};

export type RemoveMemberInput = {
  readonly personId: string;
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

export type SenderIdFilter = {
  readonly status?: SenderStatus | null | undefined;
};

export type SuppressionFilter = {
  readonly mobile?: string | null | undefined;
  readonly senderId?: string | null | undefined;
  readonly deliveryCode?: number | null | undefined;
  readonly source?: SuppressionSource | null | undefined;
};

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
    { readonly __typename: 'Campaign', readonly invalid: number, readonly duplicates: number, readonly suppressed: number, readonly text: string | null, readonly senderId: string | null, readonly reference: string | null, readonly metadata: Readonly<Record<string, unknown>> | null, readonly segments: number, readonly gateways: ReadonlyArray<string>, readonly pauseOnFailures: boolean, readonly cancelledAt: string | null, readonly retryOf: { readonly __typename: 'Campaign', readonly id: string, readonly name: string | null } | null, readonly sample: { readonly __typename: 'CampaignMessageConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'CampaignMessage', readonly message: { readonly __typename: 'SmsMessage', readonly id: string, readonly text: string | null } | null }> } | null }
    & CampaignRowFragment
  ) | null }
  & ViewerFragment
);

export type CampaignCourseQueryVariables = Exact<{
  id: string;
  bucket: TimelineBucket;
}>;


export type CampaignCourseQuery = { readonly campaign: { readonly __typename: 'Campaign', readonly id: string, readonly outcomes: ReadonlyArray<{ readonly __typename: 'CampaignOutcome', readonly status: SmsStatus, readonly count: number, readonly code: { readonly __typename: 'DeliveryCode', readonly code: number, readonly name: string, readonly meaning: string, readonly recommendedAction: string | null } }> | null, readonly timeline: ReadonlyArray<{ readonly __typename: 'TimelinePoint', readonly at: string, readonly changes: { readonly __typename: 'MessageCounts', readonly queued: number, readonly sent: number, readonly delivered: number, readonly failed: number, readonly undelivered: number, readonly blocked: number, readonly held: number, readonly cancelled: number } }> | null } | null };

export type CampaignRecipientsQueryVariables = Exact<{
  id: string;
  filter?: CampaignMessageFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type CampaignRecipientsQuery = { readonly campaign: { readonly __typename: 'Campaign', readonly id: string, readonly messages: { readonly __typename: 'CampaignMessageConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'CampaignMessage', readonly id: string, readonly position: number, readonly mobile: string | null, readonly messageStatus: SmsStatus, readonly deliveryCode: number | null, readonly error: string | null, readonly updatedAt: string | null, readonly reference: string | null, readonly message: { readonly __typename: 'SmsMessage', readonly id: string } | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null } | null };

export type CampaignHoldsQueryVariables = Exact<{ [key: string]: never; }>;


export type CampaignHoldsQuery = { readonly holds: ReadonlyArray<{ readonly __typename: 'Hold', readonly gateway: string, readonly reason: HoldReason, readonly since: string, readonly nextProbeAt: string | null, readonly campaigns: ReadonlyArray<{ readonly __typename: 'Campaign', readonly id: string }> }> };

export type CampaignProgressSubscriptionVariables = Exact<{
  id: string;
}>;


export type CampaignProgressSubscription = { readonly campaignProgress: (
    { readonly __typename: 'Campaign' }
    & CampaignCountsFragment
  ) };

export type CancelCampaignMutationVariables = Exact<{
  input: CancelCampaignInput;
}>;


export type CancelCampaignMutation = { readonly cancelCampaign: { readonly __typename: 'CancelCampaignPayload', readonly cancelled: number, readonly alreadyDispatched: number, readonly campaign: (
      { readonly __typename: 'Campaign' }
      & CampaignCountsFragment
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

export type PauseCampaignMutationVariables = Exact<{
  input: PauseCampaignInput;
}>;


export type PauseCampaignMutation = { readonly pauseCampaign: { readonly __typename: 'PauseCampaignPayload', readonly campaign: (
      { readonly __typename: 'Campaign' }
      & CampaignCountsFragment
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

export type ResumeCampaignMutationVariables = Exact<{
  input: ResumeCampaignInput;
}>;


export type ResumeCampaignMutation = { readonly resumeCampaign: { readonly __typename: 'ResumeCampaignPayload', readonly campaign: (
      { readonly __typename: 'Campaign' }
      & CampaignCountsFragment
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

export type RescheduleCampaignMutationVariables = Exact<{
  input: RescheduleCampaignInput;
}>;


export type RescheduleCampaignMutation = { readonly rescheduleCampaign: { readonly __typename: 'RescheduleCampaignPayload', readonly campaign: (
      { readonly __typename: 'Campaign', readonly scheduledAt: string | null }
      & CampaignCountsFragment
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


export type ResumeHeldMutation = { readonly resumeHeldMessages: { readonly __typename: 'ResumeHeldMessagesPayload', readonly resumed: number, readonly userErrors: ReadonlyArray<
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

export type DownloadRecipientsMutationVariables = Exact<{
  input: CreateExportLinkInput;
}>;


export type DownloadRecipientsMutation = { readonly createExportLink: { readonly __typename: 'CreateExportLinkPayload', readonly exportLink: { readonly __typename: 'ExportLink', readonly url: string } | null, readonly userErrors: ReadonlyArray<
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

export type KeyRowFragment = { readonly __typename: 'ApiKey', readonly id: string, readonly name: string, readonly hint: string, readonly mode: KeyMode, readonly scopes: ReadonlyArray<string>, readonly sessionIds: ReadonlyArray<string> | null, readonly senderIds: ReadonlyArray<string> | null, readonly addresses: ReadonlyArray<string> | null, readonly state: ApiKeyState, readonly createdAt: string, readonly expiresAt: string | null, readonly revokedAt: string | null, readonly lastUsedAt: string | null, readonly lastUsedFrom: string | null, readonly replaces: string | null, readonly createdBy: { readonly __typename: 'AuditActor', readonly kind: ActorKind, readonly id: string | null, readonly name: string } | null };

export type KeysQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type KeysQuery = (
  { readonly apiKeys: { readonly __typename: 'ApiKeyConnection', readonly nodes: ReadonlyArray<(
      { readonly __typename: 'ApiKey' }
      & KeyRowFragment
    )>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } }
  & ViewerFragment
);

export type KeyLimitsQueryVariables = Exact<{ [key: string]: never; }>;


export type KeyLimitsQuery = (
  { readonly sessions: { readonly __typename: 'SessionConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'Session', readonly id: string, readonly name: string, readonly phoneNumber: string | null }> } }
  & ViewerFragment
);

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


export type RotateKeyMutation = { readonly rotateApiKey: { readonly __typename: 'RotateApiKeyPayload', readonly key: string | null, readonly apiKey: { readonly __typename: 'ApiKey', readonly id: string } | null, readonly replaced: { readonly __typename: 'ApiKey', readonly id: string, readonly expiresAt: string | null } | null, readonly userErrors: ReadonlyArray<
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

export type InvitationRowFragment = { readonly __typename: 'Invitation', readonly id: string, readonly email: string, readonly role: MemberRole, readonly invitedBy: string, readonly createdAt: string, readonly expiresAt: string, readonly expired: boolean };

export type MembersQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type MembersQuery = (
  { readonly members: { readonly __typename: 'MemberConnection', readonly nodes: ReadonlyArray<(
      { readonly __typename: 'Member' }
      & MemberRowFragment
    )>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } }
  & ViewerFragment
);

export type InvitationsQueryVariables = Exact<{ [key: string]: never; }>;


export type InvitationsQuery = (
  { readonly invitations: { readonly __typename: 'InvitationConnection', readonly nodes: ReadonlyArray<(
      { readonly __typename: 'Invitation' }
      & InvitationRowFragment
    )> } }
  & ViewerFragment
);

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


export type LeaveOrganisationMutation = { readonly leaveOrganisation: { readonly __typename: 'LeaveOrganisationPayload', readonly left: boolean, readonly userErrors: ReadonlyArray<
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

export type PhoneRowFragment = { readonly __typename: 'Session', readonly id: string, readonly name: string, readonly engine: string, readonly state: SessionState, readonly reason: string | null, readonly reasonCode: SessionReason | null, readonly phoneNumber: string | null, readonly stateSince: string, readonly confirmedAt: string | null, readonly test: boolean, readonly createdAt: string, readonly updatedAt: string, readonly groupsRefreshedAt: string | null };

export type PhonesQueryVariables = Exact<{ [key: string]: never; }>;


export type PhonesQuery = (
  { readonly sessions: { readonly __typename: 'SessionConnection', readonly nodes: ReadonlyArray<(
      { readonly __typename: 'Session' }
      & PhoneRowFragment
    )> } }
  & ViewerFragment
);

export type PhoneQueryVariables = Exact<{
  id: string;
}>;


export type PhoneQuery = (
  { readonly session: (
    { readonly __typename: 'Session', readonly history: ReadonlyArray<{ readonly __typename: 'SessionChange', readonly state: SessionState, readonly reason: string | null, readonly reasonCode: SessionReason | null, readonly at: string, readonly revision: number }> }
    & PhoneRowFragment
  ) | null }
  & ViewerFragment
);

export type PhoneCodeQueryVariables = Exact<{
  id: string;
}>;


export type PhoneCodeQuery = (
  { readonly session: (
    { readonly __typename: 'Session' }
    & PhoneRowFragment
  ) | null, readonly sessionQr: { readonly __typename: 'SessionQr', readonly raw: string, readonly svg: string, readonly expiresAt: string, readonly attempt: number, readonly attempts: number | null } | null }
  & ViewerFragment
);

export type EnginesQueryVariables = Exact<{ [key: string]: never; }>;


export type EnginesQuery = (
  { readonly engines: ReadonlyArray<string> }
  & ViewerFragment
);

export type PhoneGroupsQueryVariables = Exact<{
  id: string;
  search?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type PhoneGroupsQuery = (
  { readonly session: { readonly __typename: 'Session', readonly id: string, readonly groupsRefreshedAt: string | null } | null, readonly groups: { readonly __typename: 'ChatGroupConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'ChatGroup', readonly chatId: string, readonly name: string, readonly participantCount: number | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } | null }
  & ViewerFragment
);

export type PhoneChangedSubscriptionVariables = Exact<{
  id?: string | null | undefined;
}>;


export type PhoneChangedSubscription = { readonly sessionStatusChanged: (
    { readonly __typename: 'Session' }
    & PhoneRowFragment
  ) };

export type CreatePhoneMutationVariables = Exact<{
  input: CreateSessionInput;
}>;


export type CreatePhoneMutation = { readonly createSession: { readonly __typename: 'CreateSessionPayload', readonly session: (
      { readonly __typename: 'Session' }
      & PhoneRowFragment
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

export type StartPhoneMutationVariables = Exact<{
  input: StartSessionInput;
}>;


export type StartPhoneMutation = { readonly startSession: { readonly __typename: 'StartSessionPayload', readonly session: (
      { readonly __typename: 'Session' }
      & PhoneRowFragment
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

export type StopPhoneMutationVariables = Exact<{
  input: StopSessionInput;
}>;


export type StopPhoneMutation = { readonly stopSession: { readonly __typename: 'StopSessionPayload', readonly session: (
      { readonly __typename: 'Session' }
      & PhoneRowFragment
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

export type RestartPhoneMutationVariables = Exact<{
  input: RestartSessionInput;
}>;


export type RestartPhoneMutation = { readonly restartSession: { readonly __typename: 'RestartSessionPayload', readonly session: (
      { readonly __typename: 'Session' }
      & PhoneRowFragment
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

export type LogOutPhoneMutationVariables = Exact<{
  input: LogOutSessionInput;
}>;


export type LogOutPhoneMutation = { readonly logOutSession: { readonly __typename: 'LogOutSessionPayload', readonly session: (
      { readonly __typename: 'Session' }
      & PhoneRowFragment
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


export type RefreshGroupsMutation = { readonly refreshGroups: { readonly __typename: 'RefreshGroupsPayload', readonly refreshed: boolean, readonly session: { readonly __typename: 'Session', readonly id: string, readonly groupsRefreshedAt: string | null } | null, readonly userErrors: ReadonlyArray<
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

export type SenderRowFragment = { readonly __typename: 'SenderId', readonly id: string, readonly name: string, readonly countries: ReadonlyArray<string> | null, readonly status: SenderStatus, readonly reason: string | null, readonly decidedAt: string | null, readonly refusedAt: string | null, readonly refusedBy: string | null, readonly createdAt: string };

export type SendersQueryVariables = Exact<{
  filter?: SenderIdFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type SendersQuery = (
  { readonly senderIds: { readonly __typename: 'SenderIdConnection', readonly nodes: ReadonlyArray<(
      { readonly __typename: 'SenderId' }
      & SenderRowFragment
    )>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } } }
  & ViewerFragment
);

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

export type SuppressionRowFragment = { readonly __typename: 'Suppression', readonly id: string, readonly mobile: string, readonly senderId: string | null, readonly deliveryCode: number, readonly source: SuppressionSource, readonly reason: string | null, readonly test: boolean, readonly createdAt: string };

export type SuppressionsQueryVariables = Exact<{
  filter?: SuppressionFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type SuppressionsQuery = (
  { readonly suppressions: { readonly __typename: 'SuppressionConnection', readonly nodes: ReadonlyArray<(
      { readonly __typename: 'Suppression' }
      & SuppressionRowFragment
    )>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly hasPreviousPage: boolean, readonly startCursor: string | null, readonly endCursor: string | null } }, readonly deliveryCodes: ReadonlyArray<{ readonly __typename: 'DeliveryCode', readonly code: number, readonly name: string, readonly meaning: string, readonly recommendedAction: string | null, readonly suppresses: boolean }> }
  & ViewerFragment
);

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

export const WhoAmI = byId<WhoAmIQuery, WhoAmIQueryVariables>('7SFYAUTe4YzVpIXXl57EpU');
export const SignIn = byId<SignInMutation, SignInMutationVariables>('4SPGFILY2_u7J-5OPA_6oj');
export const SignOut = byId<SignOutMutation, SignOutMutationVariables>('aY5N5YYs_9VHVe26Fe-2aR');
export const CampaignPage = byId<CampaignPageQuery, CampaignPageQueryVariables>('OUJgZvRd3TXAgL7qYPbMlb');
export const CampaignCourse = byId<CampaignCourseQuery, CampaignCourseQueryVariables>('Si7tD1jom6gFrIe0M6LgrJ');
export const CampaignRecipients = byId<CampaignRecipientsQuery, CampaignRecipientsQueryVariables>('LWHyIPwC8dSNK0fgBJX94S');
export const CampaignHolds = byId<CampaignHoldsQuery, CampaignHoldsQueryVariables>('IXfZugtwhI7guQZfodICPd');
export const CampaignProgress: ByText<CampaignProgressSubscription, CampaignProgressSubscriptionVariables> = { text: "subscription CampaignProgress($id:UUID!){campaignProgress(id:$id){...CampaignCounts __typename}}fragment CampaignCounts on Campaign{id revision status counts{queued sent delivered failed undelivered blocked held cancelled __typename}startedAt completedAt pausedAt pauseReason result __typename}" };
export const CancelCampaign = byId<CancelCampaignMutation, CancelCampaignMutationVariables>('rASbMepjo0aNjfQnoDHk2S');
export const PauseCampaign = byId<PauseCampaignMutation, PauseCampaignMutationVariables>('0zDyd81771hAoKRPGw_fpQ');
export const ResumeCampaign = byId<ResumeCampaignMutation, ResumeCampaignMutationVariables>('gICiO6DxHwsgbvYNyvAQbu');
export const RescheduleCampaign = byId<RescheduleCampaignMutation, RescheduleCampaignMutationVariables>('zjKvlj2G-EM5JPpcPU4dUH');
export const RetryCampaign = byId<RetryCampaignMutation, RetryCampaignMutationVariables>('cQg4cvxPAHLKatwR4VDosl');
export const ResumeHeld = byId<ResumeHeldMutation, ResumeHeldMutationVariables>('z033bhdqgVOr_NgnU4bcjO');
export const DownloadRecipients = byId<DownloadRecipientsMutation, DownloadRecipientsMutationVariables>('isNAK5AYzGqqNEmxlpT2uz');
export const Campaigns = byId<CampaignsQuery, CampaignsQueryVariables>('L66tERDROyWwsic4NvlbA_');
export const CampaignsChanged: ByText<CampaignsChangedSubscription, CampaignsChangedSubscriptionVariables> = { text: "subscription CampaignsChanged{campaignsChanged{...CampaignRow __typename}}fragment CampaignRow on Campaign{...CampaignCounts name total accepted test createdAt scheduledAt createdBy{kind id name __typename}__typename}fragment CampaignCounts on Campaign{id revision status counts{queued sent delivered failed undelivered blocked held cancelled __typename}startedAt completedAt pausedAt pauseReason result __typename}" };
export const Find = byId<FindQuery, FindQueryVariables>('ANlQlByDVklpE2Knwo4hk1');
export const Keys = byId<KeysQuery, KeysQueryVariables>('_iq21FhTrQK1OBQbIOpJQq');
export const KeyLimits = byId<KeyLimitsQuery, KeyLimitsQueryVariables>('4xNLk4NT5I6bpYcVxQBI4O');
export const CreateKey = byId<CreateKeyMutation, CreateKeyMutationVariables>('4pYmmeaMRXfGj93vL-m6mb');
export const RotateKey = byId<RotateKeyMutation, RotateKeyMutationVariables>('7Pv369KK3HEg36hOWYhEu1');
export const RevokeKey = byId<RevokeKeyMutation, RevokeKeyMutationVariables>('Q5B1AKmtEnHSoCTH6PpMRd');
export const Members = byId<MembersQuery, MembersQueryVariables>('lcBzINyd0aRxBT9wbBJ9Hg');
export const Invitations = byId<InvitationsQuery, InvitationsQueryVariables>('T8pkLX7Bcx7tbQVgUKa-UL');
export const InviteMember = byId<InviteMemberMutation, InviteMemberMutationVariables>('Df0vF3mIX3ZTrhxl9AtFW9');
export const RevokeInvitation = byId<RevokeInvitationMutation, RevokeInvitationMutationVariables>('-UY6SnO9UrksrP50Zh5QX3');
export const ChangeMemberRole = byId<ChangeMemberRoleMutation, ChangeMemberRoleMutationVariables>('bNpDtrI3QPpiRVvj9--Ff_');
export const RemoveMember = byId<RemoveMemberMutation, RemoveMemberMutationVariables>('AX_1iLGpZdjrkPvwTOMmx3');
export const LeaveOrganisation = byId<LeaveOrganisationMutation, LeaveOrganisationMutationVariables>('ttazzy4gt1zzuzZYeM6jtT');
export const Phones = byId<PhonesQuery, PhonesQueryVariables>('qoSYL8f5rs47EPC1JBt7o7');
export const Phone = byId<PhoneQuery, PhoneQueryVariables>('4OUpuWWFL-VLb7mGjVi8uT');
export const PhoneCode = byId<PhoneCodeQuery, PhoneCodeQueryVariables>('CjG2GVnoXJTnNAdNmlT_5o');
export const Engines = byId<EnginesQuery, EnginesQueryVariables>('x-XjEExl3rEjQdpQCp_v3m');
export const PhoneGroups = byId<PhoneGroupsQuery, PhoneGroupsQueryVariables>('4dfMBeoV48RAx_1bhjrGRl');
export const PhoneChanged: ByText<PhoneChangedSubscription, PhoneChangedSubscriptionVariables> = { text: "subscription PhoneChanged($id:UUID){sessionStatusChanged(sessionId:$id){...PhoneRow __typename}}fragment PhoneRow on Session{id name engine state reason reasonCode phoneNumber stateSince confirmedAt test createdAt updatedAt groupsRefreshedAt __typename}" };
export const CreatePhone = byId<CreatePhoneMutation, CreatePhoneMutationVariables>('J6tckw1bQqrLT07QLtd2FG');
export const StartPhone = byId<StartPhoneMutation, StartPhoneMutationVariables>('gz6YX8Ghpq5SpkeRFng8VU');
export const StopPhone = byId<StopPhoneMutation, StopPhoneMutationVariables>('DBaHQF-KJdU5TWe1QGsGHS');
export const RestartPhone = byId<RestartPhoneMutation, RestartPhoneMutationVariables>('LDcfCrvFuGLqhYYbKU5i2l');
export const LogOutPhone = byId<LogOutPhoneMutation, LogOutPhoneMutationVariables>('SyXh1tVERn597G69yB_g5I');
export const DeletePhone = byId<DeletePhoneMutation, DeletePhoneMutationVariables>('98m-5dP7ucByW_zrSC5to5');
export const RequestPairingCode = byId<RequestPairingCodeMutation, RequestPairingCodeMutationVariables>('mWAug3i-yn_WjZIRy7AeNX');
export const RefreshGroups = byId<RefreshGroupsMutation, RefreshGroupsMutationVariables>('jq_kS9ga20kmxo7qyGwSkd');
export const Senders = byId<SendersQuery, SendersQueryVariables>('0sh_Ar8AKSS8fNoMS7vNsT');
export const RegisterSender = byId<RegisterSenderMutation, RegisterSenderMutationVariables>('A6A527Iy3OlSeXHuRVOLB9');
export const DeleteSender = byId<DeleteSenderMutation, DeleteSenderMutationVariables>('w70evfZ8MW2KZIsVScA8UM');
export const Suppressions = byId<SuppressionsQuery, SuppressionsQueryVariables>('M1D8pbQJVWwORjc47ylIoz');
export const AddSuppressions = byId<AddSuppressionsMutation, AddSuppressionsMutationVariables>('qmoQFc42Ya5R2MZIrwvP6r');
export const LiftSuppression = byId<LiftSuppressionMutation, LiftSuppressionMutationVariables>('X1EkLWz76B_TV1SXJbGHwu');