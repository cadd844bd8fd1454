import type { Caller, Context, Services } from '../domain/context.js';
import type { LimitState, RateLimits } from './rate-limits.js';

/** One request, whichever face it came in by. */
export interface RequestContext extends Context {
  readonly requestId: string;
  readonly rateLimits: RateLimits;
  /** The root field that was let in before the document ran; its first call is not counted again. */
  preAdmitted: string | null;
  /** What the rate limit headers show: the tightest limit that the request has touched. */
  limits: LimitState | null;
}

export function createRequestContext(
  services: Services,
  rateLimits: RateLimits,
  caller: Caller,
  requestId: string,
): RequestContext {
  return { ...services, rateLimits, caller, requestId, preAdmitted: null, limits: null };
}
