import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventId } from '../../../src/domain/events/event.js';
import { useApi, useNewCustomer } from '../../http/start-api.js';
import { NOWHERE } from '../../support/calls/generate-rest-calls.js';
import { addDelivery } from '../../support/event-log.js';
import { type Receiver, startReceiver } from '../../support/gateways/receiver.js';
import { onBehalfOf } from '../../support/services.js';
import { TIME } from '../../support/times.js';
import { logEvents } from '../../support/webhooks.js';

const api = useApi();
const customer = useNewCustomer(api);
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

const create = (body: object = {}, by = customer) => by.call('POST', '/v1/webhooks/', { url: NOWHERE, ...body });
const newId = async (body: object = {}, by = customer): Promise<string> => (await create(body, by)).body.id;
const add = (id: string, more: object = {}) => addDelivery(api.services, customer.organisationId, id, more);

const log = (count: number, type?: Parameters<typeof logEvents>[2]) =>
  logEvents(onBehalfOf(api.services, customer.organisationId), count, type);

describe('POST /v1/webhooks/', () => {
  it('adds a webhook, and answers with exactly the promised fields', async () => {
    const types = ['sms.delivered', 'chat_message.read'];
    const { status, body } = await create({ description: 'Orders', types, nonsense: 1 });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      id: expect.any(String),
      url: NOWHERE,
      description: 'Orders',
      types,
      test: false,
      status: 'active',
      disabled_reason: null,
      last_sequence: 0,
      failing_since: null,
      created_at: TIME,
      updated_at: TIME,
      secret: expect.stringMatching(/^whsec_/),
    });
  });

  it.each([
    [{ url: undefined }, { url: ['This field is required.'] }],
    [{ url: 5 }, { url: ['Must be a string.'] }],
    [{ url: 'https://10.0.0.1/' }, { url: [expect.stringContaining('private network')] }],
    [{ types: 'sms.sent' }, { types: ['Must be a list.'] }],
    [{ types: ['sms.sent', 'sms.lost'] }, { 'types.1': [expect.stringContaining('sms.delivered')] }],
    [{ description: 'x'.repeat(201) }, { description: ['At most 200 characters are allowed.'] }],
  ])('refuses %j', async (body, errors) => {
    expect(await create(body)).toMatchObject({ status: 400, body: { code: 'invalid', errors } });
  });
});

describe('GET /v1/webhooks/', () => {
  it('lists them oldest first, without their secrets', async () => {
    const ids = [await newId(), await newId(), await newId()];
    const { status, body, text } = await customer.call('GET', '/v1/webhooks/?page_size=2');
    expect(status).toBe(200);
    expect(body).toMatchObject({ count: 3, previous: null, results: [{ id: ids[0] }, { id: ids[1] }] });
    expect(text).not.toContain('whsec_');
    const next = await customer.call('GET', `/v1/webhooks/?cursor=${body.next_cursor}`);
    expect(next.body).toMatchObject({ next: null, results: [{ id: ids[2] }] });
    const one = await customer.call('GET', `/v1/webhooks/${ids[0]}/`);
    expect([one.status, one.body]).toEqual([200, body.results[0]]);
  });

  it('says how far each is behind', async () => {
    const id = await newId();
    await add(id, { sequence: 1, status: 'waiting' });
    await api.sql(`UPDATE webhook_endpoints SET last_sequence = 1, failures = 4, due_at = 'infinity' WHERE id = $1`, [
      id,
    ]);
    const figures = { behind: 1, failures: 4, next_attempt_at: null };
    expect((await customer.call('GET', '/v1/webhooks/')).body.results[0]).toMatchObject(figures);
    expect((await customer.call('GET', `/v1/webhooks/${id}/`)).body).toMatchObject(figures);
  });
});

describe('PATCH and DELETE', () => {
  it('change what is given, and nothing else', async () => {
    const id = await newId({ description: 'Orders', types: ['sms.sent'] });
    const patch = (body: object) => customer.call('PATCH', `/v1/webhooks/${id}/`, body);
    expect(await patch({ status: 'paused', description: null })).toMatchObject({
      status: 200,
      body: { success: true, id, status: 'paused', description: 'Orders', types: ['sms.sent'] },
    });
    expect((await patch({ types: ['sms.failed'], description: '', url: `${NOWHERE}/2` })).body).toMatchObject({
      types: ['sms.failed'],
      description: null,
      url: `${NOWHERE}/2`,
      status: 'paused',
    });
    await log(2);
    expect((await patch({ status: 'active', skip_backlog: true })).body).toMatchObject({ last_sequence: 2 });
    expect(await patch({ status: 'disabled' })).toMatchObject({
      status: 400,
      body: { errors: { status: [expect.any(String)] } },
    });
    expect(await patch({ url: 'ftp://example.com' })).toMatchObject({
      status: 400,
      body: { errors: { url: [expect.any(String)] } },
    });
  });

  it('forget it', async () => {
    const id = await newId();
    expect(await customer.call('DELETE', `/v1/webhooks/${id}/`)).toMatchObject({
      status: 200,
      body: { success: true, id },
    });
    for (const method of ['GET', 'DELETE']) {
      expect(await customer.call(method, `/v1/webhooks/${id}/`)).toMatchObject({
        status: 404,
        body: { code: 'not_found', detail: 'Webhook not found.' },
      });
    }
  });
});

describe('POST …/test/', () => {
  it('posts a sample, and tells what came of it', async () => {
    const id = await newId({ url: receiver.url });
    const { status, body } = await customer.call('POST', `/v1/webhooks/${id}/test/`, { type: 'session.connected' });
    expect(status).toBe(200);
    expect(body).toEqual({
      event_id: receiver.received.at(-1)?.id,
      delivered: true,
      response_status: 204,
      response_body: '',
      error: null,
      duration_ms: expect.any(Number),
    });
    expect(receiver.received.at(-1)?.body).toMatchObject({ type: 'session.connected', data: { test: true } });
    expect((await customer.call('POST', `/v1/webhooks/${id}/test/`)).body).toMatchObject({ delivered: true });
    expect(receiver.received.at(-1)?.body).toMatchObject({ type: 'sms.delivered' });
    const lost = await customer.call('POST', `/v1/webhooks/${id}/test/`, { type: 'sms.lost' });
    expect(lost).toMatchObject({ status: 400, body: { errors: { type: [expect.any(String)] } } });
  });
});

describe('deliveries', () => {
  it('are listed newest first, with exactly the promised fields', async () => {
    const id = await newId();
    await add(id, { sequence: 1, status: 'delivered' });
    await add(id, { sequence: 3, status: 'waiting', type: 'chat_message.read' });
    await add(id, { sequence: 2 });
    const list = async (query = '') => (await customer.call('GET', `/v1/webhooks/${id}/deliveries/${query}`)).body;
    const { results, ...page } = await list('?page_size=2');
    expect(page).toMatchObject({
      count: 3,
      previous: null,
      next: expect.stringContaining(`/v1/webhooks/${id}/deliveries/?`),
    });
    expect(results.map(({ sequence }: { sequence: number }) => sequence)).toEqual([3, 2]);
    expect(results[0]).toEqual({
      sequence: 3,
      event_id: eventId(customer.organisationId, 3),
      type: 'chat_message.read',
      status: 'waiting',
      attempts: 11,
      next_attempt_at: TIME,
      attempted_at: TIME,
      response_status: 500,
      response_body: 'out of order',
      error: null,
      duration_ms: 12,
    });
    expect(await list(`?cursor=${page.next_cursor}`)).toMatchObject({ results: [{ sequence: 1 }], next: null });
    expect(await list('?status=dead')).toMatchObject({ count: 1, results: [{ sequence: 2 }] });
    expect(await list('?types=chat_message.read,sms.sent')).toMatchObject({ count: 1, results: [{ sequence: 3 }] });
    expect((await list('?response_class=5')).count).toBe(2);
    expect((await list(`?since=${new Date(0).toISOString()}&until=${new Date(1).toISOString()}`)).count).toBe(0);
    expect(await list('?response_class=9&types=sms.lost')).toMatchObject({ errors: { types: [expect.any(String)] } });
    expect(await list('?response_class=9')).toMatchObject({ errors: { response_class: [expect.any(String)] } });
  });

  it('are asked for once more, one by one or since a moment', async () => {
    const id = await newId();
    await add(id);
    const one = await customer.call('POST', `/v1/webhooks/${id}/deliveries/1/redeliver/`);
    expect(one).toMatchObject({ status: 202, body: { success: true, sequence: 1, status: 'waiting', attempts: 0 } });
    await add(id, { sequence: 2 });
    const since = new Date(Date.now() - 60_000).toISOString();
    const all = (body: object) => customer.call('POST', `/v1/webhooks/${id}/redeliver/`, body);
    expect(await all({ since, only_dead: true })).toMatchObject({ status: 202, body: { success: true, count: 1 } });
    expect((await all({ since })).body).toEqual({ success: true, count: 0 });
    expect(
      (await all({ since: new Date(0).toISOString(), types: ['sms.delivered'], count_only: true })).body.count,
    ).toBe(0);
    expect(await all({ since, until: since })).toMatchObject({
      status: 400,
      body: { errors: { until: [expect.any(String)] } },
    });
    expect(await all({})).toMatchObject({ status: 400, body: { errors: { since: ['This field is required.'] } } });
    expect(await all({ since: 'yesterday' })).toMatchObject({
      status: 400,
      body: { errors: { since: [expect.any(String)] } },
    });
  });

  it('of somebody else are not there, like those of nobody', async () => {
    const other = await api.customer();
    const id = await newId();
    await add(id);
    const answer = async (webhookId: string, sequence: string) => {
      const path = `/v1/webhooks/${webhookId}/deliveries/${sequence}/redeliver/`;
      const { status, body } = await other.call('POST', path);
      return { status, ...body, request_id: null };
    };
    const nobodys = await answer(randomUUID(), '1');
    expect(nobodys).toMatchObject({ status: 404, code: 'not_found', detail: 'Webhook not found.' });
    expect(await answer(id, '1')).toEqual(nobodys);
    const own = await newId({}, other);
    const missing = await answer(own, '1');
    expect(missing).toMatchObject({ status: 404, code: 'not_found', detail: 'Delivery not found.' });
    for (const sequence of ['0', '-1', 'x', '1.5', '01', '9'.repeat(20), id]) {
      expect(await answer(own, sequence)).toEqual(missing);
    }
  });
});

describe('GET /v1/events/', () => {
  const read = (query = '', by = customer) => by.call('GET', `/v1/events/${query}`);

  it('has nothing to tell at first', async () => {
    expect(await read()).toMatchObject({
      status: 200,
      body: { results: [], last_sequence: 0, has_more: false, oldest_sequence: 1 },
    });
  });

  it('tells what has happened, as webhooks do', async () => {
    const send = { to: '12025550100', message: 'Hello', reference: 'order-1' };
    const { body: sent } = await customer.call('POST', '/v1/sms/send/', send);
    const bulk = { message: 'Hello', recipients: ['12025550101'] };
    const { body: accepted } = await customer.call('POST', '/v1/sms/send-bulk/', bulk);
    const { body } = await read();
    expect(body).toEqual({
      results: [
        {
          id: eventId(customer.organisationId, 1),
          type: 'sms.queued',
          timestamp: TIME,
          data: {
            message_id: sent.message_id,
            campaign_id: null,
            status: 'queued',
            delivery_code: null,
            reference: 'order-1',
            test: false,
            corrected: false,
            sequence: 1,
            revision: 1,
          },
        },
        {
          id: eventId(customer.organisationId, 2),
          type: 'campaign.accepted',
          timestamp: TIME,
          data: {
            campaign_id: accepted.campaign_id,
            status: 'accepted',
            reference: null,
            test: false,
            sequence: 2,
            revision: expect.any(Number),
          },
        },
      ],
      last_sequence: 2,
      has_more: false,
      oldest_sequence: 1,
    });
  });

  it('is read page by page to the end, without a gap', async () => {
    await log(7);
    const seen: number[] = [];
    let [after, more] = [0, true];
    while (more) {
      const { body } = await read(`?after=${after}&page_size=3`);
      seen.push(...body.results.map(({ data }: { data: { sequence: number } }) => data.sequence));
      [after, more] = [body.last_sequence, body.has_more];
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect((await read('?after=7')).body).toMatchObject({ results: [], last_sequence: 7, has_more: false });
  });

  it('lowers a page that is too large', async () => {
    expect(await read('?page_size=100000')).toMatchObject({ status: 200 });
    expect(await read('?page_size=99999999999999999999')).toMatchObject({ status: 200 });
  });

  it('shows the types that are asked for, and where to go on', async () => {
    await log(2);
    await log(1, 'chat_message.read');
    await log(1, 'sms.delivered');
    const types = (body: { results: { type: string }[] }) => body.results.map(({ type }) => type);
    const some = await read('?types=chat_message.read,sms.delivered');
    expect([types(some.body), some.body.last_sequence]).toEqual([['chat_message.read', 'sms.delivered'], 4]);
    expect(types((await read('?types=session.connected')).body)).toHaveLength(2);
    expect((await read('?types=webhook.disabled')).body).toMatchObject({
      results: [],
      last_sequence: 4,
      has_more: false,
    });
  });

  it.each([
    ['?types=sms.lost', 'types', '“sms.lost” is no type of event.'],
    ['?types=sms.sent,chat.read', 'types', '“chat.read” is no type of event.'],
    ['?types=', 'types', 'This is no type of event.'],
    ['?types=254711000000', 'types', 'This is no type of event.'],
    ['?after=-1', 'after', 'Must be the sequence of an event, or 0.'],
    ['?after=x', 'after', 'Must be the sequence of an event, or 0.'],
    [`?after=${'9'.repeat(16)}`, 'after', 'Must be the sequence of an event, or 0.'],
    ['?page_size=0', 'page_size', 'Must be at least 1.'],
  ])('refuses %s and says what is wrong', async (query, name, complaint) => {
    expect(await read(query)).toMatchObject({
      status: 400,
      body: { code: 'invalid', errors: { [name]: [complaint] } },
    });
  });

  it('answers 410 with the start of the log to a reader that was away for too long', async () => {
    await log(5);
    await api.sql('UPDATE event_logs SET oldest_sequence = 4 WHERE organisation_id = $1', [customer.organisationId]);
    const { status, body } = await read('?after=2');
    expect([status, body]).toEqual([
      410,
      {
        detail: expect.stringContaining('Go on after 3'),
        code: 'events_expired',
        request_id: expect.any(String),
        oldest_sequence: 4,
      },
    ]);
    for (const query of ['', '?after=3']) {
      expect((await read(query)).body).toMatchObject({
        oldest_sequence: 4,
        results: [{ data: { sequence: 4 } }, { data: { sequence: 5 } }],
      });
    }
  });
});
