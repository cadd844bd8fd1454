import type { OrganisationTx } from '../../../db/postgres/transaction.js';
import { recordAttempts } from '../../../db/sql/sms/dispatch/attempts.js';

interface Attempt {
  /** The id of the message. */
  readonly id: string;
  readonly attempt: number;
}

/** Records attempts of which a worker left no answer: the messages may have reached the gateway. */
export function recordUnknown(
  tx: OrganisationTx,
  gateway: string,
  attempts: readonly Attempt[],
  rawReason: string | null,
): Promise<void> {
  return recordAttempts(
    tx,
    { gateway, foundByProviderId: false, requestedAt: new Date() },
    attempts.map(({ id, attempt }) => ({
      messageId: id,
      number: attempt,
      outcome: 'unknown',
      deliveryCode: null,
      providerId: null,
      rawCode: null,
      rawReason,
    })),
  );
}
