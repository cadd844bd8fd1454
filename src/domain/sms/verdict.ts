import type { AttemptOutcome, DuePurpose, HoldReason, SmsPhase, SmsStatus } from '../vocabulary.js';
import {
  CODE_OF,
  knownDeliveryCode,
  RETRY_RULES,
  type RetryRule,
  SENT_AGAIN_CODES,
  suppresses,
} from './delivery-codes.js';
import type { SubmitOutcome } from './gateway.js';

/** What an answer, a report or the end of a wait makes of a message. */
export interface Verdict {
  readonly status: SmsStatus;
  readonly phase: SmsPhase;
  readonly deliveryCode: number | null;
  readonly holdReason: HoldReason | null;
  /** The gateway has the message, so it cannot be cancelled. */
  readonly handedOver: boolean;
  /**
   * The outcome to store with the attempt; null: the stored attempt does not change, or none is stored because it is
   * refunded.
   */
  readonly attempt: AttemptOutcome | null;
  /** The attempt provably did not happen; the next one gets its number. */
  readonly refundsAttempt?: true;
  readonly next: NextLook | null;
}

/** When a worker looks at the message again, and why. */
export interface NextLook {
  readonly purpose: DuePurpose;
  readonly delay: Delay;
  /** Prefer another gateway of the route, if there is one. */
  readonly otherGateway: boolean;
}

export type Delay =
  | { readonly kind: 'seconds'; readonly atLeast: number; readonly atMost: number }
  | { readonly kind: 'report_timeout' | 'max_hold' | 'in_doubt' | 'back_off' };

/** Whether RETRY_RULES allow no further attempt after this one, if all attempts so far count. */
export function isOutOfRetries(code: number, attempt: number): boolean {
  const rule = RETRY_RULES.get(code);
  return rule !== undefined && attempt >= rule.attempts;
}

/** How many attempts RETRY_RULES allow for a code. */
export function attemptsFor(code: number): number {
  return RETRY_RULES.get(code)?.attempts ?? 1;
}

const undecided = { deliveryCode: null, holdReason: null, handedOver: false } as const;
const awaitReport: NextLook = { purpose: 'report', delay: { kind: 'report_timeout' }, otherGateway: false };

/** What the gateway's answer means. `attempt`: attempt number compared with RETRY_RULES, without uncounted attempts. */
export function judgeAnswer(outcome: SubmitOutcome, attempt: number): Verdict {
  switch (outcome.kind) {
    case 'accepted':
      return ACCEPTED;
    case 'queued':
      return QUEUED_AT_GATEWAY;
    case 'held':
      return UNDER_REVIEW;
    case 'no_credit':
      return NO_CREDIT;
    case 'rejected':
      return judgeRejection(knownDeliveryCode(outcome.code), attempt);
    case 'throttled':
      return notSent({ kind: 'seconds', atLeast: outcome.retryAfterMs / 1000, atMost: outcome.retryAfterMs / 1000 });
    case 'not_sent':
      return NOT_SENT;
    case 'unknown':
      return IN_DOUBT;
  }
}

/**
 * The same for an attempt in doubt that was submitted again under its reference. Only an answer about that reference
 * ends the doubt: a proxy in front of the gateway refuses whole calls without looking at the messages, and gateways
 * answer 501 if they cannot find out whether they know a reference. A refusal is final: an earlier call may still
 * arrive, and the gateway may take then what it refuses now, so a retry could be sent beside it. For the same reason it
 * leaves no code with which callers send messages again.
 */
export function judgeAnswerInDoubt(outcome: SubmitOutcome): Verdict {
  if (!concernsReference(outcome)) return IN_DOUBT;
  const verdict = judgeAnswer(outcome, Number.POSITIVE_INFINITY);
  return verdict.status === 'failed' && SENT_AGAIN_CODES.includes(verdict.deliveryCode ?? 0)
    ? OUTCOME_UNKNOWN
    : verdict;
}

function concernsReference(outcome: SubmitOutcome): boolean {
  switch (outcome.kind) {
    case 'accepted':
    case 'queued':
    case 'held':
      return true;
    case 'rejected':
      return !outcome.wholeCall && knownDeliveryCode(outcome.code) !== CODE_OF.GatewayError;
    default:
      return false;
  }
}

const ACCEPTED: Verdict = { ...accepted('sent', CODE_OF.Sent), attempt: 'accepted' };
const QUEUED_AT_GATEWAY: Verdict = { ...accepted('queued', null), attempt: 'queued' };
const UNDER_REVIEW: Verdict = { ...accepted('held', null), holdReason: 'risk_review', attempt: 'held' };
const NOT_SENT = notSent({ kind: 'back_off' });

export const NO_CREDIT: Verdict = {
  ...undecided,
  status: 'held',
  phase: 'paused',
  holdReason: 'insufficient_credit',
  attempt: 'held',
  next: { purpose: 'hold', delay: { kind: 'max_hold' }, otherGateway: false },
};
/** The operator has rejected the sender ID since the message was accepted. */
export const SENDER_REJECTED: Verdict = {
  ...NO_CREDIT,
  holdReason: 'sender_id_rejected',
  attempt: null,
  next: { purpose: 'approval', delay: { kind: 'max_hold' }, otherGateway: false },
};
export const IN_DOUBT: Verdict = {
  ...undecided,
  status: 'queued',
  phase: 'in_doubt',
  attempt: 'unknown',
  next: { purpose: 'resolve', delay: { kind: 'in_doubt' }, otherGateway: false },
};

function accepted(status: SmsStatus, deliveryCode: number | null): Omit<Verdict, 'attempt'> {
  return { status, phase: 'waiting_report', deliveryCode, holdReason: null, handedOver: true, next: awaitReport };
}

function notSent(delay: Delay): Verdict {
  return {
    ...undecided,
    status: 'queued',
    phase: 'ready',
    attempt: null,
    refundsAttempt: true,
    next: { purpose: 'dispatch', delay, otherGateway: false },
  };
}

function judgeRejection(code: number, attempt: number): Verdict {
  const rule = RETRY_RULES.get(code);
  if (rule && attempt < rule.attempts) {
    return { ...undecided, status: 'queued', phase: 'waiting_retry', attempt: 'rejected', next: retryLook(rule) };
  }
  return { ...ended(suppresses(code) ? 'blocked' : 'failed', code), attempt: 'rejected' };
}

function retryLook(rule: RetryRule): NextLook {
  return {
    purpose: 'dispatch',
    delay: { kind: 'seconds', atLeast: rule.atLeastSeconds, atMost: rule.atMostSeconds },
    otherGateway: rule.otherGateway,
  };
}

function ended(status: SmsStatus, deliveryCode: number): Omit<Verdict, 'attempt'> {
  return { status, phase: 'done', deliveryCode, holdReason: null, handedOver: false, next: null };
}

/** A reported failure after which the message is tried again; null if the code is final. */
export function judgeReportedFailureWithRetry(code: number): Verdict | null {
  const rule = RETRY_RULES.get(code);
  if (!rule) return null;
  return {
    ...undecided,
    status: 'sent',
    phase: 'waiting_retry',
    deliveryCode: CODE_OF.Sent,
    handedOver: true,
    attempt: null,
    next: retryLook(rule),
  };
}

/** A reported failure that is final. */
export function judgeReportedFailure(code: number): Verdict {
  return { ...ended(suppresses(code) ? 'blocked' : 'undelivered', code), handedOver: true, attempt: null };
}

export const DELIVERED: Verdict = { ...ended('delivered', CODE_OF.Processed), handedOver: true, attempt: null };
export const REPORTED_SENT: Verdict = { ...accepted('sent', CODE_OF.Sent), attempt: null };
export const REPORTED_QUEUED: Verdict = { ...accepted('queued', null), attempt: null };
export const REPORTED_HELD: Verdict = { ...accepted('held', null), holdReason: 'risk_review', attempt: null };

/** The outcome of a lost answer never became known, and the policy of the message forbids sending again. */
export const OUTCOME_UNKNOWN: Verdict = { ...ended('failed', CODE_OF.InternalServerError), attempt: null };
/** The gateway had the message, as the code says, and never reported. */
export const NO_REPORT: Verdict = { ...ended('undelivered', CODE_OF.Sent), handedOver: true, attempt: null };
export const HOLD_EXPIRED: Verdict = { ...ended('failed', CODE_OF.InsufficientBalance), attempt: null };
/** The sender ID was not approved again while its messages were held. */
export const REJECTION_STANDS: Verdict = { ...ended('failed', CODE_OF.InvalidSenderId), attempt: null };
export const REVIEW_EXPIRED: Verdict = { ...ended('failed', CODE_OF.RiskHold), handedOver: true, attempt: null };
/** Ready to be submitted: credit is back, or the gateway certainly does not have the message. */
export const READY: Verdict = { ...undecided, status: 'queued', phase: 'ready', attempt: null, next: null };

/** The number was suppressed between intake and dispatch, so the message was not submitted. */
export function judgeSuppressed(code: number): Verdict {
  return { ...ended('blocked', code), attempt: null, refundsAttempt: true };
}

/** The worker has claimed the message and does not submit it. */
export const UNCLAIMED: Verdict = { ...READY, refundsAttempt: true };
/** The same, until stored reports were folded that say that the recipient has the text. */
export const REPORTS_FIRST = notSent({ kind: 'seconds', atLeast: 1, atMost: 1 });

export const CANCELLED: Verdict = {
  ...undecided,
  status: 'cancelled',
  phase: 'done',
  attempt: null,
  next: null,
};
/** What a late answer is worth: a worker has claimed its message again since, or has ended the doubt about it. */
export type LateAnswer = 'counts' | 'proves_hand_over' | 'adds_gateway_id' | 'tells_nothing';

/**
 * "Not taken" tells nothing about the call of a later claim. "Taken" is never forgotten: it decides what becomes of a
 * message that has not ended and that no gateway was known to have.
 */
export function judgeLateAnswer(
  { verdict, claim }: { readonly verdict: Verdict; readonly claim: number },
  message: { readonly phase: SmsPhase; readonly claim: number; readonly handed_over: boolean },
): LateAnswer {
  if (verdict.phase !== 'waiting_report') return 'tells_nothing';
  // After a lost answer to COMMIT the worker settles the same answer again.
  if (message.handed_over) return message.claim === claim ? 'tells_nothing' : 'adds_gateway_id';
  return message.phase === 'done' ? 'proves_hand_over' : 'counts';
}

/** Phases in which a worker submits the message when it is due. */
export const CLAIMABLE = ['scheduled', 'ready', 'waiting_retry'] as const satisfies readonly SmsPhase[];
export const isClaimable = (phase: SmsPhase): boolean => (CLAIMABLE as readonly SmsPhase[]).includes(phase);
/** Phases in which no gateway has the message, unless it was handed over before. */
export const CANCELLABLE = [...CLAIMABLE, 'paused'] as const satisfies readonly SmsPhase[];
/** Phases in which a worker submits the message, or has lost the answer. */
export const SUBMITTED = ['submitting', 'in_doubt'] as const satisfies readonly SmsPhase[];
