import TestSequencer from '@jest/test-sequencer';

const CHAOS = /\/test\/chaos\//;
const LONG = /\.(slow|client|peer|browser|web)\.test\.ts$|\/security\/tenancy\.test\.ts$/;

/**
 * Suites that take long come first, since the last ones to start decide when a run ends. Without the times of an
 * earlier run jest would sort by size, and short files hold the longest suites. Those of chaos have deadlines, and
 * drive many processes, so they do not all run at the same time.
 */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const chaos = sorted.filter(({ path }) => CHAOS.test(path));
    const long = sorted.filter(({ path }) => LONG.test(path) && !CHAOS.test(path));
    const short = sorted.filter(({ path }) => !LONG.test(path));
    return [...inTurn(chaos, long), ...short];
  }
}

/** One of the first list, one of the second, and so on; then what is left of the longer one. */
function inTurn(first, second) {
  const turns = Math.max(first.length, second.length);
  return Array.from({ length: turns }, (_, turn) => [first[turn], second[turn]].filter(Boolean)).flat();
}
