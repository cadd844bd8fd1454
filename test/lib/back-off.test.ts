import { describe, expect, it } from '@jest/globals';
import { backOff } from '../../src/lib/back-off.js';

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
