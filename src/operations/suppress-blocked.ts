import type { VerdictGroup } from '../db/queries/apply-verdicts.js';
import { suppressRecipients } from '../db/queries/suppressions.js';
import type { Tx } from '../db/transaction.js';
import { findDeliveryCode } from '../domain/delivery-codes.js';

/** 409 forbids the number to the whole organisation, 406 to the sender that the recipient has blacklisted. */
export async function suppressBlocked(tx: Tx, organisationId: string, { verdict, messageIds }: VerdictGroup) {
  if (verdict.status !== 'blocked' || verdict.deliveryCode === null) return;
  await suppressRecipients(tx, organisationId, messageIds, {
    forSenderOnly: verdict.deliveryCode === 406,
    deliveryCode: verdict.deliveryCode,
    reason: findDeliveryCode(verdict.deliveryCode)?.meaning ?? null,
  });
}
