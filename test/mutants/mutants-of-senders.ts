import type { Mutant } from './mutant.js';

const REJECTED_SENDERS = 'src/db/sql/sms/senders/rejected-senders.ts';
const REJECTED = 'test/operations/senders/rejected.test.ts';

/** Sender IDs that the operator rejects while messages wait. */
export const SENDER_MUTANTS: readonly Mutant[] = [
  {
    name: 'claim-ignores-rejection',
    why: 'The operator rejects a sender ID, and what was accepted before goes on leaving under it.',
    file: REJECTED_SENDERS,
    search: 'AND holds_messages) AS names',
    replace: 'AND false) AS names',
    also: [
      {
        file: REJECTED_SENDERS,
        search: 'SELECT name, holds_messages FROM',
        replace: 'SELECT name, false AS holds_messages FROM',
      },
    ],
    killer: `${REJECTED} › are held for that reason, singles and campaigns, and spend no attempt; others leave`,
  },
  {
    name: 'claim-overtakes-rejection',
    why: 'A claim that began before the rejection commits after it, and its messages leave under the sender ID.',
    file: REJECTED_SENDERS,
    search: ' FOR KEY SHARE',
    replace: '',
    killer: `${REJECTED} › are held when a claim that began before the rejection comes to the sender ID after it`,
  },
  {
    name: 'approval-forgets-the-held',
    why: 'Messages of a sender ID that is approved again stay held for three days, and fail then.',
    file: 'src/operations/sms/senders/decide-sender-id.ts',
    search: 'if (!after.holds_messages) await hastenApprovals(tx);',
    replace: 'if (false as boolean) await hastenApprovals(tx);',
    killer: `${REJECTED} › are sent once and in order when the sender ID is approved again`,
  },
  {
    name: 'rejection-never-ends',
    why: 'Messages of a rejected sender ID stay held for ever instead of failing.',
    file: 'src/operations/sms/dispatch/approval.ts',
    search: "return isDue ? 'fail' : 'wait';",
    replace: "return isDue ? 'expire' : 'wait';",
    killer: `${REJECTED} › fail with 402 when nobody approves it in time, which blames no gateway`,
  },
];
