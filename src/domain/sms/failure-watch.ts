import { FAILED_STATUSES } from '../vocabulary.js';
import { CODE_OF } from './delivery-codes.js';
import type { Verdict } from './verdict.js';

/**
 * Codes that tell of a fault of the gateway or the sender ID, so that further messages would fail as well. 405 resumes
 * by itself.
 */
export const WATCHED_CODES: readonly number[] = [
  CODE_OF.InvalidSenderId,
  CODE_OF.GatewayError,
  CODE_OF.RejectedByGateway,
];

/** Whether a message fails in a way that further messages of its campaign may share. */
export function isWatched({ status, deliveryCode }: Pick<Verdict, 'status' | 'deliveryCode'>): boolean {
  return FAILED_STATUSES.includes(status) && deliveryCode !== null && WATCHED_CODES.includes(deliveryCode);
}

/** A campaign is judged by this many of its latest outcomes, and not before it has so many. */
export const WATCHED_OUTCOMES = 200;

/** It is paused if at least this many of them have a watched code. */
export const TOO_MANY_FAILURES = 40;

export const PAUSES_ON_FAILURES =
  `at least ${TOO_MANY_FAILURES} of the latest ${WATCHED_OUTCOMES} outcomes, those of messages that a gateway ` +
  `accepted included, are failures with one of the codes ${WATCHED_CODES.join(', ')}.`;
