import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { useApi, useCustomer } from '../../http/start-api.js';

const api = useApi();
const customer = useCustomer(api);
let campaignId: string;
beforeAll(async () => {
  const recipients = ['12025550100', '12025550101', '12025550102'];
  campaignId = (await customer.sendBulkSms({ recipients })).body.campaign_id;
});

// Whatever was refused must have left nothing behind: the three messages above are all there is.
afterEach(async () => {
  expect(await api.sql('SELECT count(*)::integer AS messages FROM sms_messages')).toEqual([{ messages: 3 }]);
});

const SEND = { to: '12025550100', message: 'Hello' };
const BULK = { recipients: ['12025550100'], message: 'Hello' };
const daysAhead = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();

/** Posts and expects a 400 with complaints about exactly these fields. */
async function refused(path: string, body: unknown, code = 'invalid'): Promise<Record<string, string[]>> {
  const answer = await customer.call('POST', path, body);
  expect(answer).toMatchObject({ status: 400, body: { code, detail: expect.any(String) } });
  const marks = path.startsWith('/v1/sms/send') ? ['success'] : [];
  expect(Object.keys(answer.body)).toEqual([...marks, 'detail', 'code', 'request_id', 'errors']);
  expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'));
  return answer.body.errors;
}

describe('a body that is no body', () => {
  it.each(['{"to": "12025550100", ', '', 'to=1', '{"a":1}{', '\u0000', '{"__proto__": {"admin": true}}', '"\\ud800'])(
    'refuses malformed JSON: %j',
    async (text) => {
      const answer = await customer.call('POST', '/v1/sms/send/', text, { 'content-type': 'application/json' });
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body)).toEqual(['success', 'detail', 'code', 'request_id']);
    },
  );

  it('refuses JSON that hides a constructor.prototype', async () => {
    const text = '{"to": "12025550100", "message": "x", "constructor": {"prototype": {"admin": true}}}';
    expect(await customer.call('POST', '/v1/sms/send/', text)).toMatchObject({ status: 400 });
  });

  it('refuses bytes that are not UTF-8', async () => {
    const answer = await api.fetch('/v1/sms/send/', {
      method: 'POST',
      headers: { ...customer.headers, 'content-type': 'application/json' },
      body: Buffer.from('7b22746f223a22ff227d', 'hex'),
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
  });

  it.each([[[]], ['text'], [7], [null], [true]])('refuses JSON that is not an object: %j', async (body) => {
    const answer = await customer.call('POST', '/v1/sms/send/', JSON.stringify(body));
    expect(answer).toMatchObject({ status: 400, body: { detail: 'The request body must be a JSON object.' } });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    'answers 415 to %s',
    async (type) => {
      const answer = await customer.call('POST', '/v1/sms/send/', 'to=12025550100', { 'content-type': type });
      expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
    },
  );
});

describe('a single send', () => {
  it.each([
    [{}, { to: ['This field is required.'], message: ['This field is required.'] }],
    [
      { to: null, message: null },
      { to: ['This field is required.'], message: ['This field is required.'] },
    ],
    [
      { to: 12025550100, message: ['x'] },
      { to: ['Must be a string.'], message: ['Must be a string.'] },
    ],
    [{ ...SEND, message: '' }, { message: ['This field may not be blank.'] }],
    [{ ...SEND, message: ' \n ' }, { message: ['This field may not be blank.'] }],
    [
      { ...SEND, metadata: 'x', at_least_once: 1 },
      { metadata: ['Must be an object.'], at_least_once: ['Must be true or false.'] },
    ],
  ])('names each field at fault: %j', async (body, errors) => {
    expect(await refused('/v1/sms/send/', body)).toEqual(errors);
  });

  it.each([
    ['a group id', '120363025550100@g.us'],
    ['too short', '1202555'],
    ['too long', '1202555010012345'],
    ['letters', '1202555CALL'],
    ['a landline', '442079460000'],
    ['nothing', ''],
    ['no such number', '10000000000'],
  ])('refuses a number that is %s, and does not repeat it', async (_, to) => {
    const errors = await refused('/v1/sms/send/', { ...SEND, to });
    expect(errors).toEqual({ to: [expect.any(String)] });
    if (to) expect(errors.to?.[0]).not.toContain(to);
  });

  it.each([
    ['of more than 10 segments', 'x'.repeat(1531)],
    ['with NUL', 'a\u0000b'],
    ['with half a surrogate pair', 'a\ud83db'],
  ])('refuses a message %s', async (_, message) => {
    expect(await refused('/v1/sms/send/', { ...SEND, message })).toEqual({ message: [expect.any(String)] });
  });

  it.each([
    ['in the past', '2020-01-01T00:00:00Z'],
    ['beyond 180 days', daysAhead(181)],
    ['without a time zone', '2027-01-01T00:00:00'],
    ['that does not exist', '2027-02-30T00:00:00Z'],
    ['that is a date', '2027-02-03'],
    ['that is a number', 1_900_000_000],
  ])('refuses a time %s', async (_, time) => {
    expect(await refused('/v1/sms/send/', { ...SEND, scheduled_at: time })).toEqual({
      scheduled_at: [expect.any(String)],
    });
  });

  it.each([
    ['sender_id', '!!'],
    ['sender_id', 'x'.repeat(21)],
    ['reference', 'x'.repeat(201)],
    ['reference', 'a\u0000'],
    ['metadata', { text: 'x'.repeat(4096) }],
    ['metadata', { text: 'a\u0000' }],
  ])('refuses %s that cannot be kept', async (field, value) => {
    expect(await refused('/v1/sms/send/', { ...SEND, [field]: value })).toEqual({ [field]: [expect.any(String)] });
  });
});

describe('a bulk call', () => {
  it.each([
    [{}, ['recipients']],
    [{ recipients: BULK.recipients }, ['message']],
    [
      {
        recipients: [
          { to: '12025550100', message: 'Hello' },
          { to: '12025550101', message: '' },
          { to: '12025550102', message: 7 },
        ],
      },
      ['recipients.2.message'],
    ],
    [{ recipients: [{ to: '12025550100', message: 'Hello' }, { to: '12025550101' }] }, ['recipients.1.message']],
    [{ ...BULK, recipients: null }, ['recipients']],
    [{ ...BULK, recipients: '12025550100' }, ['recipients']],
    [{ ...BULK, recipients: {} }, ['recipients']],
    [{ ...BULK, recipients: [] }, ['recipients']],
    [
      { ...BULK, recipients: [1, null, [], { to: 5 }, { to: null }, {}] },
      ['recipients.0', 'recipients.1', 'recipients.2', 'recipients.3.to', 'recipients.4.to', 'recipients.5.to'],
    ],
    [
      {
        ...BULK,
        recipients: [
          { to: '12025550100', variables: [] },
          { to: '12025550101', variables: { age: null } },
        ],
      },
      ['recipients.0.variables', 'recipients.1.variables.age'],
    ],
    [{ ...BULK, recipients: [{ to: '12025550100', reference: 7 }] }, ['recipients.0.reference']],
    [{ ...BULK, name: 'x'.repeat(201) }, ['name']],
    [{ ...BULK, message: '' }, ['message']],
    [{ ...BULK, message: 'x'.repeat(1531) }, ['message']],
    [{ ...BULK, scheduled_at: '2020-01-01T00:00:00Z' }, ['scheduled_at']],
  ])('names each field at fault: %#', async (body, fields) => {
    expect(Object.keys(await refused('/v1/sms/send-bulk/', body)).sort()).toEqual(fields);
  });

  it('refuses a placeholder without a value, by the name that the caller gave it', async () => {
    const recipients = [
      { to: '12025550100', variables: { firstName: 'Ada' } },
      { to: '12025550101', variables: { first_name: 'Ada' } },
      '12025550102',
    ];
    expect(Object.keys(await refused('/v1/sms/send-bulk/', { message: 'Hi {{firstName}}', recipients }))).toEqual([
      'recipients.1.variables.firstName',
      'recipients.2.variables.firstName',
    ]);
  });

  it('refuses a text that a variable makes too long', async () => {
    const recipients = [{ to: '12025550100', variables: { a: 'y'.repeat(1000), b: 'y'.repeat(1000) } }];
    const errors = await refused('/v1/sms/send-bulk/', { message: '{{a}}{{b}}', recipients });
    expect(Object.keys(errors)).toEqual(['recipients.0.variables']);
  });

  it('stops at 100 complaints', async () => {
    const errors = await refused('/v1/sms/send-bulk/', { ...BULK, recipients: Array.from({ length: 500 }, () => 7) });
    expect(Object.keys(errors)).toHaveLength(100);
  });
});

describe('listings', () => {
  it.each([0, -1, 1.5, 'x', true, [], '0', '-1', '1.5', '1e3', ' 100'])('refuses page_size %j', async (page_size) => {
    expect(Object.keys(await refused('/v1/sms/campaigns/messages/', { campaign_id: campaignId, page_size }))).toEqual([
      'page_size',
    ]);
  });

  it.each(['0', '-1', 'x', '1.5', ''])('refuses page_size=%s in an address', async (size) => {
    const answer = await customer.call('GET', `/v1/sms/campaigns/?page_size=${size}`);
    expect(answer).toMatchObject({ status: 400, body: { errors: { page_size: [expect.any(String)] } } });
  });

  it.each([
    [{}, ['campaign_id']],
    [{ campaign_id: null }, ['campaign_id']],
    [{ campaign_id: 7 }, ['campaign_id']],
    [{ campaign_id: 'not-a-uuid' }, ['campaign_id']],
    [{ campaign_id: randomUUID(), status: 'gone' }, ['status']],
    [{ campaign_id: randomUUID(), message_status: 'SENT' }, ['message_status']],
    [{ campaign_id: randomUUID(), delivery_code: '100 ' }, ['delivery_code']],
    [{ campaign_id: randomUUID(), delivery_code: true }, ['delivery_code']],
    [{ campaign_id: randomUUID(), page_size: '0' }, ['page_size']],
    [{ campaign_id: randomUUID(), page_size: '1e3' }, ['page_size']],
    [{ campaign_id: randomUUID(), delivery_code: 2 ** 31 }, ['delivery_code']],
    [{ campaign_id: randomUUID(), page: 0 }, ['page']],
    [{ campaign_id: randomUUID(), page: 2 ** 31 }, ['page']],
    [{ campaign_id: randomUUID(), cursor: 5 }, ['cursor']],
  ])('names each field at fault: %j', async (body, fields) => {
    expect(Object.keys(await refused('/v1/sms/campaigns/messages/', body))).toEqual(fields);
  });

  it('refuses the cursor of another list, of another organisation, and one that was made up', async () => {
    const body = { campaign_id: campaignId, page_size: 1 };
    const { next_cursor: mine } = (await customer.call('POST', '/v1/sms/campaigns/messages/', body)).body;
    const other = await api.customer();
    for (const cursor of ['x', mine.slice(0, -1), `${mine}x`]) {
      expect(Object.keys(await refused('/v1/sms/campaigns/messages/', { ...body, cursor }, 'bad_cursor'))).toEqual([
        'cursor',
      ]);
    }
    const elsewhere = `?cursor=${encodeURIComponent(mine)}`;
    for (const call of [
      customer.call('GET', `/v1/sms/campaigns/${elsewhere}`),
      customer.call('GET', `/v1/suppressions/${elsewhere}`),
      other.call('GET', `/v1/sms/campaigns/${elsewhere}`),
    ]) {
      expect(await call).toMatchObject({ status: 400, body: { errors: { cursor: [expect.any(String)] } } });
    }
  });

  it('refuses an unknown word in an address', async () => {
    const answer = await customer.call('GET', '/v1/sms/campaigns/?status=gone');
    expect(answer).toMatchObject({ status: 400, body: { errors: { status: [expect.stringContaining('scheduled')] } } });
  });
});

describe('suppressions', () => {
  it.each([
    [{}, ['numbers']],
    [{ numbers: [] }, ['numbers']],
    [{ numbers: 'x' }, ['numbers']],
    [
      { numbers: [null, 5, {}, { mobile: 5 }, { mobile: 'bad' }] },
      ['numbers.0', 'numbers.1', 'numbers.2.mobile', 'numbers.3.mobile'],
    ],
    [{ numbers: ['bad', { mobile: '12025550100', sender_id: '!!' }] }, ['numbers.0.mobile', 'numbers.1.sender_id']],
  ])('names each field at fault: %j', async (body, fields) => {
    expect(Object.keys(await refused('/v1/suppressions/', body))).toEqual(fields);
  });
});

describe('ids in an address', () => {
  it.each(['x', '1', campaignIdLike('g'), `${randomUUID()}0`, '%00', '..%2f..%2f', 'x'.repeat(190)])(
    'answers 404 to %s, which is no UUID',
    async (id) => {
      for (const path of [`/v1/sms/campaigns/${id}/`, `/v1/sms/messages/${id}/`]) {
        expect(await customer.call('GET', path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      }
      expect(await customer.call('POST', `/v1/sms/messages/${id}/cancel/`)).toMatchObject({ status: 404 });
    },
  );
});

function campaignIdLike(letter: string): string {
  return `019a1f0c-7d10-7c3a-8f21-5b9e2d1c0f3${letter}`;
}
