import { beforeEach, describe, expect, it } from '@jest/globals';
import { QueueFullError } from '../../src/lib/async/semaphore.js';
import { checkNumbers } from '../../src/operations/sms/send/check-numbers.js';
import { type Customer, type KeyWish, useApi, useNewCustomer } from '../http/start-api.js';
import { preview, useRoutes } from '../support/calls/bulk-preview.js';
import { mobile, onBehalfOf } from '../support/services.js';

const api = useApi();
const customer = useNewCustomer(api);
beforeEach(() => useRoutes(api));

const suppress = (...numbers: unknown[]) => customer.call('POST', '/v1/suppressions/', { numbers });
const LANDLINE = '442071838750';
const FRANCE = '33612345678';

const CHECK = `query ($numbers: [PhoneNumber!]!, $senderId: String, $test: Boolean) {
  checkNumbers(numbers: $numbers, senderId: $senderId, test: $test) {
    number code { code } suppression { senderId deliveryCode source reason } country } }`;

async function check(numbers: readonly string[], more: object = {}, by = customer) {
  const { body } = await by.graphql(CHECK, { numbers, ...more });
  return body;
}

/** Another key of the customer. */
const otherKey = (wanted: KeyWish) => api.customer({ organisationId: customer.organisationId, ...wanted });

interface Checked {
  readonly number: string;
  readonly code: { readonly code: number } | null;
  readonly suppression: object | null;
}

const codesOf = (checked: readonly Checked[]) => checked.map(({ code }) => code?.code ?? null);

describe('checking numbers', () => {
  it('tells for each number, in order, whether a message would be sent, and if not, why', async () => {
    await suppress({ mobile: mobile(1), reason: 'Asked to be left alone' }, { mobile: mobile(2), sender_id: 'Shop' });
    const { data } = await check([`+${mobile(0)}`, 'nonsense', LANDLINE, mobile(1), mobile(2), FRANCE, mobile(0), '1']);
    const code = (number: number) => ({ code: number });
    const nothing = { code: null, suppression: null };
    expect(data.checkNumbers).toEqual([
      { number: mobile(0), ...nothing, country: 'KE' },
      { number: 'nonsense', code: code(403), suppression: null, country: null },
      { number: LANDLINE, code: code(404), suppression: null, country: null },
      {
        number: mobile(1),
        code: code(409),
        suppression: { senderId: null, deliveryCode: 409, source: 'MANUAL', reason: 'Asked to be left alone' },
        country: 'KE',
      },
      { number: mobile(2), ...nothing, country: 'KE' },
      { number: FRANCE, ...nothing, country: 'FR' },
      { number: mobile(0), ...nothing, country: 'KE' },
      { number: '1', code: code(403), suppression: null, country: null },
    ]);
  });

  it('gives each number the code that a campaign would give it', async () => {
    await suppress(mobile(1), { mobile: mobile(1), sender_id: 'Shop' }, { mobile: mobile(2), sender_id: 'Shop' });
    const numbers = [mobile(0), 'nonsense', LANDLINE, mobile(1), mobile(2), FRANCE];
    for (const senderId of ['Shop', 'Other', null]) {
      const { data } = await check(numbers, { senderId });
      const recipients = numbers.map((to) => ({ to }));
      const { problems } = await preview(customer, { message: 'Hello', recipients, ...(senderId && { senderId }) });
      const codes = new Map(
        problems.map((each: { position: number; code: { code: number } }) => [each.position, each.code.code]),
      );
      expect(codesOf(data.checkNumbers)).toEqual(numbers.map((_, position) => codes.get(position) ?? null));
    }
    // Of two entries that block, it is the one whose code a message gets.
    const { data } = await check([mobile(1)], { senderId: 'Shop' });
    expect(data.checkNumbers[0]).toMatchObject({ code: { code: 409 }, suppression: { senderId: null } });
  });

  it('refuses what a campaign refuses: a sender ID that is none, is not approved, or is not the one of the key', async () => {
    const refusal = async (more: object, by = customer) => (await check([mobile(0)], more, by)).errors[0].extensions;
    expect(await refusal({ senderId: '!' })).toMatchObject({ code: 'BAD_USER_INPUT' });
    const restricted = await otherKey({ senderIds: ['Shop'] });
    expect(await refusal({}, restricted)).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect((await check([mobile(0)], { senderId: 'Shop' }, restricted)).errors).toBeUndefined();
  });

  it('knows the sender IDs and countries of an organisation that enforces them', async () => {
    await api.sql('UPDATE organisations SET enforce_sender_ids = true WHERE organisation_id = $1', [
      customer.organisationId,
    ]);
    await api.sql(
      `INSERT INTO sender_ids (organisation_id, id, name, status, countries)
       VALUES ($1, gen_random_uuid(), 'Shop', 'approved', '{KE}')`,
      [customer.organisationId],
    );
    const own = await otherKey({});
    expect(codesOf((await check([mobile(0), FRANCE], { senderId: 'Shop' }, own)).data.checkNumbers)).toEqual([
      null,
      402,
    ]);
    expect((await check([mobile(0)], { senderId: 'Other' }, own)).errors).toHaveLength(1);
  });

  it('takes from 1 to 10,000 numbers, and few lists of them in one document', async () => {
    const numbers = Array.from({ length: 10_000 }, (_, index) => mobile(index));
    const { checkNumbers } = (await check(numbers)).data;
    expect(checkNumbers.map(({ number }: Checked) => number)).toEqual(numbers);
    for (const wrong of [[], [...numbers, mobile(0)]]) {
      expect((await check(wrong)).errors[0].message).toContain('Between 1 and 10000 numbers are allowed.');
    }
    const field = 'checkNumbers(numbers: $numbers) { number }';
    const query = `query ($numbers: [PhoneNumber!]!) { a: ${field} b: ${field} c: ${field} }`;
    const { body } = await customer.graphql(query, { numbers });
    expect(body.errors).toMatchObject([{ extensions: { code: 'DOCUMENT_TOO_EXPENSIVE' } }]);
  });

  it('takes turns among long lists of an organisation, and refuses more than can wait; short ones and others go on', async () => {
    const ask = (by: Customer, count: number) => {
      const numbers = Array.from({ length: count }, (_, index) => mobile(index));
      return checkNumbers(onBehalfOf(api.services, by.organisationId), { numbers });
    };
    const long = Promise.allSettled(Array.from({ length: 30 }, () => ask(customer, 1_001)));
    expect(await ask(customer, 1_000)).toHaveLength(1_000);
    expect(await ask(await api.customer(), 1_001)).toHaveLength(1_001);
    const refused = (await long).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(9);
    expect(refused).toContainEqual({ status: 'rejected', reason: expect.any(QueueFullError) });
  });

  it('is of the sandbox for test keys, and for others on demand', async () => {
    const test = await otherKey({ mode: 'test', scopes: ['sms:send', 'suppressions:manage'] });
    await test.call('POST', '/v1/suppressions/', { numbers: [mobile(1)] });
    expect(codesOf((await check([mobile(1)])).data.checkNumbers)).toEqual([null]);
    expect(codesOf((await check([mobile(1)], { test: true })).data.checkNumbers)).toEqual([409]);
    expect(codesOf((await check([mobile(1)], {}, test)).data.checkNumbers)).toEqual([409]);
  });

  it('shows the entry of a suppressed number only to callers who may list suppressions', async () => {
    await suppress(mobile(1));
    const sender = await otherKey({ scopes: ['sms:send'] });
    const { data } = await check([mobile(1)], {}, sender);
    expect(data.checkNumbers).toMatchObject([{ code: { code: 409 }, suppression: null }]);
    const reader = await otherKey({ scopes: ['sms:read', 'suppressions:manage'] });
    expect((await check([mobile(1)], {}, reader)).errors[0].extensions.code).toBe('FORBIDDEN');
  });
});

describe('POST /v1/sms/check-numbers/', () => {
  it('returns the same, in the words of REST', async () => {
    await suppress(mobile(1));
    const body = { numbers: [mobile(0), mobile(1), 'nonsense'], sender_id: '' };
    expect(await customer.call('POST', '/v1/sms/check-numbers/', body)).toMatchObject({
      status: 200,
      body: {
        count: 3,
        results: [
          { number: mobile(0), delivery_code: null, suppression: null, country: 'KE' },
          { number: mobile(1), delivery_code: 409, suppression: { source: 'manual', sender_id: null }, country: 'KE' },
          { number: 'nonsense', delivery_code: 403, suppression: null, country: null },
        ],
      },
    });
  });

  it.each([
    [{}, ['This field is required.']],
    [{ numbers: mobile(0) }, ['Must be a list.']],
    [{ numbers: [] }, ['Between 1 and 10000 numbers are allowed.']],
  ])('refuses %j', async (body, numbers) => {
    const answer = await customer.call('POST', '/v1/sms/check-numbers/', body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', errors: { numbers } } });
  });

  it('refuses a list that is far too long without checking its items', async () => {
    const { status, body } = await customer.call('POST', '/v1/sms/check-numbers/', { numbers: Array(20_001).fill(1) });
    expect([status, body.errors]).toEqual([400, { numbers: ['Must have at most 10000 items.'] }]);
  });
});

describe('POST /v1/suppressions/', () => {
  const entries = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ mobile: mobile(index), reason: 'x'.repeat(200) }));

  it('suppresses from 1 to 10,000 numbers, each with a long reason', async () => {
    const { status, body } = await suppress(...entries(10_000));
    expect([status, body.count]).toEqual([201, 10_000]);
    const mobiles = body.results.map((row: { mobile: string }) => row.mobile);
    expect(mobiles).toEqual(entries(10_000).map((entry) => entry.mobile));
    for (const wrong of [[], entries(10_001)]) {
      const errors = { numbers: ['Between 1 and 10000 numbers are allowed.'] };
      expect(await suppress(...wrong)).toMatchObject({ status: 400, body: { errors } });
    }
  });

  it('suppresses none if one of them is no number, and names a hundred at most', async () => {
    const { status, body } = await suppress(...entries(2_999), ...Array(200).fill('x'));
    expect([status, Object.keys(body.errors).length]).toEqual([400, 100]);
    expect(body.errors).toHaveProperty(['numbers.2999.mobile']);
    expect((await customer.call('GET', '/v1/suppressions/')).body.count).toBe(0);
  });
});
