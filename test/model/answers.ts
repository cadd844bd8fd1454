import type { SubmitOutcome } from '../../src/domain/sms/gateway.js';

/** What a gateway, or the network before it, says to a call. */
export const ANSWERS = {
  accepted: { kind: 'accepted' },
  'queued there': { kind: 'queued' },
  'under review': { kind: 'held' },
  throttled: { kind: 'throttled', retryAfterMs: 1_000 },
  'not sent': { kind: 'not_sent' },
  'no credit': { kind: 'no_credit', scope: 'account' },
  'refused, 404': { kind: 'rejected', code: 404 },
  'refused, 407': { kind: 'rejected', code: 407 },
  '503 for the whole call': { kind: 'rejected', code: 501, wholeCall: true },
  'no answer': { kind: 'unknown' },
} as const satisfies Readonly<Record<string, SubmitOutcome>>;

export type Answer = keyof typeof ANSWERS;

/** The gateway has the message. */
export const isTaken = (answer: Answer): boolean => ['accepted', 'queued there', 'under review'].includes(answer);

/** Given by a proxy in front of the gateway, which does not know whether the gateway has the message. */
export const OF_WHOLE_CALLS: readonly Answer[] = ['throttled', 'no credit', '503 for the whole call'];
