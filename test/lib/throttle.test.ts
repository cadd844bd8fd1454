import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { throttle } from '../../src/lib/async/throttle.js';

const INTERVAL_MS = 60;

describe('throttled work', () => {
  it('runs once for all calls of an interval, and not at all without a call', async () => {
    const ranAt: number[] = [];
    const throttled = throttle(async () => void ranAt.push(performance.now()), INTERVAL_MS);
    for (let call = 0; call < 10; call += 1) {
      throttled.schedule();
      await sleep(INTERVAL_MS / 5);
    }
    await sleep(3 * INTERVAL_MS);
    expect(ranAt.length).toBeGreaterThan(1);
    expect(ranAt.length).toBeLessThanOrEqual(4);
    // Timers may fire a millisecond early.
    for (const [place, at] of ranAt.slice(1).entries())
      expect(at - (ranAt[place] ?? 0)).toBeGreaterThan(INTERVAL_MS - 2);
  });

  it('never overlaps, and runs again for a call while it ran', async () => {
    const run = Promise.withResolvers<void>();
    let begun = 0;
    const throttled = throttle(() => {
      begun += 1;
      return run.promise;
    }, 1);
    throttled.schedule();
    await sleep(20);
    throttled.schedule();
    throttled.schedule();
    await sleep(20);
    expect(begun).toBe(1);
    run.resolve();
    await sleep(20);
    expect(begun).toBe(2);
  });

  it('forgets a scheduled run', async () => {
    let begun = 0;
    const throttled = throttle(async () => void begun++, 1);
    throttled.schedule();
    throttled.cancel();
    await sleep(20);
    expect(begun).toBe(0);
  });
});
