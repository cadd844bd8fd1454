import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { PostriderError } from '../../domain/errors.js';
import { ACCOUNT_LIMITS, type AccountLimit, type Limit } from '../../domain/limits.js';
import type { Logger } from '../../lib/log/logger.js';
import { networkOf } from '../../lib/net/address-ranges.js';
import { throttled } from './rate-limits.js';

export interface AccountLimits {
  /**
   * Counts one try, for the account that is named, whether it exists or not, and for the address that it comes from. When the
   * store is away nobody is let in: otherwise an attacker would only have to keep it busy.
   */
  consume(limit: AccountLimit, who: { readonly account?: string; readonly address: string }): Promise<void>;
}

/** Survives a crash of PostgreSQL, unlike the counts of ordinary calls. */
const TRIES_TABLE = 'account_tries';

export function createAccountLimits(pool: Pool, logger: Logger): AccountLimits {
  const limiters = new Map(
    Object.entries(ACCOUNT_LIMITS).map(([name, { together, account, address }]) => [
      name as AccountLimit,
      {
        address: createLimiter(`${name}_address`, address, pool),
        together: together && createLimiter(`${name}_together`, together, pool),
        account: account && createLimiter(`${name}_account`, account, pool),
      },
    ]),
  );
  return {
    async consume(limit, { account, address }) {
      const limiter = limiters.get(limit);
      const network = networkOf(address);
      // In this order: who has used theirs up does not use up what belongs to the owner of the account.
      await consumeOne(limiter?.address, network);
      if (account === undefined) return;
      await consumeOne(limiter?.together, digest(`${network} ${account}`));
      await consumeOne(limiter?.account, digest(account));
    },
  };

  async function consumeOne(limiter: RateLimiterPostgres | undefined, subject: string): Promise<void> {
    try {
      if (limiter) await countUse(limiter, subject);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) throw throttled(refusal.msBeforeNext);
      logger.warn({ err: refusal }, 'A sign-in or a code was refused: tries cannot be counted');
      const message = 'This is not possible at the moment. Try again in a few seconds.';
      throw new PostriderError('unavailable', message);
    }
  }
}

function createLimiter(keyPrefix: string, { points, windowSeconds }: Limit, pool: Pool): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: TRIES_TABLE,
    tableCreated: true,
    keyPrefix,
    points,
    duration: windowSeconds,
    // Housekeeping does it, once for all limits.
    clearExpiredByTimeout: false,
    inMemoryBlockOnConsumed: points + 1,
  });
}

/** Keys of the table are short, and need not tell who has tried to get in. */
function digest(account: string): string {
  return createHash('sha256').update(account).digest('base64url');
}

/** Clocks of several processes never agree to the millisecond; a window that seems twice as long is nobody's. */
const BELIEVED_WINDOWS = 2;

/**
 * Counts one use. The ends of windows are times of this process's clock: when it was ahead and has been set back, they are
 * as far away as it was ahead. Nobody is locked out for that, so such a window is forgotten and counting begins anew.
 */
async function countUse(limiter: RateLimiterPostgres, subject: string): Promise<RateLimiterRes> {
  try {
    const state = await limiter.consume(subject);
    if (isBelievable(limiter, state)) return state;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes) || isBelievable(limiter, refusal)) throw refusal;
  }
  await limiter.delete(subject);
  return limiter.consume(subject);
}

function isBelievable({ duration }: RateLimiterPostgres, { msBeforeNext }: RateLimiterRes): boolean {
  return msBeforeNext <= BELIEVED_WINDOWS * duration * 1000;
}
