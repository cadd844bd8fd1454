import { describe, expect, it } from '@jest/globals';
import { createPollInterval } from '../../src/workers/poll-interval.js';

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
