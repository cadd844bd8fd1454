import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventId } from '../../../src/domain/events/event.js';
import { type Customer, useApi } from '../../http/start-api.js';
import { onBehalfOf } from '../../support/services.js';
import { logEvents } from '../../support/webhooks.js';

const api = useApi();
let customer: Customer;
beforeEach(async () => {
  customer = await api.customer();
});

const read = (query = '', by = customer) => by.call('GET', `/v1/events/${query}`);
const log = (count: number, type?: Parameters<typeof logEvents>[2]) =>
  logEvents(onBehalfOf(api.services, customer.organisationId), count, type);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('GET /v1/events/', () => {
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
