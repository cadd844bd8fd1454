import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { deliverNext } from '../../../src/operations/webhooks/deliver-next.js';
import { createWorkers } from '../../../src/workers/workers.js';
import { newOrganisation, withGateways } from '../../support/services.js';
import { useDeliveries } from '../../support/use-deliveries.js';
import { deliverAll, logEvents, newEndpoint } from '../../support/webhooks.js';

describe('the turns of webhook endpoints', () => {
  const { services, receive, setUp, deliveriesOf } = useDeliveries();

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
    const workers = createWorkers(patient);
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
