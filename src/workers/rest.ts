import { pause } from '../lib/async/abort.js';

/** Time between two looks, which an event may shorten. */
export interface Rest {
  /** Rests for this time, or until the signal. */
  take(ms: number, signal: AbortSignal): Promise<void>;
  /** Ends the present rest after this time at the latest. Between two rests: makes the next one no longer than this. */
  endWithin(ms: number): void;
}

export function createRest(): Rest {
  let nextMs = Infinity;
  /** Null between two rests. */
  let endsAtMs: number | null = null;
  let sleeping = new AbortController();
  return {
    endWithin(ms) {
      if (endsAtMs === null) {
        nextMs = Math.min(nextMs, ms);
      } else if (performance.now() + ms < endsAtMs) {
        endsAtMs = performance.now() + ms;
        sleeping.abort();
      }
    },
    async take(ms, signal) {
      endsAtMs = performance.now() + Math.min(ms, nextMs);
      nextMs = Infinity;
      while (!signal.aborted) {
        const leftMs = endsAtMs - performance.now();
        if (leftMs <= 0) break;
        sleeping = new AbortController();
        await pause(leftMs, AbortSignal.any([signal, sleeping.signal]));
      }
      endsAtMs = null;
    },
  };
}
