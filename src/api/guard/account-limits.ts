import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { PostriderError } from '../../domain/errors.js';
import { ACCOUNT_LIMITS, type AccountLimit, type Limit, type Trier } from '../../domain/limits.js';
import type { Logger } from '../../lib/log/logger.js';
import { networkOf } from '../../lib/net/address-ranges.js';
import { throttled } from './rate-limits.js';

export interface AccountLimits {
  /**
   * Counts a try, for the account that it names, whether it exists or not, and for the address that it comes from. If
   * PostgreSQL is unreachable the try is refused; otherwise an attacker could lift the limits by overloading the
   * database. A `device` in which the account has signed in before has a limit of its own, which strangers cannot use
   * up. Beyond it the try counts as that of a stranger, so a stolen mark of the device does not lock the owner out.
   */
  consume(limit: AccountLimit, who: Trier): Promise<void>;
}

/** This table survives a crash of PostgreSQL, unlike the counts of ordinary calls. */
const TRIES_TABLE = 'account_tries';

export function createAccountLimits(pool: Pool, logger: Logger): AccountLimits {
  const limiters = new Map(
    Object.entries(ACCOUNT_LIMITS).map(([name, { together, account, address, device }]) => [
      name as AccountLimit,
      {
        address: createLimiter(`${name}_address`, address, pool),
        together: together && createLimiter(`${name}_together`, together, pool),
        account: account && createLimiter(`${name}_account`, account, pool),
        device: device && createLimiter(`${name}_device`, device, pool),
      },
    ]),
  );
  return {
    async consume(limit, { account, address, device }) {
      const limiter = limiters.get(limit);
      if (device !== undefined && limiter?.device && (await consumeOne(limiter.device, device)) === 0) return;
      const network = networkOf(address);
      // The address is counted first: if it has used up its limit, it does not use up that of the account, which
      // belongs to the owner.
      await requireRoom(limiter?.address, network);
      if (account === undefined) return;
      await requireRoom(limiter?.together, digest(`${network} ${account}`));
      await requireRoom(limiter?.account, digest(account));
    },
  };

  async function requireRoom(limiter: RateLimiterPostgres | undefined, subject: string): Promise<void> {
    const waitMs = limiter ? await consumeOne(limiter, subject) : 0;
    if (waitMs > 0) throw throttled(waitMs);
  }

  /** Returns the time until the next try if there is no room for this one; otherwise 0. */
  async function consumeOne(limiter: RateLimiterPostgres, subject: string): Promise<number> {
    try {
      await countUse(limiter, subject);
      return 0;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return Math.max(1, refusal.msBeforeNext);
      logger.warn({ err: refusal }, 'a sign-in or a code was refused because tries cannot be counted');
      const message = 'This call is not possible at the moment. Try again in a few seconds.';
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
    // Housekeeping clears all limits at once.
    clearExpiredByTimeout: false,
    inMemoryBlockOnConsumed: points + 1,
  });
}

/** Keys are hashes: short, and without the address of the person. */
function digest(account: string): string {
  return createHash('sha256').update(account).digest('base64url');
}

/** Clocks of processes differ a little, but a window that seems twice as long was begun by a wrong clock. */
const BELIEVED_WINDOWS = 2;

/**
 * Counts a use. Windows end at a time of this process's clock. If the clock was ahead and is set back, the end is as
 * far away as it was ahead; such a window is deleted, so that it does not lock people out.
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
