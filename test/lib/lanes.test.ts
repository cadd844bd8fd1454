import { describe, expect, it } from '@jest/globals';
import { Lane, type LaneWork } from '../../src/lib/async/lanes.js';

/** Each group waits until the test lets it end. */
function openLane(work: Partial<LaneWork<string, string>> = {}) {
  const groups: { readonly items: readonly string[]; end(): void; fail(error: Error): void }[] = [];
  const log: string[] = [];
  const lane = new Lane<string, string>(
    {
      largestGroup: 3,
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
      lane.add(item).then(
        (result) => log.push(result),
        (error: Error) => log.push(`${item}: ${error.message}`),
      );
    });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const endGroup = (place: number) => {
    groups[place]?.end();
    return settled();
  };
  return { add, endGroup, groups, log, settled, performed: () => groups.map(({ items }) => items.join(' ')) };
}

describe('a lane', () => {
  it('performs at once what finds it free, and together what arrives meanwhile, in order and in groups of bounded size', async () => {
    const { add, endGroup, performed, log } = openLane();
    add('a', 'b', 'c', 'd', 'e');
    expect(performed()).toEqual(['a']);
    await endGroup(0);
    expect(performed()).toEqual(['a', 'b c d']);
    await endGroup(1);
    await endGroup(2);
    expect(log).toEqual(['A', 'B', 'C', 'D', 'E', 'idle']);
  });

  it('lets one item fail alone, and a group whose work fails as a whole together', async () => {
    const { add, endGroup, groups, log, settled } = openLane();
    add('a', 'b', 'bad', 'c', 'd');
    await endGroup(0);
    await endGroup(1);
    groups[2]?.fail(new Error('away'));
    await settled();
    expect(log).toEqual(['A', 'B', 'bad: bad', 'C', 'd: away', 'idle']);
  });

  it('keeps an item back while one with its key goes first, and no other item behind it', async () => {
    const { add, endGroup, performed, log } = openLane({ keyOf: (item) => item[0] ?? null });
    add('a1', 'a2', 'b1', 'a3', 'c1', 'b2');
    for (const place of [0, 1, 2]) await endGroup(place);
    expect(performed()).toEqual(['a1', 'a2 b1 c1', 'a3 b2']);
    expect(log).toEqual(['A1', 'A2', 'B1', 'C1', 'A3', 'B2', 'idle']);
  });
});
