import type { WakeUp } from '../domain/context.js';

/**
 * All jobs. Jobs are hints: they may be lost or run twice, so they carry only names and ids, and the rows hold
 * everything else.
 */
export const JOBS = [
  'sms-dispatch',
  'sms-reports',
  'inbound-sms',
  'chat-reports',
  'webhooks',
  'mails',
] as const satisfies readonly Hint['job'][];

export type Hint = Exclude<WakeUp, { readonly job: 'sms-campaigns' }>;

export const DEAD_LETTER_QUEUE = 'dead-letter';

/** A hint is useless after a minute, because the sweep has found the work by then. */
export const JOB_OPTIONS = {
  retryLimit: 2,
  retryDelay: 1,
  expireInSeconds: 60,
  heartbeatSeconds: 20,
  retentionSeconds: 300,
  deleteAfterSeconds: 60,
  deadLetter: DEAD_LETTER_QUEUE,
  notify: true,
} as const;

/** Jobs of campaigns at a gateway are in a queue of this name and the gateway's. */
export const CAMPAIGNS_QUEUE = 'sms-campaigns';

/** A job may take as long as the slowest call of a gateway. If its process dies, another takes it up. */
export const CAMPAIGN_JOB_OPTIONS = {
  ...JOB_OPTIONS,
  policy: 'short',
  expireInSeconds: 900,
  retentionSeconds: 3_600,
} as const;
