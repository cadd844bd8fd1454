import type { ChangedMessage, VerdictOn } from '../db/queries/apply-verdicts.js';
import { suppress } from '../db/queries/suppressions.js';
import type { Tx } from '../db/transaction.js';
import { findDeliveryCode } from '../domain/delivery-codes.js';

/** 409 forbids the number to the whole organisation, 406 to the sender that the recipient has blacklisted. */
export async function suppressBlocked(
  tx: Tx,
  organisationId: string,
  verdicts: readonly VerdictOn[],
  changed: readonly ChangedMessage[],
): Promise<void> {
  const codes = new Map(verdicts.map(({ messageId, verdict }) => [messageId, verdict.deliveryCode]));
  const entries = changed.flatMap((message) => {
    const code = codes.get(message.id);
    if (message.status !== 'blocked' || message.mobile === null || !code) return [];
    return {
      mobile: message.mobile,
      senderId: code === 406 ? (message.sender_id ?? '') : '',
      deliveryCode: code,
      reason: findDeliveryCode(code)?.meaning ?? null,
    };
  });
  await suppress(tx, organisationId, 'gateway', entries);
}
