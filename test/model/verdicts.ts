import type { When } from '../../src/db/sql/sms/dispatch/apply-verdicts.js';
import { CANCELLABLE, CANCELLED, judgeReportedFailure, NO_REPORT, type Verdict } from '../../src/domain/sms/verdict.js';
import { FAILED_STATUSES, STATUS_RANK } from '../../src/domain/vocabulary.js';
import { FIRST_LOOK, type Tries } from '../../src/operations/sms/dispatch/plan.js';
import type { GatewayName, MessageRow, Tx } from './tables.js';

export interface Judged {
  /** Null: the verdict holds for every attempt. */
  readonly attempt: number | null;
  /** Missing: it holds for every claim. */
  readonly claim?: number;
  readonly verdict: Verdict;
}

interface Applied {
  readonly isChanged: boolean;
  readonly isCorrected: boolean;
}

/** `applyVerdict` for one message. */
export function apply(tx: Tx, i: number, judged: Judged, seconds: number | null, when: When): Applied {
  const message = tx.row(i);
  if (!fits(tx, message, judged, when)) return { isChanged: false, isCorrected: false };
  const { verdict } = judged;
  const isPast = STATUS_RANK[message.status] > STATUS_RANK[verdict.status];
  const status = isPast ? message.status : verdict.status;
  const isCorrected = FAILED_STATUSES.includes(message.status);
  if (status !== message.status) tx.events.push(`${i} sms.${status}${isCorrected ? ' corrected' : ''}`);
  tx.leaveTime(i);
  tx.put(i, {
    status,
    phase: verdict.phase,
    delivery_code: isPast ? message.delivery_code : verdict.deliveryCode,
    hold_reason: verdict.holdReason,
    handed_over: message.handed_over || verdict.handedOver,
    attempt: message.attempt - (verdict.refundsAttempt ? 1 : 0),
    next: momentOf(seconds),
  });
  return { isChanged: true, isCorrected };
}

function fits({ house: { rules } }: Tx, message: MessageRow, { verdict, attempt, claim }: Judged, when: When): boolean {
  if (rules.verdictChecksPhase && !when.phases.includes(message.phase)) return false;
  if (rules.verdictChecksAttempt && attempt !== null && message.attempt !== attempt) return false;
  if (rules.answersBindClaim && claim !== undefined && message.claim !== claim) return false;
  if (!when.onlyForward) return true;
  const raises = STATUS_RANK[verdict.status] - STATUS_RANK[message.status];
  if (message.phase === 'in_doubt') return raises >= 0;
  return rules.reportsOnlyRaise ? raises > 0 : raises < 0;
}

function momentOf(seconds: number | null): MessageRow['next'] {
  if (seconds === null) return 'none';
  return seconds > 0 ? 'later' : 'due';
}

/** `writePlan` for one message. Returns whether the message changed. */
export function write(
  tx: Tx,
  i: number,
  judged: Judged,
  { gateway, tries = FIRST_LOOK }: { readonly gateway: GatewayName; readonly tries?: Tries },
  when: When,
): boolean {
  const { seconds, due } = tx.house.plan(i, judged.verdict, gateway, tries);
  const { isChanged, isCorrected } = apply(tx, i, judged, seconds, when);
  tx.schedule(i, due, isChanged);
  if (isCorrected && judged.verdict.status === 'delivered') endRetries(tx, i);
  return isChanged;
}

const WAITING: When = { phases: CANCELLABLE, onlyForward: false };

/** `cancelRetries`. */
function endRetries(tx: Tx, i: number): void {
  if (!tx.house.rules.deliveredCancelsRetries) return;
  for (let retry = i + 1; retry < tx.tables.messages.length; retry += 1) {
    if (!tx.row(retry).handed_over || tx.house.rules.deliveredEndsHandedOver) endWaiting(tx, retry);
  }
}

/** `endWaiting` for one message. */
export function endWaiting(tx: Tx, i: number): boolean {
  const message = tx.row(i);
  const verdict = message.handed_over ? gaveUp(message) : CANCELLED;
  return apply(tx, i, { attempt: message.attempt, verdict }, null, WAITING).isChanged;
}

/** The end of a message that a gateway has had: the code of its last failure. */
export function gaveUp({ attempts }: MessageRow): Verdict {
  const code = attempts.findLast((attempt) => attempt.code !== null)?.code ?? null;
  return code === null ? NO_REPORT : judgeReportedFailure(code);
}
