import type { ClaimedMessage } from '../../../db/sql/sms/claim-messages.js';
import { findOptOuts } from '../../../db/sql/sms/gateway-opt-outs.js';
import { suppress } from '../../../db/sql/sms/suppressions.js';
import type { OrganisationTx } from '../../../db/transaction.js';
import { CODE_OF, findDeliveryCode } from '../../../domain/sms/delivery-codes.js';
import { hashMobile } from '../../../domain/sms/mobile-hash.js';
import type { Services } from '../../context.js';

const OPTED_OUT = CODE_OF.UserInBlacklist;

/**
 * Messages to people who have told this gateway that they want no more of them become suppressed before they leave, and so
 * do the numbers for this organisation: as if the gateway had answered 406, but without asking it. Others that never
 * write to these people do not hear of it.
 */
export async function heedOptOuts(
  tx: OrganisationTx,
  { secretKey }: Pick<Services, 'secretKey'>,
  gateway: string,
  messages: readonly ClaimedMessage[],
): Promise<readonly ClaimedMessage[]> {
  // Most gateways have none, and hashing five hundred numbers takes milliseconds.
  if (!messages[0]?.gateway_has_opt_outs) return messages;
  const hashes = messages.map(({ mobile }) => hashMobile(secretKey, mobile));
  const refused = new Map<string, Set<string>>();
  for (const { mobile_hash: hash, sender_id: senderId } of await findOptOuts(tx, gateway, hashes)) {
    const key = hash.toString('hex');
    refused.set(key, (refused.get(key) ?? new Set()).add(senderId));
  }
  if (refused.size === 0) return messages;
  const isMeant = ({ sender_id: senderId, suppressed_by: known }: ClaimedMessage, hash: Buffer | undefined) => {
    const senders = refused.get(hash?.toString('hex') ?? '');
    if (!senders || known !== null) return false;
    // The gateway sends what has no sender under one of the account's, and we do not know which.
    return senderId === null || senders.has('') || senders.has(senderId);
  };
  const meant = new Set(messages.filter((message, place) => isMeant(message, hashes[place])));
  await suppress(tx, 'gateway', [...meant].map(suppressionOf));
  return messages.map((message) => (meant.has(message) ? { ...message, suppressed_by: OPTED_OUT } : message));
}

function suppressionOf({ mobile, sender_id: senderId }: ClaimedMessage) {
  const reason = findDeliveryCode(OPTED_OUT)?.meaning ?? null;
  return { mobile, senderId: senderId ?? '', deliveryCode: OPTED_OUT, reason, test: false };
}
