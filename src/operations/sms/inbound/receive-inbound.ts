import { type InboundSms, toStored } from '../../../domain/sms/inbound/inbound-sms.js';
import { faultPoint } from '../../../lib/fault-points.js';
import type { Services } from '../../context.js';
import { storeTogether } from '../../kernel/store-together.js';

/** Stores what people have sent; when this has resolved, the gateway may forget it. */
export async function receiveInbound(
  { db, hints, logger }: Pick<Services, 'db' | 'hints' | 'logger'>,
  gateway: string,
  messages: readonly InboundSms[],
): Promise<void> {
  const receivedAt = new Date();
  const stored = messages.flatMap((message) => toStored(message, receivedAt) ?? []);
  if (stored.length < messages.length) {
    const dropped = messages.length - stored.length;
    logger.warn({ gateway, messages: dropped }, 'inbound messages without a sender or a number were dropped');
  }
  await storeTogether(db, 'inbound_sms', gateway, stored);
  faultPoint('reported');
  hints.nudge({ job: 'inbound-sms' });
}
