import type { RateLimitBucket } from '../domain/limits.js';
import type { Scope } from '../domain/vocabulary.js';

/** What a key needs for a root field, and which limit the call counts against. REST routes share these. */
export interface Policy {
  /** Null: every key may. */
  readonly scope: Scope | null;
  readonly bucket: RateLimitBucket;
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
  viewer: { scope: null, bucket: 'general' },
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

  campaignProgress: { scope: 'sms:read', bucket: 'general' },
  // As with `events`.
  messageStatusChanged: { scope: null, bucket: 'general' },
  sessionStatusChanged: { scope: 'chat:read', bucket: 'general' },
};
