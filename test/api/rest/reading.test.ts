import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, pathOf, useApi, useCustomer } from '../../http/start-api.js';
import { ROUTES } from '../../support/calls/rest-routes.js';
import { countsOf, download, exportedTo, linkFor } from '../../support/exports.js';
import { hoursAhead, TIME } from '../../support/times.js';

const api = useApi();
const customer = useCustomer(api);

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(12_025_551_000 + index));

async function campaignOf(recipients: unknown[], more: object = {}): Promise<string> {
  const { body } = await customer.sendBulkSms({ recipients, ...more });
  return body.campaign_id as string;
}

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
    const send = async (more: object) => (await own.sendBulkSms({ recipients: numbers(1), ...more })).body;
    const scheduled_at = hoursAhead(1);
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

describe('an export of campaigns', () => {
  const sender = useCustomer(api);
  const send = async (more: object) =>
    (await sender.sendBulkSms({ message: 'Hi', recipients: ['12025550100', '12'], ...more })).body
      .campaign_id as string;
  let spring: string;
  let autumn: string;
  beforeAll(async () => {
    spring = await send({ name: 'Spring', reference: 's-1', metadata: { order: 7 } });
    autumn = await send({ name: '=Autumn', scheduled_at: hoursAhead(1) });
  });

  it('has all of them, newest first, as the listing shows them', async () => {
    const answer = await exportedTo(api, sender, { what: 'campaigns' });
    const listed = (await sender.call('GET', '/v1/sms/campaigns/')).body.results;
    expect(answer.rows).toEqual(
      listed.map(({ counts, created_by: maker, ...shown }: { counts: object; created_by: { name: string } }) => ({
        ...shown,
        ...counts,
        message: 'Hi',
        created_by: maker.name,
      })),
    );
    expect(answer.rows.map((row) => Object.keys(row).at(-1))).toEqual(['campaign_id', 'campaign_id']);
    expect(countsOf(answer)).toEqual(['2', 'true']);
    expect((await exportedTo(api, sender, { what: 'campaigns' }, autumn)).rows).toEqual(answer.rows.slice(1));
    expect((await exportedTo(api, customer, { what: 'campaigns', name: '=Autumn' })).rows).toEqual([]);
  });

  it.each<[object, () => string[]]>([
    [{ campaign_statuses: ['scheduled', 'held'] }, () => [autumn]],
    [{ campaign_statuses: [] }, () => []],
    [{ name: 'SPR' }, () => [spring]],
    [{ reference: 's-1', test: false }, () => [spring]],
    [{ test: true }, () => []],
    [{ created_by_id: '019a1f0c-7d10-7c3a-8f21-5b9e2d1c0f34' }, () => []],
    [{ created_after: '2020-01-01T00:00:00Z' }, () => [autumn, spring]],
    [{ created_before: '2020-01-01T00:00:00Z' }, () => []],
  ])('keeps to the conditions %j', async (conditions, expected) => {
    const answer = await exportedTo(api, sender, { what: 'campaigns', ...conditions });
    expect(answer.rows.map(({ campaign_id: id }) => id)).toEqual(expected());
    expect(countsOf(answer)).toEqual([String(expected().length), 'true']);
  });
});

describe('A message', () => {
  it('says when a gateway took it and when it arrived, to readers and in exports', async () => {
    const own = await api.customer();
    const { body } = await own.sendSms();
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

  it('has attempts, history and explanation if `expand` names them, alone and in a list', async () => {
    const own = await api.customer();
    const { message_id } = (await own.sendSms()).body;
    const path = `/v1/sms/messages/${message_id}/`;
    await api.sql(
      `UPDATE sms_messages SET status = 'failed', phase = 'done', delivery_code = 404, attempt = 1 WHERE id = $1`,
      [message_id],
    );
    await api.sql(
      `INSERT INTO sms_attempts (organisation_id, message_id, number, gateway, provider_id, found_by_provider_id, outcome,
         delivery_code, raw_code, requested_at, finished_at)
       VALUES ($1, $2, 1, 'sandbox', 'p-1', false, 'rejected', 404, '1404', now(), now())`,
      [own.organisationId, message_id],
    );
    const expanded = {
      attempts: [
        {
          ...{ number: 1, gateway: 'sandbox', outcome: 'rejected', delivery_code: 404, provider_id: 'p-1' },
          ...{ raw_code: '1404', raw_reason: null, requested_at: TIME, finished_at: TIME },
        },
      ],
      history: [{ status: 'queued', delivery_code: null, at: TIME, revision: 1, corrected: false }],
      explanation: {
        ...{ code: 'refused', cause: expect.any(String), rule: expect.any(String), next: expect.any(String) },
        ...{ next_at: null, delivery_code: 404, attempt: null, attempts: 1, gateway: null, origin: null },
        ...{ suppressed_at: null, word: null, own_number: null },
      },
    };
    const bare = (await own.call('GET', path)).body;
    expect(Object.keys(bare).filter((name) => name in expanded)).toEqual([]);
    const { body } = await own.call('GET', `${path}?expand=explanation,attempts,%20history`);
    expect(body).toEqual({ ...bare, ...expanded });
    const { results } = (await own.call('GET', '/v1/sms/messages/?expand=history')).body;
    expect(results).toEqual([{ ...bare, history: expanded.history }]);
  });

  it('refuses to expand what it does not know, and names what it does', async () => {
    const answer = await customer.call('GET', `/v1/sms/messages/${randomUUID()}/?expand=attempts,campaign`);
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: { expand: ['This is no name to expand. Known are attempts, history, explanation.'] } },
    });
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

describe('a cancellation', () => {
  it('that is repeated shows the cancelled message, with a key and without', async () => {
    const { body } = await customer.sendSms();
    const path = `/v1/sms/messages/${body.message_id}/cancel/`;
    const key = { 'idempotency-key': `cancel ${body.message_id}` };
    const both = [customer.call('POST', path), customer.call('POST', path)];
    const answers = [...(await Promise.all(both)), await customer.call('POST', path, {}, key)];
    answers.push(await customer.call('POST', path, {}, key));
    const cancelled = { success: true, message_id: body.message_id, status: 'cancelled', delivery_code: null };
    expect(answers.map((answer) => [answer.status, answer.body])).toEqual(answers.map(() => [200, cancelled]));
    const query = `mutation { cancelMessage(input: { messageId: "${body.message_id}" }) {
      message { id status } userErrors { code } } }`;
    expect((await customer.graphql(query)).body.data.cancelMessage).toEqual({
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
          category: null,
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

  it('suppresses for promotional messages, which the reply and the list say, and knows no other category', async () => {
    const own = await api.customer();
    const add = (category: string) =>
      own.call('POST', '/v1/suppressions/', { numbers: [{ mobile: '12025550100', category }] });
    for (const category of ['transactional', 'news']) {
      const errors = { 'numbers.0.category': [expect.any(String)] };
      expect(await add(category)).toMatchObject({ status: 400, body: { errors } });
    }
    const results = [{ mobile: '12025550100', category: 'promotional' }];
    expect(await add('promotional')).toMatchObject({ status: 201, body: { results } });
    const send = (category?: string) => own.sendSms({ to: '12025550100', ...(category && { category }) });
    const { body: offer } = await send('promotional');
    expect([offer.status, (await send()).body.status]).toEqual(['blocked', 'queued']);
    expect((await own.call('GET', `/v1/sms/messages/${offer.message_id}/`)).body.category).toBe('promotional');
    const check = { numbers: ['12025550100'], category: 'promotional' };
    expect((await own.call('POST', '/v1/sms/check-numbers/', check)).body.results).toMatchObject([
      { delivery_code: 409 },
    ]);
    const bulk = { message: 'Hello', recipients: ['12025550100'], category: 'promotional' };
    const { body: campaign } = await own.call('POST', '/v1/sms/send-bulk/', bulk);
    const read = await own.call('GET', `/v1/sms/campaigns/${campaign.campaign_id}/`);
    expect(read.body).toMatchObject({ category: 'promotional', suppressed: 1 });
    const addedAgain = await add('');
    expect(addedAgain).toMatchObject({ status: 201, body: { results: [{ category: null }] } });
    expect((await own.call('GET', '/v1/suppressions/')).body.results).toMatchObject([{ category: null }]);
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
