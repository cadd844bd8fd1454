/** Every bound that a user can meet, in one place. Units are in the names. */
export const LIMITS = {
  recipientsPerBulkCall: 10_000,
  segmentsPerMessage: 10,
  /** Of a bulk message before its placeholders are filled in. */
  templateLength: 20_000,
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
} as const;

export const RATE_LIMIT_BUCKETS = {
  sms_send: { points: 300, windowSeconds: 60 },
  sms_send_bulk: { points: 60, windowSeconds: 60 },
  general: { points: 300, windowSeconds: 60 },
} as const;
export type RateLimitBucket = keyof typeof RATE_LIMIT_BUCKETS;
