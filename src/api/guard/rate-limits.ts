import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { PostriderError } from '../../domain/errors.js';
import { RATE_LIMIT_BUCKETS, type RateLimitBucket } from '../../domain/limits.js';
import { createSeldom } from '../../lib/async/seldom.js';
import type { Logger } from '../../lib/log/logger.js';
import { type Count, createSharedCounts } from './shared-counts.js';

export interface LimitState {
  readonly bucket: RateLimitBucket;
  readonly limit: number;
  readonly remaining: number;
  readonly windowSeconds: number;
  /** Whole seconds until the window ends. */
  readonly resetSeconds: number;
}

export interface RateLimits {
  /** Counts one call of an organisation, a person or an address, exactly over any number of processes; a throttled one throws `ThrottledError`. */
  consume(subject: string, bucket: RateLimitBucket): Promise<LimitState>;
  /** How every limit stands, without counting. */
  read(organisationId: string): Promise<LimitState[]>;
}

export class ThrottledError extends PostriderError {
  constructor(readonly state: LimitState) {
    super('throttled', waitingMessage(state.resetSeconds), { retryAfterSeconds: state.resetSeconds });
  }
}

/** The same for limits that no header shows. */
export function throttled(waitMs: number): PostriderError {
  const seconds = wholeSeconds(waitMs);
  return new PostriderError('throttled', waitingMessage(seconds), { retryAfterSeconds: seconds });
}

const waitingMessage = (seconds: number) => `Request was throttled. Expected available in ${seconds} seconds.`;
const wholeSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));

const BUCKETS = Object.keys(RATE_LIMIT_BUCKETS) as RateLimitBucket[];
const WARN_AGAIN_AFTER_MS = 60_000;

/**
 * Kept in PostgreSQL, where all processes count together. The pool is one of its own: a call must be refused at once
 * even when all other connections are busy. Once a limit is used up, further calls are refused from memory.
 */
export function createRateLimits(pool: Pool, logger: Logger): RateLimits {
  const warn = warnRarely(logger);
  // A connection that breaks while idle is replaced by the pool; unheard, its error would end the process.
  pool.on('error', warn);
  const counts = createSharedCounts(pool);
  const usedUp = createUsedUp();
  const alone = new Map(BUCKETS.map((bucket) => [bucket, countAlone(bucket)]));

  return {
    async consume(subject, bucket) {
      const { points, windowSeconds } = RATE_LIMIT_BUCKETS[bucket];
      const key = keyOf(bucket, subject);
      const msLeft = usedUp.msLeft(key);
      if (msLeft > 0) throw new ThrottledError(stateOf(bucket, { calls: points, msLeft }));
      let count: Count;
      try {
        count = await counts.add(key, windowSeconds);
      } catch (error) {
        warn(error);
        return consumeAlone(alone.get(bucket) as RateLimiterMemory, subject, bucket);
      }
      if (count.calls <= points) return stateOf(bucket, count);
      usedUp.remember(key, count.msLeft);
      throw new ThrottledError(stateOf(bucket, count));
    },
    async read(organisationId) {
      const known = await counts.read(BUCKETS.map((bucket) => keyOf(bucket, organisationId)));
      return BUCKETS.map((bucket) => {
        const nothing = { calls: 0, msLeft: RATE_LIMIT_BUCKETS[bucket].windowSeconds * 1000 };
        return stateOf(bucket, known.get(keyOf(bucket, organisationId)) ?? nothing);
      });
    },
  };
}

const keyOf = (bucket: RateLimitBucket, subject: string) => `${bucket}:${subject}`;

const USED_UP_REMEMBERED_AT_MOST = 10_000;

/** The limits that are known to be used up, and until when. */
function createUsedUp() {
  const untilOf = new Map<string, number>();
  return {
    msLeft: (key: string) => (untilOf.get(key) ?? 0) - performance.now(),
    remember(key: string, msLeft: number) {
      untilOf.delete(key);
      // One that is forgotten is asked for again.
      if (untilOf.size >= USED_UP_REMEMBERED_AT_MOST) untilOf.delete(untilOf.keys().next().value as string);
      untilOf.set(key, performance.now() + msLeft);
    },
  };
}

/** This process alone, for as long as the database is away. */
function countAlone(bucket: RateLimitBucket): RateLimiterMemory {
  const { points, windowSeconds } = RATE_LIMIT_BUCKETS[bucket];
  return new RateLimiterMemory({ points, duration: windowSeconds, keyPrefix: bucket });
}

async function consumeAlone(limiter: RateLimiterMemory, subject: string, bucket: RateLimitBucket): Promise<LimitState> {
  const countOf = ({ consumedPoints, msBeforeNext }: RateLimiterRes) => ({
    calls: consumedPoints,
    msLeft: msBeforeNext,
  });
  try {
    return stateOf(bucket, countOf(await limiter.consume(subject)));
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw new ThrottledError(stateOf(bucket, countOf(refusal)));
    throw refusal;
  }
}

function stateOf(bucket: RateLimitBucket, { calls, msLeft }: Count): LimitState {
  const { points: limit, windowSeconds } = RATE_LIMIT_BUCKETS[bucket];
  return { bucket, limit, remaining: Math.max(0, limit - calls), windowSeconds, resetSeconds: wholeSeconds(msLeft) };
}

/** `RateLimit` as in the draft of the IETF, and the older names that clients look for. */
export function limitHeaders({
  bucket,
  limit,
  remaining,
  windowSeconds,
  resetSeconds,
}: LimitState): Record<string, string> {
  return {
    'ratelimit-policy': `"${bucket}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${bucket}";r=${remaining};t=${resetSeconds}`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(resetSeconds),
  };
}

/** Every call would say the same while the database is away. */
function warnRarely(logger: Logger): (error: unknown) => void {
  const seldom = createSeldom(WARN_AGAIN_AFTER_MS);
  return (error) =>
    seldom(() => logger.warn({ err: error }, 'Rate limits are counted by this process alone: the database is away'));
}
