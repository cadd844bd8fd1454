import { setTimeout as sleep } from 'node:timers/promises';

/** Time between two looks, which an event may shorten. */
export interface Rest {
  /** Rests for this time, or until the signal. */
  take(ms: number, signal: AbortSignal): Promise<void>;
  /** Ends the rest after this time at the latest: the present one or, between two rests, the next. */
  endWithin(ms: number): void;
}

export function createRest(): Rest {
  let endsAtMs = Infinity;
  let present = new AbortController();
  const endWithin = (ms: number) => {
    const atMs = performance.now() + ms;
    if (atMs >= endsAtMs) return;
    endsAtMs = atMs;
    present.abort();
  };
  return {
    endWithin,
    async take(ms, signal) {
      endWithin(ms);
      for (;;) {
        const remainingMs = endsAtMs - performance.now();
        if (remainingMs <= 0 || signal.aborted) break;
        present = new AbortController();
        const until = AbortSignal.any([signal, present.signal]);
        await sleep(remainingMs, undefined, { signal: until }).catch(() => undefined);
      }
      endsAtMs = Infinity;
    },
  };
}
