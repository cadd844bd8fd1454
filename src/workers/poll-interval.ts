/** How long a worker waits until it asks a question about all organisations again. */
export interface PollInterval {
  /** Notes what an answer has cost, in the time it took; see `costOfAskingAll`. */
  took(ms: number): void;
  /** While there is work. */
  readonly busyMs: number;
  /** While there is none, and for questions whose answers may come late. */
  readonly idleMs: number;
}

interface Limits {
  /** Slower answers make the interval longer, in proportion. */
  readonly slowMs: number;
  readonly longestMs: number;
}

const BUSY: Limits = { slowMs: 20, longestMs: 10_000 };
const IDLE: Limits = { slowMs: 4, longestMs: 30_000 };
/** The quickest of these answers tells what one takes while nothing else is under way. */
const ANSWERS_REMEMBERED = 5;

/**
 * The usual interval if answers come quickly. In a database of several nodes a question goes to every shard: if a
 * worker asked as often with 128 shards as with 8, it would cost many times as much while it is idle.
 */
export function createPollInterval(usualMs: number): PollInterval {
  let lastMs: readonly number[] = [];
  const intervalMs = ({ slowMs, longestMs }: Limits) => {
    if (lastMs.length < ANSWERS_REMEMBERED) return usualMs;
    const inProportion = usualMs * (Math.min(...lastMs) / slowMs);
    return Math.max(usualMs, Math.min(inProportion, longestMs));
  };
  return {
    took(ms) {
      lastMs = [ms, ...lastMs].slice(0, ANSWERS_REMEMBERED);
    },
    get busyMs() {
      return intervalMs(BUSY);
    },
    get idleMs() {
      return intervalMs(IDLE);
    },
  };
}
