import { loadConfig } from '../../src/config/config.js';
import type { DeliveryPolicy } from '../../src/domain/context.js';

export const POLICY: DeliveryPolicy = {
  batchSize: 500,
  leaseSeconds: 60,
  maxFreezeSeconds: 30,
  reportTimeoutHours: 72,
  maxHoldHours: 72,
  inDoubtWaitSeconds: 900,
  balanceProbeSeconds: 30,
  retentionDays: 30,
  messageRetentionDays: undefined,
  chatAckTimeoutSeconds: 120,
  chatProbeSeconds: 30,
  allowPrivateNetworkUrls: false,
  webhookReach: 'loopback',
  webhookTimeoutSeconds: 15,
  eventRetentionDays: 30,
  publicUrl: 'https://sms.example.org',
  signUp: 'open',
  callsPerMinute: loadConfig({}).callsPerMinute,
};
