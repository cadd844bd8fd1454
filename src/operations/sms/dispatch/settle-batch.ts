import { type AttemptInParts, recordParts } from '../../../db/sql/sms/attempt-parts.js';
import type { ClaimedMessage } from '../../../db/sql/sms/claim-messages.js';
import { type AttemptRecord, recordAttempts } from '../../../db/sql/sms/record-attempts.js';
import type { DueRow } from '../../../db/sql/sms/schedule-due.js';
import { countUncountedAttempts } from '../../../db/sql/sms/uncounted-attempts.js';
import type { OrganisationTx } from '../../../db/transaction.js';
import { CODE_OF, knownDeliveryCode } from '../../../domain/sms/delivery-codes.js';
import type { SmsGateway, SubmitOutcome, SubmitResult } from '../../../domain/sms/gateway.js';
import {
  isOutOfRetries,
  judgeAnswer,
  judgeAnswerInDoubt,
  judgeSuppressed,
  OUTCOME_UNKNOWN,
  type Verdict,
} from '../../../domain/sms/verdict.js';
import type { AttemptOutcome } from '../../../domain/vocabulary.js';
import type { Batch } from './claim-batch.js';
import { pauseAccount } from './pause-account.js';
import { type JudgedMessage, type PlanSettings, planVerdicts } from './plan-verdicts.js';
import { writePlan } from './write-plan.js';

export interface Settlement {
  readonly gateway: SmsGateway;
  readonly batch: Batch;
  /** By message id; a message that the gateway left out is in doubt. */
  readonly answers: ReadonlyMap<string, SubmitResult>;
  readonly requestedAt: Date;
  /** The attempt was in doubt before and has a row that says so. */
  readonly again?: true;
  /** Closes the lease that the messages were claimed under; see closeLeaseFor. */
  readonly closeLease?: (due: readonly DueRow[]) => Promise<readonly DueRow[]>;
  readonly plan: PlanSettings;
}

interface JudgedAttempt extends JudgedMessage {
  readonly attempt: number;
}

/** Writes down what the gateway answered: states, attempts, suppressions, and when to look again. */
export async function settleBatch(tx: OrganisationTx, settlement: Settlement): Promise<void> {
  const { gateway, batch, answers } = settlement;
  // Before any counts are: who waited for the account while holding them would lock out whoever has these reversed.
  if ([...answers.values()].some(({ outcome }) => outcome.kind === 'no_credit' && outcome.scope === 'account')) {
    await pauseAccount(tx, gateway.name, settlement.plan.policy);
  }
  const uncounted = await countUncountedAttempts(tx, refusedForGood(settlement));
  const judged: JudgedAttempt[] = batch.messages.map((message) => ({
    messageId: message.id,
    attempt: message.attempt,
    verdict: judge(message, settlement, message.attempt - (uncounted.get(message.id) ?? 0)),
  }));
  const plan = planVerdicts(judged, settlement.plan);
  const due = (await settlement.closeLease?.(plan.due)) ?? plan.due;
  await recordAnswers(tx, settlement, judged);
  await writePlan(tx, { ...plan, due }, { phases: ['submitting', 'in_doubt'], onlyForward: false });
}

/** Attempts whose parts are reported on one by one are not found by the id of the whole. */
async function recordAnswers(
  tx: OrganisationTx,
  settlement: Settlement,
  judged: readonly JudgedAttempt[],
): Promise<void> {
  const { gateway, answers, requestedAt } = settlement;
  const isFoundById = !gateway.capabilities.reportsCarryReference;
  const whole: AttemptRecord[] = [];
  const divided: (AttemptRecord & AttemptInParts)[] = [];
  for (const { messageId, attempt, verdict } of judged) {
    const answer = answers.get(messageId);
    if (verdict.attempt === null) continue;
    if (!settlement.again && isToldByMessage(verdict.attempt, answer, gateway)) continue;
    const record = {
      messageId,
      number: attempt,
      outcome: verdict.attempt,
      deliveryCode: codeOf(answer?.outcome),
      providerId: answer?.providerId ?? null,
      rawCode: answer?.rawCode ?? null,
      rawReason: answer?.rawReason ?? null,
    };
    if (isFoundById && answer?.partIds?.length) divided.push({ ...record, partIds: answer.partIds });
    else whole.push(record);
  }
  const of = { gateway: gateway.name, requestedAt };
  await recordAttempts(tx, { ...of, foundByProviderId: isFoundById }, whole);
  if (divided.length === 0) return;
  await recordAttempts(tx, { ...of, foundByProviderId: false }, divided);
  await recordParts(tx, gateway.name, divided);
}

/** Those which their code would end, were it not for attempts that do not count. */
function refusedForGood({ batch, answers }: Settlement): string[] {
  const refused = batch.messages.filter(({ id, attempt }) => {
    const outcome = answers.get(id)?.outcome;
    return outcome?.kind === 'rejected' && isOutOfRetries(outcome.code, attempt);
  });
  return refused.map(({ id }) => id);
}

function judge(message: ClaimedMessage, { answers, again }: Settlement, attempt: number): Verdict {
  if (message.suppressed_by !== null) return again ? OUTCOME_UNKNOWN : judgeSuppressed(message.suppressed_by);
  const outcome = answers.get(message.id)?.outcome ?? { kind: 'unknown' };
  return again ? judgeAnswerInDoubt(outcome, attempt) : judgeAnswer(outcome, attempt);
}

/** An attempt that was simply accepted, by a gateway that knows it by our reference, needs no row of its own. */
function isToldByMessage(outcome: AttemptOutcome, answer: SubmitResult | undefined, { capabilities }: SmsGateway) {
  return outcome === 'accepted' && capabilities.reportsCarryReference && answer?.rawReason === undefined;
}

/** The gateway's code, also where the public delivery code stays null. */
export function codeOf(outcome: SubmitOutcome | undefined): number | null {
  switch (outcome?.kind) {
    case 'accepted':
      return CODE_OF.Sent;
    case 'queued':
      return CODE_OF.Queued;
    case 'held':
      return CODE_OF.RiskHold;
    case 'no_credit':
      return CODE_OF.InsufficientBalance;
    case 'rejected':
      return knownDeliveryCode(outcome.code);
    default:
      return null;
  }
}
