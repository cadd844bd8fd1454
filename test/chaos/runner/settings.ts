import { longestCallMs } from '../../../src/domain/sms/hand-over-times.js';
import { createRandom } from '../../support/gateways/journal-gateway-behaviour.js';

/** The times by which the program keeps a frozen worker from sending twice. */
export interface Settings {
  readonly leaseSeconds: number;
  readonly maxFreezeSeconds: number;
  /** Of one call to a gateway. */
  readonly timeoutMs: number;
  readonly lookupSettleSeconds: number;
}

const LEASE_SECONDS = { least: 5, most: 8 };
const SHORTEST_CALL_MS = 1_000;
const LONGEST_SETTLE_SECONDS = 1;
/** So that another worker has time for its look-ups between the end of the lease and the end of a freeze. */
const LOOKUPS_SECONDS = 5;

/** Any that the program starts with, and short enough for everything to settle within a minute. */
export function drawSettings(seed: number): Settings {
  const random = createRandom(seed);
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const leaseSeconds = between(LEASE_SECONDS.least, LEASE_SECONDS.most);
  return {
    leaseSeconds,
    maxFreezeSeconds: between(leaseSeconds + LOOKUPS_SECONDS, 2 * leaseSeconds),
    timeoutMs: between(SHORTEST_CALL_MS, longestCallMs(leaseSeconds)),
    lookupSettleSeconds: between(0, LONGEST_SETTLE_SECONDS),
  };
}

export function environmentOf({ leaseSeconds, maxFreezeSeconds }: Settings): Record<string, string> {
  return { LEASE_SECONDS: String(leaseSeconds), MAX_FREEZE_SECONDS: String(maxFreezeSeconds) };
}
