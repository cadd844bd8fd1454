import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createKeyedSemaphore, createSemaphore } from '../../src/lib/async/semaphore.js';
import { stopAtOnce, stopInTurn } from '../../src/lib/async/stop.js';
import { shareReads, throttle } from '../../src/lib/async/throttle.js';
import { runSync, runYielding, yieldToOthers } from '../../src/lib/async/yield.js';
import { backOff } from '../../src/lib/back-off.js';
import { createLogger } from '../../src/lib/log/logger.js';

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

it('A semaphore lets no more in at once than it is wide, everybody in order, also after failures', async () => {
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

it('A keyed semaphore has a queue for each key', async () => {
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

it('A semaphore lets nobody wait for longer than it may, and the others go on', async () => {
  const pass = createSemaphore(1, undefined, { ms: 20, message: 'All are in use.' });
  const first = Promise.withResolvers<string>();
  const inside = pass(() => first.promise);
  await expect(pass(async () => 'late')).rejects.toThrow('All are in use.');
  const second = pass(async () => 'second');
  first.resolve('first');
  expect(await Promise.all([inside, second])).toEqual(['first', 'second']);
  expect(await pass(async () => 'third')).toBe('third');
});

function* work(name: string, done: string[]): Generator<void, string> {
  for (let piece = 1; piece <= 3; piece++) {
    done.push(`${name}${piece}`);
    yield;
  }
  return name;
}

it('Yielding gives one turn in each round of the event loop, in order', async () => {
  const given: number[] = [];
  for (let place = 0; place < 3; place++) void yieldToOthers().then(() => given.push(place));
  for (let round = 1; round <= 3; round++) {
    await nextRound();
    expect(given).toEqual([0, 1, 2].slice(0, round));
  }
});

it('Yielding takes the pieces of several works in turns, others in between', async () => {
  const done: string[] = [];
  let isOver = false;
  const watching = (async () => {
    for (let round = 1; !isOver; round++) {
      await nextRound();
      expect(done.length).toBeLessThanOrEqual(round);
    }
  })();
  const ends = Promise.all([runYielding(work('a', done)), runYielding(work('b', done))]);
  expect(await ends).toEqual(['a', 'b']);
  isOver = true;
  await watching;
  expect(done).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3']);
});

it('Work that yields does the same without pause', () => {
  const done: string[] = [];
  expect(runSync(work('a', done))).toBe('a');
  expect(done).toEqual(['a1', 'a2', 'a3']);
});

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

describe('exponential back-off', () => {
  it('doubles from the first wait to the longest, after however many failures', () => {
    const waits = [0, 1, 2, 3, 50, 5_000].map((failures) => backOff(failures, { first: 5, longest: 30 }));
    expect(waits).toEqual([5, 10, 20, 30, 30, 30]);
  });

  it('is spread by a fifth to both sides, but never beyond the longest wait', () => {
    expect(backOff(1, { first: 5, longest: 100, random: 0 })).toBeCloseTo(8);
    expect(backOff(1, { first: 5, longest: 100, random: 1 })).toBeCloseTo(12);
    expect(backOff(9, { first: 5, longest: 100, random: 1 })).toBe(100);
  });
});

const logger = createLogger({ level: 'silent', pretty: false });

describe('stopping what was started', () => {
  const record = () => {
    const said: string[] = [];
    const stop = (name: string) => async () => {
      said.push(`${name} stops`);
      await Promise.resolve();
      said.push(`${name} has stopped`);
    };
    const fail = async () => {
      throw new Error('no');
    };
    return { said, stop, fail };
  };

  it('goes one after the other, and one that fails keeps none of the later ones from it', async () => {
    const { said, stop, fail } = record();
    expect(await stopInTurn([stop('api'), fail, stop('database')], logger)).toBe(false);
    expect(said).toEqual(['api stops', 'api has stopped', 'database stops', 'database has stopped']);
  });

  it('goes at the same time where it may, and ends when all have ended, also behind a failure', async () => {
    const { said, stop, fail } = record();
    expect(await stopAtOnce([fail, stop('api'), stop('workers')], logger)).toBe(false);
    expect(said).toEqual(['api stops', 'workers stops', 'api has stopped', 'workers has stopped']);
  });

  it('says whether all has stopped in order, and not only what was stopped here', async () => {
    const { stop, fail } = record();
    expect(await stopInTurn([() => stopAtOnce([stop('api')], logger), stop('database')], logger)).toBe(true);
    expect(await stopInTurn([() => stopAtOnce([fail], logger), stop('database')], logger)).toBe(false);
  });
});
