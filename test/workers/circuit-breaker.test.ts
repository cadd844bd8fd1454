import { describe, expect, it } from '@jest/globals';
import { CircuitBreaker } from '../../src/lib/async/circuit-breaker.js';

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
