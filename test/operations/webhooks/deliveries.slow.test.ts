import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { makeWebhookSecret } from '../../../src/domain/events/signature.js';
import type { Context } from '../../../src/operations/context.js';
import { readEvents } from '../../../src/operations/events/event-log.js';
import { runHousekeeping } from '../../../src/operations/upkeep/housekeeping.js';
import { deliverNext } from '../../../src/operations/webhooks/deliver/turn.js';
import { deleteWebhook } from '../../../src/operations/webhooks/manage/configure.js';
import { rotateWebhookSecret } from '../../../src/operations/webhooks/manage/secrets.js';
import { answer, type Reaction, type Received } from '../../support/gateways/receiver.js';
import { newOrganisation, type TestServices } from '../../support/services.js';
import { useDeliveries } from '../../support/use-deliveries.js';
import { deliverAll, logAndDeliver, logEvents, newEndpoint } from '../../support/webhooks.js';

const HOUR = 3600;
const DAY = 24 * HOUR;

describe('delivery of events to webhooks', () => {
  const { services, receive, setUp, deliveriesOf, endpointRow, later } = useDeliveries();

  it('posts every event once, as the feed shows it, with a signature that the reference library accepts', async () => {
    const { context, receiver, endpoint } = await setUp();
    await logAndDeliver(context, 450);
    const { events } = await readEvents(context, { first: 1_000 });
    expect(events).toHaveLength(450);
    expect(receiver.received.map(({ id }) => id).toSorted()).toEqual(events.map(({ id }) => id).toSorted());
    const verifier = new Webhook(endpoint.secret);
    for (const { rawBody, headers, body } of receiver.received) {
      expect(verifier.verify(rawBody, headers)).toEqual(body);
      const event = events.find(({ sequence }) => sequence === body.data.sequence);
      expect(body.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(body).toEqual({
        type: 'session.connected',
        timestamp: event?.occurredAt.toISOString(),
        data: {
          session_id: event?.subjectId,
          status: 'connected',
          test: null,
          sequence: event?.sequence,
          revision: 1,
        },
      });
    }
    await deliverAll(services);
    expect(receiver.received).toHaveLength(450);
    const deliveries = await deliveriesOf(endpoint);
    expect(deliveries).toHaveLength(450);
    expect(deliveries.every(({ status, attempts }) => status === 'delivered' && attempts === 1)).toBe(true);
  });

  it('refuses a signature that belongs to another body or secret', async () => {
    const { context, receiver, endpoint } = await setUp();
    await logAndDeliver(context, 1);
    const [{ rawBody, headers }] = receiver.received as [Received];
    const [own, stranger] = [new Webhook(endpoint.secret), new Webhook(makeWebhookSecret())];
    expect(own.verify(rawBody, headers)).toEqual(JSON.parse(rawBody));
    expect(() => own.verify(`${rawBody} `, headers)).toThrow('No matching signature found');
    expect(() => stranger.verify(rawBody, headers)).toThrow('No matching signature found');
  });

  it('signs with both secrets while one replaces the other, and then with the new one alone', async () => {
    const { context, receiver, endpoint } = await setUp();
    const { result } = await rotateWebhookSecret(context, { webhookId: endpoint.id });
    await logAndDeliver(context, 1);
    await services.travel(2 * DAY);
    await logAndDeliver(context, 1);
    const [during, after] = receiver.received as [Received, Received];
    const isBy = (secret: string, { rawBody, headers }: Received) => {
      try {
        return Boolean(new Webhook(secret).verify(rawBody, headers));
      } catch {
        return false;
      }
    };
    expect([isBy(endpoint.secret, during), isBy(result.secret, during)]).toEqual([true, true]);
    expect([isBy(endpoint.secret, after), isBy(result.secret, after)]).toEqual([false, true]);
  });

  it.each<[string, Reaction, object]>([
    ['an error of the receiver', answer(500, {}, 'Oops'), { response_status: 500, response_body: 'Oops' }],
    ['a redirect', answer(301, { location: 'http://127.0.0.1:1/' }), { response_status: 301, response_body: '' }],
    ['an answer that takes too long', () => undefined, { response_status: null, error: 'timeout' }],
    [
      'an answer whose body never ends',
      (_received, response) => {
        response.writeHead(200);
        const drip = setInterval(() => response.write('.'), 50);
        response.on('close', () => clearInterval(drip));
      },
      { response_status: null, error: 'timeout' },
    ],
    [
      'a connection that is cut',
      (_received, _response, request) => request.socket.destroy(),
      { response_status: null, error: 'connection_lost' },
    ],
  ])('tries again after %s, under the same id', async (_what, reaction, outcome) => {
    const { context, receiver, endpoint } = await setUp(reaction);
    await logAndDeliver(context, 1);
    expect(await deliveriesOf(endpoint)).toMatchObject([{ status: 'waiting', attempts: 1, ...outcome }]);
    receiver.react = answer(200, {}, 'Thanks');
    await deliverAll(services);
    expect(receiver.received).toHaveLength(1);
    await later(7);
    expect(await deliveriesOf(endpoint)).toMatchObject([
      { status: 'delivered', attempts: 2, response_status: 200, response_body: 'Thanks', error: null },
    ]);
    const [first, second] = receiver.received;
    expect(second?.id).toBe(first?.id);
    // The time travel moves the time of the event as well.
    expect({ ...second?.body, timestamp: first?.body.timestamp }).toEqual(first?.body);
  });

  it('tries again after a receiver that does not listen', async () => {
    const { context, receiver, endpoint } = await setUp();
    await receiver.stop();
    await logAndDeliver(context, 1);
    expect(await deliveriesOf(endpoint)).toMatchObject([{ status: 'waiting', error: 'connection_refused' }]);
  });

  it('keeps the first four kilobytes of an answer, whatever they are', async () => {
    const { context, endpoint } = await setUp(answer(400, {}, `\u0000${'x'.repeat(100_000)}`));
    await logAndDeliver(context, 1);
    expect(await deliveriesOf(endpoint)).toMatchObject([{ response_body: 'x'.repeat(4_095) }]);
  });

  it('gives an event up after eleven attempts over about a day, and goes on with the next', async () => {
    const { context, receiver, endpoint } = await setUp((received, response) => {
      response.writeHead(received.body.data.sequence === 1 ? 500 : 200).end();
    });
    await logEvents(context, 1);
    let hours = 0;
    for (; hours < 40; hours += 1) {
      await later(HOUR);
      if ((await deliveriesOf(endpoint))[0]?.status === 'dead') break;
    }
    expect(hours).toBeGreaterThan(15);
    expect(hours).toBeLessThan(35);
    expect(receiver.received).toHaveLength(11);
    await later(DAY);
    expect(receiver.received).toHaveLength(11);
    await logEvents(context, 3);
    await later(HOUR);
    expect((await deliveriesOf(endpoint)).map(({ status }) => status)).toEqual([
      'dead',
      'delivered',
      'delivered',
      'delivered',
    ]);
  });

  it('leaves a receiver alone for as long as it asks', async () => {
    const { context, receiver, endpoint } = await setUp(answer(429, { 'retry-after': String(2 * HOUR) }));
    await logAndDeliver(context, 100);
    const calls = receiver.received.length;
    expect(calls).toBeLessThanOrEqual(10);
    receiver.react = answer(200);
    await logEvents(context, 1);
    await later(HOUR);
    expect(receiver.received).toHaveLength(calls);
    await later(HOUR + 60);
    await later(60);
    expect((await deliveriesOf(endpoint)).map(({ status }) => status)).toEqual(new Array(101).fill('delivered'));
  });

  it('calls an endpoint that fails only now and then to see whether it is back, and then misses nothing', async () => {
    const { context, receiver, endpoint } = await setUp(answer(503));
    await logAndDeliver(context, 300);
    const calls = receiver.received.length;
    expect(calls).toBeLessThanOrEqual(20);
    for (let minutes = 0; minutes < 60; minutes += 1) await later(60);
    // At most one call in five minutes, and a few until it is as rare as that.
    expect(receiver.received.length - calls).toBeLessThan(60 / 4 + 10);
    receiver.react = answer(200);
    for (let minutes = 0; minutes < 12; minutes += 1) await later(300);
    for (let hours = 0; hours < 10; hours += 1) await later(HOUR);
    const deliveries = await deliveriesOf(endpoint);
    expect(deliveries).toHaveLength(300);
    expect(deliveries.every(({ status }) => status === 'delivered')).toBe(true);
  });

  it('disables an endpoint that says it is gone, tells the others, and loses nothing', async () => {
    const { context, receiver, endpoint } = await setUp(answer(410));
    const other = await receive();
    await newEndpoint(context, other.url, { types: ['webhook.disabled'] });
    await logAndDeliver(context, 30);
    const calls = receiver.received.length;
    expect(calls).toBeLessThanOrEqual(10);
    expect(await endpointRow(endpoint)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
    await logEvents(context, 0);
    await later(DAY);
    expect(receiver.received).toHaveLength(calls);
    expect(other.received.map(({ body }) => [body.type, body.data.webhook_id])).toEqual([
      ['webhook.disabled', endpoint.id],
    ]);
    receiver.react = answer(200);
    const enable = `UPDATE webhook_endpoints SET status = 'active', due_at = now(), not_before = '-infinity', failures = 0
      WHERE id = $1`;
    await services.sql(enable, [endpoint.id]);
    await deliverAll(services);
    // All of the first, and that it had been disabled.
    expect((await deliveriesOf(endpoint)).map(({ status }) => status)).toEqual(new Array(31).fill('delivered'));
  });

  it('disables an endpoint that has taken nothing for five days', async () => {
    const { context, receiver, endpoint } = await setUp(answer(500));
    await logEvents(context, 10);
    for (let days = 0; days < 5; days += 1) {
      expect(await endpointRow(endpoint)).toMatchObject({ status: 'active' });
      await later(DAY);
    }
    await later(DAY);
    expect(await endpointRow(endpoint)).toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
    const calls = receiver.received.length;
    await logEvents(context, 10);
    await later(DAY);
    expect(receiver.received).toHaveLength(calls);
  });

  it('does not disable an endpoint without another call that fails', async () => {
    const { context, receiver, endpoint } = await setUp(answer(500));
    await logAndDeliver(context, 1);
    const wait = `UPDATE webhook_deliveries SET next_attempt_at = now() + interval '6 days' WHERE endpoint_id = $1`;
    await services.sql(wait, [endpoint.id]);
    await services.sql(`UPDATE webhook_endpoints SET types = '{sms.sent}' WHERE id = $1`, [endpoint.id]);
    await services.travel(5 * DAY);
    await logAndDeliver(context, 1);
    expect(await endpointRow(endpoint)).toMatchObject({ status: 'active', last_sequence: '2' });
    await later(DAY);
    expect(receiver.received).toHaveLength(2);
    expect(await endpointRow(endpoint)).toMatchObject({ status: 'disabled' });
  });

  it('does not blame an endpoint that has moved for what its old address said meanwhile', async () => {
    const { context, endpoint } = await setUp((_received, response) => {
      const move = `UPDATE webhook_endpoints SET url = url || '/new', failures = 0, due_at = now() WHERE id = $1`;
      void services.sql(move, [endpoint.id]).then(() => response.writeHead(410).end());
    });
    await logEvents(context, 1);
    expect(await deliverNext(services)).toBe(true);
    expect(await endpointRow(endpoint)).toMatchObject({ status: 'active', failures: 0, failing_since: null });
  });

  it('keeps nothing of an endpoint that is deleted, not even of what was on its way to it', async () => {
    const { context, receiver, endpoint } = await setUp();
    await logAndDeliver(context, 2);
    expect(await deliveriesOf(endpoint)).toHaveLength(2);
    receiver.react = (_received, response) => {
      const deleted = deleteWebhook(context, { webhookId: endpoint.id });
      void deleted.then(() => response.writeHead(204).end());
    };
    await logEvents(context, 1);
    expect(await deliverNext(services)).toBe(true);
    expect(receiver.received).toHaveLength(3);
    expect(await deliveriesOf(endpoint)).toHaveLength(2);
    await runHousekeeping(services);
    expect(await deliveriesOf(endpoint)).toEqual([]);
  });

  it('posts what an endpoint wants, and tests to those for tests alone', async () => {
    const context = await newOrganisation(services);
    const [all, some, tests] = [await receive(), await receive(), await receive()];
    await newEndpoint(context, all.url);
    await newEndpoint(context, some.url, { types: ['session.disconnected'] });
    await newEndpoint(context, tests.url, { test: true });
    const [session] = await logEvents(context, 1, 'session.disconnected');
    await addTestPhone(services, context, session ?? '');
    await logEvents(context, 5);
    await logAndDeliver(context, 1, 'session.disconnected');
    expect(tests.received.map(({ body }) => body.data.session_id)).toEqual([session]);
    expect(some.received.map(({ body }) => body.type)).toEqual(['session.disconnected']);
    expect(all.received).toHaveLength(6);
  });

  it('shows an organisation nothing of another', async () => {
    const { receiver } = await setUp();
    const stranger = await newOrganisation(services);
    await logEvents(stranger, 5);
    await deliverAll(services);
    expect(receiver.received).toEqual([]);
  });
});

/** The made-up phone is that of a test after all. */
function addTestPhone(services: TestServices, { caller }: Context, id: string) {
  return services.sql(
    `INSERT INTO chat_sessions (organisation_id, id, name, engine, test, state) VALUES ($1, $2, 'Test', 'sandbox', true, 'connected')`,
    [caller.organisationId, id],
  );
}
