import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { PostriderError } from '../../domain/errors.js';
import { RATE_LIMIT_BUCKETS, RATE_LIMIT_WINDOW_SECONDS, type RateLimitBucket } from '../../domain/limits.js';
import { createLogThrottle } from '../../lib/async/log-throttle.js';
import type { Logger } from '../../lib/log/logger.js';
import { type Count, createSharedCounts } from './shared-counts.js';

export interface LimitState {
  readonly bucket: RateLimitBucket;
  readonly limit: number;
  readonly remaining: number;
  readonly windowSeconds: number;
  /**
   * Seconds until the oldest counted calls leave the window, so that more are admitted; rounded up, 0 without calls.
   */
  readonly resetSeconds: number;
}

export interface RateLimits {
  /**
   * Counts a call of an organisation, a person or an address, exactly over any number of processes. Throws
   * `ThrottledError` for a throttled call.
   */
  consume(subject: string, bucket: RateLimitBucket): Promise<LimitState>;
  /** Returns the state of the limits of an organisation, and of a person who asks, without counting. */
  read(organisationId: string, personId: string | null): Promise<LimitState[]>;
}

export class ThrottledError extends PostriderError {
  constructor(readonly state: LimitState) {
    super('throttled', waitingMessage(state.resetSeconds), { retryAfterSeconds: state.resetSeconds });
  }
}

/** The error for limits that no header shows. */
export function throttled(waitMs: number): PostriderError {
  const seconds = wholeSeconds(waitMs);
  return new PostriderError('throttled', waitingMessage(seconds), { retryAfterSeconds: seconds });
}

const waitingMessage = (seconds: number) => `Request was throttled. Expected available in ${seconds} seconds.`;
const wholeSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));

const BUCKETS = Object.keys(RATE_LIMIT_BUCKETS) as RateLimitBucket[];
const WARN_AGAIN_AFTER_MS = 60_000;

/**
 * Counts calls in PostgreSQL, which all processes share: at most the limit in any 60 seconds, and at most a second too
 * strict. It has a pool of its own, so that calls are refused at once even when all other connections are busy. Used-up
 * limits are kept in memory and refuse further calls without a statement.
 */
export function createRateLimits(pool: Pool, logger: Logger): RateLimits {
  const warn = warnRarely(logger);
  // The pool replaces a connection that breaks while idle; without a listener its error would end the process.
  pool.on('error', warn);
  const counts = createSharedCounts(pool);
  const usedUp = createUsedUp();
  const alone = new Map(BUCKETS.map((bucket) => [bucket, countAlone(bucket)]));

  return {
    async consume(subject, bucket) {
      const { points } = RATE_LIMIT_BUCKETS[bucket];
      const key = keyOf(bucket, subject);
      const msLeft = usedUp.msLeft(key);
      if (msLeft > 0) throw new ThrottledError(stateOf(bucket, { calls: points, msLeft }));
      let count: Awaited<ReturnType<typeof counts.add>>;
      try {
        count = await counts.add(key, points);
      } catch (error) {
        warn(error);
        return consumeAlone(alone.get(bucket) as RateLimiterMemory, subject, bucket);
      }
      if (count.admitted) return stateOf(bucket, count);
      usedUp.remember(key, count.msLeft);
      throw new ThrottledError(stateOf(bucket, count));
    },
    async read(organisationId, personId) {
      const buckets = BUCKETS.filter((bucket) => bucket !== 'people' || personId !== null);
      const keyOfBucket = (bucket: RateLimitBucket) =>
        keyOf(bucket, (bucket === 'people' && personId) || organisationId);
      const known = await counts.read(buckets.map(keyOfBucket));
      return buckets.map((bucket) => stateOf(bucket, known.get(keyOfBucket(bucket)) ?? { calls: 0, msLeft: 0 }));
    },
  };
}

const keyOf = (bucket: RateLimitBucket, subject: string) => `${bucket}:${subject}`;

const USED_UP_REMEMBERED_AT_MOST = 10_000;

/** The limits that are used up, each with the time until another call is admitted. */
function createUsedUp() {
  const untilOf = new Map<string, number>();
  return {
    msLeft: (key: string) => (untilOf.get(key) ?? 0) - performance.now(),
    remember(key: string, msLeft: number) {
      untilOf.delete(key);
      // PostgreSQL is queried again about an evicted limit.
      if (untilOf.size >= USED_UP_REMEMBERED_AT_MOST) untilOf.delete(untilOf.keys().next().value as string);
      untilOf.set(key, performance.now() + msLeft);
    },
  };
}

/** Counts in this process only, in windows that do not slide, while PostgreSQL is unreachable. */
function countAlone(bucket: RateLimitBucket): RateLimiterMemory {
  const { points } = RATE_LIMIT_BUCKETS[bucket];
  return new RateLimiterMemory({ points, duration: RATE_LIMIT_WINDOW_SECONDS, keyPrefix: bucket });
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
  const { points: limit } = RATE_LIMIT_BUCKETS[bucket];
  const remaining = Math.max(0, limit - calls);
  return { bucket, limit, remaining, windowSeconds: RATE_LIMIT_WINDOW_SECONDS, resetSeconds: Math.ceil(msLeft / 1000) };
}

/** The header `RateLimit` as in the IETF draft, and older names that clients read. */
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

/** Warns rarely, because every call fails while the database is unreachable. */
function warnRarely(logger: Logger): (error: unknown) => void {
  const throttled = createLogThrottle(WARN_AGAIN_AFTER_MS);
  return (error) =>
    throttled(() => logger.warn({ err: error }, 'the database is away; this process counts rate limits alone'));
}
