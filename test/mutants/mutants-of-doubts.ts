import type { Mutant } from './mutant.js';

const RESOLVE = 'src/operations/sms/dispatch/resolve.ts';
const LATE_ANSWERS = 'test/operations/reports/late-answers.test.ts';

/** Lost answers, dead workers and frozen ones: what may be sent again, and when. */
export const DOUBT_MUTANTS: readonly Mutant[] = [
  {
    name: 'doubt-sent-again-without-consent',
    why: 'A message whose answer was lost is sent again to people who may have it.',
    file: RESOLVE,
    search: 'at_least_once && attempt < MOST_ATTEMPTS_IN_DOUBT',
    replace: 'attempt < MOST_ATTEMPTS_IN_DOUBT',
    killer: 'test/operations/dispatch/lost-answers.test.ts › does not get the message twice',
  },
  {
    name: 'doubt-ends-before-its-time',
    why: 'A message fails, or is sent again, although its report may still come.',
    file: 'src/db/sql/sms/messages/message-states.ts',
    search: 'AND gateway = :gateway AND next_action_at <= now()`,',
    replace: 'AND gateway = :gateway`,',
    killer:
      'test/operations/dispatch/ends-of-doubts.test.ts › does not come with a row of the agenda that names the message before its time',
  },
  {
    name: 'doubt-ends-before-its-reports-are-read',
    why: 'A message fails although the report that it was delivered waits in the inbox.',
    file: RESOLVE,
    search: 'await hasUnreadReports(tx, turn.gateway, messageIds)',
    replace: 'false',
    killer: 'test/operations/dispatch/ends-of-doubts.test.ts › that came before it and was not read yet is read first',
  },
  {
    name: 'call-without-enough-of-the-lease',
    why: 'A frozen worker wakes up and sends what another worker has sent meanwhile.',
    file: 'src/operations/sms/dispatch/submit.ts',
    search: 'if (leaseLeftMs < pace.timeoutMs + SETTLE_RESERVE_MS) {',
    replace: 'if (leaseLeftMs === pace.timeoutMs + SETTLE_RESERVE_MS) {',
    killer:
      'test/operations/dispatch/frozen-worker.test.ts › does not call when its lease does not cover the call any more, and the message goes out once',
  },
  {
    name: 'settlement-ignores-claim',
    why: 'A worker writes "not taken" again, and takes the message from the worker that is submitting it: it is sent twice.',
    file: 'src/db/sql/sms/dispatch/apply-verdicts.ts',
    search: 'WHEN m.claim <> :claim::integer THEN false',
    replace: 'WHEN :claim::integer = -1 THEN false',
    killer: `${LATE_ANSWERS} › does not reset the message that another worker is submitting`,
  },
  {
    name: 'claim-not-counted-in-doubt',
    why: 'The refusal that a slow worker was told ends the doubt of the worker that has submitted the reference again.',
    file: 'src/db/sql/sms/dispatch/claim-messages.ts',
    search: 'claim = m.claim + 1',
    replace: "claim = m.claim + CASE WHEN m.phase = 'in_doubt' THEN 0 ELSE 1 END",
    killer: `${LATE_ANSWERS} › is dropped if the gateway had not taken the message`,
  },
  {
    name: 'late-acceptance-forgotten',
    why: 'A message stays in doubt, or is sent again, although a worker was told that the gateway has it.',
    file: 'src/domain/sms/verdict.ts',
    search: "if (verdict.phase !== 'waiting_report') return 'tells_nothing';",
    replace: "if (verdict.phase !== 'done') return 'tells_nothing';",
    killer: `${LATE_ANSWERS} › still counts if the gateway had taken it, and the doubt of the other ends`,
  },
  {
    name: 'late-refusal-recorded',
    why: "The late refusal takes the place of the other worker's acceptance, and its reports match no message.",
    file: 'src/operations/sms/dispatch/answers.ts',
    search: "return late.filter(({ worth }) => worth !== 'tells_nothing');",
    replace: 'return late;',
    killer: `${LATE_ANSWERS} › is dropped if the gateway had not taken the message`,
  },
  {
    name: 'absence-counts-after-a-step-of-the-clock',
    why: 'The clock of PostgreSQL is set forward during a call, two look-ups find nothing within a second, and the message is sent twice.',
    file: 'src/lib/database-clock.ts',
    search: 'Math.max(0, aheadMs - sample.aheadMs)',
    replace: 'Math.max(0, 0 * aheadMs)',
    killer:
      'test/operations/dispatch/frozen-worker.test.ts › does not count when the clock of the database was set forward during the call',
  },
  {
    name: 'doubts-of-another-gateway',
    why: 'A gateway is asked for a message that another one was given, does not know it, and the message is sent twice.',
    file: 'src/db/sql/sms/messages/message-states.ts',
    search: "CASE WHEN phase = 'submitting' THEN gateway = :gateway ELSE false END",
    replace: "CASE WHEN phase = 'submitting' THEN :gateway::text IS NOT NULL ELSE false END",
    killer:
      'test/operations/dispatch/end-unfinished.test.ts › are left alone if another worker submits them through another gateway',
  },
  {
    name: 'doubt-claimed-without-its-lease',
    why: 'Two workers submit the same reference again, and the refusal that one hears is dropped.',
    file: RESOLVE,
    search: 'if ((await lockLease(tx, doubt.leaseId)) === null) return',
    replace: 'if (doubt.leaseId.length === 0) return',
    killer:
      'test/operations/dispatch/ends-of-doubts.test.ts › leaves the message to the worker that has leased the doubt since',
  },
  {
    name: 'refusal-in-doubt-is-tried-again',
    why: 'The gateway refuses the repeated reference, a retry is sent, and the first call arrives after all.',
    file: 'src/domain/sms/verdict.ts',
    search: 'const verdict = judgeAnswer(outcome, Number.POSITIVE_INFINITY);',
    replace: 'const verdict = judgeAnswer(outcome, 1);',
    killer: 'test/operations/dispatch/ends-of-doubts.test.ts › is final if it comes with a refusal',
  },
  {
    name: 'absence-counts-while-a-worker-is-frozen',
    why: 'A look-up finds nothing, the message is sent again, and then the frozen worker sends it too.',
    file: 'src/domain/sms/hand-over-times.ts',
    search: 'return leaseSeconds + timeoutMs / 1000 + maxFreezeSeconds;',
    replace: 'return 0;',
    killer:
      'test/operations/dispatch/frozen-worker.test.ts › does not count while a frozen worker may still wake up and send',
  },
];
