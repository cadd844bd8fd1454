import TestSequencer from '@jest/test-sequencer';

/** Folders and kinds of suites that take longest come first: the last ones to start decide when a run ends. */
const LONGEST = [/\/test\/chaos\//, /\.(slow|client|peer|browser)\.test\.ts$/];

const rankOf = ({ path }) => LONGEST.findIndex((pattern) => pattern.test(path)) + 1 || LONGEST.length + 1;

/** Without the times of an earlier run jest would sort by size, and short files hold the longest suites. */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    return super.sort(tests).sort((a, b) => rankOf(a) - rankOf(b));
  }
}
