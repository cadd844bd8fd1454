import { describe, expect, it } from '@jest/globals';
import { DELIVERY_CODES } from '../../src/domain/sms/delivery-codes.js';
import type { SubmitOutcome } from '../../src/domain/sms/gateway.js';
import {
  attemptsFor,
  CANCELLABLE,
  CANCELLED,
  DELIVERED,
  HOLD_EXPIRED,
  judgeAnswer,
  judgeReportedFailure,
  judgeReportedFailureWithRetry,
  judgeSuppressed,
  NO_REPORT,
  OUTCOME_UNKNOWN,
  READY,
  REVIEW_EXPIRED,
  type Verdict,
} from '../../src/domain/sms/verdict.js';

const REJECTIONS = DELIVERY_CODES.map(({ code }) => code).filter((code) => code >= 400);
const OUTCOMES: SubmitOutcome[] = [
  { kind: 'accepted' },
  { kind: 'queued' },
  { kind: 'held' },
  { kind: 'no_credit', scope: 'account' },
  { kind: 'no_credit', scope: 'message' },
  { kind: 'throttled', retryAfterMs: 1_500 },
  { kind: 'not_sent' },
  { kind: 'unknown' },
  ...REJECTIONS.map((code): SubmitOutcome => ({ kind: 'rejected', code })),
];
const ANSWERED = OUTCOMES.flatMap((outcome) => [1, 2, 3].map((attempt) => judgeAnswer(outcome, attempt)));
const ALL: Verdict[] = [
  ...ANSWERED,
  ...REJECTIONS.map(judgeReportedFailure),
  ...REJECTIONS.map(judgeReportedFailureWithRetry).filter((verdict) => verdict !== null),
  ...[CANCELLED, DELIVERED, HOLD_EXPIRED, NO_REPORT, OUTCOME_UNKNOWN, READY, REVIEW_EXPIRED, judgeSuppressed(409)],
];

describe('verdicts', () => {
  it('whoever is done has a status that ends, and is looked at no more', () => {
    const ends = ['delivered', 'failed', 'undelivered', 'blocked', 'cancelled'];
    for (const verdict of ALL) {
      expect(ends.includes(verdict.status)).toBe(verdict.phase === 'done');
      if (verdict.phase === 'done') expect(verdict.next).toBeNull();
    }
  });

  it('whoever is not done will be looked at again, except when that is arranged by whoever resumes', () => {
    const alone = ALL.filter((verdict) => verdict.phase !== 'done' && verdict.next === null);
    expect(new Set(alone)).toEqual(new Set([READY]));
  });

  it('the delivery code is null exactly while queued or held, and when cancelled', () => {
    for (const { status, deliveryCode } of ALL) {
      expect(deliveryCode === null).toBe(['queued', 'held', 'cancelled'].includes(status));
    }
  });

  it('100 is given by a report alone: a gateway that answers is believed to have the message, not the handset', () => {
    expect(ANSWERED.filter(({ deliveryCode }) => deliveryCode === 100)).toEqual([]);
    expect(judgeAnswer({ kind: 'accepted' }, 1)).toMatchObject({ status: 'sent', deliveryCode: 101 });
  });

  it('only what the gateway certainly has counts as handed over', () => {
    const handedOver = OUTCOMES.filter((outcome) => judgeAnswer(outcome, 1).handedOver).map(({ kind }) => kind);
    expect(handedOver).toEqual(['accepted', 'queued', 'held']);
  });

  it('only what provably did not happen gives its attempt back, and leaves no trace', () => {
    for (const outcome of OUTCOMES) {
      const { refundsAttempt = false, attempt } = judgeAnswer(outcome, 1);
      expect(refundsAttempt).toBe(outcome.kind === 'throttled' || outcome.kind === 'not_sent');
      expect(attempt === null).toBe(refundsAttempt);
    }
  });

  it.each(REJECTIONS)('%d: the first rejection is retried exactly if its rule says so, the second never', (code) => {
    const first = judgeAnswer({ kind: 'rejected', code }, 1);
    expect(first.phase).toBe([407, 501, 502].includes(code) ? 'waiting_retry' : 'done');
    expect(attemptsFor(code)).toBe(first.phase === 'done' ? 1 : 2);
    expect(judgeAnswer({ kind: 'rejected', code }, 2).phase).toBe('done');
  });

  it.each([
    [407, 60, 60, true],
    [501, 300, 300, false],
    [502, 900, 1_800, false],
  ])('%d: waits %d to %d seconds, at another gateway: %s', (code, atLeast, atMost, otherGateway) => {
    const next = { purpose: 'dispatch', delay: { kind: 'seconds', atLeast, atMost }, otherGateway };
    expect(judgeAnswer({ kind: 'rejected', code }, 1).next).toEqual(next);
    expect(judgeReportedFailureWithRetry(code)).toMatchObject({ status: 'sent', deliveryCode: 101, next });
  });

  it('a hold has a reason, and nothing else has', () => {
    for (const { status, holdReason } of ALL) expect(holdReason !== null).toBe(status === 'held');
  });

  it('nothing that a gateway has or may have can be cancelled', () => {
    expect([...CANCELLABLE].sort()).toEqual(['paused', 'ready', 'scheduled', 'waiting_retry']);
  });
});
