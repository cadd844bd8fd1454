import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Context } from '../../../src/operations/context.js';
import { postInOrder } from '../../../src/operations/webhooks/deliver/post.js';
import { deliverNext } from '../../../src/operations/webhooks/deliver/turn.js';
import { updateWebhook } from '../../../src/operations/webhooks/manage/configure.js';
import { redeliverDelivery } from '../../../src/operations/webhooks/manage/redeliver.js';
import { answer, type Reaction } from '../../support/gateways/receiver.js';
import { useDeliveries } from '../../support/use-deliveries.js';
import { deliverAll, logAndDeliver, logEvents, type TestEndpoint } from '../../support/webhooks.js';

const DAY = 24 * 3600;

/** A receiver in whose calls somebody else acts, before they are answered. */
describe('while an endpoint is being called', () => {
  const { services, setUp, deliveriesOf, endpointRow, later } = useDeliveries();

  const actingFirst =
    (act: () => Promise<unknown>, status: number): Reaction =>
    (...call) =>
      void act().then(() => answer(status)(...call));
  const skip = (context: Context, { id: webhookId }: TestEndpoint) =>
    updateWebhook(context, { webhookId, skipBacklog: true });
  const askAgain = (context: Context, { id: webhookId }: TestEndpoint) =>
    redeliverDelivery(context, { webhookId, sequence: 1 });
  /** An endpoint that has refused its only event so many times. */
  const setUpRefused = async (attempts: number) => {
    const { context, receiver, endpoint } = await setUp(answer(500));
    await logAndDeliver(context, 1);
    await services.sql('UPDATE webhook_deliveries SET attempts = $2 WHERE endpoint_id = $1', [endpoint.id, attempts]);
    return { context, receiver, endpoint };
  };

  it('a failure of all calls at once leaves it alone no longer than five in a row', async () => {
    const { context, receiver, endpoint } = await setUp(answer(503));
    await logEvents(context, 20);
    expect(await deliverNext(services)).toBe(true);
    expect(receiver.received.length).toBeGreaterThan(5);
    const rows = await services.sql(
      'SELECT failures, not_before < now() + make_interval(secs => 8) AS is_short FROM webhook_endpoints WHERE id = $1',
      [endpoint.id],
    );
    expect(rows).toEqual([{ failures: 5, is_short: true }]);
  });

  it('its place in the log is behind no event that it has not been called with, so that a worker may die', async () => {
    const { context, receiver, endpoint } = await setUp();
    const places: string[] = [];
    const look = async () => void places.push((await endpointRow(endpoint)).last_sequence);
    receiver.react = actingFirst(look, 200);
    await logAndDeliver(context, 1);
    expect([...places, (await endpointRow(endpoint)).last_sequence]).toEqual(['0', '1']);
  });

  it('another worker leases it: what came of the calls is not written down, and the lease stays', async () => {
    const { context, receiver, endpoint } = await setUp();
    const leaseId = randomUUID();
    const lease = () =>
      services.sql('UPDATE webhook_endpoints SET lease_id = $1 WHERE id = $2', [leaseId, endpoint.id]);
    receiver.react = actingFirst(lease, 200);
    await logEvents(context, 1);
    expect(await deliverNext(services)).toBe(true);
    expect(await deliveriesOf(endpoint)).toEqual([]);
    expect(await endpointRow(endpoint)).toMatchObject({ lease_id: leaseId, last_sequence: '0' });
  });

  it('somebody skips the backlog: what is new and fails is not tried again', async () => {
    const { context, receiver, endpoint } = await setUp();
    receiver.react = actingFirst(() => skip(context, endpoint), 500);
    await logEvents(context, 3);
    expect(await deliverNext(services)).toBe(true);
    expect((await deliveriesOf(endpoint)).map(({ status }) => status)).toEqual(['dead', 'dead', 'dead']);
    await later(DAY);
    expect(receiver.received).toHaveLength(3);
  });

  it.each([
    ['what was tried again and fails', async () => undefined],
    ['nor what was asked for once more', askAgain],
  ])('somebody skips the backlog: %s is not tried again either', async (_, before) => {
    const { context, receiver, endpoint } = await setUpRefused(3);
    await before(context, endpoint);
    receiver.react = actingFirst(() => skip(context, endpoint), 500);
    await later(7);
    expect(await deliveriesOf(endpoint)).toMatchObject([{ status: 'dead' }]);
    await later(DAY);
    expect(receiver.received).toHaveLength(2);
  });

  it('somebody asks for the event once more: after its last attempt it gets all of them again', async () => {
    const { context, receiver, endpoint } = await setUpRefused(10);
    receiver.react = actingFirst(() => askAgain(context, endpoint), 500);
    await services.travel(7);
    expect(await deliverNext(services)).toBe(true);
    expect(await deliveriesOf(endpoint)).toMatchObject([{ status: 'waiting', attempts: 0 }]);
    receiver.react = answer(200);
    await deliverAll(services);
    expect(await deliveriesOf(endpoint)).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    expect(receiver.received).toHaveLength(3);
  });

  it('somebody asks for the event once more, or skips it: it is delivered when the call is answered so', async () => {
    for (const act of [askAgain, skip]) {
      const { context, receiver, endpoint } = await setUpRefused(10);
      receiver.react = actingFirst(() => act(context, endpoint), 200);
      await later(7);
      expect(await deliveriesOf(endpoint)).toMatchObject([{ status: 'delivered', attempts: 11 }]);
      await later(DAY);
      expect(receiver.received).toHaveLength(2);
    }
  });

  it('somebody pauses it: what has failed waits until it is active again', async () => {
    const { context, receiver, endpoint } = await setUp();
    const webhookId = endpoint.id;
    receiver.react = actingFirst(() => updateWebhook(context, { webhookId, status: 'paused' }), 500);
    await logAndDeliver(context, 1);
    receiver.react = answer(200);
    await later(DAY);
    expect(receiver.received).toHaveLength(1);
    await updateWebhook(context, { webhookId, status: 'active' });
    await deliverAll(services);
    expect(await deliveriesOf(endpoint)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  });
});

const AT_ONCE = 3;

const items = Array.from({ length: 20 }, (_, item) => item);

const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 5));

describe('posting in order', () => {
  it('begins items in their order, so many at a time, and answers in their order, whichever ends first', async () => {
    const begun: number[] = [];
    let underWay = 0;
    let most = 0;
    const post = async (item: number) => {
      begun.push(item);
      most = Math.max(most, ++underWay);
      await pause();
      underWay -= 1;
      return item * 10;
    };
    const results = await postInOrder(items, AT_ONCE, post, () => false);
    expect(results).toEqual(items.map((item) => item * 10));
    expect(begun).toEqual(items);
    expect(most).toBe(AT_ONCE);
  });

  it('takes no further item when it is over, and answers all that was begun', async () => {
    let posts = 0;
    const post = async (item: number) => {
      posts += 1;
      await pause();
      return item;
    };
    const results = await postInOrder(items, AT_ONCE, post, () => posts >= 7);
    expect(results).toEqual(items.slice(0, 7));
    expect(posts).toBe(7);
  });

  it('ends where there is less than it could do at a time', async () => {
    expect(
      await postInOrder(
        [1],
        AT_ONCE,
        async (item) => item,
        () => false,
      ),
    ).toEqual([1]);
    expect(
      await postInOrder(
        [],
        AT_ONCE,
        async (item) => item,
        () => false,
      ),
    ).toEqual([]);
  });
});
