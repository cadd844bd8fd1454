import { describe, expect, it } from '@jest/globals';
import { formatAge } from '../../src/cli/times.js';

describe('An age', () => {
  const MINUTE = 60_000;
  it.each([
    [-MINUTE, '0 minutes'],
    [MINUTE, '1 minute'],
    [119 * MINUTE, '119 minutes'],
    [120 * MINUTE, '2 hours'],
    [48 * 60 * MINUTE - 1, '47 hours'],
    [48 * 60 * MINUTE, '2 days'],
    [4_000 * 24 * 60 * MINUTE, '4,000 days'],
  ])('of %d ms is shown as %s', (ageMs, shown) => {
    expect(formatAge(ageMs)).toBe(shown);
  });
});
