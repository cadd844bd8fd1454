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
  /** `reading`: the limit of the person who reads; for API keys the general one of the organisation. */
  readonly bucket: Exclude<RateLimitBucket, 'people'> | 'reading';
  /** The answer holds a secret, as that of any mutation may. */
  readonly secret?: true;
  /** The field may stand only once in a document. */
  readonly alone?: true;
}

/** The policies by root field. Building the schema fails if a root field has none. */
export const POLICIES: Readonly<Record<string, Policy>> = {
  // Returns only objects that the scopes of the key cover.
  node: { scope: null, bucket: 'reading' },
  campaigns: { scope: 'sms:read', bucket: 'reading' },
  campaign: { scope: 'sms:read', bucket: 'reading' },
  messages: { scope: 'sms:read', bucket: 'reading' },
  message: { scope: 'sms:read', bucket: 'reading' },
  // Its lists need the scopes of their own queries.
  explainNumber: { scope: 'sms:read', bucket: 'reading' },
  statistics: { scope: 'sms:read', bucket: 'reading' },
  holds: { scope: 'sms:read', bucket: 'reading' },
  gateways: { scope: 'sms:read', bucket: 'reading' },
  deliveryCodes: { scope: null, bucket: 'reading' },
  deliveryCode: { scope: null, bucket: 'reading' },
  suppressions: { scope: 'suppressions:manage', bucket: 'reading' },
  consentChanges: { scope: 'suppressions:manage', bucket: 'reading' },
  consentChange: { scope: 'suppressions:manage', bucket: 'reading' },
  inboundMessages: { scope: 'inbox:read', bucket: 'reading' },
  inboundMessage: { scope: 'inbox:read', bucket: 'reading' },
  conversations: { scope: 'inbox:read', bucket: 'reading' },
  conversation: { scope: 'inbox:read', bucket: 'reading' },
  ownNumbers: { scope: 'inbox:read', bucket: 'reading' },
  // Everybody who writes to the organisation gets to know them.
  keywords: { scope: null, bucket: 'reading' },
  sessions: { scope: 'chat:read', bucket: 'reading' },
  session: { scope: 'chat:read', bucket: 'reading' },
  engines: { scope: 'sessions:manage', bucket: 'reading' },
  // The code connects a phone, so reading it needs the scope for managing sessions.
  sessionQr: { scope: 'sessions:manage', bucket: 'reading', secret: true },
  groups: { scope: 'chat:read', bucket: 'reading' },
  chatMessages: { scope: 'chat:read', bucket: 'reading' },
  chatMessage: { scope: 'chat:read', bucket: 'reading' },
  // Returns to each key the events that its scopes cover, and refuses a key whose scopes cover none.
  events: { scope: null, bucket: 'reading' },
  // Deliveries show responses of receivers.
  webhookEndpoints: { scope: 'webhooks:manage', bucket: 'reading' },
  webhookEndpoint: { scope: 'webhooks:manage', bucket: 'reading' },
  rateLimits: { scope: null, bucket: 'reading' },
  viewer: { for: 'known', scope: null, bucket: 'reading' },
  installation: { for: 'known', scope: null, bucket: 'reading' },
  // The link of an invitation is its credential.
  invitation: { for: 'anybody', scope: null, bucket: 'reading', alone: true },
  members: { scope: 'organisation:manage', bucket: 'reading' },
  invitations: { scope: 'organisation:manage', bucket: 'reading' },
  apiKeys: { scope: 'keys:manage', bucket: 'reading' },
  exportLinks: { scope: 'organisation:manage', bucket: 'reading' },
  auditLog: { scope: 'audit:read', bucket: 'reading' },
  senderIds: { scope: 'senders:manage', bucket: 'reading' },
  organisation: { scope: null, bucket: 'reading' },

  sendSms: { scope: 'sms:send', bucket: 'sms_send' },
  sendBulkSms: { scope: 'sms:send', bucket: 'sms_send_bulk' },
  // Stores nothing: a person previews while composing.
  previewBulkSms: { scope: 'sms:send', bucket: 'reading' },
  checkNumbers: { scope: 'sms:send', bucket: 'reading' },
  cancelMessage: { scope: 'sms:send', bucket: 'general' },
  cancelCampaign: { scope: 'sms:send', bucket: 'general' },
  pauseCampaign: { scope: 'sms:send', bucket: 'general' },
  resumeCampaign: { scope: 'sms:send', bucket: 'general' },
  // A send of up to ten thousand messages.
  retryCampaign: { scope: 'sms:send', bucket: 'sms_send_bulk' },
  rescheduleCampaign: { scope: 'sms:send', bucket: 'general' },
  resumeHeldMessages: { scope: 'sms:send', bucket: 'general' },
  addSuppressions: { scope: 'suppressions:manage', bucket: 'general' },
  liftSuppression: { scope: 'suppressions:manage', bucket: 'general' },

  // Their scope depends on the channel of the conversation.
  replyToConversation: { scope: null, bucket: 'sms_send' },
  markConversationRead: { scope: null, bucket: 'general' },

  sendChatMessage: { scope: 'chat:send', bucket: 'general' },
  sendGroupMessage: { scope: 'chat:send', bucket: 'general' },
  createSession: { scope: 'sessions:manage', bucket: 'general' },
  startSession: { scope: 'sessions:manage', bucket: 'general' },
  stopSession: { scope: 'sessions:manage', bucket: 'general' },
  restartSession: { scope: 'sessions:manage', bucket: 'general' },
  logOutSession: { scope: 'sessions:manage', bucket: 'general' },
  deleteSession: { scope: 'sessions:manage', bucket: 'general' },
  requestPairingCode: { scope: 'sessions:manage', bucket: 'general' },
  // It only updates our copy of the groups, as listing them for the first time does.
  refreshGroups: { scope: 'chat:read', bucket: 'general' },

  createWebhook: { scope: 'webhooks:manage', bucket: 'general' },
  updateWebhook: { scope: 'webhooks:manage', bucket: 'general' },
  deleteWebhook: { scope: 'webhooks:manage', bucket: 'general' },
  rotateWebhookSecret: { scope: 'webhooks:manage', bucket: 'general' },
  testWebhook: { scope: 'webhooks:manage', bucket: 'general' },
  redeliverWebhookDelivery: { scope: 'webhooks:manage', bucket: 'general' },
  redeliverWebhookDeliveries: { scope: 'webhooks:manage', bucket: 'general' },

  signUp: { for: 'anybody', scope: null, bucket: 'general', alone: true },
  verifyEmail: { for: 'anybody', scope: null, bucket: 'general', alone: true },
  resendCode: { for: 'anybody', scope: null, bucket: 'general', alone: true },
  requestPasswordReset: { for: 'anybody', scope: null, bucket: 'general', alone: true },
  resetPassword: { for: 'anybody', scope: null, bucket: 'general', alone: true },
  signIn: { for: 'anybody', scope: null, bucket: 'general', alone: true },
  setUp: { for: 'anybody', scope: null, bucket: 'general', alone: true },
  acceptInvitation: { for: 'anybody', scope: null, bucket: 'general', alone: true },
  signOut: { for: 'person', scope: null, bucket: 'general' },
  changePassword: { for: 'person', scope: null, bucket: 'general', alone: true },
  updatePerson: { for: 'person', scope: null, bucket: 'general' },
  endPersonSession: { for: 'person', scope: null, bucket: 'general' },
  createOrganisation: { for: 'person', scope: null, bucket: 'general' },

  eraseNumber: { scope: 'organisation:manage', bucket: 'general' },
  updateOrganisation: { scope: 'organisation:manage', bucket: 'general' },
  // Words suppress numbers, and texts leave in the name of the organisation to people whom no call names.
  updateKeywords: { scope: 'organisation:manage', bucket: 'general' },
  // Keys outlive the membership of their creators: a key that could invite would let a removed member back in.
  inviteMember: { for: 'member', scope: 'organisation:manage', bucket: 'general' },
  revokeInvitation: { for: 'member', scope: 'organisation:manage', bucket: 'general' },
  changeMemberRole: { for: 'member', scope: 'organisation:manage', bucket: 'general' },
  removeMember: { for: 'member', scope: 'organisation:manage', bucket: 'general' },
  // A person leaves the organisation of the call.
  leaveOrganisation: { scope: null, bucket: 'general' },
  createApiKey: { scope: 'keys:manage', bucket: 'general' },
  rotateApiKey: { scope: 'keys:manage', bucket: 'general' },
  revokeApiKey: { scope: 'keys:manage', bucket: 'general' },
  // A token that made tokens would never end. People have a cookie; their tokens would outlive it.
  createAccessToken: { for: 'key', scope: null, bucket: 'general' },
  // The scope depends on the rows.
  createExportLink: { scope: null, bucket: 'general' },
  endExportLink: { scope: 'organisation:manage', bucket: 'general' },
  createSenderId: { scope: 'senders:manage', bucket: 'general' },
  deleteSenderId: { scope: 'senders:manage', bucket: 'general' },

  campaignProgress: { scope: 'sms:read', bucket: 'reading' },
  campaignsChanged: { scope: 'sms:read', bucket: 'reading' },
  // As for `events`.
  messageStatusChanged: { scope: null, bucket: 'reading' },
  sessionStatusChanged: { scope: 'chat:read', bucket: 'reading' },
};
