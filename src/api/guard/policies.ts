import type { RateLimitBucket } from '../../domain/limits.js';
import type { Scope } from '../../domain/vocabulary.js';

/**
 * Who may call a root field, which scope the call needs, and which limit it counts against. REST routes use the same
 * policies.
 */
export interface Policy {
  /**
   * Who may call: `organisation` (default) a key, an access token or a person that acts for an organisation; `key` an
   * API key alone; `member` a person who acts for an organisation; `person` a person who has signed in; `known` any of
   * these; `anybody` also anonymous callers.
   */
  readonly for?: 'key' | 'member' | 'person' | 'known' | 'anybody';
  /** The scope that the caller needs; null: none. */
  readonly scope: Scope | null;
  /**
   * The limit that the call counts against. `reading`: that of the person who reads; for API keys the general one of
   * the organisation.
   */
  readonly bucket: Exclude<RateLimitBucket, 'people'> | 'reading';
  /** The answer holds a secret, as that of any mutation may. */
  readonly secret?: true;
  /** The field may stand only once in a document. */
  readonly alone?: true;
}

type PolicyRow = Omit<Policy, 'bucket'> & Partial<Pick<Policy, 'bucket'>>;

/** Queries and subscriptions count as reading. */
const READING: Readonly<Record<string, PolicyRow>> = {
  // Returns only objects that the scopes of the key cover.
  node: { scope: null },
  campaigns: { scope: 'sms:read' },
  campaign: { scope: 'sms:read' },
  messages: { scope: 'sms:read' },
  message: { scope: 'sms:read' },
  // Its lists need the scopes of their own queries.
  explainNumber: { scope: 'sms:read' },
  statistics: { scope: 'sms:read' },
  holds: { scope: 'sms:read' },
  gateways: { scope: 'sms:read' },
  deliveryCodes: { scope: null },
  deliveryCode: { scope: null },
  suppressions: { scope: 'suppressions:manage' },
  consentChanges: { scope: 'suppressions:manage' },
  consentChange: { scope: 'suppressions:manage' },
  inboundMessages: { scope: 'inbox:read' },
  inboundMessage: { scope: 'inbox:read' },
  conversations: { scope: 'inbox:read' },
  conversation: { scope: 'inbox:read' },
  ownNumbers: { scope: 'inbox:read' },
  // Everybody who writes to the organisation gets to know them.
  keywords: { scope: null },
  sessions: { scope: 'chat:read' },
  session: { scope: 'chat:read' },
  engines: { scope: 'sessions:manage' },
  // The code connects a phone, so reading it needs the scope for managing sessions.
  sessionQr: { scope: 'sessions:manage', secret: true },
  groups: { scope: 'chat:read' },
  chatMessages: { scope: 'chat:read' },
  chatMessage: { scope: 'chat:read' },
  // Returns to each key the events that its scopes cover, and refuses a key whose scopes cover none.
  events: { scope: null },
  // Deliveries show responses of receivers.
  webhookEndpoints: { scope: 'webhooks:manage' },
  webhookEndpoint: { scope: 'webhooks:manage' },
  rateLimits: { scope: null },
  viewer: { for: 'known', scope: null },
  installation: { for: 'known', scope: null },
  // The link of an invitation is its credential.
  invitation: { for: 'anybody', scope: null, alone: true },
  members: { scope: 'organisation:manage' },
  invitations: { scope: 'organisation:manage' },
  apiKeys: { scope: 'keys:manage' },
  exportLinks: { scope: 'organisation:manage' },
  auditLog: { scope: 'audit:read' },
  senderIds: { scope: 'senders:manage' },
  organisation: { scope: null },

  campaignProgress: { scope: 'sms:read' },
  campaignsChanged: { scope: 'sms:read' },
  // As for `events`.
  messageStatusChanged: { scope: null },
  sessionStatusChanged: { scope: 'chat:read' },
};

/** Mutations count against the general limit, but for sends and what stores nothing. */
const CHANGING: Readonly<Record<string, PolicyRow>> = {
  sendSms: { scope: 'sms:send', bucket: 'sms_send' },
  sendBulkSms: { scope: 'sms:send', bucket: 'sms_send_bulk' },
  // Stores nothing: a person previews while composing.
  previewBulkSms: { scope: 'sms:send', bucket: 'reading' },
  checkNumbers: { scope: 'sms:send', bucket: 'reading' },
  cancelMessage: { scope: 'sms:send' },
  cancelCampaign: { scope: 'sms:send' },
  pauseCampaign: { scope: 'sms:send' },
  resumeCampaign: { scope: 'sms:send' },
  // A send of up to ten thousand messages.
  retryCampaign: { scope: 'sms:send', bucket: 'sms_send_bulk' },
  rescheduleCampaign: { scope: 'sms:send' },
  resumeHeldMessages: { scope: 'sms:send' },
  addSuppressions: { scope: 'suppressions:manage' },
  liftSuppression: { scope: 'suppressions:manage' },

  // Their scope depends on the channel of the conversation.
  replyToConversation: { scope: null, bucket: 'sms_send' },
  markConversationRead: { scope: null },

  sendChatMessage: { scope: 'chat:send' },
  sendGroupMessage: { scope: 'chat:send' },
  createSession: { scope: 'sessions:manage' },
  startSession: { scope: 'sessions:manage' },
  stopSession: { scope: 'sessions:manage' },
  restartSession: { scope: 'sessions:manage' },
  logOutSession: { scope: 'sessions:manage' },
  deleteSession: { scope: 'sessions:manage' },
  requestPairingCode: { scope: 'sessions:manage' },
  // It only updates our copy of the groups, as listing them for the first time does.
  refreshGroups: { scope: 'chat:read' },

  createWebhook: { scope: 'webhooks:manage' },
  updateWebhook: { scope: 'webhooks:manage' },
  deleteWebhook: { scope: 'webhooks:manage' },
  rotateWebhookSecret: { scope: 'webhooks:manage' },
  testWebhook: { scope: 'webhooks:manage' },
  redeliverWebhookDelivery: { scope: 'webhooks:manage' },
  redeliverWebhookDeliveries: { scope: 'webhooks:manage' },

  signUp: { for: 'anybody', scope: null, alone: true },
  verifyEmail: { for: 'anybody', scope: null, alone: true },
  resendCode: { for: 'anybody', scope: null, alone: true },
  requestPasswordReset: { for: 'anybody', scope: null, alone: true },
  resetPassword: { for: 'anybody', scope: null, alone: true },
  signIn: { for: 'anybody', scope: null, alone: true },
  setUp: { for: 'anybody', scope: null, alone: true },
  acceptInvitation: { for: 'anybody', scope: null, alone: true },
  signOut: { for: 'person', scope: null },
  changePassword: { for: 'person', scope: null, alone: true },
  updatePerson: { for: 'person', scope: null },
  endPersonSession: { for: 'person', scope: null },
  createOrganisation: { for: 'person', scope: null },

  eraseNumber: { scope: 'organisation:manage' },
  updateOrganisation: { scope: 'organisation:manage' },
  // Words suppress numbers, and texts leave in the name of the organisation to people whom no call names.
  updateKeywords: { scope: 'organisation:manage' },
  // Keys outlive the membership of their creators: a key that could invite would let a removed member back in.
  inviteMember: { for: 'member', scope: 'organisation:manage' },
  revokeInvitation: { for: 'member', scope: 'organisation:manage' },
  changeMemberRole: { for: 'member', scope: 'organisation:manage' },
  removeMember: { for: 'member', scope: 'organisation:manage' },
  // A person leaves the organisation of the call.
  leaveOrganisation: { scope: null },
  createApiKey: { scope: 'keys:manage' },
  rotateApiKey: { scope: 'keys:manage' },
  revokeApiKey: { scope: 'keys:manage' },
  // A token that made tokens would never end. People have a cookie; their tokens would outlive it.
  createAccessToken: { for: 'key', scope: null },
  // The scope depends on the rows.
  createExportLink: { scope: null },
  endExportLink: { scope: 'organisation:manage' },
  createSenderId: { scope: 'senders:manage' },
  deleteSenderId: { scope: 'senders:manage' },
};

const withBucket = (rows: Readonly<Record<string, PolicyRow>>, bucket: Policy['bucket']) =>
  Object.fromEntries(Object.entries(rows).map(([rootField, row]) => [rootField, { bucket, ...row }]));

/** The policies by root field. Building the schema fails if a root field has none. */
export const POLICIES: Readonly<Record<string, Policy>> = {
  ...withBucket(READING, 'reading'),
  ...withBucket(CHANGING, 'general'),
};
