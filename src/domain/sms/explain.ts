import type { HoldReason, SmsPhase, SmsStatus } from '../vocabulary.js';
import { CODE_OF, type DeliveryCode, findDeliveryCode } from './delivery-codes.js';
import { errorText } from './public-status.js';
import { attemptsFor } from './verdict.js';

export interface ExplainedMessage {
  readonly status: SmsStatus;
  readonly phase: SmsPhase;
  readonly deliveryCode: number | null;
  /** The message failed because the answer to its last attempt was lost. */
  readonly outcomeUnknown: boolean;
  readonly holdReason: HoldReason | null;
  readonly handedOver: boolean;
  readonly atLeastOnce: boolean;
  readonly attempt: number;
  readonly nextActionAt: string | null;
  readonly scheduledAt: string | null;
}

/** Answers "where is my SMS?". */
export interface Explanation {
  readonly cause: string;
  readonly rule: string;
  readonly next: string;
  readonly nextAt: string | null;
}

const NOTHING_MORE = 'Nothing more will happen.';
const NEVER_TWICE = 'A message that may have left is not sent again, so that nobody gets it twice.';

/** `lastCode`: the delivery code of the latest attempt, if the gateway gave one. */
export function explainMessage(message: ExplainedMessage, lastCode: number | null): Explanation {
  if (message.phase === 'done') return explainEnd(message);
  const nextAt = message.nextActionAt;
  switch (message.phase) {
    case 'scheduled':
      return {
        cause: 'The message is scheduled for later.',
        rule: 'A scheduled message is dispatched at its time, and can be cancelled until then.',
        next: 'It is dispatched at its scheduled time.',
        nextAt: message.scheduledAt,
      };
    case 'ready':
      return {
        cause: 'The message waits for its turn.',
        rule: 'Messages leave in order, as fast as the gateway takes them.',
        next: 'It is handed to the gateway.',
        nextAt,
      };
    case 'submitting':
      return {
        cause: 'The message is being handed to the gateway.',
        rule: 'A hand-over that has begun cannot be cancelled.',
        next: 'The answer of the gateway decides.',
        nextAt: null,
      };
    case 'in_doubt':
      return explainDoubt(message);
    case 'waiting_retry':
      return explainRetry(message, lastCode);
    case 'waiting_report':
      return explainWait(message);
    case 'paused':
      return {
        cause: 'The gateway account has run out of credit.',
        rule: 'Held messages resume by themselves, in their original order, once there is credit again.',
        next: `It resumes after a top-up, or fails with code ${CODE_OF.InsufficientBalance} if there is none in time.`,
        nextAt,
      };
  }
}

function explainEnd({ status, deliveryCode, outcomeUnknown, handedOver }: ExplainedMessage): Explanation {
  const code = deliveryCode === null ? undefined : findDeliveryCode(deliveryCode);
  const codeName = code ? ` (${nameOf(code)})` : '';
  switch (status) {
    case 'delivered':
      return { cause: 'The handset has confirmed the message.', rule: `Delivered is final${codeName}.`, ...end() };
    case 'cancelled':
      return {
        cause: 'It was cancelled before a gateway had it.',
        rule: 'A cancelled message never leaves and never changes again.',
        ...end(),
      };
    case 'blocked':
      return {
        cause: `${code?.meaning ?? 'The number is suppressed'}${codeName}.`,
        rule: handedOver
          ? 'The number is suppressed from now on; it will not be written to again.'
          : 'A suppressed number is never given to a gateway. Lifting the suppression allows it again.',
        ...end(),
      };
    default:
      return {
        cause: `${errorText(status, deliveryCode, outcomeUnknown) ?? 'The message has ended'}${codeName}.`,
        rule: outcomeUnknown ? NEVER_TWICE : ruleOfFailure(deliveryCode),
        next:
          handedOver || outcomeUnknown
            ? 'Nothing, unless a late report says that it was delivered after all.'
            : (code?.recommendedAction ?? NOTHING_MORE),
        nextAt: null,
      };
  }
}

const nameOf = ({ code, name }: DeliveryCode) => `${code} ${name}`;

const end = () => ({ next: NOTHING_MORE, nextAt: null });

function ruleOfFailure(deliveryCode: number | null): string {
  if (deliveryCode === null) return 'The message was given up.';
  const attempts = attemptsFor(deliveryCode);
  return attempts > 1
    ? `Code ${deliveryCode} is tried ${attempts} times, then it is final.`
    : `Code ${deliveryCode} is final at once.`;
}

function explainDoubt({ atLeastOnce, nextActionAt }: ExplainedMessage): Explanation {
  return {
    cause: 'The answer of the gateway was lost: it may or may not have the message.',
    rule: atLeastOnce ? 'This message may be sent again when that stays unknown (atLeastOnce).' : NEVER_TWICE,
    next: 'The gateway is asked, or its report is awaited.',
    nextAt: nextActionAt,
  };
}

function explainRetry({ attempt, nextActionAt }: ExplainedMessage, lastCode: number | null): Explanation {
  const code = lastCode === null ? undefined : findDeliveryCode(lastCode);
  const reason = code ? `${code.meaning} (${nameOf(code)})` : 'The gateway could not take the message';
  return {
    cause: `${reason}.`,
    rule: lastCode === null ? 'The message is tried again.' : ruleOfFailure(lastCode),
    next: `Attempt ${attempt + 1} follows.`,
    nextAt: nextActionAt,
  };
}

function explainWait({ status, holdReason, nextActionAt }: ExplainedMessage): Explanation {
  if (status === 'held' && holdReason === 'risk_review') {
    return {
      cause: `The gateway reviews the message for risk or fraud (${CODE_OF.RiskHold} RiskHold).`,
      rule: 'The gateway has the message, so it is not sent again.',
      next: 'The gateway usually releases it by itself; its report decides.',
      nextAt: nextActionAt,
    };
  }
  return {
    cause:
      status === 'queued'
        ? `The message waits at the gateway (${CODE_OF.Queued} Queued).`
        : 'The gateway has taken the message.',
    rule: 'A message that the gateway has can neither be cancelled nor sent again.',
    next: 'The delivery report decides; without one the message ends as undelivered.',
    nextAt: nextActionAt,
  };
}
