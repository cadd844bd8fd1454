import type { Mutant } from './mutant.js';

const ADD_UP = {
  file: 'test/operations/counts.test.ts',
  test: 'always add up while three dispatchers and two folders work, and completion is told once',
};

/** Sums, messages in trouble, and the search that uses them. */
export const STATISTICS_MUTANTS: readonly Mutant[] = [
  {
    name: 'sums-of-new-messages-are-lost',
    why: 'Only the first change of a quarter of an hour is counted.',
    edits: [
      {
        file: 'src/db/sql/sms/statistics.ts',
        search: "const TOTAL = 'SET messages = t.messages + excluded.messages';",
        replace: "const TOTAL = 'SET messages = t.messages';",
      },
    ],
    killer: ADD_UP,
  },
  {
    name: 'sums-forget-the-state-before',
    why: 'A delivered message still counts as sent, so that more than 100 % arrive.',
    edits: [
      {
        file: 'src/db/sql/sms/statistics.ts',
        search: 'WHERE previous_status IS NOT NULL`)}`',
        replace: 'WHERE false`)}`',
      },
    ],
    killer: ADD_UP,
  },
  {
    name: 'troubles-stay',
    why: 'A message that was held and then delivered is still found among the held ones.',
    edits: [
      {
        file: 'src/db/sql/sms/apply-verdicts.ts',
        search: "if (trouble === 'ended') endTroubles(tx, subjectIds);",
        replace: '',
      },
    ],
    killer: ADD_UP,
  },
  {
    name: 'search-ends-with-the-walk',
    why: 'What is older than the newest 50,000 messages is never found.',
    edits: [
      {
        file: 'src/operations/plumbing/reads.ts',
        search: 'stoppedAt && codec.encode(stoppedAt)',
        replace: 'null',
      },
    ],
    killer: {
      file: 'test/operations/search.slow.test.ts',
      test: 'leads through every message that matches',
    },
  },
];
