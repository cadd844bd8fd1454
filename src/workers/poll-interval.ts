/** How often a question about all organisations is asked. */
export interface Pace {
  /** Notes how long an answer took. */
  took(ms: number): void;
  /** How long the question rests if something has happened since it was asked. */
  readonly restMs: number;
  /** The same if nothing has happened. */
  readonly idleRestMs: number;
}

interface Limits {
  /** Answers that take longer make the rest longer, in proportion. */
  readonly baselineMs: number;
  readonly longestRestMs: number;
}

/** With the usual two seconds, a worker spends at most a hundredth of its time on the question while there is work, */
const BUSY: Limits = { baselineMs: 20, longestRestMs: 10_000 };
/** and a five-hundredth while there is none. */
const IDLE: Limits = { baselineMs: 4, longestRestMs: 60_000 };
/** The quickest of these answers tells what one takes while nothing else is under way. */
const ANSWERS_REMEMBERED = 5;

/**
 * The usual interval while answers come quickly, as those of one PostgreSQL do. On Citus a question goes to every shard: asked as often for
 * 128 shards as for 8, it would make an idle worker many times as dear.
 */
export function createPace(usualMs: number): Pace {
  let lastMs: readonly number[] = [];
  const restWithin = ({ baselineMs, longestRestMs }: Limits) => {
    if (lastMs.length < ANSWERS_REMEMBERED) return usualMs;
    const inProportion = usualMs * (Math.min(...lastMs) / baselineMs);
    return Math.max(usualMs, Math.min(inProportion, longestRestMs));
  };
  return {
    took(ms) {
      lastMs = [ms, ...lastMs].slice(0, ANSWERS_REMEMBERED);
    },
    get restMs() {
      return restWithin(BUSY);
    },
    get idleRestMs() {
      return restWithin(IDLE);
    },
  };
}
