import { storeOptOuts } from '../../../db/sql/sms/gateway-opt-outs.js';
import type { OptOut } from '../../../domain/sms/gateway.js';
import { hashMobile } from '../../../domain/sms/mobile-hash.js';
import type { Services } from '../../context.js';

/**
 * Takes into safe keeping who has told a gateway that they want no more messages; when this has resolved, the gateway may
 * forget them. It does not say whose messages they were: that shows when somebody is about to write to them.
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
