import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { KeyMode } from '../../../src/domain/vocabulary.js';
import { type Customer, useApi } from '../../http/start-api.js';
import { DEAF_INBOX } from '../../support/gateways/deaf-inbox.js';
import { drain } from '../../support/services.js';

const api = useApi({ SANDBOX_DELAY_MS: '0' });

const KENYAN = '254711000001';
const UGANDAN = '256701000001';

let customer: Customer;
beforeEach(async () => {
  customer = await strict();
});

/** An organisation that lets messages leave under approved sender ids only. */
async function strict(mode: KeyMode = 'live'): Promise<Customer> {
  const founded = await api.customer({ mode });
  await api.sql('UPDATE organisations SET enforce_sender_ids = true WHERE organisation_id = $1', [
    founded.organisationId,
  ]);
  return founded;
}

interface Registered {
  readonly status?: 'pending' | 'approved' | 'rejected';
  readonly countries?: readonly string[];
  readonly reason?: string;
}

function register(name: string, { status = 'approved', countries, reason }: Registered = {}, by = customer) {
  return api.sql(
    `INSERT INTO sender_ids (organisation_id, id, name, countries, status, reason)
     VALUES ($1, gen_random_uuid(), $2, $3, $4, $5)`,
    [by.organisationId, name, countries ?? null, status, reason ?? null],
  );
}

const set = (name: string, status: string) =>
  api.sql('UPDATE sender_ids SET status = $3 WHERE organisation_id = $1 AND name = $2', [
    customer.organisationId,
    name,
    status,
  ]);

const send = (senderId?: string, { to = KENYAN, by = customer, headers = {} } = {}) =>
  by.call('POST', '/v1/sms/send/', { to, message: 'Hello', sender_id: senderId }, headers);
const sendBulk = (senderId: string | undefined, recipients: readonly string[]) =>
  customer.call('POST', '/v1/sms/send-bulk/', { message: 'Hello', recipients, sender_id: senderId });

const stored = async () =>
  (await api.sql('SELECT 1 FROM sms_messages WHERE organisation_id = $1', [customer.organisationId])).length;

const refusal = (sentence: string) => ({
  status: 400,
  body: { code: 'invalid', detail: `sender_id: ${sentence}`, errors: { sender_id: [sentence] } },
});

describe('an organisation that enforces sender ids', () => {
  it.each([
    ['not registered', undefined, 'The sender ID is not registered: create it, and wait for its approval.'],
    ['pending', { status: 'pending' }, 'The sender ID is waiting for approval.'],
    ['rejected', { status: 'rejected', reason: 'a bank' }, 'The sender ID was rejected: a bank'],
  ] as const)('may not send under one that is %s, singly or in bulk', async (_, registered, sentence) => {
    if (registered) await register('ACME', registered);
    expect(await send('ACME')).toMatchObject(refusal(sentence));
    expect(await sendBulk('ACME', [KENYAN])).toMatchObject(refusal(sentence));
    expect(await stored()).toBe(0);
  });

  it('may not send under none', async () => {
    await register('ACME');
    const refused = refusal('Give an approved sender ID: the organisation sends under no other.');
    expect(await send()).toMatchObject(refused);
    expect(await sendBulk(undefined, [KENYAN])).toMatchObject(refused);
    expect(await stored()).toBe(0);
  });

  it('may send under one that is approved', async () => {
    await register('ACME');
    expect(await send('ACME')).toMatchObject({ status: 201, body: { status: 'queued' } });
    const bulk = await sendBulk('ACME', [KENYAN, UGANDAN]);
    expect(bulk).toMatchObject({ status: 202, body: { accepted: 2, invalid: 0 } });
  });

  it('takes a number with and without its plus for the same, and capitals for something else', async () => {
    await register('254711000999');
    await register('ACME');
    for (const senderId of ['254711000999', '+254711000999']) {
      expect(await send(senderId)).toMatchObject({ status: 201 });
    }
    expect(await send('Acme')).toMatchObject({ status: 400 });
  });

  it('hears over GraphQL by code what is wrong with which field', async () => {
    const mutation = (name: string, input: object) => {
      const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
      const query = `mutation ($input: ${type}) { ${name}(input: $input) { userErrors { __typename code path } } }`;
      return customer.call('POST', '/graphql', { query, variables: { input } });
    };
    const wrong = { __typename: 'InvalidInputError', path: ['senderId'] };
    const text = { message: 'Hello', senderId: 'ACME' };
    for (const [name, input] of [
      ['sendSms', { ...text, to: KENYAN }],
      ['sendBulkSms', { ...text, recipients: [{ to: KENYAN }] }],
    ] as const) {
      const unknown = await mutation(name, input);
      expect(unknown.body.data[name].userErrors).toEqual([{ ...wrong, code: 'SENDER_NOT_APPROVED' }]);
      const missing = await mutation(name, { ...input, senderId: null });
      expect(missing.body.data[name].userErrors).toEqual([{ ...wrong, code: 'REQUIRED' }]);
    }
  });

  it('may not write to a country that its sender id is not for', async () => {
    await register('ACME', { countries: ['KE', 'TZ'] });
    expect(await send('ACME')).toMatchObject({ status: 201 });
    expect(await send('ACME', { to: UGANDAN })).toMatchObject(
      refusal('The sender ID is not approved for Uganda (UG).'),
    );
    expect(await stored()).toBe(1);
  });

  it('has the recipients of a campaign in other countries listed as failed with 402, and the others queued', async () => {
    await register('ACME', { countries: ['KE'] });
    const { status, body } = await sendBulk('ACME', [UGANDAN, KENYAN, 'nobody']);
    expect({ status, body }).toMatchObject({ status: 202, body: { total: 3, accepted: 1, invalid: 2 } });
    const listed = await customer.call('POST', '/v1/sms/campaigns/messages/', { campaign_id: body.campaign_id });
    expect(listed.body.results).toMatchObject([
      { mobile: UGANDAN, status: 'failed', message_status: 'failed', delivery_code: 402 },
      { mobile: KENYAN, status: 'pending', message_status: 'queued', delivery_code: null },
      { mobile: 'nobody', message_status: 'failed', delivery_code: 403 },
    ]);
    // No gateway has refused anything.
    expect(await api.sql('SELECT 1 FROM sender_ids WHERE refused_at IS NOT NULL')).toEqual([]);
  });

  it('gets a campaign that is complete at once when none of its recipients can be written to', async () => {
    await register('ACME', { countries: ['KE'] });
    const { body } = await sendBulk('ACME', [UGANDAN]);
    expect(body).toMatchObject({ status: 'completed', accepted: 0, invalid: 1 });
  });

  it('has nothing of the approval that another organisation has', async () => {
    const other = await strict();
    await register('ACME', {}, other);
    expect(await send('ACME')).toMatchObject({ status: 400 });
    expect(await send('ACME', { by: other })).toMatchObject({ status: 201 });
  });

  it('holds test keys to the same, so that what they try is what live keys meet', async () => {
    const tester = await strict('test');
    expect(await send('ACME', { by: tester })).toMatchObject({ status: 400 });
    await register('ACME', {}, tester);
    expect(await send('ACME', { by: tester })).toMatchObject({ status: 201 });
  });

  it('answers a repeated call as the first time, whatever became of the sender id', async () => {
    await register('ACME');
    const headers = { 'idempotency-key': 'once' };
    const first = await send('ACME', { headers });
    await set('ACME', 'rejected');
    expect(await send('ACME', { headers })).toMatchObject({ status: 201, text: first.text });
    expect(await send('ACME')).toMatchObject({ status: 400 });
    // What was refused is not remembered: the same call is good once the sender id is.
    const again = { 'idempotency-key': 'again' };
    expect(await send('ACME', { headers: again })).toMatchObject({ status: 400 });
    await set('ACME', 'approved');
    expect(await send('ACME', { headers: again })).toMatchObject({ status: 201 });
  });
});

describe('any other organisation', () => {
  it('may send under any sender id, registered or not', async () => {
    const lax = await api.customer();
    await register('ACME', { status: 'rejected', countries: ['UG'] }, lax);
    for (const senderId of [undefined, 'ACME', 'Other']) {
      expect(await send(senderId, { by: lax })).toMatchObject({ status: 201 });
    }
  });
});

describe('the number of the sandbox that is refused with 402', () => {
  beforeAll(async () => {
    for (const { gateway } of api.services.gateways.values()) await gateway.start?.(DEAF_INBOX);
  });

  const REFUSED_NUMBER = '12025550110';

  /** Sends to the number that the sandbox refuses the sender id for, and answers what the organisation sees of it. */
  async function sendRefused(mode: KeyMode) {
    const customer = await api.customer({ mode });
    const ask = async (query: string) => (await customer.call('POST', '/graphql', { query })).body.data;
    await ask('mutation { createSenderId(input: { name: "ACME" }) { userErrors { code } } }');
    const sent = { to: REFUSED_NUMBER, message: 'Hello', sender_id: 'ACME' };
    const { body } = await customer.call('POST', '/v1/sms/send/', sent);
    await drain(api.services);
    const { body: message } = await customer.call('GET', `/v1/sms/messages/${body.message_id}/`);
    expect(message).toMatchObject({ status: 'failed', delivery_code: 402 });
    const { senderIds } = await ask('{ senderIds(first: 1) { nodes { status refusedAt refusedBy } } }');
    return senderIds.nodes[0];
  }

  it('shows in the list of sender ids that a gateway has refused one, and which', async () => {
    expect(await sendRefused('live')).toEqual({
      status: 'PENDING',
      refusedAt: expect.stringMatching(/^\d{4}-/),
      refusedBy: 'sandbox',
    });
  });

  it('shows nothing there for a test key', async () => {
    expect(await sendRefused('test')).toEqual({ status: 'PENDING', refusedAt: null, refusedBy: null });
  });
});
