import { storeOptOuts } from '../../../db/sql/sms/gateways/gateway-opt-outs.js';
import { hashMobile } from '../../../domain/secret-keys.js';
import type { OptOut } from '../../../domain/sms/gateway.js';
import type { Services } from '../../context.js';

/**
 * Stores opt-outs that a gateway reports; when this has resolved, the gateway may forget them. The gateway does not say
 * which organisation the recipient has opted out of, so a worker applies an opt-out when an organisation next sends to
 * the number.
 */
export async function receiveOptOuts(
  { db, secretKey }: Pick<Services, 'db' | 'secretKey'>,
  gateway: string,
  optOuts: readonly OptOut[],
): Promise<void> {
  const stored = optOuts.map(({ mobile, senderId }) => ({
    mobile_hash: hashMobile(secretKey, mobile),
    sender_id: senderId ?? '',
  }));
  await storeOptOuts(db, gateway, stored);
}
