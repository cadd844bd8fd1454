import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** Clocks of several processes never agree to the millisecond; a window that seems twice as long is nobody's. */
const BELIEVED_WINDOWS = 2;

/**
 * Counts one use. The ends of windows are times of this process's clock: when it was ahead and has been set back, they are
 * as far away as it was ahead. Nobody is locked out for that, so such a window is forgotten and counting begins anew.
 */
export async function countUse(limiter: RateLimiterPostgres, subject: string): Promise<RateLimiterRes> {
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
