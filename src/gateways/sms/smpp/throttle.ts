import { backOff } from '../../../lib/back-off.js';

export interface Throttle {
  /** The centre found a request too fast that was written then. Answers for how long to leave it alone. */
  hit(writtenAtMs: number): number;
  /** The centre took a message. */
  succeeded(): void;
  remainingMs(): number;
}

/** A pause that doubles while the centre refuses whatever follows it, and starts over once it takes something. */
export function createThrottle(firstMs: number, longestMs: number): Throttle {
  let refusals = 0;
  let pausedUntilMs = 0;

  const remainingMs = (): number => Math.max(0, pausedUntilMs - performance.now());

  return {
    hit(writtenAtMs) {
      // A whole window is refused at once, and that is one refusal.
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
