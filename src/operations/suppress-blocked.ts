import type { VerdictGroup } from '../db/queries/apply-verdicts.js';
import { suppressRecipients } from '../db/queries/suppressions.js';
import type { Tx } from '../db/transaction.js';
import { findDeliveryCode } from '../domain/delivery-codes.js';

/** 409 forbids the number to the whole organisation, 406 to the sender that the recipient has blacklisted. */
export async function suppressBlocked(tx: Tx, organisationId: string, { verdict, messageIds }: VerdictGroup) {
  // What we have not sent, because the number is suppressed, teaches nothing new about it.
  if (verdict.status !== 'blocked' || verdict.deliveryCode === null || verdict.refundsAttempt) return;
  await suppressRecipients(tx, organisationId, messageIds, {
    forSenderOnly: verdict.deliveryCode === 406,
    deliveryCode: verdict.deliveryCode,
    reason: findDeliveryCode(verdict.deliveryCode)?.meaning ?? null,
  });
}
