import type { HoldReason, SmsPhase, SmsStatus, SuppressionSource } from '../../vocabulary.js';
import { CODE_OF, type DeliveryCode, findDeliveryCode } from '../delivery-codes.js';
import { attemptsFor, isClaimable } from '../verdict.js';
import { ANSWERS_KEYWORD, type Explanation, type ExplanationCode, explanationOf, NO_FACTS } from './sentences.js';

/** What made a number suppressed. */
export interface SuppressionCause {
  readonly source: SuppressionSource;
  readonly at: string;
  /** What the person wrote, and to which number of ours; null for other sources, and if that is not known any more. */
  readonly word: string | null;
  readonly ownNumber: string | null;
}

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
  /** Every gateway that may take the message is down: the first, and when it is called again; null: not known. */
  readonly outage: { readonly gateway: string; readonly nextTryAt: string | null } | null;
  /** The gateway that the message waits for, if it is not configured: no worker submits the message. */
  readonly unconfiguredGateway: string | null;
  /** Of a message that a suppression blocks; null if it is not known any more. */
  readonly suppression: SuppressionCause | null;
}

/** As a send stores it. */
export const NEW_MESSAGE: ExplainedMessage = {
  status: 'queued',
  phase: 'ready',
  deliveryCode: null,
  outcomeUnknown: false,
  expired: false,
  holdReason: null,
  handedOver: false,
  atLeastOnce: false,
  attempt: 0,
  nextActionAt: null,
  scheduledAt: null,
  validUntil: null,
  isCampaignPaused: false,
  isKeywordAnswer: false,
  outage: null,
  unconfiguredGateway: null,
  suppression: null,
};

/** `lastCode`: the delivery code of the latest attempt, if the gateway gave one. */
export function explainMessage(message: ExplainedMessage, lastCode: number | null): Explanation {
  const origin = message.isKeywordAnswer ? ANSWERS_KEYWORD : null;
  const { unconfiguredGateway: gateway, phase } = message;
  if (gateway !== null && isClaimable(phase) && !isPaused(message))
    return explanationOf('gateway_not_configured', { ...NO_FACTS, gateway, origin });
  const isRetry = phase === 'waiting_retry';
  const number = isRetry ? lastCode : message.deliveryCode;
  const deliveryCode = (number === null ? undefined : findDeliveryCode(number)) ?? null;
  const code = codeOf(message, deliveryCode);
  return explanationOf(code, {
    ...NO_FACTS,
    nextAt: nextStepAt(message),
    deliveryCode,
    attempt: isRetry ? message.attempt + 1 : null,
    attempts: deliveryCode && attemptsFor(deliveryCode.code),
    gateway: waitsForGateway(message) ? message.outage.gateway : null,
    origin,
    ...(isSuppressed(code) && message.suppression && factsOf(message.suppression)),
  });
}

const isSuppressed = (code: ExplanationCode) => code.startsWith('suppressed_by_');

const factsOf = ({ at: suppressedAt, word, ownNumber }: SuppressionCause) => ({ suppressedAt, word, ownNumber });

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
  { status, handedOver, outcomeUnknown, expired, attempt, suppression }: ExplainedMessage,
  deliveryCode: DeliveryCode | null,
): ExplanationCode {
  if (expired) return 'expired';
  if (status === 'delivered' || status === 'cancelled') return status;
  if (outcomeUnknown) return 'outcome_unknown';
  // Only the code of delivered messages recommends nothing.
  if (!deliveryCode?.recommendedAction) return 'given_up';
  if (status === 'blocked') return handedOver ? 'blocked_by_gateway' : codeOfSuppression(suppression);
  if (deliveryCode.code === CODE_OF.Sent) return 'no_report';
  const attempts = attemptsFor(deliveryCode.code);
  if (!handedOver) return attempts === 1 ? 'refused' : 'refused_after_retries';
  if (attempts === 1) return 'failed_at_gateway';
  return attempt < attempts ? 'failed_at_gateway_without_retry' : 'failed_at_gateway_after_retries';
}

function codeOfSuppression(suppression: SuppressionCause | null): ExplanationCode {
  switch (suppression?.source) {
    case 'keyword':
      return suppression.word === null ? 'suppressed' : 'suppressed_by_keyword';
    case 'manual':
      return 'suppressed_by_organisation';
    case 'gateway':
      return 'suppressed_by_gateway';
    case undefined:
      return 'suppressed';
  }
}
