import { describe, expect, it } from '@jest/globals';
import type { Actor } from '../../../src/domain/context.js';
import type { BulkPlan, PlannedRecipient } from '../../../src/domain/sms/bulk-plan.js';
import { hashBulkInput, requirePreviewed, signPreview } from '../../../src/domain/sms/preview-token.js';
import { runYielding } from '../../../src/lib/async/yield.js';
import { type CallKey, keyOf } from '../../../src/operations/kernel/once.js';
import { mobile, onBehalfOf, type TestServices } from '../../support/services.js';

const SECRET_KEY = 'a secret key';
const ACTOR: Actor = { kind: 'key', id: 'a-key', name: 'A key' };
const MAKER = { organisationId: 'mine', actor: ACTOR };

function planOf(gateway: string, ...places: readonly number[]): BulkPlan {
  const recipients = places.map(
    (place): PlannedRecipient => ({
      id: '',
      place,
      mobile: mobile(place),
      body: null,
      reference: null,
      segments: 1,
      encoding: 'gsm7',
      replaced: null,
      status: 'queued',
      deliveryCode: null,
    }),
  );
  return { text: 'Hello', isSmart: false, recipients, duplicates: [], byGateway: new Map([[gateway, recipients]]) };
}

const PLAN = planOf('north', 0, 1);
const TOKEN = signPreview(SECRET_KEY, MAKER, 'the input', PLAN).previewToken;
const judge = (plan: BulkPlan, maker = MAKER, input = 'the input') =>
  requirePreviewed({ secretKeys: [SECRET_KEY], maker, text: TOKEN }, input, plan);

describe('the token of a preview', () => {
  it('is good for the plan that it promises', () => {
    expect(() => judge(PLAN)).not.toThrow();
  });

  it.each([
    ['other counts', planOf('north', 0, 1, 2), 'total 2 → 3'],
    ['another gateway', planOf('south', 0, 1), 'messages of the gateway north 2 → 0'],
    ['other recipients', planOf('north', 0, 2), 'other recipients or texts, though as many (2)'],
    ['other texts', { ...PLAN, isSmart: true }, 'other recipients or texts, though as many (2)'],
  ])('is refused for %s', (_, plan, message) => {
    expect(() => judge(plan)).toThrow(message);
  });

  it.each([
    ['another organisation', { ...MAKER, organisationId: 'another' }],
    ['another key', { ...MAKER, actor: { ...ACTOR, id: 'another' } }],
    ['a person with the id of the key', { ...MAKER, actor: { ...ACTOR, kind: 'person' } as const }],
  ])('is as good as forged for %s', (_, maker) => {
    expect(() => judge(PLAN, maker)).toThrow('not one that this server has made for you');
  });

  it('is refused for another input', () => {
    expect(() => judge(PLAN, MAKER, 'another')).toThrow('for another input');
  });

  it('is no part of what an idempotency key stands for', () => {
    const { caller } = onBehalfOf({} as TestServices, 'mine');
    const hashOf = (more: object) =>
      (keyOf(caller, 'sendBulkSms', { idempotencyKey: 'a key', ...more }) as CallKey).requestHash.toString('hex');
    expect(hashOf({ previewToken: TOKEN })).toBe(hashOf({}));
    expect(hashOf({ previewToken: null })).toBe(hashOf({}));
    expect(hashOf({ test: true })).not.toBe(hashOf({}));
  });

  it('stands for every field of the input, but not for how the call leaves one out', async () => {
    const input = { message: 'Hello', recipients: [{ to: mobile(1) }] };
    const hashOf = (more: object) => runYielding(hashBulkInput({ ...input, ...more }));
    const plain = await hashOf({});
    expect(await hashOf({ ofALaterVersion: 'x' })).not.toBe(plain);
    expect(await hashOf({ pauseOnFailures: false })).not.toBe(plain);
    expect(await hashOf({ category: 'promotional' })).not.toBe(plain);
    for (const absent of [
      { ofALaterVersion: null },
      { name: '', test: false, atLeastOnce: false, category: 'transactional', metadata: undefined },
    ]) {
      expect(await hashOf(absent)).toBe(plain);
    }
    for (const ofThisCall of [{ previewToken: TOKEN }, { idempotencyKey: 'a key' }]) {
      expect(await hashOf(ofThisCall)).toBe(plain);
    }
  });
});
