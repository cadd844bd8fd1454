import { CODE_OF } from '../../src/domain/sms/delivery-codes.js';
import {
  judgeAnswer,
  judgeAnswerInDoubt,
  judgeLateAnswer,
  judgeSuppressed,
  OUTCOME_UNKNOWN,
  REPORTS_FIRST,
  SUBMITTED,
  UNCLAIMED,
  type Verdict,
} from '../../src/domain/sms/verdict.js';
import { codeOf } from '../../src/operations/sms/dispatch/settle.js';
import { ANSWERS, type Answer } from './answers.js';
import { type Claim, pauseAccount } from './claims.js';
import type { AttemptRow, MessageRow, StoredReport, Tx, WorkerName } from './tables.js';
import { endWaiting, write } from './verdicts.js';

const IN_TIME = { phases: SUBMITTED, onlyForward: false };

/** What became of earlier tries: one was delivered, or a stored report says so that no worker has folded yet. */
export type EarlierTries = 'delivered' | 'reported' | null;

/** `readEarlierTries`. */
export function readEarlierTries(tx: Tx, i: number): EarlierTries {
  const { messages, inbox } = tx.tables;
  if (messages.slice(0, i).some(({ status }) => status === 'delivered')) return 'delivered';
  const isReported =
    tx.house.rules.looksIntoInbox &&
    inbox.some((one) => one.says === 'delivered' && one.message <= i && isMatched(tx, one));
  return isReported ? 'reported' : null;
}

/** `leaveOutDelivered`: a message that must not be sent, or not yet, is given back. Returns why. */
export function leaveOutDelivered(tx: Tx, own: Claim): EarlierTries {
  const { message: i, gateway, attempt, claim } = own;
  const isAgain = i > 0 || attempt > 1;
  const found = isAgain && tx.house.rules.looksBeforeCall ? readEarlierTries(tx, i) : null;
  if (!found) return null;
  const verdict = found === 'delivered' ? UNCLAIMED : REPORTS_FIRST;
  const isUnclaimed = write(
    tx,
    i,
    { attempt, claim, verdict },
    { gateway },
    { phases: ['submitting'], onlyForward: false },
  );
  if (isUnclaimed && found === 'delivered') endWaiting(tx, i);
  return found;
}

/** `matchReports`: by our reference, or by the gateway's id. */
export function isMatched(tx: Tx, report: StoredReport): boolean {
  if (tx.house.can.reportsCarryReference) return true;
  return tx.row(report.message).attempts.some(({ number, hasId }) => hasId && number === report.attempt);
}

/** `settleBatch` for one answer. */
export function settle(tx: Tx, worker: WorkerName, own: Claim, answer: Answer): void {
  const { message: i, gateway, attempt, claim, tries } = own;
  const { rules } = tx.house;
  if (answer === 'no credit') pauseAccount(tx, gateway);
  const verdict = judge(tx, own, answer);
  if (rules.settleChecksLease) tx.finishLease(worker);
  else tx.mapAgenda((row) => (row.message === i && row.lease !== null ? null : row));
  const inTime = write(tx, i, { attempt, claim, verdict }, { gateway, tries }, IN_TIME);
  if (inTime || !rules.answersBindClaim) recordAnswer(tx, own, answer, verdict, own.isRepeated);
  else if (rules.lateTakenCounts) writeLate(tx, own, answer, verdict);
}

function judge(tx: Tx, { message: i, attempt, isRepeated, isStopped }: Claim, answer: Answer): Verdict {
  const { rules } = tx.house;
  if (isStopped && rules.claimsSeeStop) return isRepeated ? OUTCOME_UNKNOWN : judgeSuppressed(CODE_OF.UserInBlacklist);
  const counted = attempt - countUncounted(tx.row(i));
  if (!isRepeated) return judgeAnswer(ANSWERS[answer], counted);
  const verdict = judgeAnswerInDoubt(ANSWERS[answer]);
  if (verdict.status !== 'failed') return verdict;
  if (!rules.refusalsInDoubtAreFinal) return judgeAnswer(ANSWERS[answer], counted);
  return rules.refusalsInDoubtAreUnknown ? verdict : judgeAnswer(ANSWERS[answer], Number.POSITIVE_INFINITY);
}

/** `countUncountedAttempts`. */
export function countUncounted({ attempt, attempts }: MessageRow): number {
  const isUncounted = ({ outcome, code }: AttemptRow) => outcome === 'unknown' || code === CODE_OF.InsufficientBalance;
  return attempts.filter((one) => one.number < attempt && isUncounted(one)).length;
}

/** `writeLate`, by the real `judgeLateAnswer`. */
export function writeLate(tx: Tx, own: Claim, answer: Answer, verdict: Verdict): void {
  const { message: i, gateway, claim } = own;
  const message = tx.row(i);
  const worth = judgeLateAnswer({ verdict, claim }, message);
  if (worth === 'counts') {
    write(tx, i, { attempt: null, verdict }, { gateway }, { phases: [message.phase], onlyForward: false });
  }
  if (worth === 'proves_hand_over') tx.put(i, { handed_over: true });
  if (worth !== 'tells_nothing') recordAnswer(tx, own, answer, verdict, true);
}

/** `recordAnswers`. An attempt that was simply accepted is told by its message, unless it needs a row. */
export function recordAnswer(
  tx: Tx,
  { message: i, attempt: number }: Claim,
  answer: Answer,
  { attempt: outcome, phase }: Verdict,
  needsRow: boolean,
): void {
  const isToldByMessage = outcome === 'accepted' && tx.house.can.reportsCarryReference;
  if (outcome === null || (isToldByMessage && !needsRow)) return;
  const hasId = phase === 'waiting_report' && !tx.house.can.reportsCarryReference;
  tx.record(i, { number, outcome, code: codeOf(ANSWERS[answer]), hasId });
}
