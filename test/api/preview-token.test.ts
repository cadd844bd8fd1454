import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { deleteOldAnswers } from '../../src/db/sql/upkeep/housekeeping.js';
import type { Actor } from '../../src/domain/context.js';
import { LIMITS } from '../../src/domain/limits.js';
import type { BulkPlan, PlannedRecipient } from '../../src/domain/sms/bulk-plan.js';
import { hashBulkInput, requirePreviewed, signPreview } from '../../src/domain/sms/preview-token.js';
import { runYielding } from '../../src/lib/async/yield.js';
import { type CallKey, keyOf } from '../../src/operations/kernel/once.js';
import { type Customer, useApi, useNewCustomer } from '../http/start-api.js';
import { type BulkInput, preview, send, useRoutes } from '../support/calls/bulk-preview.js';
import { mobile, mobiles, onBehalfOf, type TestServices } from '../support/services.js';

const api = useApi();
const customer = useNewCustomer(api);
beforeEach(() => useRoutes(api));

const suppress = (...numbers: string[]) => customer.call('POST', '/v1/suppressions/', { numbers });
const lift = (number: string) => customer.call('DELETE', '/v1/suppressions/', { mobile: number });

describe('a send with a preview token', () => {
  const input: BulkInput = { message: 'Hello', recipients: [1, 2, 3, 4].map((place) => ({ to: mobile(place) })) };
  const changesOf = async (changed: () => Promise<unknown> | unknown) => {
    const { previewToken } = await preview(customer, input);
    await changed();
    const answer = await send(customer, { ...input, previewToken });
    expect(answer).toMatchObject({
      campaign: null,
      userErrors: [{ __typename: 'PreviewChangedError', code: 'PREVIEW_CHANGED', path: [] }],
    });
    expect(await api.sql('SELECT 1 FROM campaigns WHERE organisation_id = $1', [customer.organisationId])).toEqual([]);
    return answer.userErrors[0];
  };

  it('says which counts a new suppression has changed, and sends nothing', async () => {
    useRoutes(api, 'north');
    const { changes, message } = await changesOf(() => suppress(mobile(3)));
    expect(changes).toEqual([
      { what: 'ACCEPTED', gateway: null, was: 4, is: 3 },
      { what: 'SUPPRESSED', gateway: null, was: 0, is: 1 },
      { what: 'SEGMENTS', gateway: null, was: 4, is: 3 },
      { what: 'GATEWAY', gateway: 'north', was: 4, is: 3 },
    ]);
    expect(message).toContain('accepted 4 → 3, suppressed 0 → 1, segments 4 → 3, messages of the gateway north 4 → 3');
  });

  it('says which gateways another route has changed', async () => {
    useRoutes(api, 'north');
    const { changes } = await changesOf(() => useRoutes(api, 'south'));
    expect(changes).toEqual([
      { what: 'GATEWAY', gateway: 'north', was: 4, is: 0 },
      { what: 'GATEWAY', gateway: 'south', was: 0, is: 4 },
    ]);
  });

  it('notices that other recipients are left out, though as many', async () => {
    useRoutes(api, 'north');
    await suppress(mobile(1));
    const { changes } = await changesOf(() => Promise.all([lift(mobile(1)), suppress(mobile(2))]));
    expect(changes).toEqual([{ what: 'RECIPIENTS', gateway: null, was: 3, is: 3 }]);
  });

  it('is refused for a sender ID that was approved when it was previewed', async () => {
    const { organisationId } = customer;
    await api.sql('UPDATE organisations SET enforce_sender_ids = true WHERE organisation_id = $1', [organisationId]);
    const fresh = await keyOf(organisationId);
    await api.sql(
      `INSERT INTO sender_ids (organisation_id, id, name, status, countries, created_at)
       VALUES ($1, $2, 'SHOP', 'approved', NULL, now())`,
      [organisationId, randomUUID()],
    );
    const named = { ...input, senderId: 'SHOP' };
    const { previewToken, accepted } = await preview(fresh, named);
    expect(accepted).toBe(4);
    await api.sql(`UPDATE sender_ids SET status = 'rejected' WHERE organisation_id = $1`, [organisationId]);
    const { userErrors } = await send(fresh, { ...named, previewToken });
    expect(userErrors).toMatchObject([{ code: 'SENDER_NOT_APPROVED', path: ['senderId'] }]);
    expect((await preview(fresh, named)).userErrors).toEqual(userErrors);
  });

  const keyOf = (organisationId: string) => api.customer({ organisationId, scopes: ['sms:send', 'sms:read'] });

  it.each<[what: string, spoil: (token: string) => Promise<[by: Customer, token: string, input: BulkInput]>]>([
    ['a changed token', async (token) => [customer, `${token.slice(0, 20)}A${token.slice(21)}`, input]],
    ['a token without a signature', async (token) => [customer, token.split('.')[0] ?? '', input]],
    ['no token at all', async () => [customer, 'nonsense', input]],
    ['the token of another key', async (token) => [await keyOf(customer.organisationId), token, input]],
    [
      'the token of a key, by a person',
      async (token) => [await api.member('owner', customer.organisationId), token, input],
    ],
    ['the token of another organisation', async (token) => [await api.customer(), token, input]],
    ['a token for another text', async (token) => [customer, token, { ...input, message: 'Goodbye' }]],
    ['a token for fewer recipients', async (token) => [customer, token, { ...input, recipients: mobiles(3, 1) }]],
    ['a token for a test', async (token) => [customer, token, { ...input, test: true }]],
    ['a token for one that pauses', async (token) => [customer, token, { ...input, pauseOnFailures: true }]],
  ])('is refused with %s', async (_, spoil) => {
    const [by, previewToken, given] = await spoil((await preview(customer, input)).previewToken);
    expect(await send(by, { ...given, previewToken })).toMatchObject({
      campaign: null,
      userErrors: [{ __typename: 'PreviewTokenError', code: 'PREVIEW_INVALID', path: ['previewToken'] }],
    });
  });

  it('is refused when the token has expired, which is another error', async () => {
    const { previewToken, expiresAt } = await preview(customer, input);
    const now = Date.now();
    expect(Date.parse(expiresAt) - now).toBeGreaterThan((LIMITS.previewTokenMinutes * 60 - 30) * 1000);
    await later(LIMITS.previewTokenMinutes, async () => {
      expect(await send(customer, { ...input, previewToken })).toMatchObject({
        userErrors: [{ __typename: 'PreviewTokenError', code: 'PREVIEW_EXPIRED', path: [] }],
      });
    });
  });

  it('replays its answer after the token has expired or no longer fits, and without the token', async () => {
    const { previewToken } = await preview(customer, input);
    const keyed = { ...input, idempotencyKey: randomUUID() };
    const first = await send(customer, { ...keyed, previewToken });
    expect(first).toMatchObject({ replayed: false, userErrors: [] });
    await suppress(mobile(1));
    const again = { campaign: first.campaign, replayed: true, userErrors: [] };
    expect(await send(customer, { ...keyed, previewToken })).toEqual(again);
    expect(await send(customer, keyed)).toEqual(again);
    await later(LIMITS.previewTokenMinutes, async () => {
      expect(await send(customer, { ...keyed, previewToken })).toEqual(again);
    });
  });

  it('sends once with a token, over REST and GraphQL, however often and whatever has changed', async () => {
    const { previewToken } = await preview(customer, input);
    const first = await send(customer, { ...input, previewToken });
    expect(first).toMatchObject({ replayed: false, userErrors: [] });
    await suppress(mobile(1));
    const again = { campaign: first.campaign, replayed: true, userErrors: [] };
    const repeat = async () => {
      expect(await send(customer, { ...input, previewToken })).toEqual(again);
      const answer = await customer.call('POST', '/v1/sms/send-bulk/', { ...input, preview_token: previewToken });
      expect(answer).toMatchObject({ status: 202, body: { campaign_id: first.campaign.id, accepted: 4 } });
      expect(answer.headers.get('idempotency-replayed')).toBe('true');
    };
    await repeat();
    await later(LIMITS.previewTokenMinutes, repeat);
    expect(await countCampaigns()).toBe(1);
    // As long as any stored answer.
    await api.sql(`UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE organisation_id = $1`, [
      customer.organisationId,
    ]);
    await api.services.db.acrossOrganisations((tx) => deleteOldAnswers(tx, LIMITS.idempotencyHours, 100));
    expect(await send(customer, { ...input, previewToken })).toMatchObject({
      userErrors: [{ code: 'PREVIEW_CHANGED' }],
    });
  });

  it('sends once if a button is pressed ten times', async () => {
    const { previewToken } = await preview(customer, input);
    const sends = Array.from({ length: 10 }, () => send(customer, { ...input, previewToken }));
    const answers = await Promise.all(sends);
    const ids = new Set(answers.flatMap(({ campaign }) => (campaign ? [campaign.id] : [])));
    expect(ids.size).toBe(1);
    const refused = answers.flatMap(({ userErrors }) => userErrors.map(({ code }: { code: string }) => code));
    expect(new Set(refused).size).toBeLessThanOrEqual(1);
    expect(refused.every((code) => code === 'IDEMPOTENCY_IN_PROGRESS')).toBe(true);
    expect(await countCampaigns()).toBe(1);
  });

  it('sends again after another preview, and with other keys, and forgets a send that was refused', async () => {
    const [one, other] = [await preview(customer, input), await preview(customer, input)];
    expect(one.previewToken).not.toBe(other.previewToken);
    await suppress(mobile(1));
    expect(await send(customer, { ...input, previewToken: one.previewToken })).toMatchObject({ campaign: null });
    await lift(mobile(1));
    for (const { previewToken } of [one, other]) {
      expect(await send(customer, { ...input, previewToken })).toMatchObject({ replayed: false, userErrors: [] });
    }
    for (const idempotencyKey of ['a', 'b']) {
      const keyed = { ...input, idempotencyKey, previewToken: one.previewToken };
      expect(await send(customer, keyed)).toMatchObject({ replayed: false, userErrors: [] });
    }
    expect(await countCampaigns()).toBe(4);
  });

  it('gives a campaign to nobody else who has its token, nor for another input', async () => {
    const { previewToken } = await preview(customer, input);
    expect(await send(customer, { ...input, previewToken })).toMatchObject({ replayed: false, userErrors: [] });
    const other = await keyOf(customer.organisationId);
    for (const [by, given] of [
      [other, input],
      [customer, { ...input, message: 'Goodbye' }],
    ] as const) {
      const answer = await send(by, { ...given, previewToken });
      expect(answer).toMatchObject({ campaign: null, userErrors: [{ code: 'PREVIEW_INVALID' }] });
    }
  });

  const countCampaigns = async () =>
    (await api.sql('SELECT 1 FROM campaigns WHERE organisation_id = $1', [customer.organisationId])).length;

  it('takes an input that says the same in other words', async () => {
    const recipients = [mobile(1), { to: mobile(2), reference: '' }];
    const body = { message: 'Hello', recipients, name: null };
    const { body: shown } = await customer.call('POST', '/v1/sms/send-bulk/preview/', body);
    const { previewToken } = { previewToken: shown.preview_token };
    const same = { message: 'Hello', recipients: [{ to: mobile(1) }, { to: mobile(2) }], previewToken };
    expect(await send(customer, same)).toMatchObject({ userErrors: [], campaign: { accepted: 2 } });
  });
});

/** Later by the clock of this process, which dates tokens. */
async function later(minutes: number, work: () => Promise<void>): Promise<void> {
  const at = Date.now() + minutes * 60_000;
  const clock = jest.spyOn(Date, 'now').mockReturnValue(at);
  try {
    await work();
  } finally {
    clock.mockRestore();
  }
}

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
