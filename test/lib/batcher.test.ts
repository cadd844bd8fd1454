import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Batcher, type BatcherOptions, STALLED_AFTER_MS } from '../../src/lib/async/batcher.js';

afterEach(() => {
  jest.useRealTimers();
});

/** Each group waits until the test lets it end. */
function openBatcher(work: Partial<BatcherOptions<string, string>> = {}) {
  const groups: { readonly items: readonly string[]; end(): void; fail(error: Error): void }[] = [];
  const log: string[] = [];
  const batcher = new Batcher<string, string>(
    {
      largestGroup: 3,
      atOnce: 1,
      keyOf: () => null,
      perform: (items) =>
        new Promise((resolve, reject) => {
          const results = items.map((item) => (item.startsWith('bad') ? new Error(item) : item.toUpperCase()));
          groups.push({ items, end: () => resolve(results), fail: reject });
        }),
      ...work,
    },
    () => log.push('idle'),
  );
  const add = (...items: string[]) =>
    items.forEach((item) => {
      batcher.add(item).then(
        (result) => log.push(result),
        (error: Error) => log.push(`${item}: ${error.message}`),
      );
    });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const endGroup = (place: number) => {
    groups[place]?.end();
    return settled();
  };
  return { batcher, add, endGroup, groups, log, settled, performed: () => groups.map(({ items }) => items.join(' ')) };
}

describe('a batcher', () => {
  it('performs at once what finds it free, and together what arrives meanwhile, in order and in groups of bounded size', async () => {
    const { add, endGroup, performed, log } = openBatcher();
    add('a', 'b', 'c', 'd', 'e');
    expect(performed()).toEqual(['a']);
    await endGroup(0);
    expect(performed()).toEqual(['a', 'b c d']);
    await endGroup(1);
    await endGroup(2);
    expect(log).toEqual(['A', 'B', 'C', 'D', 'idle', 'E']);
  });

  it('lets one item fail alone, and a group whose work fails as a whole together', async () => {
    const { add, endGroup, groups, log, settled } = openBatcher();
    add('a', 'b', 'bad', 'c', 'd');
    await endGroup(0);
    await endGroup(1);
    groups[2]?.fail(new Error('away'));
    await settled();
    expect(log).toEqual(['A', 'B', 'bad: bad', 'C', 'idle', 'd: away']);
  });

  it('keeps an item back while one with its key goes first, and no other item behind it', async () => {
    const { add, endGroup, performed, log } = openBatcher({ keyOf: (item) => item[0] ?? null });
    add('a1', 'a2', 'b1', 'a3', 'c1', 'b2');
    for (const place of [0, 1, 2]) await endGroup(place);
    expect(performed()).toEqual(['a1', 'a2 b1 c1', 'a3 b2']);
    expect(log).toEqual(['A1', 'A2', 'B1', 'C1', 'idle', 'A3', 'B2']);
  });

  it('takes what a caller adds on its answer into the next group, and goes idle once all is done', async () => {
    const { batcher, add, endGroup, performed, log } = openBatcher();
    void batcher.add('a').then(() => add('c'));
    add('b');
    await endGroup(0);
    expect(performed()).toEqual(['a', 'b']);
    await endGroup(1);
    await endGroup(2);
    expect(performed()).toEqual(['a', 'b', 'c']);
    expect(log).toEqual(['B', 'idle', 'C']);
    add('d');
    await endGroup(3);
    expect(log).toEqual(['B', 'idle', 'C', 'idle', 'D']);
  });

  it('does not wait for a group that hangs, until as many hang as may be under way', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const { add, endGroup, performed, log } = openBatcher({ atOnce: 2 });
    add('a', 'b', 'c');
    jest.advanceTimersByTime(STALLED_AFTER_MS - 1);
    expect(performed()).toEqual(['a']);
    jest.advanceTimersByTime(1);
    expect(performed()).toEqual(['a', 'b c']);
    add('d');
    await endGroup(1);
    expect(performed()).toEqual(['a', 'b c', 'd']);
    add('e');
    jest.advanceTimersByTime(2 * STALLED_AFTER_MS);
    expect(performed()).toEqual(['a', 'b c', 'd']);
    await endGroup(0);
    expect(performed()).toEqual(['a', 'b c', 'd', 'e']);
    for (const place of [2, 3]) await endGroup(place);
    expect(log).toEqual(['B', 'C', 'A', 'D', 'idle', 'E']);
  });

  it('keeps the order even behind a group that hangs, if only one may be under way', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const { add, endGroup, performed } = openBatcher();
    add('a', 'b');
    jest.advanceTimersByTime(10 * STALLED_AFTER_MS);
    expect(performed()).toEqual(['a']);
    await endGroup(0);
    expect(performed()).toEqual(['a', 'b']);
  });

  it('performs each group as the caller of its first item', async () => {
    const callers = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    const batcher = new Batcher<string, string>(
      {
        largestGroup: 1,
        atOnce: 1,
        keyOf: () => null,
        async perform(items) {
          await Promise.resolve();
          seen.push(callers.getStore());
          return items;
        },
      },
      () => undefined,
    );
    await Promise.all(['one', 'two'].map((caller) => callers.run(caller, () => batcher.add('item'))));
    expect(seen).toEqual(['one', 'two']);
  });
});
