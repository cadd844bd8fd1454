import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { runSync, runYielding, yieldToOthers } from '../../src/lib/async/yield.js';

function* work(name: string, done: string[]): Generator<void, string> {
  for (let piece = 1; piece <= 3; piece++) {
    done.push(`${name}${piece}`);
    yield;
  }
  return name;
}

it('gives one turn in each round of the event loop, in order', async () => {
  const given: number[] = [];
  for (let place = 0; place < 3; place++) void yieldToOthers().then(() => given.push(place));
  for (let round = 1; round <= 3; round++) {
    await nextRound();
    expect(given).toEqual([0, 1, 2].slice(0, round));
  }
});

it('takes the pieces of several works in turns, others in between', async () => {
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

it('does the same work without pause', () => {
  const done: string[] = [];
  expect(runSync(work('a', done))).toBe('a');
  expect(done).toEqual(['a1', 'a2', 'a3']);
});
