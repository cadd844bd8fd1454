import type { HoldReason, SmsPhase, SmsStatus } from '../vocabulary.js';
import { CODE_OF, type DeliveryCode, findDeliveryCode } from './delivery-codes.js';
import { SMS_ERRORS } from './public-status.js';
import { attemptsFor, isClaimable } from './verdict.js';

export interface ExplainedMessage {
  readonly status: SmsStatus;
  readonly phase: SmsPhase;
  readonly deliveryCode: number | null;
  /** The message failed because the answer to its last attempt was lost. */
  readonly outcomeUnknown: boolean;
  /** The message was cancelled because it had expired. */
  readonly expired: boolean;
  readonly holdReason: HoldReason | null;
  readonly handedOver: boolean;
  readonly atLeastOnce: boolean;
  readonly attempt: number;
  readonly nextActionAt: string | null;
  readonly scheduledAt: string | null;
  readonly validUntil: string | null;
  readonly isCampaignPaused: boolean;
  /** No call has sent it: it answers a keyword of the recipient. */
  readonly isKeywordAnswer: boolean;
  /** Every gateway that may take the message is down: the first of them, and when it is called again. */
  readonly outage: { readonly gateway: string; readonly nextTryAt: string } | null;
}

/** Answers "where is my SMS?". */
export interface Explanation {
  readonly code: ExplanationCode;
  readonly cause: string;
  readonly rule: string;
  readonly next: string;
  readonly nextAt: string | null;
  /** The delivery code, the next attempt, the most attempts and the gateway that the sentences name. */
  readonly deliveryCode: DeliveryCode | null;
  readonly attempt: number | null;
  readonly attempts: number | null;
  readonly gateway: string | null;
  /** Why it was sent, if no call has sent it. */
  readonly origin: string | null;
}

const ANSWERS_KEYWORD = 'It answers a keyword of the recipient, and is sent also if the number is suppressed.';
const NEVER_TWICE = 'A message that may have left is not sent again, so that nobody gets it twice.';
const NOT_AFTER_EXPIRY = 'A message is not submitted after its `validUntil`.';
const NOTHING_MORE = 'Nothing more will happen.';
const LATE_REPORT = 'Nothing, unless a late report says that it was delivered after all.';
const AS_CODED = '{deliveryCode.meaning} ({deliveryCode.code} {deliveryCode.name}).';
const FINAL_AT_ONCE = 'Code {deliveryCode.code} is final at once.';
const FINAL_AFTER_RETRIES = 'Code {deliveryCode.code} is tried {attempts} times, then it is final.';
const RECOMMENDED = '{deliveryCode.recommendedAction}';

/** Each explanation that there is: cause, rule and next step. The names in braces are fields of an Explanation. */
export const EXPLANATIONS = {
  scheduled: [
    'The message is scheduled for later.',
    'A scheduled message is dispatched at its time, and can be cancelled until then.',
    'It is dispatched at its scheduled time.',
  ],
  waiting_for_turn: [
    'The message waits for its turn.',
    'Messages leave in order, as fast as the gateway takes them.',
    'It is handed to the gateway.',
  ],
  gateway_down: [
    'The gateway {gateway} takes no messages at the moment.',
    'Messages wait for a gateway that takes none, and leave in order when it does. They can be cancelled until then.',
    'The gateway is called again.',
  ],
  campaign_paused: [
    'The campaign of the message is paused.',
    'No message of a paused campaign is submitted. It can be cancelled.',
    'It goes on when the campaign is resumed.',
  ],
  submitting: [
    'The message is being handed to the gateway.',
    'A hand-over that has begun cannot be cancelled.',
    'The answer of the gateway decides.',
  ],
  in_doubt: [
    'The answer of the gateway was lost: it may or may not have the message.',
    NEVER_TWICE,
    'The gateway is asked, or its report is awaited.',
  ],
  in_doubt_at_least_once: [
    'The answer of the gateway was lost: it may or may not have the message.',
    'This message may be sent again when that stays unknown (atLeastOnce).',
    'The gateway is asked, or its report is awaited.',
  ],
  waiting_for_retry: [AS_CODED, FINAL_AFTER_RETRIES, 'Attempt {attempt} follows.'],
  waiting_for_retry_without_code: [
    'The gateway could not take the message.',
    'The message is tried again.',
    'Attempt {attempt} follows.',
  ],
  expires_before_retry: [AS_CODED, NOT_AFTER_EXPIRY, 'It ends when it expires, which is before its next attempt.'],
  expires_before_retry_without_code: [
    'The gateway could not take the message.',
    NOT_AFTER_EXPIRY,
    'It ends when it expires, which is before its next attempt.',
  ],
  waiting_for_credit: [
    'The gateway account has run out of credit.',
    'Held messages resume by themselves, in their original order, once there is credit again.',
    `It resumes after a top-up, or fails with code ${CODE_OF.InsufficientBalance} if there is none in time.`,
  ],
  waiting_for_credit_until_expiry: [
    'The gateway account has run out of credit.',
    NOT_AFTER_EXPIRY,
    'It resumes after a top-up, or ends when it expires.',
  ],
  waiting_for_approval: [
    'The operator has rejected the sender ID since the message was accepted.',
    'Held messages resume by themselves, in their original order, once the sender ID is approved again.',
    `It resumes after an approval, or fails with code ${CODE_OF.InvalidSenderId} if there is none in time.`,
  ],
  waiting_for_approval_until_expiry: [
    'The operator has rejected the sender ID since the message was accepted.',
    NOT_AFTER_EXPIRY,
    'It resumes after an approval, or ends when it expires.',
  ],
  under_review: [
    `The gateway reviews the message for risk or fraud (${CODE_OF.RiskHold} RiskHold).`,
    'The gateway has the message, so it is not sent again.',
    'The gateway usually releases it by itself; its report decides.',
  ],
  queued_at_gateway: [
    `The message waits at the gateway (${CODE_OF.Queued} Queued).`,
    'A message that the gateway has can neither be cancelled nor sent again.',
    'The delivery report decides; without one the message ends as undelivered.',
  ],
  waiting_for_report: [
    'The gateway has taken the message.',
    'A message that the gateway has can neither be cancelled nor sent again.',
    'The delivery report decides; without one the message ends as undelivered.',
  ],
  delivered: ['The handset has confirmed the message.', 'Delivered is final.', NOTHING_MORE],
  cancelled: [
    'It was cancelled before a gateway had it.',
    'A cancelled message never leaves and never changes again.',
    NOTHING_MORE,
  ],
  expired: ['It was not sent before its `validUntil`.', NOT_AFTER_EXPIRY, NOTHING_MORE],
  suppressed: [
    AS_CODED,
    'A suppressed number is never given to a gateway. Lifting the suppression allows it again.',
    NOTHING_MORE,
  ],
  blocked_by_gateway: [
    AS_CODED,
    'The number is suppressed from now on; it will not be written to again.',
    NOTHING_MORE,
  ],
  outcome_unknown: [`${SMS_ERRORS.outcome_unknown}.`, NEVER_TWICE, LATE_REPORT],
  no_report: [
    `${SMS_ERRORS.no_report}.`,
    'A message without a report ends as undelivered, and is not sent again.',
    LATE_REPORT,
  ],
  refused: [AS_CODED, FINAL_AT_ONCE, RECOMMENDED],
  refused_after_retries: [AS_CODED, FINAL_AFTER_RETRIES, RECOMMENDED],
  failed_at_gateway: [AS_CODED, FINAL_AT_ONCE, LATE_REPORT],
  failed_at_gateway_after_retries: [AS_CODED, FINAL_AFTER_RETRIES, LATE_REPORT],
  failed_at_gateway_without_retry: [AS_CODED, NEVER_TWICE, LATE_REPORT],
  given_up: [`${SMS_ERRORS.not_delivered}.`, 'The message was given up.', NOTHING_MORE],
} as const satisfies Readonly<Record<string, readonly [cause: string, rule: string, next: string]>>;

export type ExplanationCode = keyof typeof EXPLANATIONS;

/** `lastCode`: the delivery code of the latest attempt, if the gateway gave one. */
export function explainMessage(message: ExplainedMessage, lastCode: number | null): Explanation {
  const isRetry = message.phase === 'waiting_retry';
  const number = isRetry ? lastCode : message.deliveryCode;
  const deliveryCode = (number === null ? undefined : findDeliveryCode(number)) ?? null;
  const facts = {
    deliveryCode,
    attempt: isRetry ? message.attempt + 1 : null,
    attempts: deliveryCode && attemptsFor(deliveryCode.code),
    gateway: waitsForGateway(message) ? message.outage.gateway : null,
  };
  const code = codeOf(message, deliveryCode);
  const [cause, rule, next] = EXPLANATIONS[code].map((sentence) => fillIn(sentence, facts)) as [string, string, string];
  const origin = message.isKeywordAnswer ? ANSWERS_KEYWORD : null;
  return { code, cause, rule, next, nextAt: nextStepAt(message), ...facts, origin };
}

type Facts = Pick<Explanation, 'deliveryCode' | 'attempt' | 'attempts' | 'gateway'>;

function fillIn(sentence: string, { deliveryCode, attempt, attempts, gateway }: Facts): string {
  const values: Readonly<Record<string, string | number | null | undefined>> = {
    'deliveryCode.code': deliveryCode?.code,
    'deliveryCode.name': deliveryCode?.name,
    'deliveryCode.meaning': deliveryCode?.meaning,
    'deliveryCode.recommendedAction': deliveryCode?.recommendedAction,
    attempt,
    attempts,
    gateway,
  };
  return sentence.replace(/\{([\w.]+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

function nextStepAt(message: ExplainedMessage): string | null {
  const { phase, scheduledAt, nextActionAt, validUntil } = message;
  if (isPaused(message)) return null;
  if (waitsForGateway(message)) return message.outage.nextTryAt;
  if (phase === 'scheduled') return scheduledAt;
  if (expiresFirst(message)) return validUntil;
  return phase === 'submitting' || phase === 'done' ? null : nextActionAt;
}

/** The message expires before a worker would look at it again. */
function expiresFirst({ phase, nextActionAt, validUntil }: ExplainedMessage): boolean {
  if (validUntil === null || nextActionAt === null) return false;
  return (phase === 'paused' || phase === 'waiting_retry') && Date.parse(validUntil) <= Date.parse(nextActionAt);
}

const isPaused = ({ phase, isCampaignPaused }: ExplainedMessage) => isCampaignPaused && isClaimable(phase);

function waitsForGateway(message: ExplainedMessage): message is ExplainedMessage & {
  readonly outage: NonNullable<ExplainedMessage['outage']>;
} {
  return message.phase === 'ready' && message.outage !== null && !isPaused(message);
}

function codeOf(message: ExplainedMessage, deliveryCode: DeliveryCode | null): ExplanationCode {
  if (isPaused(message)) return 'campaign_paused';
  if (expiresFirst(message)) return codeOfExpiry(message, deliveryCode);
  switch (message.phase) {
    case 'scheduled':
      return 'scheduled';
    case 'ready':
      return waitsForGateway(message) ? 'gateway_down' : 'waiting_for_turn';
    case 'submitting':
      return 'submitting';
    case 'in_doubt':
      return message.atLeastOnce ? 'in_doubt_at_least_once' : 'in_doubt';
    case 'waiting_retry':
      return deliveryCode ? 'waiting_for_retry' : 'waiting_for_retry_without_code';
    case 'waiting_report':
      if (message.status === 'held' && message.holdReason === 'risk_review') return 'under_review';
      return message.status === 'queued' ? 'queued_at_gateway' : 'waiting_for_report';
    case 'paused':
      return codeOfHold(message);
    case 'done':
      return codeOfEnd(message, deliveryCode);
  }
}

const codeOfHold = ({ holdReason }: ExplainedMessage) =>
  holdReason === 'sender_id_rejected' ? 'waiting_for_approval' : 'waiting_for_credit';

function codeOfExpiry(message: ExplainedMessage, deliveryCode: DeliveryCode | null): ExplanationCode {
  if (message.phase === 'paused') return `${codeOfHold(message)}_until_expiry`;
  return deliveryCode ? 'expires_before_retry' : 'expires_before_retry_without_code';
}

function codeOfEnd(
  { status, handedOver, outcomeUnknown, expired, attempt }: ExplainedMessage,
  deliveryCode: DeliveryCode | null,
): ExplanationCode {
  if (expired) return 'expired';
  if (status === 'delivered' || status === 'cancelled') return status;
  if (outcomeUnknown) return 'outcome_unknown';
  // Only the code of delivered messages recommends nothing.
  if (!deliveryCode?.recommendedAction) return 'given_up';
  if (status === 'blocked') return handedOver ? 'blocked_by_gateway' : 'suppressed';
  if (deliveryCode.code === CODE_OF.Sent) return 'no_report';
  const attempts = attemptsFor(deliveryCode.code);
  if (!handedOver) return attempts === 1 ? 'refused' : 'refused_after_retries';
  if (attempts === 1) return 'failed_at_gateway';
  return attempt < attempts ? 'failed_at_gateway_without_retry' : 'failed_at_gateway_after_retries';
}
