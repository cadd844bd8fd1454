import type { VerdictGroup } from '../../../db/sql/sms/apply-verdicts.js';
import { suppressRecipients } from '../../../db/sql/sms/suppressions.js';
import type { OrganisationTx } from '../../../db/transaction.js';
import { CODE_OF, findDeliveryCode } from '../../../domain/sms/delivery-codes.js';

/** A blacklisted sender is suppressed for that sender only, a do-not-disturb number for the whole organisation. */
export async function suppressBlocked(tx: OrganisationTx, { verdict, messageIds }: VerdictGroup) {
  // What we have not sent, because the number is suppressed, teaches nothing new about it.
  if (verdict.status !== 'blocked' || verdict.deliveryCode === null || verdict.refundsAttempt) return;
  await suppressRecipients(tx, messageIds, {
    forSenderOnly: verdict.deliveryCode === CODE_OF.UserInBlacklist,
    deliveryCode: verdict.deliveryCode,
    reason: findDeliveryCode(verdict.deliveryCode)?.meaning ?? null,
  });
}
