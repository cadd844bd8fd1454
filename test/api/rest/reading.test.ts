import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, type Customer, useApi } from '../../http/start-api.js';
import { ROUTES } from '../../support/calls/rest-routes.js';
import { download, linkFor } from '../../support/exports.js';

const api = useApi();
let customer: Customer;
beforeAll(async () => {
  customer = await api.customer();
});

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(12_025_551_000 + index));

async function campaignOf(recipients: unknown[], more: object = {}): Promise<string> {
  const { body } = await customer.call('POST', '/v1/sms/send-bulk/', { message: 'Hello', recipients, ...more });
  return body.campaign_id as string;
}

const BULK = { message: 'Hello', recipients: numbers(1) };
const listing = (body: object, query = '') => customer.call('POST', `/v1/sms/campaigns/messages/${query}`, body);
const mobilesOf = ({ body }: Answer): string[] => body.results.map((result: { mobile: string }) => result.mobile);
const pathOf = (url: string) => url.replace('https://sms.example.org', '');

describe('GET /v1/sms/campaigns/{id}/', () => {
  it('finds it by an id in capitals', async () => {
    const id = await campaignOf(numbers(1));
    expect((await customer.call('GET', `/v1/sms/campaigns/${id.toUpperCase()}/`)).body.campaign_id).toBe(id);
  });
});

describe('GET /v1/sms/campaigns/', () => {
  it('lists the newest first and leads through all pages and back', async () => {
    const own = await api.customer();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const body = { message: 'Hello', recipients: numbers(1), name: `Campaign ${count}` };
      ids.unshift((await own.call('POST', '/v1/sms/send-bulk/', body)).body.campaign_id);
    }
    const idsOf = ({ body }: Answer) => body.results.map((one: { campaign_id: string }) => one.campaign_id);
    const first = await own.call('GET', '/v1/sms/campaigns/?page_size=2');
    expect(first.body).toMatchObject({ count: 5, previous: null });
    const second = await own.call('GET', pathOf(first.body.next));
    const third = await own.call('GET', pathOf(second.body.next));
    expect([first, second, third].flatMap(idsOf)).toEqual(ids);
    expect(third.body).toMatchObject({ next: null, next_cursor: null });
    expect(idsOf(await own.call('GET', pathOf(third.body.previous)))).toEqual(ids.slice(2, 4));
    expect(idsOf(await own.call('GET', `/v1/sms/campaigns/?page_size=2&cursor=${first.body.next_cursor}`))).toEqual(
      ids.slice(2, 4),
    );
  });

  it('filters by statuses, name, reference, sandbox, maker and time', async () => {
    const [own, test] = [await api.customer(), await api.customer({ mode: 'test' })];
    const send = async (more: object) =>
      (await own.call('POST', '/v1/sms/send-bulk/', { message: 'Hello', recipients: numbers(1), ...more })).body;
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
    const { campaign_id: spring } = await send({ name: 'Spring', reference: 's-1' });
    const between = new Date().toISOString();
    const { campaign_id: autumn } = await send({ name: 'Autumn', scheduled_at });
    const idsOf = async (query: string, by = own) => {
      const { body } = await by.call('GET', `/v1/sms/campaigns/?${query}`);
      return body.results.map((one: { campaign_id: string }) => one.campaign_id);
    };
    const { created_by } = (await own.call('GET', `/v1/sms/campaigns/${spring}/`)).body;
    expect(await idsOf('statuses=scheduled,held')).toEqual([autumn]);
    expect(await idsOf('name=spr')).toEqual([spring]);
    expect(await idsOf('reference=s-1')).toEqual([spring]);
    expect(await idsOf('test=true')).toEqual([]);
    expect(await idsOf(`created_by_id=${created_by.id}`)).toEqual([autumn, spring]);
    expect(await idsOf(`created_by_id=${randomUUID()}`)).toEqual([]);
    expect(await idsOf(`created_by_id=${created_by.id}`, test)).toEqual([]);
    expect(await idsOf(`created_before=${between}`)).toEqual([spring]);
    expect(await idsOf(`created_after=${between}`)).toEqual([autumn]);
  });
});

describe('A message', () => {
  it('says when a gateway took it and when it arrived, to readers and in exports', async () => {
    const own = await api.customer();
    const { body } = await own.call('POST', '/v1/sms/send/', { to: '12025550100', message: 'Hello' });
    const path = `/v1/sms/messages/${body.message_id}/`;
    expect((await own.call('GET', path)).body).toMatchObject({ sent_at: null, delivered_at: null });
    const times = { sent_at: '2026-11-20T09:00:00.310Z', delivered_at: '2026-11-20T09:00:01.250Z' };
    await api.sql('UPDATE sms_messages SET sent_at = $2, delivered_at = $3, attempt = 2 WHERE id = $1', [
      body.message_id,
      ...Object.values(times),
    ]);
    expect((await own.call('GET', path)).body).toMatchObject(times);
    const { text } = await download(api, await linkFor(own, { what: 'messages', format: 'jsonl' }));
    expect(JSON.parse(text)).toMatchObject({ ...times, attempts: 2, message_id: body.message_id });
  });
});

describe('a list without page numbers', () => {
  const paths = ROUTES.filter(({ method, path }) => method === 'GET' && !path.endsWith('}/')).map(({ path }) => path);

  it.each(paths)(
    'refuses to be read by number, and what it cannot be filtered by, rather than ignore it: %s',
    async (path) => {
      const address = path.replace(/\{\w+\}/g, () => randomUUID());
      for (const name of ['page', 'offset', 'limit', 'q', 'ordering', 'state', 'phone']) {
        const answer = await customer.call('GET', `${address}?${name}=2`);
        expect(answer).toMatchObject({
          status: 400,
          body: { code: 'invalid', errors: { [name]: [expect.any(String)] } },
        });
      }
    },
  );

  it('tells how to go on instead', async () => {
    const complaint = async (address: string) => (await customer.call('GET', address)).body.detail;
    expect(await complaint('/v1/sms/campaigns/?page=2')).toBe(
      'page: Unknown name. This list has no numbered pages or results: follow `next`.',
    );
    expect(await complaint('/v1/events/?offset=20')).toBe('offset: Unknown name. Did you mean `after`?');
    expect(await complaint('/v1/audit/?limit=5')).toBe('limit: Unknown name. Did you mean `page_size`?');
    for (const complete of ['gateways', 'holds', 'delivery-codes', 'statistics']) {
      const answer = await customer.call('GET', `/v1/sms/${complete}/?page_size=5`);
      const reason = ['Unknown name. There are no pages: the answer is always complete.'];
      expect(answer).toMatchObject({ status: 400, body: { errors: { page_size: reason } } });
    }
  });

  it('is described without the words that it refuses', async () => {
    const { body } = await api.fetch('/openapi.json');
    const names = (path: string) => body.paths[path].get.parameters.map(({ name }: { name: string }) => name);
    expect(names('/v1/webhooks/')).toEqual(['page_size', 'cursor', 'before']);
    expect(names('/v1/events/')).toEqual(['after', 'types', 'page_size']);
  });
});

describe('POST /v1/sms/campaigns/messages/', () => {
  it('gives 100 results by default and at most 1000, in the order of the call', async () => {
    const recipients = numbers(1001);
    const id = await campaignOf(recipients);
    expect(mobilesOf(await listing({ campaign_id: id }))).toEqual(recipients.slice(0, 100));
    const clamped = await listing({ campaign_id: id, page_size: 10 ** 9 });
    expect(mobilesOf(clamped)).toEqual(recipients.slice(0, 1000));
    expect(clamped.body.count).toBe(1001);
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
    const { endCursor } = (await customer.call('POST', '/graphql', { query })).body.data.campaign.messages.pageInfo;
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

describe('a cancellation', () => {
  it('that is repeated shows the cancelled message, with a key and without', async () => {
    const { body } = await customer.call('POST', '/v1/sms/send/', { to: '12025550100', message: 'Hello' });
    const path = `/v1/sms/messages/${body.message_id}/cancel/`;
    const key = { 'idempotency-key': `cancel ${body.message_id}` };
    const both = [customer.call('POST', path), customer.call('POST', path)];
    const answers = [...(await Promise.all(both)), await customer.call('POST', path, {}, key)];
    answers.push(await customer.call('POST', path, {}, key));
    const cancelled = { success: true, message_id: body.message_id, status: 'cancelled', delivery_code: null };
    expect(answers.map((answer) => [answer.status, answer.body])).toEqual(answers.map(() => [200, cancelled]));
    const query = `mutation { cancelMessage(input: { messageId: "${body.message_id}" }) {
      message { id status } userErrors { code } } }`;
    expect((await customer.call('POST', '/graphql', { query })).body.data.cancelMessage).toEqual({
      message: { id: body.message_id, status: 'CANCELLED' },
      userErrors: [],
    });
    const audited = await customer.call('GET', `/v1/audit/?subject_id=${body.message_id}`);
    expect(audited.body.count).toBe(1);
  });

  it('ends what is left of a campaign, with or without a body', async () => {
    const id = await campaignOf(numbers(3));
    const path = `/v1/sms/campaigns/${id}/cancel/`;
    expect((await customer.call('POST', path, {})).body).toEqual({
      success: true,
      campaign_id: id,
      cancelled: 3,
      already_dispatched: 0,
    });
    expect((await customer.call('POST', path)).body).toMatchObject({ cancelled: 0 });
  });
});

describe('/v1/suppressions/', () => {
  it('adds, lists and lifts', async () => {
    const own = await api.customer();
    const numbersToAdd = ['12025550100', { mobile: '+1 202 555 0101', sender_id: 'Shop', reason: 'Complained' }];
    const added = await own.call('POST', '/v1/suppressions/', { numbers: numbersToAdd });
    expect(added.status).toBe(201);
    expect(added.body).toEqual({
      success: true,
      count: 2,
      results: [
        {
          id: expect.any(String),
          mobile: '12025550100',
          sender_id: null,
          delivery_code: 409,
          source: 'manual',
          reason: null,
          test: false,
          created_at: TIME,
        },
        expect.objectContaining({ mobile: '12025550101', sender_id: 'Shop', delivery_code: 406, reason: 'Complained' }),
      ],
    });
    const listed = await own.call('GET', '/v1/suppressions/');
    expect(listed.body).toMatchObject({ count: 2, next: null, previous: null });
    expect((await own.call('GET', '/v1/suppressions/?source=gateway')).body.count).toBe(0);
    const lifted = await own.call('DELETE', '/v1/suppressions/', { mobile: '12025550101', sender_id: 'Shop' });
    expect(lifted).toMatchObject({ status: 200, body: { success: true, mobile: '12025550101' } });
    expect((await own.call('GET', '/v1/suppressions/')).body.count).toBe(1);
    const again = await own.call('DELETE', '/v1/suppressions/', { mobile: '12025550101', sender_id: 'Shop' });
    expect(again).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('finds the entries of a number as the caller writes it, of a sender, for every sender, and of a code', async () => {
    const own = await api.customer();
    const numbersToAdd = ['12025550100', { mobile: '12025550100', sender_id: 'Shop' }, '12025550101'];
    await own.call('POST', '/v1/suppressions/', { numbers: numbersToAdd });
    const found = async (query: string) => {
      const { body } = await own.call('GET', `/v1/suppressions/?${query}`);
      return [body.count, ...body.results.map((one: { mobile: string; sender_id: string | null }) => one.sender_id)];
    };
    expect((await found('mobile=%2B1%20202-555-0100')).toSorted()).toEqual([2, 'Shop', null]);
    expect(await found('sender_id=Shop')).toEqual([1, 'Shop']);
    expect(await found('sender_id=')).toEqual([2, null, null]);
    expect(await found('delivery_code=406')).toEqual([1, 'Shop']);
    expect(await found('mobile=12025550101&delivery_code=406')).toEqual([0]);
    expect((await (await api.customer()).call('GET', '/v1/suppressions/?mobile=12025550100')).body.count).toBe(0);
  });

  it('lifts by the number in the path without a body: that for every sender, or that of one', async () => {
    const own = await api.customer();
    const number = '12025550100';
    await own.call('POST', '/v1/suppressions/', { numbers: [number, { mobile: number, sender_id: 'Shop' }] });
    const other = await (await api.customer()).call('DELETE', `/v1/suppressions/${number}/`);
    expect(other).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const ofOne = await own.call('DELETE', `/v1/suppressions/${number}/?sender_id=Shop`);
    expect(ofOne).toMatchObject({ status: 200, body: { success: true, mobile: number, sender_id: 'Shop' } });
    const ofEvery = await own.call('DELETE', '/v1/suppressions/+1 202 555 0100/');
    expect(ofEvery).toMatchObject({ status: 200, body: { mobile: number, sender_id: null } });
    const again = await own.call('DELETE', `/v1/suppressions/${number}/`);
    expect(again).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const none = await own.call('DELETE', '/v1/suppressions/everything/');
    expect(none).toMatchObject({ status: 400, body: { code: 'invalid', errors: { mobile: [expect.any(String)] } } });
    expect((await own.call('GET', '/v1/suppressions/')).body.count).toBe(0);
  });
});
