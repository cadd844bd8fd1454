import type { SmsStatus, SubmissionStatus } from '../vocabulary.js';
import { CODE_OF, findDeliveryCode } from './delivery-codes.js';

/** Statuses in which a message that no gateway has taken will not be taken any more. */
export const NEVER_HANDED_OVER = [
  'failed',
  'undelivered',
  'blocked',
  'cancelled',
] as const satisfies readonly SmsStatus[];

const WITHOUT_ERROR: ReadonlySet<SmsStatus> = new Set(['queued', 'held', 'sent', 'delivered', 'cancelled']);
const ENDED: ReadonlySet<SmsStatus> = new Set(NEVER_HANDED_OVER);
/** A message that ends with the code of success was never reported on. */

/** Was this recipient handed to a gateway? A recipient that was can still turn out to be blocked. */
export function submissionStatus(handedOver: boolean, status: SmsStatus): SubmissionStatus {
  if (handedOver) return 'sent';
  return ENDED.has(status) ? 'failed' : 'pending';
}

const OUTCOME_UNKNOWN = 'Outcome unknown';

export const ERROR_DESCRIPTION =
  `The error in one sentence, for people; null if there is none. It begins with "${OUTCOME_UNKNOWN}" if the ` +
  'response of the gateway was lost: the recipient may have the message.';

/**
 * What went wrong, for humans; null when nothing has. `outcomeUnknown`: the answer to the last attempt was lost, so the
 * recipient may have the message.
 */
export function errorText(status: SmsStatus, deliveryCode: number | null, outcomeUnknown = false): string | null {
  if (WITHOUT_ERROR.has(status)) return null;
  if (outcomeUnknown) return `${OUTCOME_UNKNOWN}: the answer of the gateway was lost, and no report came`;
  if (deliveryCode === CODE_OF.Sent) return 'No delivery report arrived';
  return findDeliveryCode(deliveryCode ?? 0)?.meaning ?? 'The message could not be delivered';
}
