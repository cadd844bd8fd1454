import type { RateLimitBucket } from '../../domain/limits.js';
import type { Scope } from '../../domain/vocabulary.js';

/** What a key needs for a root field, and which limit the call counts against. REST routes share these. */
export interface Policy {
  /**
   * Who may ask: a key or a person that acts for an organisation (when not given), a person who acts for one (`member`), a
   * person who has signed in, one of these, or anybody at all.
   */
  readonly for?: 'member' | 'person' | 'known' | 'anybody';
  /** Null: everybody of those may. */
  readonly scope: Scope | null;
  readonly bucket: RateLimitBucket;
  /** Not twice in a document. */
  readonly alone?: true;
}

/** Every root field has a row: one without is refused when the schema is built. */
export const POLICIES: Readonly<Record<string, Policy>> = {
  // Looks only into what the key's other scopes open to it.
  node: { scope: null, bucket: 'general' },
  campaigns: { scope: 'sms:read', bucket: 'general' },
  campaign: { scope: 'sms:read', bucket: 'general' },
  messages: { scope: 'sms:read', bucket: 'general' },
  message: { scope: 'sms:read', bucket: 'general' },
  deliveryCodes: { scope: null, bucket: 'general' },
  suppressions: { scope: 'suppressions:manage', bucket: 'general' },
  sessions: { scope: 'chat:read', bucket: 'general' },
  session: { scope: 'chat:read', bucket: 'general' },
  // Whoever has the code can take the phone.
  sessionQr: { scope: 'sessions:manage', bucket: 'general' },
  groups: { scope: 'chat:read', bucket: 'general' },
  chatMessages: { scope: 'chat:read', bucket: 'general' },
  chatMessage: { scope: 'chat:read', bucket: 'general' },
  // Shows each key what its other scopes open to it, and refuses one to which they open nothing.
  events: { scope: null, bucket: 'general' },
  // Answers of receivers are shown there.
  webhookEndpoints: { scope: 'webhooks:manage', bucket: 'general' },
  webhookEndpoint: { scope: 'webhooks:manage', bucket: 'general' },
  rateLimits: { scope: null, bucket: 'general' },
  viewer: { for: 'known', scope: null, bucket: 'general' },
  // Whoever has the link of an invitation may read it.
  invitation: { for: 'anybody', scope: null, bucket: 'general', alone: true },
  members: { scope: 'organisation:manage', bucket: 'general' },
  invitations: { scope: 'organisation:manage', bucket: 'general' },
  apiKeys: { scope: 'keys:manage', bucket: 'general' },
  auditLog: { scope: 'audit:read', bucket: 'general' },
  senderIds: { scope: 'senders:manage', bucket: 'general' },
  organisation: { scope: null, bucket: 'general' },

  sendSms: { scope: 'sms:send', bucket: 'sms_send' },
  sendBulkSms: { scope: 'sms:send', bucket: 'sms_send_bulk' },
  cancelMessage: { scope: 'sms:send', bucket: 'general' },
  cancelCampaign: { scope: 'sms:send', bucket: 'general' },
  resumeHeldMessages: { scope: 'sms:send', bucket: 'general' },
  addSuppressions: { scope: 'suppressions:manage', bucket: 'general' },
  liftSuppression: { scope: 'suppressions:manage', bucket: 'general' },

  sendChatMessage: { scope: 'chat:send', bucket: 'general' },
  sendGroupMessage: { scope: 'chat:send', bucket: 'general' },
  createSession: { scope: 'sessions:manage', bucket: 'general' },
  startSession: { scope: 'sessions:manage', bucket: 'general' },
  stopSession: { scope: 'sessions:manage', bucket: 'general' },
  restartSession: { scope: 'sessions:manage', bucket: 'general' },
  logOutSession: { scope: 'sessions:manage', bucket: 'general' },
  deleteSession: { scope: 'sessions:manage', bucket: 'general' },
  requestPairingCode: { scope: 'sessions:manage', bucket: 'general' },
  // Changes nothing but our copy, which listing the groups for the first time does as well.
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
  createOrganisation: { for: 'person', scope: null, bucket: 'general' },

  updateOrganisation: { scope: 'organisation:manage', bucket: 'general' },
  // Keys outlive the membership of their makers: one that could invite would bring a removed member back.
  inviteMember: { for: 'member', scope: 'organisation:manage', bucket: 'general' },
  revokeInvitation: { for: 'member', scope: 'organisation:manage', bucket: 'general' },
  changeMemberRole: { for: 'member', scope: 'organisation:manage', bucket: 'general' },
  removeMember: { for: 'member', scope: 'organisation:manage', bucket: 'general' },
  // Of the organisation that the call is made for, by the person who makes it.
  leaveOrganisation: { scope: null, bucket: 'general' },
  createApiKey: { scope: 'keys:manage', bucket: 'general' },
  rotateApiKey: { scope: 'keys:manage', bucket: 'general' },
  revokeApiKey: { scope: 'keys:manage', bucket: 'general' },
  createSenderId: { scope: 'senders:manage', bucket: 'general' },
  deleteSenderId: { scope: 'senders:manage', bucket: 'general' },

  campaignProgress: { scope: 'sms:read', bucket: 'general' },
  // As with `events`.
  messageStatusChanged: { scope: null, bucket: 'general' },
  sessionStatusChanged: { scope: 'chat:read', bucket: 'general' },
};
