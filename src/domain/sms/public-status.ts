import {
  type CampaignResult,
  type CampaignStatus,
  FAILED_STATUSES,
  type SmsStatus,
  type SubmissionStatus,
} from '../vocabulary.js';
import { CODE_OF, type DeliveryCode, findDeliveryCode } from './delivery-codes.js';

/** A message with one of these statuses that was not handed over never will be. */
export const NEVER_HANDED_OVER: readonly SmsStatus[] = [...FAILED_STATUSES, 'cancelled'];

/** Whether a recipient was handed to a gateway. A recipient that was handed over can still become blocked. */
export function submissionStatus(handedOver: boolean, status: SmsStatus): SubmissionStatus {
  if (handedOver) return 'sent';
  return NEVER_HANDED_OVER.includes(status) ? 'failed' : 'pending';
}

const OUTCOME_UNKNOWN = 'Outcome unknown';

export const ERROR_DESCRIPTION =
  `The error in one sentence, for people; null if there is none. It begins with "${OUTCOME_UNKNOWN}" if the ` +
  'response of the gateway was lost: the recipient may have the message.';

/** Why a message did not arrive. The meaning of a delivery code is its own sentence. */
export const SMS_ERRORS = {
  outcome_unknown: `${OUTCOME_UNKNOWN}: the answer of the gateway was lost, and no report came`,
  no_report: 'No delivery report arrived',
  delivery_code: null,
  not_delivered: 'The message could not be delivered',
  expired: 'The message expired before it could be sent',
} as const satisfies Readonly<Record<string, string | null>>;
export type SmsErrorCode = keyof typeof SMS_ERRORS;

export interface SmsError {
  readonly code: SmsErrorCode;
  /** For people. */
  readonly text: string;
}

interface ErrorFacts {
  /** The answer to the last attempt was lost. */
  readonly outcomeUnknown?: boolean | undefined;
  /** The message was cancelled because it had expired. */
  readonly expired?: boolean | undefined;
}

/** The error of a message; null if there is none. */
export function errorOf(
  status: SmsStatus,
  deliveryCode: number | null,
  { outcomeUnknown = false, expired = false }: ErrorFacts = {},
): SmsError | null {
  if (expired) return { code: 'expired', text: SMS_ERRORS.expired };
  if (!FAILED_STATUSES.includes(status)) return null;
  const meaning = findDeliveryCode(deliveryCode ?? 0)?.meaning;
  if (outcomeUnknown) return { code: 'outcome_unknown', text: SMS_ERRORS.outcome_unknown };
  if (deliveryCode === CODE_OF.Sent) return { code: 'no_report', text: SMS_ERRORS.no_report };
  if (meaning !== undefined) return { code: 'delivery_code', text: meaning };
  return { code: 'not_delivered', text: SMS_ERRORS.not_delivered };
}

const REPORT_MISSING = 'Check whether the gateway sends delivery reports';
/** A message can end with a code of messages under way: 101 if no delivery report came, 401 if no review ended. */
const ACTIONS_AT_THE_END: ReadonlyMap<number, string> = new Map([
  [CODE_OF.Sent, REPORT_MISSING],
  [CODE_OF.Queued, REPORT_MISSING],
  [CODE_OF.RiskHold, 'Ask the gateway why its review did not end'],
]);

/** What the sender should do about messages with this status and code; null if there is nothing to do. */
export function recommendedActionIn(
  status: SmsStatus,
  { code, recommendedAction }: Pick<DeliveryCode, 'code' | 'recommendedAction'>,
): string | null {
  if (status === 'delivered' || status === 'cancelled') return null;
  return (FAILED_STATUSES.includes(status) && ACTIONS_AT_THE_END.get(code)) || recommendedAction;
}

export interface CampaignState {
  readonly cancelledAt: string | null;
  readonly completedAt: string | null;
  readonly startedAt: string | null;
  /** Missing in answers that earlier versions stored. */
  readonly pausedAt: string | null | undefined;
  readonly scheduledAt: string | null;
  readonly queued: number;
  readonly held: number;
}

/** Derives the status of a campaign from its messages. It is not stored. */
export function campaignStatus(campaign: CampaignState, now: Date): CampaignStatus {
  if (campaign.cancelledAt !== null) return 'cancelled';
  if (campaign.completedAt !== null) return 'completed';
  if (campaign.pausedAt) return 'paused';
  // No message waits for dispatch, and at least one is held.
  if (campaign.held > 0 && campaign.queued === 0) return 'held';
  if (campaign.startedAt !== null) return 'running';
  const isLater = campaign.scheduledAt !== null && Date.parse(campaign.scheduledAt) > now.getTime();
  return isLater ? 'scheduled' : 'queued';
}

export interface CampaignOutcome {
  readonly cancelledAt: string | null;
  readonly completedAt: string | null;
  readonly invalid: number;
  readonly suppressed: number;
  readonly failed: number;
  readonly undelivered: number;
  readonly blocked: number;
}

/** How a campaign ended; null while it has not. Recipients that were not accepted are no failures. */
export function campaignResult({ cancelledAt, completedAt, ...numbers }: CampaignOutcome): CampaignResult | null {
  if (cancelledAt !== null) return 'cancelled';
  if (completedAt === null) return null;
  const { invalid, suppressed, failed, undelivered, blocked } = numbers;
  return failed + undelivered + blocked > invalid + suppressed ? 'with_failures' : 'succeeded';
}
