import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { createKeyedSemaphore, createSemaphore } from '../../src/lib/async/semaphore.js';

it('lets no more in at once than it is wide, everybody in order, also after failures', async () => {
  const pass = createSemaphore(2);
  let inside = 0;
  let most = 0;
  const order: number[] = [];
  const visits = Array.from({ length: 10 }, (_, index) =>
    pass(async () => {
      inside += 1;
      most = Math.max(most, inside);
      order.push(index);
      await sleep(1);
      inside -= 1;
      if (index % 3 === 0) throw new Error('failed inside');
    }),
  );
  const ends = await Promise.allSettled(visits);
  expect(most).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(ends.filter((end) => end.status === 'rejected')).toHaveLength(4);
});

it('has a queue for each key', async () => {
  const pass = createKeyedSemaphore(1, 5);
  const first = Promise.withResolvers<string>();
  const inside = pass('a', () => first.promise);
  const waiting = pass('a', async () => 'second');
  await expect(pass('b', async () => 'another')).resolves.toBe('another');
  await expect(Promise.race([waiting, sleep(5, 'it waits')])).resolves.toBe('it waits');
  first.resolve('first');
  await expect(Promise.all([inside, waiting])).resolves.toEqual(['first', 'second']);
  await expect(pass('a', async () => 'third')).resolves.toBe('third');
});
