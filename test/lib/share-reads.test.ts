import { describe, expect, it } from '@jest/globals';
import { shareReads } from '../../src/lib/async/share-reads.js';

/** Reads that end when they are told to, in the order in which they began. */
function reads() {
  const begun: PromiseWithResolvers<number>[] = [];
  const shared = shareReads(() => {
    begun.push(Promise.withResolvers());
    return (begun.at(-1) as PromiseWithResolvers<number>).promise;
  });
  return { shared, begun, end: (place: number) => begun[place]?.resolve(place) };
}

describe('a read', () => {
  it('is shared by those who ask while it is under way, and by nobody later', async () => {
    const { shared, begun, end } = reads();
    const [one, other] = [shared.soon(), shared.soon()];
    end(0);
    expect(await Promise.all([one, other])).toEqual([0, 0]);
    const later = shared.soon();
    end(1);
    expect(await later).toBe(1);
    expect(begun).toHaveLength(2);
  });

  it('begins anew, after the one under way, for who knows of something later', async () => {
    const { shared, begun, end } = reads();
    const early = shared.soon();
    const [late, later] = [shared.anew(), shared.anew()];
    expect(begun).toHaveLength(1);
    end(0);
    expect(await early).toBe(0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toHaveLength(2);
    end(1);
    expect(await Promise.all([late, later])).toEqual([1, 1]);
  });

  it('that fails is not in the way of the next', async () => {
    const { shared, begun, end } = reads();
    const failed = shared.soon();
    const next = shared.anew();
    begun[0]?.reject(new Error('The database is away.'));
    await expect(failed).rejects.toThrow('away');
    await new Promise((resolve) => setImmediate(resolve));
    end(1);
    expect(await next).toBe(1);
  });
});
