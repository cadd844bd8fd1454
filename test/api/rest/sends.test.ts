import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Customer, useApi } from '../../http/start-api.js';

const api = useApi();
let customer: Customer;
beforeAll(async () => {
  customer = await api.customer();
});

const UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('POST /v1/sms/send/', () => {
  it('answers 201 with exactly the promised fields', async () => {
    const answer = await customer.call('POST', '/v1/sms/send/', { to: '+1 202-555-0100', message: 'Hello' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      success: true,
      message_id: UUID,
      status: 'queued',
      delivery_code: null,
      to: '12025550100',
      type: 'sms',
      segments: 1,
      encoding: 'gsm7',
    });
  });

  it('keeps every option and gives it back', async () => {
    const options = {
      sender_id: 'Postrider',
      scheduled_at: inAnHour(),
      reference: 'order 7',
      metadata: { shop: 'north', list: [1, null] },
    };
    const sent = await customer.call('POST', '/v1/sms/send/', { to: '12025550100', message: 'Grüße 🎉', ...options });
    expect(sent.body).toMatchObject({ encoding: 'ucs2', segments: 1 });
    const read = await customer.call('GET', `/v1/sms/messages/${sent.body.message_id}/`);
    expect(read.body).toMatchObject({ ...options, message: 'Grüße 🎉', to: '12025550100', campaign_id: null });
  });
});

describe('POST /v1/sms/send-bulk/', () => {
  it('answers 202 and counts what became of each recipient', async () => {
    const recipients = ['12025550101', { to: '12025550102' }, '12025550101', 'nonsense', '12025550198'];
    await customer.call('POST', '/v1/suppressions/', { numbers: [{ mobile: '12025550198' }] });
    const answer = await customer.call('POST', '/v1/sms/send-bulk/', { message: 'Hello', recipients });
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({
      success: true,
      campaign_id: UUID,
      status: 'queued',
      total: 4,
      accepted: 2,
      invalid: 1,
      duplicates: 1,
      suppressed: 1,
    });
    const listing = await customer.call('POST', '/v1/sms/campaigns/messages/', {
      campaign_id: answer.body.campaign_id,
    });
    expect(listing.body.results).toEqual([
      { mobile: '12025550101', status: 'pending', message_status: 'queued', delivery_code: null, error: null },
      { mobile: '12025550102', status: 'pending', message_status: 'queued', delivery_code: null, error: null },
      { mobile: 'nonsense', status: 'failed', message_status: 'failed', delivery_code: 403, error: expect.any(String) },
      {
        mobile: '12025550198',
        status: 'failed',
        message_status: 'blocked',
        delivery_code: 409,
        error: expect.any(String),
      },
    ]);
  });

  it('puts variables into the texts', async () => {
    const recipients = [{ to: '12025550101', variables: { name: 'Ada', __typename: 'x' }, reference: 'r1' }];
    const answer = await customer.call('POST', '/v1/sms/send-bulk/', { message: 'Hello {{name}}', recipients });
    const rows = await api.sql('SELECT body, reference FROM sms_messages WHERE campaign_id = $1', [
      answer.body.campaign_id,
    ]);
    expect(rows).toEqual([{ body: 'Hello Ada', reference: 'r1' }]);
  });

  it('writes numbers and truth values into the texts, and refuses what is no text', async () => {
    const to = '12025550101';
    const send = (variables: string) =>
      customer.call(
        'POST',
        '/v1/sms/send-bulk/',
        `{"message":"{{n}} {{ok}}","recipients":[{"to":"${to}","variables":${variables}}]}`,
      );
    const answer = await send('{"n":-1.5,"ok":true,"unused":7}');
    const rows = await api.sql('SELECT body FROM sms_messages WHERE campaign_id = $1', [answer.body.campaign_id]);
    expect(rows).toEqual([{ body: '-1.5 true' }]);
    for (const wrong of ['null', '[1]', '{"a":1}', '12345678901234567890']) {
      const refused = await send(`{"n":${wrong},"ok":true}`);
      expect([refused.status, refused.body.errors]).toEqual([
        400,
        { 'recipients.0.variables.n': ['Must be a string.'] },
      ]);
    }
  });
});

describe('a body as long as it may be', () => {
  const MIB = 1024 * 1024;
  it.each([
    ['/v1/sms/send/', MIB, { to: '12025550100', message: 'Hello' }, 201],
    ['/v1/sms/send-bulk/', 4 * MIB, { recipients: ['12025550100'], message: 'Hello' }, 202],
  ])('is taken by %s: %i bytes, and not one more', async (path, bytes, body, status) => {
    const without = JSON.stringify({ ...body, ignored: '' }).length;
    const post = (length: number) => customer.call('POST', path, { ...body, ignored: 'x'.repeat(length - without) });
    expect(await post(bytes)).toMatchObject({ status });
    expect(await post(bytes + 1)).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
  });
});

describe('Idempotency-Key', () => {
  it.each([
    ['/v1/sms/send/', { to: '12025550100', message: 'Once' }],
    ['/v1/sms/send-bulk/', { recipients: ['12025550100'], message: 'Once' }],
    ['/v1/suppressions/', { numbers: ['12025550177'] }],
  ])('replays POST %s byte for byte', async (path, body) => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await customer.call('POST', path, body, key);
    const second = await customer.call('POST', path, body, key);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second).toMatchObject({ status: first.status, text: first.text });
  });

  it('lets one of many parallel calls through and never creates twice', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const body = { to: '12025550100', message: 'Parallel', reference: key['idempotency-key'] };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => customer.call('POST', '/v1/sms/send/', body, key)),
    );
    for (const answer of answers) expect([201, 409]).toContain(answer.status);
    for (const { status, headers, body: refused } of answers.filter((answer) => answer.status === 409)) {
      expect({ status, code: refused.code }).toEqual({ status: 409, code: 'idempotency_in_progress' });
      expect(headers.get('retry-after')).toBe('1');
    }
    const rows = await api.sql('SELECT 1 FROM sms_messages WHERE reference = $1', [key['idempotency-key']]);
    expect(rows).toHaveLength(1);
  });

  it.each(['', 'x'.repeat(256)])('refuses a key that is empty or too long', async (key) => {
    const body = { to: '12025550100', message: 'Hello' };
    const answer = await customer.call('POST', '/v1/sms/send/', body, { 'idempotency-key': key });
    expect(answer).toMatchObject({ status: 400, body: { errors: { 'Idempotency-Key': [expect.any(String)] } } });
  });

  it('may have 255 characters', async () => {
    const body = { to: '12025550100', message: 'Hello' };
    const key = { 'idempotency-key': 'x'.repeat(255) };
    expect(await customer.call('POST', '/v1/sms/send/', body, key)).toMatchObject({ status: 201 });
    const { headers } = await customer.call('POST', '/v1/sms/send/', body, key);
    expect(headers.get('idempotency-replayed')).toBe('true');
  });

  it('belongs to one organisation', async () => {
    const other = await api.customer();
    const key = { 'idempotency-key': 'the same' };
    const body = { to: '12025550100', message: 'Mine' };
    const [mine, theirs] = await Promise.all(
      [customer, other].map((one) => one.call('POST', '/v1/sms/send/', body, key)),
    );
    expect(theirs?.body.message_id).not.toBe(mine?.body.message_id);
  });
});
