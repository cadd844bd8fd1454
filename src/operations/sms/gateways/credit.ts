import type { SmsGateway } from '../../../domain/sms/gateway.js';
import type { Services } from '../../context.js';

/** Asks a gateway for its credit; null if it cannot tell, or does not in time. */
export async function askCredit(
  { logger }: Pick<Services, 'logger'>,
  gateway: SmsGateway,
  timeoutMs: number,
): Promise<number | null> {
  try {
    return (await gateway.balance?.(AbortSignal.timeout(timeoutMs))) ?? null;
  } catch (error) {
    logger.warn({ err: error, gateway: gateway.name }, 'balance probe failed');
    return null;
  }
}

const GOOD_FOR_MS = 30_000;
/** A person waits for the preview. */
const TIMEOUT_MS = 3_000;

interface KnownCredit {
  readonly askedAtMs: number;
  readonly credit: Promise<number | null>;
}

const known = new WeakMap<SmsGateway, KnownCredit>();

/** As it was up to half a minute ago: a person who composes a campaign previews it again and again. */
export function recentCredit(services: Pick<Services, 'logger'>, gateway: SmsGateway): Promise<number | null> {
  const last = known.get(gateway);
  if (last && performance.now() - last.askedAtMs < GOOD_FOR_MS) return last.credit;
  const credit = askCredit(services, gateway, TIMEOUT_MS);
  known.set(gateway, { askedAtMs: performance.now(), credit });
  return credit;
}
