import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import type { DueRow } from '../../../db/sql/sms/dispatch/agenda.js';
import type { When } from '../../../db/sql/sms/dispatch/apply-verdicts.js';
import { type AttemptInParts, recordParts } from '../../../db/sql/sms/dispatch/attempt-parts.js';
import {
  type AttemptRecord,
  type ReportedFailure,
  recordAttempts,
  recordReportedFailures,
} from '../../../db/sql/sms/dispatch/attempts.js';
import { CODE_OF, knownDeliveryCode } from '../../../domain/sms/delivery-codes.js';
import type { SmsGateway, SubmitOutcome, SubmitResult } from '../../../domain/sms/gateway.js';
import { judgeReportedFailure, SUBMITTED } from '../../../domain/sms/verdict.js';
import type { AttemptOutcome } from '../../../domain/vocabulary.js';
import type { Logger } from '../../../lib/log/logger.js';
import { writeAnswers } from './answers.js';
import { pauseAccount } from './hold.js';
import type { Answers, JudgedAttempt } from './judge.js';
import { type PlanSettings, planVerdicts, writePlan } from './plan.js';
import type { Submission } from './submit.js';

export interface Settlement {
  readonly logger: Logger;
  readonly gateway: SmsGateway;
  readonly submission: Submission;
  readonly judged: readonly JudgedAttempt[];
  /** The attempts were in doubt before, and each has a row that says so. */
  readonly wereInDoubt?: true;
  /** Closes the lease that the messages were claimed under; see `closeLeaseFor`. */
  readonly closeLease?: (due: readonly DueRow[]) => Promise<readonly DueRow[]>;
  readonly plan: PlanSettings;
}

/**
 * Writes down what the gateway answered: what is due next, statuses, suppressions, and attempts. Attempts come last
 * because a late answer must not take the place of that of a later claim, which may have the same attempt number. At
 * last it ends messages of which the gateway has refused a later part.
 */
export async function settleBatch(tx: OrganisationTx, settlement: Settlement): Promise<void> {
  const { logger, gateway, submission, judged, plan: settings } = settlement;
  const isAccountEmpty = [...submission.answers.values()].some(
    ({ outcome }) => outcome.kind === 'no_credit' && outcome.scope === 'account',
  );
  // Lock order: the account first, then the counts of campaigns (in writePlan). The reverse can deadlock.
  if (isAccountEmpty) await pauseAccount(tx, gateway.name, settings.policy);
  const plan = planVerdicts(judged, settings);
  const due = (await settlement.closeLease?.(plan.due)) ?? plan.due;
  const answers = { logger, judged, plan: { ...plan, due }, settings, phases: SUBMITTED };
  const { inTime, late } = await writeAnswers(tx, answers);
  await recordAnswers(tx, settlement, inTime, settlement.wereInDoubt);
  await recordAnswers(tx, settlement, late, true);
  await endRefusedRests(tx, judged, submission.answers, settings);
}

/**
 * If the gateway reports on the parts of a text one by one, its reports name the ids of parts, never that of the whole.
 */
async function recordAnswers(
  tx: OrganisationTx,
  { gateway, submission: { answers, requestedAt } }: Settlement,
  judged: readonly JudgedAttempt[],
  needRows = false,
): Promise<void> {
  const isFoundById = !gateway.capabilities.reportsCarryReference;
  const whole: AttemptRecord[] = [];
  const divided: (AttemptRecord & AttemptInParts)[] = [];
  for (const { messageId, attempt, verdict } of judged) {
    const answer = answers.get(messageId);
    if (verdict.attempt === null) continue;
    if (!needRows && isToldByMessage(verdict.attempt, answer, gateway)) continue;
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

/**
 * The message itself tells of an attempt that was simply accepted by a gateway which knows our reference: no row is
 * needed.
 */
function isToldByMessage(outcome: AttemptOutcome, answer: SubmitResult | undefined, { capabilities }: SmsGateway) {
  return outcome === 'accepted' && capabilities.reportsCarryReference && answer?.rawReason === undefined;
}

/** The delivery code of an answer, also for those that leave the public delivery code null. */
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

const SENT: When = { phases: ['waiting_report'], onlyForward: true };

/**
 * Ends accepted messages of which the gateway has refused a later part, as a report of failure would. No code is
 * retried, because the recipient would get the first parts twice. After the batch is written, so that each
 * message is `sent` first.
 */
async function endRefusedRests(
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
