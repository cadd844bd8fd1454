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

export type MemberRole =
  | 'OWNER'
  | 'ADMIN'
  | 'DEVELOPER'
  | 'OPERATOR'
  | 'VIEWER';

export type SenderStatus =
  | 'PENDING'
  | 'APPROVED'
  | 'REJECTED';

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

export type PreviewSampleKind =
  | 'FIRST'
  | 'SHORTEST'
  | 'LONGEST';

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

export type SendPageQueryVariables = Exact<{
  withSenders: boolean;
}>;


export type SendPageQuery = (
  { readonly organisation: { readonly __typename: 'Organisation', readonly id: string, readonly pauseOnFailures: boolean }, readonly installation: { readonly __typename: 'Installation', readonly sandboxOnly: boolean }, readonly senderIds?: { readonly __typename: 'SenderIdConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'SenderId', readonly id: string, readonly name: string, readonly status: SenderStatus }> } }
  & ViewerFragment
);

export type ProblemRowFragment = { readonly __typename: 'PreviewProblem', readonly position: number, readonly mobile: string, readonly status: SmsStatus | null, readonly message: string, readonly code: { readonly __typename: 'DeliveryCode', readonly code: number, readonly name: string } | null };

export type PreviewBulkSmsMutationVariables = Exact<{
  input: SendBulkSmsInput;
  problems: number;
}>;


export type PreviewBulkSmsMutation = { readonly previewBulkSms: { readonly __typename: 'PreviewBulkSmsPayload', readonly previewToken: string | null, readonly accepted: number, readonly invalid: number, readonly suppressed: number, readonly duplicates: number, readonly segments: number, readonly startsAt: string | null, readonly estimatedEndAt: string | null, readonly gateways: ReadonlyArray<{ readonly __typename: 'GatewayShare', readonly gateway: string, readonly messages: number, readonly creditFor: number | null }>, readonly samples: ReadonlyArray<{ readonly __typename: 'PreviewSample', readonly kind: PreviewSampleKind, readonly position: number, readonly text: string, readonly segments: number, readonly encoding: SmsEncoding }>, readonly problems: ReadonlyArray<(
      { readonly __typename: 'PreviewProblem' }
      & ProblemRowFragment
    )>, readonly userErrors: ReadonlyArray<
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


export type FurtherProblemsMutation = { readonly previewBulkSms: { readonly __typename: 'PreviewBulkSmsPayload', readonly problems: ReadonlyArray<(
      { readonly __typename: 'PreviewProblem' }
      & ProblemRowFragment
    )>, readonly userErrors: ReadonlyArray<
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


export type FailedRecipientsQuery = (
  { readonly campaign: { readonly __typename: 'Campaign', readonly id: string, readonly name: string | null, readonly text: string | null, readonly senderId: string | null, readonly test: boolean, readonly messages: { readonly __typename: 'CampaignMessageConnection', readonly nodes: ReadonlyArray<{ readonly __typename: 'CampaignMessage', readonly id: string, readonly mobile: string | null, readonly reference: string | null }>, readonly pageInfo: { readonly __typename: 'PageInfo', readonly hasNextPage: boolean, readonly endCursor: string | null } } | null } | null }
  & ViewerFragment
);

export const WhoAmI = byId<WhoAmIQuery, WhoAmIQueryVariables>('7SFYAUTe4YzVpIXXl57EpU');
export const SignIn = byId<SignInMutation, SignInMutationVariables>('4SPGFILY2_u7J-5OPA_6oj');
export const SignOut = byId<SignOutMutation, SignOutMutationVariables>('aY5N5YYs_9VHVe26Fe-2aR');
export const CampaignPage = byId<CampaignPageQuery, CampaignPageQueryVariables>('18SMjAaD-Jw04YsDoj5u_5');
export const Campaigns = byId<CampaignsQuery, CampaignsQueryVariables>('L66tERDROyWwsic4NvlbA_');
export const CampaignsChanged: ByText<CampaignsChangedSubscription, CampaignsChangedSubscriptionVariables> = { text: "subscription CampaignsChanged{campaignsChanged{...CampaignRow __typename}}fragment CampaignRow on Campaign{...CampaignCounts name total accepted test createdAt scheduledAt createdBy{kind id name __typename}__typename}fragment CampaignCounts on Campaign{id revision status counts{queued sent delivered failed undelivered blocked held cancelled __typename}startedAt completedAt pausedAt pauseReason result __typename}" };
export const Find = byId<FindQuery, FindQueryVariables>('ANlQlByDVklpE2Knwo4hk1');
export const SendPage = byId<SendPageQuery, SendPageQueryVariables>('497dDJNcevrKFXv_I8LYxF');
export const PreviewBulkSms = byId<PreviewBulkSmsMutation, PreviewBulkSmsMutationVariables>('4b9W3vZZpKSzsGtgKJEKpg');
export const FurtherProblems = byId<FurtherProblemsMutation, FurtherProblemsMutationVariables>('wJ7ry0AWYxNcF7IOlPdyc8');
export const SendBulkSms = byId<SendBulkSmsMutation, SendBulkSmsMutationVariables>('c4nSY7Bnkdrbq4PUBL-0OT');
export const FailedRecipients = byId<FailedRecipientsQuery, FailedRecipientsQueryVariables>('tGqqbGu5GxmxtsEwRqe_Y3');