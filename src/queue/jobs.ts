import type { WakeUp } from '../domain/context.js';

/**
 * Every job there is, as data. Jobs are hints: they carry names and ids only, may be lost or run twice, and never hold
 * what the rows do not say as well.
 */
export const JOBS = [
  'sms-dispatch',
  'sms-reports',
  'chat-reports',
  'webhooks',
  'mails',
] as const satisfies readonly WakeUp['job'][];

export const DEAD_LETTER_QUEUE = 'dead-letter';

/** A hint that nobody has taken within a minute has been overtaken by the sweep. */
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
