import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, pathOf, useApi, useCustomer } from '../../http/start-api.js';
import { hoursAhead } from '../../support/times.js';

const api = useApi();
const customer = useCustomer(api);

const UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);

describe('POST /v1/sms/send/', () => {
  it('answers 201 with exactly the promised fields', async () => {
    const answer = await customer.sendSms({ to: '+1 202-555-0100' });
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
      scheduled_at: hoursAhead(1),
      reference: 'order 7',
      metadata: { shop: 'north', list: [1, null] },
    };
    const sent = await customer.sendSms({ to: '12025550100', message: 'Grüße 🎉', ...options });
    expect(sent.body).toMatchObject({ encoding: 'ucs2', segments: 1 });
    const read = await customer.call('GET', `/v1/sms/messages/${sent.body.message_id}/`);
    expect(read.body).toMatchObject({ ...options, message: 'Grüße 🎉', to: '12025550100', campaign_id: null });
  });
});

describe('POST /v1/sms/send-bulk/', () => {
  it('answers 202 and counts what became of each recipient', async () => {
    const recipients = ['12025550101', { to: '12025550102' }, '12025550101', 'nonsense', '12025550198'];
    await customer.call('POST', '/v1/suppressions/', { numbers: [{ mobile: '12025550198' }] });
    const answer = await customer.sendBulkSms({ recipients });
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
    const answer = await customer.sendBulkSms({ message: 'Hello {{name}}', recipients });
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

  it('is taken from a caller without a key: 64 KiB, and not one byte more', async () => {
    const post = (length: number) => {
      const body = JSON.stringify({ email: 'nobody@example.org', purpose: 'password_reset' }).padEnd(length);
      const headers = { 'content-type': 'application/json' };
      return api.fetch('/v1/auth/otp/resend/', { method: 'POST', headers, body });
    };
    expect(await post(64 * 1024)).toMatchObject({ status: 202 });
    expect(await post(64 * 1024 + 1)).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
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

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(12_025_551_000 + index));

async function campaignOf(recipients: unknown[], more: object = {}): Promise<string> {
  const { body } = await customer.sendBulkSms({ recipients, ...more });
  return body.campaign_id as string;
}

const BULK = { message: 'Hello', recipients: numbers(1) };
const listing = (body: object, query = '') => customer.call('POST', `/v1/sms/campaigns/messages/${query}`, body);
const mobilesOf = ({ body }: Answer): string[] => body.results.map((result: { mobile: string }) => result.mobile);

describe('POST /v1/sms/campaigns/messages/', () => {
  it('gives 100 results by default and at most 1000, in the order of the call', async () => {
    const recipients = numbers(1001);
    const id = await campaignOf(recipients);
    expect(mobilesOf(await listing({ campaign_id: id }))).toEqual(recipients.slice(0, 100));
    for (const page_size of [10 ** 9, 10 ** 11, '99999999999']) {
      const clamped = await listing({ campaign_id: id, page_size });
      expect(mobilesOf(clamped)).toEqual(recipients.slice(0, 1000));
      expect(clamped.body.count).toBe(1001);
    }
  });

  it('leads to the next pages when the same body is sent to `next`, and back by `previous`', async () => {
    const recipients = numbers(5);
    const body = { campaign_id: await campaignOf(recipients), page_size: 2 };
    const first = await listing(body);
    const second = await customer.call('POST', pathOf(first.body.next), body);
    const third = await customer.call('POST', pathOf(second.body.next), body);
    expect([first, second, third].flatMap(mobilesOf)).toEqual(recipients);
    expect(third.body).toMatchObject({ next: null, next_cursor: null, count: 5 });
    expect(mobilesOf(await customer.call('POST', pathOf(third.body.previous), body))).toEqual(recipients.slice(2, 4));
    expect(mobilesOf(await listing({ ...body, cursor: first.body.next_cursor }))).toEqual(recipients.slice(2, 4));
    expect(mobilesOf(await customer.call('POST', pathOf(second.body.next), { ...body, page: 1 }))).toEqual(
      recipients.slice(4),
    );
  });

  it('leads by GET through the same pages, without the body and without telling what it holds', async () => {
    const recipients = [...numbers(5), 'bad'];
    const body = { campaign_id: await campaignOf(recipients), page_size: 2, message_status: 'queued' };
    const first = await listing(body);
    const second = await customer.call('GET', pathOf(first.body.next));
    const third = await customer.call('GET', pathOf(second.body.next));
    expect([first, second, third].flatMap(mobilesOf)).toEqual(recipients.slice(0, 5));
    expect(third.body).toMatchObject({ count: 5, next: null, next_cursor: null });
    expect(mobilesOf(await customer.call('GET', pathOf(third.body.previous)))).toEqual(recipients.slice(2, 4));
    expect(mobilesOf(await customer.call('GET', `${pathOf(first.body.next)}&page_size=3`))).toHaveLength(3);
    const held = Buffer.from(first.body.next_cursor, 'base64url').toString('latin1');
    expect(held).not.toMatch(/queued|campaign|page/);
  });

  it('counts pages when asked to', async () => {
    const recipients = numbers(5);
    const body = { campaign_id: await campaignOf(recipients), page_size: 2 };
    const second = await listing({ ...body, page: 2 });
    expect(mobilesOf(second)).toEqual(recipients.slice(2, 4));
    expect(mobilesOf(await customer.call('POST', pathOf(second.body.next), { ...body, page: 2 }))).toEqual(
      recipients.slice(4),
    );
    expect(mobilesOf(await customer.call('POST', pathOf(second.body.previous), { ...body, page: 2 }))).toEqual(
      recipients.slice(0, 2),
    );
    expect((await listing({ ...body, page: 9 })).body).toMatchObject({ results: [], next: null, count: 5 });
  });

  it('filters by what GraphQL filters by', async () => {
    const [one = '', two = ''] = numbers(2);
    const campaign_id = await campaignOf([{ to: one, reference: 'order 1' }, two, 'bad']);
    const found = async (filter: object) => {
      const answer = await listing({ campaign_id, ...filter });
      expect(answer.body.count).toBe(answer.body.results?.length);
      return mobilesOf(answer);
    };
    for (const filter of [{ status: 'failed' }, { message_status: 'failed' }, { delivery_code: 403 }]) {
      expect(await found(filter)).toEqual(['bad']);
    }
    expect(await found({ statuses: ['pending'] })).toEqual([one, two]);
    expect(await found({ statuses: ['failed', 'pending', 'failed'] })).toEqual([one, two, 'bad']);
    expect(await found({ message_statuses: ['queued', 'held'] })).toEqual([one, two]);
    expect(await found({ delivery_codes: ['403', 404] })).toEqual(['bad']);
    for (const none of [{ statuses: [] }, { message_statuses: [] }, { delivery_codes: [] }, { mobile: '1202' }]) {
      expect(await found(none)).toEqual([]);
    }
    expect(await found({ mobile: `+1 ${two.slice(1)}` })).toEqual([two]);
    expect(await found({ mobile_ends_with: one.slice(-2) })).toEqual([one]);
    expect(await found({ reference: 'order 1', statuses: ['pending', 'sent'] })).toEqual([one]);
    expect(await found({ reference: 'order 1', mobile: two })).toEqual([]);
  });

  it('adds the times of sending and of delivery if `expand` names them, on every page', async () => {
    const campaign_id = await campaignOf(numbers(2));
    await api.sql(`UPDATE sms_messages SET sent_at = '2026-11-20T09:00:00Z' WHERE campaign_id = $1`, [campaign_id]);
    const plain = {
      mobile: numbers(1)[0],
      status: 'pending',
      message_status: 'queued',
      delivery_code: null,
      error: null,
    };
    expect((await listing({ campaign_id })).body.results[0]).toEqual(plain);
    const times = { sent_at: '2026-11-20T09:00:00.000Z', delivered_at: null };
    const first = await listing({ campaign_id, page_size: 1, expand: ['sent_at', 'delivered_at'] });
    expect(first.body.results).toEqual([{ ...plain, ...times }]);
    const second = await customer.call('GET', pathOf(first.body.next));
    expect(second.body.results).toEqual([{ ...plain, mobile: numbers(2)[1], ...times }]);
    const one = await listing({ campaign_id, page_size: 1, expand: ['sent_at'] });
    expect(one.body.results).toEqual([{ ...plain, sent_at: times.sent_at }]);
    const refused = await listing({ campaign_id, expand: ['text'] });
    expect(refused.body.errors).toEqual({ 'expand.0': [expect.stringContaining('sent_at')] });
  });

  it('refuses lists that are longer than there are values, and words that are none', async () => {
    const campaign_id = await campaignOf(numbers(1));
    const errors = async (filter: object) => (await listing({ campaign_id, ...filter })).body.errors;
    const tooLong = { delivery_codes: ['Must have at most 100 items.'] };
    expect(await errors({ delivery_codes: Array.from({ length: 101 }, () => 403) })).toEqual(tooLong);
    expect(await errors({ statuses: ['sent', 'gone'], mobile: 5, reference: 'x'.repeat(201) })).toEqual({
      mobile: ['Must be a string.'],
      'statuses.1': ['Must be one of pending, sent, failed.'],
    });
  });
});

describe('a cursor of the messages of a campaign', () => {
  const REFUSED = { status: 400, body: { code: 'bad_cursor' } };
  const [one = '', two = ''] = numbers(2);
  const body = { campaign_id: '', page_size: 1, statuses: ['pending', 'sent'] };
  let next: string;
  beforeAll(async () => {
    body.campaign_id = await campaignOf([one, two, 'bad']);
    next = pathOf((await listing(body)).body.next);
  });

  it('says by itself what is listed, and refuses what says something else', async () => {
    expect(mobilesOf(await customer.call('POST', next, { campaign_id: body.campaign_id }))).toEqual([two]);
    expect(mobilesOf(await customer.call('POST', next, { ...body, page_size: 5 }))).toEqual([two]);
    const others = { campaign_id: randomUUID(), statuses: ['failed'], mobile: two };
    const answer = await customer.call('POST', next, { ...body, ...others });
    const reason = ['The cursor is of a list with another value. Leave this out, or start without a cursor.'];
    const errors = { campaign_id: reason, statuses: reason, mobile: reason };
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', errors } });
    expect(answer.text).not.toMatch(new RegExp(`${two}|${body.campaign_id}|sent`));
  });

  it('is needed by GET, and one that was changed or holds a place alone is refused', async () => {
    const none = await customer.call('GET', '/v1/sms/campaigns/messages/?page_size=5');
    expect(none).toMatchObject({ status: 400, body: { errors: { cursor: ['This field is required.'] } } });
    const query = `{ campaign(id: "${body.campaign_id}") { messages(first: 1) { pageInfo { endCursor } } } }`;
    const { endCursor } = (await customer.graphql(query)).body.data.campaign.messages.pageInfo;
    const cursor = next.split('=')[1] ?? '';
    for (const wrong of [endCursor, cursor.slice(0, 20), `${cursor.slice(0, -3)}AAA`, cursor.slice(4), '', '%00']) {
      expect(await customer.call('GET', `/v1/sms/campaigns/messages/?cursor=${wrong}`)).toMatchObject(REFUSED);
    }
    const old = await customer.call('POST', `/v1/sms/campaigns/messages/?cursor=${endCursor}`, body);
    expect(mobilesOf(old)).toEqual([two]);
  });

  it('is one that was made up to every other organisation, and to keys of the own what a call by POST is', async () => {
    const other = await api.customer();
    const made = await other.call('GET', '/v1/sms/campaigns/messages/?cursor=none');
    const { request_id: _, ...refusal } = made.body;
    const theirs = { ...body, campaign_id: (await other.call('POST', '/v1/sms/send-bulk/', BULK)).body.campaign_id };
    for (const by of [other.call('GET', next), other.call('POST', next, theirs)]) {
      expect(await by).toMatchObject({ status: 400, body: refusal });
    }
    const { organisationId } = customer;
    for (const wish of [{ mode: 'test' }, { scopes: ['sms:send'] }, { mode: 'test', scopes: ['chat:read'] }] as const) {
      const key = await api.customer({ organisationId, ...wish });
      const [got, posted] = [await key.call('GET', next), await key.call('POST', next, body)];
      expect([got.status, got.body.results]).toEqual([posted.status, posted.body.results]);
    }
  });
});
