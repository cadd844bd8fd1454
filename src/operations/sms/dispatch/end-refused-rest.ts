import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import type { When } from '../../../db/sql/sms/dispatch/apply-verdicts.js';
import { type ReportedFailure, recordReportedFailures } from '../../../db/sql/sms/dispatch/attempts.js';
import { knownDeliveryCode } from '../../../domain/sms/delivery-codes.js';
import { judgeReportedFailure } from '../../../domain/sms/verdict.js';
import type { Answers, JudgedAttempt } from './judge.js';
import { type PlanSettings, planVerdicts, writePlan } from './plan.js';

const SENT: When = { phases: ['waiting_report'], onlyForward: true };

/**
 * Ends accepted messages of which the gateway has refused a later part, as a report of failure would. No code is
 * retried, because the recipient would get the first parts twice. Call it after the batch is written, so that each
 * message is `sent` first.
 */
export async function endRefusedRests(
  tx: OrganisationTx,
  judged: readonly JudgedAttempt[],
  answers: Answers,
  settings: PlanSettings,
): Promise<void> {
  const refused = judged.flatMap(({ verdict: _, ...answered }) => {
    const failure = refusalOfRest(answered.messageId, answers);
    return failure ? [{ ...answered, failure, verdict: judgeReportedFailure(failure.deliveryCode) }] : [];
  });
  if (refused.length === 0) return;
  const verdicts = refused.map(({ failure: _, ...verdict }) => verdict);
  const ended = await writePlan(tx, planVerdicts(verdicts, settings), SENT);
  await recordReportedFailures(
    tx,
    refused.filter(({ messageId }) => ended.has(messageId)).map(({ failure }) => failure),
  );
}

function refusalOfRest(messageId: string, answers: Answers): ReportedFailure | null {
  const { outcome, rawCode = null } = answers.get(messageId) ?? {};
  if (outcome?.kind !== 'accepted' || outcome.refusedRest === undefined) return null;
  return { messageId, deliveryCode: knownDeliveryCode(outcome.refusedRest), rawCode };
}
