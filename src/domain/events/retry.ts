import { backOff, withJitter } from '../../lib/back-off.js';

/** Delays after the first and each further failed attempt; about 22 hours in total. */
const RETRY_AFTER_SECONDS = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600, 28_800] as const;
const REQUESTED_SECONDS_MAX = 24 * 3600;

/** After this many consecutive failures the circuit opens: the endpoint is only probed. */
export const CIRCUIT_FAILURES = 5;
const PROBES = { first: 5, longest: 300 };

/** An endpoint that has failed for this long is disabled. */
export const GIVE_UP_AFTER_SECONDS = 5 * 24 * 3600;

/** Delay before the next attempt; null after the last one, when the delivery is dead. */
export function retryAfterSeconds(attempts: number, requestedSeconds: number | null, random: number): number | null {
  const planned = RETRY_AFTER_SECONDS[attempts - 1];
  if (planned === undefined) return null;
  return Math.max(withJitter(planned, random), limitRequested(requestedSeconds));
}

/** Whether the circuit is open: one call at a time is enough to see whether the endpoint has recovered. */
export function isOnlyProbed(failures: number): boolean {
  return failures >= CIRCUIT_FAILURES;
}

/** Pause after this many consecutive failures; 0 for none. */
export function pauseSeconds(failures: number, requestedSeconds: number | null, random: number): number {
  if (!isOnlyProbed(failures)) return limitRequested(requestedSeconds);
  return Math.max(backOff(failures - CIRCUIT_FAILURES, { ...PROBES, random }), limitRequested(requestedSeconds));
}

function limitRequested(requestedSeconds: number | null): number {
  return Math.min(requestedSeconds ?? 0, REQUESTED_SECONDS_MAX);
}
