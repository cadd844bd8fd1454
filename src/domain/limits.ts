/** Every bound that a user can meet, in one place. Units are in the names. */
export const LIMITS = {
  recipientsPerBulkCall: 10_000,
  segmentsPerMessage: 10,
  /** Of a bulk message before its placeholders are filled in. */
  templateLength: 20_000,
  /** Each time that one stands in a bulk message: all of them are looked up for every recipient. */
  placeholdersPerMessage: 100,
  senderIdLength: 20,
  nameLength: 200,
  referenceLength: 200,
  metadataBytes: 4_096,
  scheduleAheadDays: 180,
  idempotencyKeyLength: 255,
  idempotencyHours: 24,
  fieldErrorsPerAnswer: 100,
  pageSizeDefault: 100,
  pageSizeMax: 1_000,
  connectionPageMax: 100,
  suppressionsPerCall: 1_000,
  timelinePointsMax: 1_000,
  sessionsPerOrganisation: 100,
  sessionHistoryLength: 20,
  chatTextLength: 65_536,
  urlLength: 2_048,
  filenameLength: 255,
  groupNameLength: 255,
  mimeTypeLength: 100,
  /** Engines throttle live listings, so a session's groups are read from them no more often. */
  groupRefreshSeconds: 60,
  eventsPerPageDefault: 100,
  eventsPerPageMax: 1_000,
  webhooksPerOrganisation: 20,
  /** After a rotation the old secret signs as well for so long. */
  webhookSecretOverlapHours: 24,
  webhookResponseBytes: 4_096,
  /** Of subscribers, all of a process and those of one organisation in it. */
  subscriberConnections: 1_000,
  subscriberConnectionsPerOrganisation: 200,
  subscriptionsPerConnection: 100,
  /** In a process. */
  subscriptionsPerOrganisation: 1_000,
  /** What the documents of these subscriptions cost together, since they run again with every event. */
  subscriptionCostPerOrganisation: 20_000,
  eventsWaitingPerSubscription: 1_000,
  codeMinutes: 10,
  codeTries: 5,
  /** What is left of a sign-up after its code has expired: the code can be sent again for so long. */
  codeRenewalHours: 24,
  personSessionDays: 30,
  personSessionIdleDays: 7,
  retentionDaysMax: 3_650,
  organisationsPerPerson: 20,
  membersPerOrganisation: 500,
  invitationDays: 7,
  /** An invitation that nobody accepted can be looked at for so long after it has expired. */
  expiredInvitationDays: 30,
  keysPerOrganisation: 200,
  /** After a rotation the key before it is good for so long, if nothing else is said, and for so long at most. */
  keyOverlapHours: 24,
  keyOverlapHoursMax: 168,
  restrictionsPerKey: 100,
  senderIdsPerOrganisation: 100,
  /** More than there are. */
  countriesPerSenderId: 300,
  reasonLength: 200,
  /** That the command line lists at a time. */
  senderIdsListed: 1_000,
} as const;

export const RATE_LIMIT_BUCKETS = {
  sms_send: { points: 300, windowSeconds: 60 },
  sms_send_bulk: { points: 60, windowSeconds: 60 },
  general: { points: 300, windowSeconds: 60 },
} as const;
export type RateLimitBucket = keyof typeof RATE_LIMIT_BUCKETS;

/** GraphQL documents that may be refused to one caller, in each process; see `createRefusedDocuments`. */
export const REFUSED_DOCUMENTS = { points: 60, windowSeconds: 60 } as const;

/** API keys and cookies that were none, from one network, in each process; see `createLookUp`. */
export const FAILED_LOOK_UPS = { points: 300, windowSeconds: 60 } as const;

/**
 * What people do before anybody knows who they are; counted for the account that they name, whether it exists or not, for the
 * address that they call from, and for both together. What one address does to an account leaves its owner, elsewhere,
 * alone: the account by itself has room for several addresses.
 */
export const ACCOUNT_LIMITS: Readonly<Record<AccountLimit, AccountBounds>> = {
  sign_up: {
    together: { points: 3, windowSeconds: 600 },
    account: { points: 10, windowSeconds: 600 },
    address: { points: 20, windowSeconds: 3600 },
  },
  sign_in: {
    together: { points: 10, windowSeconds: 900 },
    account: { points: 100, windowSeconds: 900 },
    address: { points: 50, windowSeconds: 900 },
  },
  password_reset: {
    together: { points: 3, windowSeconds: 600 },
    account: { points: 10, windowSeconds: 600 },
    address: { points: 10, windowSeconds: 600 },
  },
  otp_resend: { account: { points: 3, windowSeconds: 600 }, address: { points: 3, windowSeconds: 600 } },
  /** Of each purpose. A code allows a few guesses: without this, one after the other could be asked for and guessed at. */
  codes_daily: { account: { points: 20, windowSeconds: 86_400 }, address: { points: 60, windowSeconds: 86_400 } },
  /** Guesses at codes and links; a code counts its own besides. */
  proof: { address: { points: 60, windowSeconds: 3600 } },
  /** Mails that an organisation may have sent to strangers; the account is its id. */
  invitation: { account: { points: 60, windowSeconds: 3600 }, address: { points: 120, windowSeconds: 3600 } },
  /** The same to one of them. */
  invitation_repeated: {
    account: { points: 5, windowSeconds: 86_400 },
    address: { points: 1_440, windowSeconds: 86_400 },
  },
};
export type AccountLimit =
  | 'sign_up'
  | 'sign_in'
  | 'password_reset'
  | 'otp_resend'
  | 'codes_daily'
  | 'proof'
  | 'invitation'
  | 'invitation_repeated';

export interface AccountBounds {
  readonly together?: Limit;
  readonly account?: Limit;
  readonly address: Limit;
}

export interface Limit {
  readonly points: number;
  readonly windowSeconds: number;
}
