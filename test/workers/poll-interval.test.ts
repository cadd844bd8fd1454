import { describe, expect, it } from '@jest/globals';
import { createPace } from '../../src/workers/pace.js';

function paceAfter(usualMs: number, answersMs: readonly number[]) {
  const pace = createPace(usualMs);
  for (const ms of answersMs) pace.took(ms);
  return { busy: pace.restMs, idle: pace.idleRestMs };
}

describe('the rest of a question about all organisations', () => {
  it.each([
    ['is the usual one if answers come quickly', 2_000, [4, 2, 3, 1, 4], { busy: 2_000, idle: 2_000 }],
    ['is longer if they take longer, in proportion', 2_000, [40, 41, 90, 44, 75], { busy: 4_000, idle: 20_000 }],
    [
      'goes by the quickest answer, as the others may have waited',
      2_000,
      [900, 900, 8, 900, 900],
      { busy: 2_000, idle: 4_000 },
    ],
    ['forgets old answers', 2_000, [1, 40, 40, 40, 40, 40], { busy: 4_000, idle: 20_000 }],
    ['is the usual one until there have been a few answers', 2_000, [900, 900], { busy: 2_000, idle: 2_000 }],
    ['has an end, a nearer one while there is work', 2_000, [900, 900, 900, 900, 900], { busy: 10_000, idle: 60_000 }],
    ['is never shorter than the usual one', 90_000, [900, 900, 900, 900, 900], { busy: 90_000, idle: 90_000 }],
  ])('%s', (_, usualMs, answersMs, expected) => {
    expect(paceAfter(usualMs, answersMs)).toEqual(expected);
  });
});
