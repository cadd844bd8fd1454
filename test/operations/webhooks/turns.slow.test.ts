import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { EventType } from '../../../src/domain/events/event.js';
import { deliverNext } from '../../../src/operations/webhooks/deliver/turn.js';
import { updateWebhook } from '../../../src/operations/webhooks/manage/configure.js';
import { redeliverSince } from '../../../src/operations/webhooks/manage/redeliver.js';
import { answer } from '../../support/gateways/receiver.js';
import { newOrganisation, withGateways } from '../../support/services.js';
import { until } from '../../support/until.js';
import { useDeliveries } from '../../support/use-deliveries.js';
import { deliverAll, type EndpointOptions, logAndDeliver, logEvents, newEndpoint } from '../../support/webhooks.js';
import { openWorkers } from '../../support/workers.js';

describe('the turns of webhook endpoints', () => {
  const { services, receive, setUp, deliveriesOf, endpointRow, later } = useDeliveries();

  it('posts once although many workers look for work at the same time', async () => {
    const { context, receiver } = await setUp();
    const second = withGateways(services, { gateways: [] });
    await logEvents(context, 500);
    await Promise.all([deliverAll(services, 20), deliverAll(second, 20)]);
    expect(receiver.received).toHaveLength(500);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(500);
  });

  it('lets one dead endpoint of a hundred delay no other', async () => {
    const patient = withGateways(services, { gateways: [] });
    const context = await newOrganisation(patient);
    const living = await receive();
    const dead = await receive(() => undefined);
    const deadEndpoint = await newEndpoint(context, dead.url);
    for (let count = 0; count < 99; count += 1) await newEndpoint(context, living.url);
    await logEvents(context, 3);
    const workers = openWorkers(patient);
    workers.wake({ job: 'webhooks' });
    while (living.received.length < 99 * 3) await sleep(5);
    // All others have everything, and the dead one has not even been given up for the first time.
    expect(dead.received).toHaveLength(3);
    expect(await deliveriesOf(deadEndpoint)).toEqual([]);
    await dead.stop();
    await workers.stop();
    expect(await deliveriesOf(deadEndpoint)).toMatchObject(
      new Array(3).fill({ status: 'waiting', error: 'connection_lost' }),
    );
  });

  it('begin nothing more soon after the endpoint was paused, and go on where they were when it is active again', async () => {
    const { context, receiver, endpoint } = await setUp();
    const webhookId = endpoint.id;
    receiver.react = (received, response) => {
      const isInTheMiddle = received.body.data.sequence === 1_200;
      const acted = isInTheMiddle ? updateWebhook(context, { webhookId, status: 'paused' }) : Promise.resolve();
      void acted.then(() => response.writeHead(204).end());
    };
    for (let portion = 0; portion < 5; portion += 1) await logEvents(context, 500);
    await deliverAll(services, 1);
    const { length: begun } = receiver.received;
    // What is under way is finished; of the portion behind it little is begun.
    expect(begun).toBeLessThan(2_000);
    expect((await endpointRow(endpoint)).last_sequence).toBe(String(begun));
    await updateWebhook(context, { webhookId, status: 'active' });
    await deliverAll(services, 1);
    expect(receiver.received.map(({ body }) => body.data.sequence).toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 2_500 }, (_, index) => index + 1),
    );
  });

  it('post once what is due to be tried again and asked for once more besides, however far behind', async () => {
    const { context, receiver, endpoint } = await setUp((received, response) => {
      response.writeHead(received.body.data.sequence === 600 ? 500 : 204).end();
    });
    for (const portion of [500, 100]) await logAndDeliver(context, portion);
    receiver.react = answer(204);
    await redeliverSince(context, { webhookId: endpoint.id, since: new Date(0) });
    await later(7);
    expect(receiver.received.filter(({ body }) => body.data.sequence === 600)).toHaveLength(2);
    expect(receiver.received).toHaveLength(1_200);
    expect((await deliveriesOf(endpoint)).filter(({ status }) => status !== 'delivered')).toEqual([]);
  });

  it('post something although reading the log took longer than a turn', async () => {
    const { context, receiver } = await setUp();
    await logEvents(context, 1);
    const holder = await services.superuser.connect();
    await holder.query('BEGIN; LOCK TABLE events');
    const turn = deliverNext(services);
    await sleep(5_500);
    await holder.query('ROLLBACK');
    holder.release();
    await turn;
    expect(receiver.received).toHaveLength(1);
  });

  describe('of an endpoint that is only probed', () => {
    const setUpProbed = async (options: EndpointOptions) => {
      const { context, receiver } = await setUp();
      const endpoint = await newEndpoint(context, receiver.url, options);
      await services.sql(`UPDATE webhook_endpoints SET status = 'paused' WHERE id <> $1`, [endpoint.id]);
      await services.sql('UPDATE webhook_endpoints SET failures = 9 WHERE id = $1', [endpoint.id]);
      return { context, receiver, endpoint };
    };

    it.each<[string, EndpointOptions, number, EventType]>([
      ['of the other mode', { test: true }, 2_500, 'webhook.disabled'],
      ['of other types', { types: ['session.disconnected'] }, 10_500, 'session.disconnected'],
    ])('pass over events %s, and make one call', async (_, options, foreign, wanted) => {
      const { context, receiver } = await setUpProbed(options);
      await logEvents(context, foreign);
      await logEvents(context, 3, wanted);
      await logEvents(context, 100);
      expect(await deliverNext(services)).toBe(true);
      expect(receiver.received.map(({ body }) => body.data.sequence)).toEqual([foreign + 1]);
      await deliverAll(services);
      expect(receiver.received).toHaveLength(3);
    });

    it('put nothing off when they found nothing to call it for', async () => {
      const { context, receiver, endpoint } = await setUpProbed({ test: true });
      await logAndDeliver(context, 10);
      expect(await endpointRow(endpoint)).toMatchObject({ failures: 9, last_sequence: '10' });
      await logAndDeliver(context, 1, 'webhook.disabled');
      expect(receiver.received).toHaveLength(1);
    });
  });

  describe('where an organisation has many slow endpoints', () => {
    let turns: Promise<boolean>[] = [];
    /** Resolves when a turn is under way, or with false when there is none. */
    const begin = () =>
      new Promise<boolean>((begun) => {
        turns.push(deliverNext(services, () => begun(true)));
        turns.at(-1)?.then(() => begun(false), begun);
      });
    const newSlow = async (endpoints: number) => {
      const { context, receiver } = await setUp(() => undefined);
      for (let count = 1; count < endpoints; count += 1) await newEndpoint(context, receiver.url);
      await logEvents(context, 1);
      return receiver;
    };
    afterEach(async () => {
      await Promise.all(turns);
      turns = [];
    });

    it('one that has no turn under way comes next, though others have waited longer', async () => {
      const slow = await newSlow(3);
      const { context, receiver } = await setUp();
      expect(await begin()).toBe(true);
      await until(() => slow.received.length === 1);
      await logEvents(context, 1);
      expect(await begin()).toBe(true);
      await turns.at(-1);
      expect([slow.received.length, receiver.received.length]).toEqual([1, 1]);
      // With nobody else there its own come.
      expect(await begin()).toBe(true);
    });

    it('ten of them have their turn at a time', async () => {
      await newSlow(12);
      for (let turn = 1; turn <= 10; turn += 1) expect(await begin()).toBe(true);
      expect(await begin()).toBe(false);
    });
  });
});
