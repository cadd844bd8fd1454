import { CODE_OF } from '../../src/domain/sms/delivery-codes.js';
import type { Verdict } from '../../src/domain/sms/verdict.js';
import {
  CANCELLED,
  DELIVERED,
  HOLD_EXPIRED,
  IN_DOUBT,
  judgeAnswer,
  judgeReportedFailure,
  judgeSuppressed,
  NO_CREDIT,
  NO_REPORT,
  OUTCOME_UNKNOWN,
  READY,
  REVIEW_EXPIRED,
} from '../../src/domain/sms/verdict.js';
import type { AttemptOutcome, SmsStatus } from '../../src/domain/vocabulary.js';

/**
 * A time in the life of a message: accepted; first handed over; handed over for the last time; some time between that
 * and the end; the end.
 */
type Moment = 'created' | 'first' | 'submitted' | 'between' | 'ended';

export type Step = readonly [SmsStatus, Moment, code?: number];
type Attempt = readonly [number: number, AttemptOutcome, code?: number];

/** The course of a message from intake to now. */
export interface Outcome {
  /** Messages of 10,000 that end in this way; 0: only where something else than chance decides. */
  readonly share?: number;
  /** Single messages of 10,000 that are in this state now, and the longest time since their intake. */
  readonly now?: { readonly share: number; readonly seconds: number };
  readonly state: Pick<Verdict, 'status' | 'phase' | 'deliveryCode' | 'holdReason'> & {
    readonly next?: Verdict['next'];
  };
  /** The number of the last attempt; 0: the message was never handed over. */
  readonly attempt: number;
  readonly handedOver: boolean;
  /** The changes of its status, each with an event. */
  readonly steps: readonly Step[];
  /** Attempts that have rows of their own. */
  readonly attempts?: readonly Attempt[];
  /** From the first hand-over to the last one. */
  readonly retrySeconds?: number;
  /** From the last hand-over to the end; without it a delivery report comes, mostly within seconds. */
  readonly lastsSeconds?: number;
  /** From the last hand-over until a worker looks at the message again. */
  readonly nextSeconds?: number;
}

const DAYS = 24 * 3600;
const HELD_FOR = 3 * DAYS;
const SENT: Step = ['sent', 'submitted'];
const SENT_FIRST: Step = ['sent', 'first'];
const HELD: Step = ['held', 'submitted'];
const [ACCEPTED, IN_REVIEW, QUEUED_THERE] = (['accepted', 'held', 'queued'] as const).map((kind) =>
  judgeAnswer({ kind }, 1),
) as [Verdict, Verdict, Verdict];

const delivered = (share: number, more: Partial<Outcome> = {}): Outcome => ({
  share,
  state: DELIVERED,
  attempt: 1,
  handedOver: true,
  steps: [SENT, ['delivered', 'ended']],
  ...more,
});

/** The gateway accepts the message, and reports a failure later. */
const reported = (share: number, code: number, more: Partial<Outcome> = {}): Outcome => {
  const state = judgeReportedFailure(code);
  const steps: readonly Step[] = [SENT, [state.status, 'ended']];
  return { share, state, attempt: 1, handedOver: true, steps, attempts: [[1, 'accepted', code]], ...more };
};

const rejected = (share: number, code: number, attempts = 1, retrySeconds = 0): Outcome => ({
  share,
  state: judgeAnswer({ kind: 'rejected', code }, attempts),
  attempt: attempts,
  handedOver: false,
  steps: [['failed', 'submitted']],
  attempts: Array.from({ length: attempts }, (_, index) => [index + 1, 'rejected', code] as const),
  retrySeconds,
});

const refusedAtIntake = (status: 'failed' | 'blocked', code: number): Outcome => ({
  state: { ...judgeSuppressed(code), status },
  attempt: 0,
  handedOver: false,
  steps: [[status, 'created']],
});

const waiting = (state: Outcome['state'], more: Partial<Outcome> = {}): Outcome => ({
  state,
  attempt: 0,
  handedOver: false,
  steps: [],
  ...more,
});

export const OUTCOMES = {
  delivered: delivered(9_328),
  delivered_after_failure: delivered(25, {
    attempt: 2,
    steps: [SENT_FIRST, ['delivered', 'ended']],
    attempts: [[1, 'accepted', CODE_OF.RejectedByGateway]],
    retrySeconds: 1_200,
  }),
  delivered_after_rejection: delivered(15, {
    attempt: 2,
    attempts: [[1, 'rejected', CODE_OF.GatewayError]],
    retrySeconds: 300,
  }),
  delivered_after_review: delivered(8, {
    steps: [HELD, ['delivered', 'ended']],
    attempts: [[1, 'held', CODE_OF.RiskHold]],
    lastsSeconds: 1_500,
  }),
  delivered_after_queue: delivered(12, {
    steps: [
      ['sent', 'between'],
      ['delivered', 'ended'],
    ],
    attempts: [[1, 'queued', CODE_OF.Queued]],
    lastsSeconds: 240,
  }),
  delivered_after_doubt: delivered(6, { steps: [['delivered', 'ended']], attempts: [[1, 'unknown']] }),
  corrected: delivered(6, {
    steps: [SENT, ['undelivered', 'between', CODE_OF.UnsupportedNumberType], ['delivered', 'ended']],
    attempts: [[1, 'accepted', CODE_OF.UnsupportedNumberType]],
    lastsSeconds: 900,
  }),

  undelivered: reported(170, CODE_OF.RejectedByGateway, {
    attempt: 2,
    steps: [SENT_FIRST, ['undelivered', 'ended']],
    attempts: [
      [1, 'accepted', CODE_OF.RejectedByGateway],
      [2, 'accepted', CODE_OF.RejectedByGateway],
    ],
    retrySeconds: 1_200,
  }),
  undelivered_unsupported: reported(90, CODE_OF.UnsupportedNumberType),
  undelivered_invalid: reported(60, CODE_OF.InvalidPhoneNumber),
  expired: reported(60, CODE_OF.Sent, { state: NO_REPORT, attempts: [], lastsSeconds: HELD_FOR }),

  rejected_unsupported: rejected(55, CODE_OF.UnsupportedNumberType),
  rejected_invalid: rejected(30, CODE_OF.InvalidPhoneNumber),
  rejected_sender: rejected(14, CODE_OF.InvalidSenderId),
  rejected_route: rejected(18, CODE_OF.CouldNotRoute, 2, 60),
  rejected_gateway: rejected(14, CODE_OF.GatewayError, 2, 300),
  rejected_error: rejected(6, CODE_OF.InternalServerError),
  outcome_unknown: {
    ...rejected(7, CODE_OF.InternalServerError),
    state: OUTCOME_UNKNOWN,
    steps: [['failed', 'ended']],
    attempts: [[1, 'unknown']],
    lastsSeconds: 900,
  },
  hold_expired: {
    ...rejected(10, CODE_OF.InsufficientBalance),
    state: HOLD_EXPIRED,
    steps: [HELD, ['failed', 'ended']],
    attempts: [[1, 'held', CODE_OF.InsufficientBalance]],
    lastsSeconds: HELD_FOR,
  },
  review_expired: {
    ...rejected(4, CODE_OF.RiskHold),
    state: REVIEW_EXPIRED,
    handedOver: true,
    steps: [HELD, ['failed', 'ended']],
    attempts: [[1, 'held', CODE_OF.RiskHold]],
    lastsSeconds: HELD_FOR,
  },

  // messages.ts draws the contacts that have opted out.
  opted_out: reported(0, CODE_OF.DoNotDisturbRejection),
  opted_out_of_sender: reported(0, CODE_OF.UserInBlacklist),
  suppressed: refusedAtIntake('blocked', CODE_OF.DoNotDisturbRejection),
  suppressed_for_sender: refusedAtIntake('blocked', CODE_OF.UserInBlacklist),
  invalid: refusedAtIntake('failed', CODE_OF.InvalidPhoneNumber),

  cancelled: waiting(CANCELLED, { steps: [['cancelled', 'ended']], lastsSeconds: 600 }),
  cancelled_single: waiting(CANCELLED, {
    now: { share: 20, seconds: 20 * DAYS },
    steps: [['cancelled', 'ended']],
    lastsSeconds: 600,
  }),
  scheduled: waiting({ ...READY, phase: 'scheduled' }, { now: { share: 30, seconds: 2 * DAYS } }),
  ready: waiting(READY, { now: { share: 5, seconds: 20 } }),
  held: waiting(NO_CREDIT, {
    attempt: 1,
    steps: [HELD],
    attempts: [[1, 'held', CODE_OF.InsufficientBalance]],
    nextSeconds: HELD_FOR,
  }),
  held_with_account: waiting(NO_CREDIT, { steps: [HELD], nextSeconds: HELD_FOR }),
  sent: waiting(ACCEPTED, {
    now: { share: 40, seconds: 20 * 3600 },
    attempt: 1,
    handedOver: true,
    steps: [SENT],
    nextSeconds: HELD_FOR,
  }),
  in_review: waiting(IN_REVIEW, {
    now: { share: 5, seconds: 3 * 3600 },
    attempt: 1,
    handedOver: true,
    steps: [HELD],
    attempts: [[1, 'held', CODE_OF.RiskHold]],
    nextSeconds: HELD_FOR,
  }),
  queued_there: waiting(QUEUED_THERE, {
    now: { share: 5, seconds: 3600 },
    attempt: 1,
    handedOver: true,
    attempts: [[1, 'queued', CODE_OF.Queued]],
    nextSeconds: HELD_FOR,
  }),
  waits_for_retry: waiting(judgeAnswer({ kind: 'rejected', code: CODE_OF.GatewayError }, 1), {
    now: { share: 5, seconds: 240 },
    attempt: 1,
    attempts: [[1, 'rejected', CODE_OF.GatewayError]],
    nextSeconds: 300,
  }),
  in_doubt: waiting(IN_DOUBT, {
    now: { share: 5, seconds: 600 },
    attempt: 1,
    attempts: [[1, 'unknown']],
    nextSeconds: 900,
  }),
} as const satisfies Readonly<Record<string, Outcome>>;

export type OutcomeName = keyof typeof OUTCOMES;

/** The outcomes with their names. */
export const ENTRIES = Object.entries(OUTCOMES) as [OutcomeName, Outcome][];
