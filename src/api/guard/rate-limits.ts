import type { Pool } from 'pg';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { PostriderError } from '../../domain/errors.js';
import {
  type CallsPerMinute,
  LIMITS,
  type OwnCallsPerMinute,
  RATE_LIMIT_BUCKETS,
  RATE_LIMIT_WINDOW_SECONDS,
  type RateLimitBucket,
} from '../../domain/limits.js';
import { createLogThrottle } from '../../lib/async/log-throttle.js';
import type { Logger } from '../../lib/log/logger.js';
import { type Count, type CountedCall, createSharedCounts } from './shared-counts.js';

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
   * `ThrottledError` for a throttled call. Limits that are not the organisation's own are those of the installation.
   */
  consume(subject: string, bucket: RateLimitBucket, own?: OwnCallsPerMinute): Promise<LimitState>;
  /** Returns the state of the limits of an organisation, and of a person who asks, without counting. */
  read(organisationId: string, personId: string | null, own?: OwnCallsPerMinute): Promise<LimitState[]>;
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

const WARN_AGAIN_AFTER_MS = 60_000;

/**
 * Counts calls in PostgreSQL, which all processes share: at most the limit in any 60 seconds, and at most a second too
 * strict. It has a pool of its own, so that calls are refused at once even when all other connections are busy. Used-up
 * limits are kept in memory and refuse further calls without a statement.
 */
export function createRateLimits(pool: Pool, logger: Logger, ofInstallation: CallsPerMinute): RateLimits {
  const warn = warnRarely(logger);
  // The pool replaces a connection that breaks while idle; without a listener its error would end the process.
  pool.on('error', warn);
  const counts = createSharedCounts(pool);
  const usedUp = createUsedUp();
  const alone = countAlone();

  return {
    async consume(subject, bucket, own = {}) {
      const limit = own[bucket] ?? ofInstallation[bucket];
      const key = keyOf(bucket, subject);
      // Callers whose limit has just changed, and people in several organisations, have several limits for one key.
      const limitOfKey = `${limit} ${key}`;
      const msLeft = usedUp.msLeft(limitOfKey);
      if (msLeft > 0) throw new ThrottledError(stateOf(bucket, limit, { calls: limit, msLeft }));
      let count: CountedCall;
      try {
        count = await counts.add(key, limit);
        if (!count.admitted) usedUp.remember(limitOfKey, count.msLeft);
      } catch (error) {
        warn(error);
        count = await alone(key, limit);
      }
      const state = stateOf(bucket, limit, count);
      if (count.admitted) return state;
      throw new ThrottledError(state);
    },
    async read(organisationId, personId, own = {}) {
      const asked = RATE_LIMIT_BUCKETS.filter((bucket) => bucket !== 'people' || personId !== null).map((bucket) => ({
        bucket,
        key: keyOf(bucket, (bucket === 'people' && personId) || organisationId),
        limit: own[bucket] ?? ofInstallation[bucket],
      }));
      const known = await counts.read(asked);
      return asked.map(({ bucket, key, limit }) => stateOf(bucket, limit, known.get(key) ?? { calls: 0, msLeft: 0 }));
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
function countAlone(): (key: string, limit: number) => Promise<CountedCall> {
  const counters = new RateLimiterMemory({ points: LIMITS.callsPerMinuteMax, duration: RATE_LIMIT_WINDOW_SECONDS });
  return async (key, limit) => {
    // A penalty counts without a limit: here the limit is that of the call.
    const { consumedPoints: calls, msBeforeNext: msLeft } = await counters.penalty(key);
    return { calls, msLeft, admitted: calls <= limit };
  };
}

function stateOf(bucket: RateLimitBucket, limit: number, { calls, msLeft }: Count): LimitState {
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
