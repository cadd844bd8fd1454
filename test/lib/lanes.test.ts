import { describe, expect, it } from '@jest/globals';
import { Lane, type LaneWork } from '../../src/lib/async/lanes.js';

/** Each group waits until the test lets it end. */
function openLane(work: Partial<LaneWork<string, string>> = {}) {
  const groups: { readonly items: readonly string[]; end(): void; fail(error: Error): void }[] = [];
  const log: string[] = [];
  const lane = new Lane<string, string>(
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
    expect(log).toEqual(['A', 'B', 'C', 'D', 'idle', 'E']);
  });

  it('begins a second group when as many items wait as are under way', async () => {
    const { add, endGroup, performed } = openLane({ atOnce: 2 });
    add('a', 'b', 'c', 'd', 'e');
    expect(performed()).toEqual(['a', 'b']);
    await endGroup(0);
    expect(performed()).toEqual(['a', 'b', 'c d e']);
    await endGroup(1);
    add('f', 'g');
    expect(performed()).toHaveLength(3);
    add('h');
    expect(performed()).toEqual(['a', 'b', 'c d e', 'f g h']);
  });

  it('lets one item fail alone, and a group whose work fails as a whole together', async () => {
    const { add, endGroup, groups, log, settled } = openLane();
    add('a', 'b', 'bad', 'c', 'd');
    await endGroup(0);
    await endGroup(1);
    groups[2]?.fail(new Error('away'));
    await settled();
    expect(log).toEqual(['A', 'B', 'bad: bad', 'C', 'idle', 'd: away']);
  });

  it('keeps an item back while one with its key is under way, and no other item behind it', async () => {
    const { add, endGroup, performed, log } = openLane({ atOnce: 2, keyOf: (item) => item[0] ?? null });
    add('a1', 'a2', 'b1', 'a3', 'c1', 'b2');
    expect(performed()).toEqual(['a1', 'b1']);
    await endGroup(1);
    expect(performed()).toEqual(['a1', 'b1', 'c1 b2']);
    for (const place of [0, 2, 3, 4]) await endGroup(place);
    expect(performed()).toEqual(['a1', 'b1', 'c1 b2', 'a2', 'a3']);
    expect(log).toEqual(['B1', 'A1', 'C1', 'B2', 'A2', 'idle', 'A3']);
  });
});
