import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { PostriderError } from '../domain/errors.js';
import { RATE_LIMIT_BUCKETS, type RateLimitBucket } from '../domain/limits.js';
import type { Logger } from '../lib/logger.js';
import { createSeldom } from '../lib/seldom.js';
import { countUse } from './count-use.js';

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
    super('throttled', 'throttled', waitingMessage(state.resetSeconds), [], state.resetSeconds);
  }
}

/** The same for limits that no header shows. */
export function throttled(waitMs: number): PostriderError {
  const seconds = wholeSeconds(waitMs);
  return new PostriderError('throttled', 'throttled', waitingMessage(seconds), [], seconds);
}

const waitingMessage = (seconds: number) => `Request was throttled. Expected available in ${seconds} seconds.`;
const wholeSeconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000));

export const RATE_LIMITS_TABLE = 'rate_limits';
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
  const limiters = new Map(BUCKETS.map((bucket) => [bucket, createLimiter(bucket, pool)]));

  return {
    async consume(subject, bucket) {
      const { shared, alone } = limiterOf(bucket);
      try {
        return stateOf(bucket, await countUse(shared, subject));
      } catch (refusal) {
        // The library rejects with an answer when the limit is used up, and with an error when it could not ask.
        if (refusal instanceof RateLimiterRes) throw new ThrottledError(stateOf(bucket, refusal));
        warn(refusal);
        return consumeAlone(alone, subject, bucket);
      }
    },
    read(organisationId) {
      return Promise.all(
        BUCKETS.map(async (bucket) => stateOf(bucket, await limiterOf(bucket).shared.get(organisationId))),
      );
    },
  };

  function limiterOf(bucket: RateLimitBucket): Limiter {
    return limiters.get(bucket) as Limiter;
  }
}

interface Limiter {
  readonly shared: RateLimiterPostgres;
  /** This process alone, for as long as the database is away. */
  readonly alone: RateLimiterMemory;
}

function createLimiter(bucket: RateLimitBucket, pool: Pool): Limiter {
  const { points, windowSeconds } = RATE_LIMIT_BUCKETS[bucket];
  const common = { points, duration: windowSeconds, keyPrefix: bucket };
  return {
    shared: new RateLimiterPostgres({
      ...common,
      storeClient: pool,
      storeType: 'pool',
      tableName: RATE_LIMITS_TABLE,
      tableCreated: true,
      // One over the limit: the call that uses it up has not been refused.
      inMemoryBlockOnConsumed: points + 1,
    }),
    alone: new RateLimiterMemory(common),
  };
}

async function consumeAlone(limiter: RateLimiterMemory, subject: string, bucket: RateLimitBucket): Promise<LimitState> {
  try {
    return stateOf(bucket, await limiter.consume(subject));
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw new ThrottledError(stateOf(bucket, refusal));
    throw refusal;
  }
}

function stateOf(bucket: RateLimitBucket, result: RateLimiterRes | null): LimitState {
  const { points, windowSeconds } = RATE_LIMIT_BUCKETS[bucket];
  const resetSeconds = result ? wholeSeconds(result.msBeforeNext) : windowSeconds;
  // A call that is refused from memory comes without numbers.
  const remaining = result ? Math.max(0, result.remainingPoints) : points;
  return { bucket, limit: points, remaining, windowSeconds, resetSeconds };
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
