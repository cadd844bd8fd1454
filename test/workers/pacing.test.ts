import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { CircuitBreaker } from '../../src/lib/async/circuit-breaker.js';
import { createPollInterval } from '../../src/workers/poll-interval.js';
import { createRest } from '../../src/workers/rest.js';
import { createRotation } from '../../src/workers/rotation.js';

describe('a circuit breaker', () => {
  const start = () => {
    const clock = { now: 1_000 };
    const breaker = new CircuitBreaker(() => clock.now);
    const fail = (times: number) => {
      for (let time = 0; time < times; time += 1) breaker.failed();
    };
    /** Each after the pause that the one before has begun. */
    const failAfterPauses = (times: number) => {
      for (let time = 0; time < times; time += 1) {
        clock.now += breaker.pauseMs;
        breaker.failed();
      }
    };
    return { clock, breaker, fail, failAfterPauses };
  };

  it('opens after the third failure in a row, not before', () => {
    const { breaker, fail } = start();
    fail(2);
    expect(breaker.isOpen).toBe(false);
    fail(1);
    expect(breaker.isOpen).toBe(true);
  });

  it('success in between begins the count anew', () => {
    const { breaker, fail } = start();
    fail(2);
    breaker.succeeded();
    fail(2);
    expect(breaker.isOpen).toBe(false);
  });

  it('lets calls try when the pause is over, and doubles the pause with the next failure, up to a bound', () => {
    const { clock, breaker, fail } = start();
    fail(2);
    const pauses: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      fail(1);
      pauses.push(breaker.pauseMs);
      clock.now += breaker.pauseMs - 1;
      expect(breaker.isOpen).toBe(true);
      clock.now += 1;
      expect(breaker.isOpen).toBe(false);
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('closes at once when a call succeeds, however long it would still have waited', () => {
    const { breaker, failAfterPauses } = start();
    failAfterPauses(20);
    expect(breaker.pauseMs).toBe(30_000);
    breaker.succeeded();
    expect([breaker.isOpen, breaker.pauseMs]).toEqual([false, 0]);
  });

  it('does not lengthen its pause without bound however often it fails', () => {
    const { breaker, failAfterPauses } = start();
    failAfterPauses(100_000);
    expect(breaker.pauseMs).toBe(30_000);
  });

  it('admits one call when the pause is over, and the others when it has succeeded', () => {
    const { clock, breaker, fail } = start();
    fail(3);
    expect(breaker.admits()).toBe(false);
    for (const pauseMs of [1_000, 2_000]) {
      clock.now += pauseMs;
      expect([breaker.admits(), breaker.admits()]).toEqual([true, false]);
      fail(1);
      expect(breaker.admits()).toBe(false);
    }
    clock.now += 4_000;
    expect([breaker.admits(), breaker.admits()]).toEqual([true, false]);
    breaker.succeeded();
    expect([breaker.admits(), breaker.admits()]).toEqual([true, true]);
  });

  it('counts no failures of calls that were under way when it opened', () => {
    const { clock, breaker, fail } = start();
    fail(10);
    expect(breaker.pauseMs).toBe(1_000);
    clock.now += 1_000;
    fail(10);
    expect(breaker.pauseMs).toBe(2_000);
  });
});

describe('a rotation', () => {
  const take = async (rotation: ReturnType<typeof createRotation>, count: number) => {
    const served: (string | null)[] = [];
    for (let turn = 0; turn < count; turn += 1) served.push(await rotation.next());
    return served;
  };

  it('gives everybody who waits a turn before anybody gets a second one', async () => {
    const rotation = createRotation(async () => ['c', 'a', 'b']);
    expect(await take(rotation, 6)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  it('passes over those who have nothing left', async () => {
    const rotation = createRotation(async () => ['a', 'b', 'c']);
    await rotation.next();
    rotation.idle('b');
    expect(await take(rotation, 3)).toEqual(['c', 'a', 'c']);
  });

  it('asks anew when nobody is left, and answers nobody when nobody waits', async () => {
    let waiting = ['a'];
    const rotation = createRotation(async () => waiting);
    expect(await rotation.next()).toBe('a');
    waiting = [];
    rotation.idle('a');
    expect(await rotation.next()).toBeNull();
    waiting = ['b'];
    expect(await rotation.next()).toBe('b');
  });

  it('goes on behind the one served last, also when it lists anew after every turn', async () => {
    const rotation = createRotation(async () => ['a', 'b', 'c']);
    const served: (string | null)[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      served.push(await rotation.next());
      for (const one of ['a', 'b', 'c']) rotation.idle(one);
    }
    expect(served).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  it('serves several who ask at once from one round', async () => {
    const rotation = createRotation(async () => ['a', 'b', 'c']);
    const served = await Promise.all([rotation.next(), rotation.next(), rotation.next()]);
    expect(new Set(served).size).toBe(3);
  });

  it('lets in a newcomer within a round although the others never run dry', async () => {
    let waiting = ['a', 'b'];
    let clock = 0;
    const now = performance.now.bind(performance);
    performance.now = () => clock;
    try {
      const rotation = createRotation(async () => waiting);
      clock = 1_000;
      await take(rotation, 3);
      waiting = ['a', 'b', 'newcomer'];
      clock += 300;
      expect(await take(rotation, 3)).toContain('newcomer');
    } finally {
      performance.now = now;
    }
  });

  it('a list that fails is asked for again', async () => {
    let fails = true;
    const rotation = createRotation(async () => {
      if (fails) throw new Error('the database is away');
      return ['a'];
    });
    await expect(rotation.next()).rejects.toThrow('away');
    fails = false;
    expect(await rotation.next()).toBe('a');
  });
});

const NEVER = new AbortController().signal;
const LONG_MS = 600_000;

it('ends after its time and not before', async () => {
  const startedAt = performance.now();
  await createRest().take(20, NEVER);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(20);
});

it('ends sooner if something happens meanwhile', async () => {
  const rest = createRest();
  const resting = rest.take(LONG_MS, NEVER);
  rest.endWithin(1);
  await resting;
});

it('ends sooner if something happened before it', async () => {
  const rest = createRest();
  rest.endWithin(1);
  await rest.take(LONG_MS, NEVER);
});

it('is a rest even if it was to end before it began: a look that takes long is not followed by the next at once', async () => {
  const rest = createRest();
  rest.endWithin(20);
  await sleep(30);
  const startedAt = performance.now();
  await rest.take(LONG_MS, NEVER);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(20);
});

it('is not put off by what happens later', async () => {
  const rest = createRest();
  const resting = rest.take(LONG_MS, NEVER);
  rest.endWithin(1);
  rest.endWithin(LONG_MS);
  await resting;
});

it('is cut short once: the next one has its full time', async () => {
  const rest = createRest();
  rest.endWithin(1);
  await rest.take(LONG_MS, NEVER);
  let isOver = false;
  const stopping = new AbortController();
  const next = rest.take(LONG_MS, stopping.signal).then(() => (isOver = true));
  await sleep(5);
  expect(isOver).toBe(false);
  stopping.abort();
  await next;
});

it('ends with the signal', async () => {
  const stopping = new AbortController();
  const resting = createRest().take(LONG_MS, stopping.signal);
  stopping.abort();
  await resting;
});

function intervalAfter(usualMs: number, answersMs: readonly number[]) {
  const interval = createPollInterval(usualMs);
  for (const ms of answersMs) interval.took(ms);
  return { busyMs: interval.busyMs, idleMs: interval.idleMs };
}

const [FAST, SLOW, VERY_SLOW] = [
  [4, 2, 3, 1, 4],
  [40, 41, 90, 44, 75],
  [900, 900, 900, 900, 900],
];

describe('the interval of a question about all organisations', () => {
  it.each([
    ['is the usual one if answers come quickly', 2_000, FAST, { busyMs: 2_000, idleMs: 2_000 }],
    ['is longer if they come slowly, in proportion', 2_000, SLOW, { busyMs: 4_000, idleMs: 20_000 }],
    ['goes by the quickest answer', 2_000, [900, 900, 8, 900, 900], { busyMs: 2_000, idleMs: 4_000 }],
    ['forgets old answers', 2_000, [1, ...SLOW], { busyMs: 4_000, idleMs: 20_000 }],
    ['is the usual one until there have been a few answers', 2_000, [900, 900], { busyMs: 2_000, idleMs: 2_000 }],
    ['is at most 10 s while busy and 30 s while idle', 2_000, VERY_SLOW, { busyMs: 10_000, idleMs: 30_000 }],
    ['is never shorter than the usual one', 60_000, VERY_SLOW, { busyMs: 60_000, idleMs: 60_000 }],
  ])('%s', (_, usualMs, answersMs, expected) => {
    expect(intervalAfter(usualMs, answersMs)).toEqual(expected);
  });
});
