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
  node: { scope: 'sms:read', bucket: 'general' },
  campaigns: { scope: 'sms:read', bucket: 'general' },
  campaign: { scope: 'sms:read', bucket: 'general' },
  messages: { scope: 'sms:read', bucket: 'general' },
  message: { scope: 'sms:read', bucket: 'general' },
  deliveryCodes: { scope: null, bucket: 'general' },
  suppressions: { scope: 'suppressions:manage', bucket: 'general' },
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
};
