import { describe, expect, it } from '@jest/globals';
import {
  DELIVERY_CODES,
  findDeliveryCode,
  knownDeliveryCode,
  suppresses,
} from '../../src/domain/sms/delivery-codes.js';
import type { SubmitOutcome } from '../../src/domain/sms/gateway.js';
import { recommendedActionIn } from '../../src/domain/sms/public-status.js';
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
import { mergeAlike, replayAfterSeconds, type StoredReports } from '../../src/domain/stored-reports.js';
import { FAILED_STATUSES, SMS_STATUSES, type SmsStatus } from '../../src/domain/vocabulary.js';

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

const SPECIFIED = [
  [100, 'Processed', 'delivered'],
  [101, 'Sent', 'sent'],
  [102, 'Queued', 'queued'],
  [401, 'RiskHold', 'held'],
  [402, 'InvalidSenderId', 'failed'],
  [403, 'InvalidPhoneNumber', 'failed'],
  [404, 'UnsupportedNumberType', 'failed'],
  [405, 'InsufficientBalance', 'failed'],
  [406, 'UserInBlacklist', 'blocked'],
  [407, 'CouldNotRoute', 'failed'],
  [409, 'DoNotDisturbRejection', 'blocked'],
  [500, 'InternalServerError', 'failed'],
  [501, 'GatewayError', 'failed'],
  [502, 'RejectedByGateway', 'undelivered'],
] as const;

describe('the catalogue of delivery codes', () => {
  it('has exactly the specified codes, each with its status', () => {
    expect(DELIVERY_CODES.map(({ code, name, status }) => [code, name, status])).toEqual(SPECIFIED);
  });

  it('says something about each: what it means, what to do, and a status that exists', () => {
    for (const { code, meaning, recommendedAction, status } of DELIVERY_CODES) {
      expect(meaning).not.toBe('');
      expect(recommendedAction).toEqual(code === 100 ? null : expect.stringMatching(/^[A-Z][a-z]+\b.* /));
      expect(SMS_STATUSES).toContain(status);
    }
  });

  it('recommends what fits the status too: no waiting for what has ended, nothing for what arrived or was cancelled', () => {
    const others = DELIVERY_CODES.filter(({ code }) => code !== 100);
    const actionsIn = (...statuses: readonly SmsStatus[]) =>
      statuses.flatMap((status) => others.map((entry) => recommendedActionIn(status, entry)));
    expect(new Set(actionsIn('delivered', 'cancelled'))).toEqual(new Set([null]));
    for (const action of actionsIn(...FAILED_STATUSES)) expect(action).toMatch(/^(?!Wait)[A-Z][a-z]+\b.* /);
    for (const entry of others) expect(recommendedActionIn(entry.status, entry)).toBe(entry.recommendedAction);
  });

  it('calls retryable exactly what is retried', () => {
    const retryable = DELIVERY_CODES.filter((entry) => entry.retryable).map(({ code }) => code);
    expect(retryable).toEqual([407, 501, 502]);
  });

  it.each([408, 410, 999, 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'takes the unknown code %d for 500',
    (code) => {
      expect(knownDeliveryCode(code)).toBe(500);
      expect(findDeliveryCode(code)).toBeUndefined();
    },
  );

  it('leaves known codes as they are', () => {
    expect(DELIVERY_CODES.map(({ code }) => knownDeliveryCode(code))).toEqual(DELIVERY_CODES.map(({ code }) => code));
  });

  it('suppresses for 406 and 409 alone, the codes of blocked messages', () => {
    const suppressing = DELIVERY_CODES.filter(({ code }) => suppresses(code));
    expect(suppressing.map(({ code }) => code)).toEqual([406, 409]);
    expect(DELIVERY_CODES.filter((entry) => entry.suppresses)).toEqual(suppressing);
    expect(DELIVERY_CODES.filter(({ status }) => status === 'blocked')).toEqual(suppressing);
  });
});

const portion = (gateway: string, age_seconds: number, ...reports: string[]) => ({
  gateway,
  age_seconds,
  reports,
  tries: reports.length,
});

const namesOf = (portions: readonly StoredReports<string>[]) =>
  portions.map(({ gateway, reports }) => [gateway, ...reports]);

describe('reports that wait to be folded', () => {
  it('are folded together with others of their gateway that have waited alike, in the order in which they came', () => {
    const stored = [portion('north', 0.2, 'a'), portion('north', 0.9, 'b', 'c'), portion('north', 0, 'd')];
    expect(mergeAlike(stored, Infinity)).toEqual([
      { gateway: 'north', age_seconds: 0.9, reports: ['a', 'b', 'c', 'd'], tries: 2 },
    ]);
    expect(stored[0]?.reports).toEqual(['a']);
  });

  it('stay apart from those of other gateways, and from those that have waited more than twice as long', () => {
    const stored = [
      portion('north', 5, 'a'),
      portion('south', 5, 'b'),
      portion('north', 11, 'c'),
      portion('north', 8, 'd'),
    ];
    expect(namesOf(mergeAlike(stored, Infinity))).toEqual([
      ['north', 'a', 'd'],
      ['south', 'b'],
      ['north', 'c'],
    ]);
  });

  it('stay apart from those that came longer before them than they may', () => {
    const stored = [portion('north', 1_100, 'a'), portion('north', 1_190, 'b'), portion('north', 1_105, 'c')];
    expect(namesOf(mergeAlike(stored, 60))).toEqual([
      ['north', 'a', 'c'],
      ['north', 'b'],
    ]);
  });

  it('stay apart, when nobody has looked at them yet, from those that somebody did', () => {
    const stored = [portion('north', 400, 'a'), { ...portion('north', 400, 'b'), tries: 0 }];
    expect(namesOf(mergeAlike(stored, Infinity))).toEqual([
      ['north', 'a'],
      ['north', 'b'],
    ]);
  });

  it.each([
    ['at once, nearly, when they are new', 0, 0.05],
    ['after half as long as they have waited', 10, 5],
    ['after the longest wait in the end', 1_000, 60],
  ])('are looked at again %s', (_, ageSeconds, afterSeconds) => {
    expect(replayAfterSeconds(ageSeconds, 60)).toBe(afterSeconds);
  });
});
