import type { Mutant } from './mutant.js';

/** Lost answers, dead workers and frozen ones: what may be sent again, and when. */
export const DOUBT_MUTANTS: readonly Mutant[] = [
  {
    name: 'doubt-sent-again-without-consent',
    why: 'A message whose answer was lost is sent again to people who may have it.',
    edits: [
      {
        file: 'src/operations/sms/dispatch/resolve.ts',
        search: 'at_least_once && attempt < MOST_ATTEMPTS_IN_DOUBT',
        replace: 'attempt < MOST_ATTEMPTS_IN_DOUBT',
      },
    ],
    killer: { file: 'test/operations/lost-answers.test.ts', test: 'does not get the message twice' },
  },
  {
    name: 'doubt-ends-before-its-time',
    why: 'A message fails, or is sent again, although its report may still come.',
    edits: [
      {
        file: 'src/db/sql/sms/message-states.ts',
        search: "phase = 'in_doubt'\n       AND next_action_at <= now()`,",
        replace: "phase = 'in_doubt'`,",
      },
    ],
    killer: {
      file: 'test/operations/ends-of-doubts.test.ts',
      test: 'does not come with a row of the agenda that names the message before its time',
    },
  },
  {
    name: 'doubt-ends-before-its-reports-are-read',
    why: 'A message fails although the report that it was delivered waits in the inbox.',
    edits: [
      {
        file: 'src/operations/sms/dispatch/resolve.ts',
        search: 'await hasUnreadReports(tx, turn.gateway, messageIds, services.db.missesNodes)',
        replace: 'false',
      },
    ],
    killer: {
      file: 'test/operations/ends-of-doubts.test.ts',
      test: 'that came before it and was not read yet is read first',
    },
  },
  {
    name: 'call-without-enough-of-the-lease',
    why: 'A frozen worker wakes up and sends what another worker has sent meanwhile.',
    edits: [
      {
        file: 'src/operations/sms/dispatch/submit.ts',
        search: 'if (leaseLeftMs < pace.timeoutMs + SETTLE_RESERVE_MS) {',
        replace: 'if (leaseLeftMs === pace.timeoutMs + SETTLE_RESERVE_MS) {',
      },
    ],
    killer: {
      file: 'test/operations/frozen-worker.test.ts',
      test: 'does not call when its lease does not cover the call any more, and the message goes out once',
    },
  },
  {
    name: 'absence-counts-while-a-worker-is-frozen',
    why: 'A look-up finds nothing, the message is sent again, and then the frozen worker sends it too.',
    edits: [
      {
        file: 'src/domain/sms/hand-over-times.ts',
        search: 'return leaseSeconds + timeoutMs / 1000 + maxFreezeSeconds;',
        replace: 'return 0;',
      },
    ],
    killer: {
      file: 'test/operations/frozen-worker.test.ts',
      test: 'does not count while a frozen worker may still wake up and send',
    },
  },
];
