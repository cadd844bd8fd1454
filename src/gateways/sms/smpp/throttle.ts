import { backOff } from '../../../lib/back-off.js';

export interface Throttle {
  /** The SMSC throttled a request that was written at this time. Returns the pause. */
  hit(writtenAtMs: number): number;
  /** The SMSC accepted a message. */
  succeeded(): void;
  remainingMs(): number;
}

/** Back-off while the SMSC throttles. It starts again when the SMSC accepts a message. */
export function createThrottle(firstMs: number, longestMs: number): Throttle {
  let refusals = 0;
  let pausedUntilMs = 0;

  const remainingMs = (): number => Math.max(0, pausedUntilMs - performance.now());

  return {
    hit(writtenAtMs) {
      // All requests of a window are refused together, and count as one refusal.
      if (writtenAtMs < pausedUntilMs) return remainingMs() || firstMs;
      const pauseMs = backOff(refusals, { first: firstMs, longest: longestMs });
      refusals += 1;
      pausedUntilMs = performance.now() + pauseMs;
      return pauseMs;
    },
    succeeded() {
      refusals = 0;
    },
    remainingMs,
  };
}
