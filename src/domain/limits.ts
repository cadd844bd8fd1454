/** All limits that callers can reach. Units are in the names. */
export const LIMITS = {
  recipientsPerBulkCall: 10_000,
  segmentsPerMessage: 10,
  /** Characters of a bulk message before its placeholders are replaced. */
  templateLength: 20_000,
  /** Counts repetitions, since every occurrence is replaced for every recipient. */
  placeholdersPerMessage: 100,
  nameLength: 200,
  referenceLength: 200,
  metadataBytes: 4_096,
  scheduleAheadDays: 180,
  idempotencyKeyLength: 255,
  idempotencyHours: 24,
  previewTokenMinutes: 15,
  fieldErrorsPerAnswer: 100,
  pageSizeDefault: 100,
  pageSizeMax: 1_000,
  connectionPageMax: 100,
  /** More are not counted, whatever the filter. */
  itemsCounted: 10_000,
  suppressionsPerCall: 10_000,
  /** Characters that say where an opt-out is proved. */
  proofLength: 500,
  numbersChecked: 10_000,
  timelinePointsMax: 1_000,
  /** Statuses, codes or types that one condition of a list names; there are fewer. */
  listedPerCondition: 100,
  /** Characters of the text of a condition: no reference or name is longer. */
  conditionLength: 200,
  sessionsPerOrganisation: 100,
  sessionHistoryLength: 20,
  chatTextLength: 65_536,
  urlLength: 2_048,
  filenameLength: 255,
  groupNameLength: 255,
  mimeTypeLength: 100,
  /** Engines throttle listings of groups, so each session is read at most once in this time. */
  groupRefreshSeconds: 60,
  eventsPerPageDefault: 100,
  eventsPerPageMax: 1_000,
  webhooksPerOrganisation: 20,
  /** Deliveries of the figures of a webhook: more that wait are not counted, and older ones are not looked at. */
  webhookWaitingCounted: 10_000,
  webhookRecentDeliveries: 1_000,
  webhookRecentHours: 24,
  /** Deliveries that one call posts again by time and type: about 0.3 s, for which the endpoint is locked. */
  redeliveriesPerCall: 10_000,
  /** How long the previous secret also signs after a rotation. */
  webhookSecretOverlapHours: 24,
  /** A webhook that sends more for one post, informational responses included, is cut off. */
  webhookReceivedBytes: 256 * 1024,
  /** As much of the body is kept. */
  webhookResponseBytes: 4_096,
  /** Connections of subscribers in one process: of all organisations, and of one. */
  subscriberConnections: 1_000,
  subscriberConnectionsPerOrganisation: 200,
  subscriptionsPerConnection: 100,
  /** In one process. */
  subscriptionsPerOrganisation: 1_000,
  /** Sum of the document costs of these subscriptions, since each document runs for every event. */
  subscriptionCostPerOrganisation: 20_000,
  eventsWaitingPerSubscription: 1_000,
  campaignsWaitingPerSubscription: 1_000,
  codeMinutes: 10,
  codeTries: 5,
  /** How long an unfinished sign-up is kept after its code has expired, so that the code can be sent again. */
  codeRenewalHours: 24,
  personSessionDays: 30,
  personSessionIdleDays: 7,
  /** How long a browser in which a person has signed in stays known. */
  deviceMarkDays: 180,
  /** More are not listed; they end by themselves, or with all others. */
  personSessionsListed: 100,
  /** The rest of what a browser calls itself is not stored. */
  userAgentLength: 300,
  retentionDaysMax: 3_650,
  callsPerMinuteMax: 1_000_000,
  organisationsPerPerson: 20,
  membersPerOrganisation: 500,
  invitationDays: 7,
  /** How long expired invitations stay listed. */
  expiredInvitationDays: 30,
  keysPerOrganisation: 200,
  /** How long the previous key stays valid after a rotation: the default, and the maximum. */
  keyOverlapHours: 24,
  keyOverlapHoursMax: 168,
  restrictionsPerKey: 100,
  accessTokenMinutes: 10,
  /** Bounds the length of the token, which every call carries in a header. */
  sessionsPerAccessToken: 20,
  exportLinkDays: 7,
  /** Files of inbound messages that one process streams at once from engines, and the size of one. */
  filesAtOnce: 20,
  filesAtOncePerOrganisation: 4,
  receivedFileBytes: 16 * 1024 * 1024,
  /** Exports that one process streams at once: of all organisations, and of one. Each holds a page of rows. */
  exportsAtOnce: 20,
  exportsAtOncePerOrganisation: 4,
  senderIdsPerOrganisation: 100,
  keywordsPerOrganisation: 50,
  segmentsPerKeywordAnswer: 3,
  /** More than the number of countries. */
  countriesPerSenderId: 300,
  reasonLength: 200,
  /** Rows that the command line lists at a time. */
  senderIdsListed: 1_000,
} as const;

/** Groups of calls that share a rate limit. That of `people` is for each person. */
export const RATE_LIMIT_BUCKETS = ['sms_send', 'sms_send_bulk', 'general', 'people'] as const;
export const RATE_LIMIT_WINDOW_SECONDS = 60;
export type RateLimitBucket = (typeof RATE_LIMIT_BUCKETS)[number];

/** The rate limits of the installation: the calls that are admitted in any 60 seconds. */
export type CallsPerMinute = Readonly<Record<RateLimitBucket, number>>;
/** The rate limits that the operator has set for one organisation; null or missing: that of the installation. */
export type OwnCallsPerMinute = Readonly<Partial<Record<RateLimitBucket, number | null>>>;

/** Refused GraphQL documents per caller and process; see `createRefusedDocuments`. */
export const REFUSED_DOCUMENTS = { points: 60, windowSeconds: 60 } as const;

/** Introspection by callers without key and session, per network and process; see `guardIntrospection`. */
export const ANONYMOUS_INTROSPECTIONS = { points: 10, windowSeconds: 60 } as const;

/** Invalid API keys and cookies per network and process; see `createLookUp`. */
export const FAILED_LOOK_UPS = { points: 300, windowSeconds: 60 } as const;

/**
 * Limits of operations before authentication. Each call counts for the account that it names (whether it exists or
 * not), for the IP address, and for both together. The account has room for several addresses, so that one attacker
 * cannot lock out the owner, who calls from another address. Many addresses can: only a known device then has room of
 * its own.
 */
const BOUNDS = {
  sign_up: {
    together: { points: 3, windowSeconds: 600 },
    account: { points: 10, windowSeconds: 600 },
    address: { points: 20, windowSeconds: 3600 },
  },
  sign_in: {
    together: { points: 10, windowSeconds: 900 },
    account: { points: 100, windowSeconds: 900 },
    address: { points: 50, windowSeconds: 900 },
    device: { points: 10, windowSeconds: 900 },
  },
  password_reset: {
    together: { points: 3, windowSeconds: 600 },
    account: { points: 10, windowSeconds: 600 },
    address: { points: 10, windowSeconds: 600 },
  },
  otp_resend: { account: { points: 3, windowSeconds: 600 }, address: { points: 3, windowSeconds: 600 } },
  /**
   * Per purpose, so that exhausting a victim's reset codes does not block verification. Bounds guesses over many codes.
   */
  codes_daily: { account: { points: 20, windowSeconds: 86_400 }, address: { points: 60, windowSeconds: 86_400 } },
  /** Guesses at codes and links. Each code also counts its own tries. */
  proof: { address: { points: 60, windowSeconds: 3600 } },
  /** Invitation mails of an organisation; the account is the id of the organisation. */
  invitation: { account: { points: 60, windowSeconds: 3600 }, address: { points: 120, windowSeconds: 3600 } },
  /** Invitation mails to one address. */
  invitation_repeated: {
    account: { points: 5, windowSeconds: 86_400 },
    address: { points: 1_440, windowSeconds: 86_400 },
  },
} as const satisfies Readonly<Record<string, AccountBounds>>;
export type AccountLimit = keyof typeof BOUNDS;
export const ACCOUNT_LIMITS: Readonly<Record<AccountLimit, AccountBounds>> = BOUNDS;

/** Whose try counts against these limits. */
export interface Trier {
  readonly account?: string;
  readonly address: string;
  /** In which the account has signed in before. */
  readonly device?: string | undefined;
}

export interface AccountBounds {
  /** Of a known device, instead of the others. */
  readonly device?: Limit;
  readonly together?: Limit;
  readonly account?: Limit;
  readonly address: Limit;
}

export interface Limit {
  readonly points: number;
  readonly windowSeconds: number;
}
