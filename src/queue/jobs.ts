import type { WakeUp } from '../domain/context.js';

/**
 * All jobs. Jobs are hints: they may be lost or run twice, so they carry only names and ids, and the rows hold everything
 * else.
 */
export const JOBS = [
  'sms-dispatch',
  'sms-reports',
  'chat-reports',
  'webhooks',
  'mails',
] as const satisfies readonly WakeUp['job'][];

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
