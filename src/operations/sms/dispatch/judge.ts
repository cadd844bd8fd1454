import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { countUncountedAttempts } from '../../../db/sql/sms/dispatch/attempts.js';
import type { SubmitOutcome, SubmitResult } from '../../../domain/sms/gateway.js';
import {
  isOutOfRetries,
  judgeAnswer,
  judgeAnswerInDoubt,
  judgeSuppressed,
  OUTCOME_UNKNOWN,
  type Verdict,
} from '../../../domain/sms/verdict.js';
import { idsOf } from '../../../lib/lists.js';
import type { Batch } from './claim.js';
import type { JudgedMessage } from './plan.js';

/** By message id; a message that the gateway left out is in doubt. */
export type Answers = ReadonlyMap<string, SubmitResult>;

/** A message with its verdict, and the attempt and the claim that the answer is about. */
export interface JudgedAttempt extends JudgedMessage {
  readonly attempt: number;
  readonly claim: number;
}

interface Rules {
  readonly answered: (outcome: SubmitOutcome, attempt: number) => Verdict;
  readonly suppressed: (deliveryCode: number) => Verdict;
}

export const NEW_ATTEMPT: Rules = { answered: judgeAnswer, suppressed: judgeSuppressed };
/** The attempt was in doubt, and was submitted again under its reference. */
export const ATTEMPT_IN_DOUBT: Rules = { answered: judgeAnswerInDoubt, suppressed: () => OUTCOME_UNKNOWN };

/** What the gateway's answers mean for the messages of a batch, by the rules of `domain/sms/verdict.ts`. */
export async function judgeAnswers(
  tx: OrganisationTx,
  { messages }: Batch,
  answers: Answers,
  { answered, suppressed }: Rules = NEW_ATTEMPT,
): Promise<JudgedAttempt[]> {
  const outcomeOf = (messageId: string): SubmitOutcome => answers.get(messageId)?.outcome ?? { kind: 'unknown' };
  const wouldEnd = messages.filter(({ id, attempt }) => endsRetries(outcomeOf(id), attempt));
  const uncounted = await countUncountedAttempts(tx, idsOf(wouldEnd));
  return messages.map(({ id, attempt, claim, suppressed_by: code }) => {
    const verdict = code === null ? answered(outcomeOf(id), attempt - (uncounted.get(id) ?? 0)) : suppressed(code);
    return { messageId: id, attempt, claim, verdict };
  });
}

/** Whether the message would fail now if all of its attempts counted. */
function endsRetries(outcome: SubmitOutcome, attempt: number): boolean {
  return outcome.kind === 'rejected' && isOutOfRetries(outcome.code, attempt);
}
