import { describe, expect, it } from '@jest/globals';
import { DatabaseClock } from '../../src/lib/database-clock.js';

describe('the clock of the database', () => {
  /** Time that passes, and a clock of the database that can be set. */
  const start = () => {
    const times = { processMs: 5_000, databaseMs: 1_700_000_000_000 };
    const clock = new DatabaseClock(() => times.processMs);
    const pass = (ms: number) => {
      times.processMs += ms;
      times.databaseMs += ms;
      clock.note(times.databaseMs);
    };
    const set = (ms: number) => (times.databaseMs += ms);
    clock.note(times.databaseMs);
    return { pass, set, passed: (ageMs: number) => clock.passedForCertain(ageMs, times.databaseMs) };
  };

  it('lets a process be certain of what it has seen pass, and of no more', () => {
    const { pass, passed } = start();
    expect(passed(60_000)).toBe(0);
    pass(30_000);
    expect(passed(20_000)).toBe(20_000);
    expect(passed(60_000)).toBe(30_000);
  });

  it('that was set forward makes nothing older', () => {
    const { pass, set, passed } = start();
    pass(30_000);
    set(3_600_000);
    expect(passed(3_605_000)).toBe(5_000);
    pass(10_000);
    expect(passed(3_615_000)).toBe(15_000);
  });

  it('that was set back takes nothing away of what has passed', () => {
    const { pass, set, passed } = start();
    pass(30_000);
    set(-3_600_000);
    pass(30_000);
    expect(passed(20_000)).toBe(20_000);
  });

  it('is believed again when it has kept its pace for some time', () => {
    const { pass, set, passed } = start();
    set(3_600_000);
    for (let minutes = 0; minutes < 60; minutes += 1) pass(60_000);
    expect(passed(100_000)).toBe(100_000);
    // Ten minutes of samples are kept at least.
    expect(passed(7_200_000)).toBeGreaterThanOrEqual(600_000);
  });
});
