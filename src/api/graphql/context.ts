import type { Context } from '../../domain/context.js';
import type { RateLimitBucket } from '../../domain/limits.js';

/** What resolvers are given with each request. */
export interface ResolverContext extends Context {
  readonly rateLimits: { read(organisationId: string): Promise<readonly RateLimitState[]> };
}

export interface RateLimitState {
  readonly bucket: RateLimitBucket;
  readonly limit: number;
  readonly remaining: number;
  readonly windowSeconds: number;
  readonly resetSeconds: number;
}
