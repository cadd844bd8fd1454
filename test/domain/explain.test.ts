import { describe, expect, it } from '@jest/globals';
import { type ExplainedMessage, explainMessage } from '../../src/domain/sms/explain.js';
import { SMS_PHASES, SMS_STATUSES } from '../../src/domain/vocabulary.js';

const message: ExplainedMessage = {
  status: 'queued',
  phase: 'ready',
  deliveryCode: null,
  outcomeUnknown: false,
  holdReason: null,
  handedOver: false,
  atLeastOnce: false,
  attempt: 0,
  nextActionAt: null,
  scheduledAt: null,
};
const explain = (changes: Partial<ExplainedMessage>, lastCode: number | null = null) =>
  explainMessage({ ...message, ...changes }, lastCode);

describe('the explanation of a message', () => {
  it('is whole sentences in every phase and for every end', () => {
    const living = SMS_PHASES.filter((phase) => phase !== 'done').map((phase) => explain({ phase }));
    const ended = SMS_STATUSES.map((status) => explain({ phase: 'done', status, deliveryCode: 502 }));
    for (const { cause, rule, next } of [...living, ...ended]) {
      for (const sentence of [cause, rule, next]) expect(sentence).toMatch(/^[A-Z].*[^.]\.?$/);
    }
  });

  it('names the code, its rule and the next attempt while a retry waits', () => {
    const at = '2026-11-20T18:00:00Z';
    expect(explain({ phase: 'waiting_retry', attempt: 1, nextActionAt: at }, 407)).toEqual({
      cause: 'Gateway found no delivery route (407 CouldNotRoute).',
      rule: 'Code 407 is tried 2 times, then it is final.',
      next: 'Attempt 2 follows.',
      nextAt: at,
    });
  });

  it('tells apart a message that was suppressed before and one that was blocked on its way', () => {
    const before = explain({ phase: 'done', status: 'blocked', deliveryCode: 409 });
    const onItsWay = explain({ phase: 'done', status: 'blocked', deliveryCode: 409, handedOver: true });
    expect(before.cause).toBe(onItsWay.cause);
    expect(before.rule).toContain('never given to a gateway');
    expect(onItsWay.rule).toContain('will not be written to again');
  });

  it('says which promise holds while an answer is lost', () => {
    expect(explain({ phase: 'in_doubt' }).rule).toContain('not sent again');
    expect(explain({ phase: 'in_doubt', atLeastOnce: true }).rule).toContain('may be sent again');
  });

  it('says what a hold waits for', () => {
    expect(explain({ phase: 'paused', status: 'held' }).next).toContain('top-up');
    const review = explain({ phase: 'waiting_report', status: 'held', holdReason: 'risk_review' });
    expect(review.cause).toContain('401');
  });
});
