import { backOff, withJitter } from '../../lib/back-off.js';

/** After the first attempt and each further one that failed; about 22 hours in all. */
const RETRY_AFTER_SECONDS = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600, 28_800] as const;
const LONGEST_WISH_SECONDS = 24 * 3600;

/** Calls that failed one after the other: from then on the endpoint is only probed. */
export const CIRCUIT_FAILURES = 5;
const PROBES = { first: 5, longest: 300 };

/** An endpoint that has not taken anything for so long is disabled. */
export const GIVE_UP_AFTER_SECONDS = 5 * 24 * 3600;

/** When an event is tried again after so many attempts; null: never, it is a dead letter. */
export function retryAfterSeconds(attempts: number, askedForSeconds: number | null, random: number): number | null {
  const planned = RETRY_AFTER_SECONDS[attempts - 1];
  if (planned === undefined) return null;
  return Math.max(withJitter(planned, random), wishOf(askedForSeconds));
}

/** Whether an endpoint has failed so often that one call at a time is enough to see whether it is back. */
export function isOnlyProbed(failures: number): boolean {
  return failures >= CIRCUIT_FAILURES;
}

/** How long an endpoint is left alone after so many calls that failed in a row; 0: it is not. */
export function pauseSeconds(failures: number, askedForSeconds: number | null, random: number): number {
  if (!isOnlyProbed(failures)) return wishOf(askedForSeconds);
  return Math.max(backOff(failures - CIRCUIT_FAILURES, { ...PROBES, random }), wishOf(askedForSeconds));
}

function wishOf(askedForSeconds: number | null): number {
  return Math.min(askedForSeconds ?? 0, LONGEST_WISH_SECONDS);
}
