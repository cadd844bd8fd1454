import { describe, expect, it } from '@jest/globals';
import {
  DELIVERY_CODES,
  findDeliveryCode,
  knownDeliveryCode,
  suppresses,
} from '../../src/domain/sms/delivery-codes.js';
import { recommendedActionIn } from '../../src/domain/sms/public-status.js';
import { FAILED_STATUSES, SMS_STATUSES, type SmsStatus } from '../../src/domain/vocabulary.js';

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
