import type { Caller, Person, Visitor } from '../../../domain/context.js';
import type { AccountLimit, RateLimitBucket } from '../../../domain/limits.js';
import type { Context, Services } from '../../../operations/context.js';

/** What resolvers are given with each request. */
export interface ResolverContext extends Context {
  readonly rateLimits: { read(organisationId: string): Promise<readonly RateLimitState[]> };
  /** Errors that GraphQL puts into `userErrors`, or shows as null, are thrown. */
  readonly throwsErrors: boolean;
}

/** What resolvers are given that serve people whether or not they act for an organisation. */
export interface VisitorContext extends Services {
  readonly visitor: Visitor;
  readonly caller: Caller | null;
  readonly accountLimits: {
    consume(limit: AccountLimit, who: { readonly account?: string; readonly address: string }): Promise<void>;
  };
  /** After sessions have ended: this process refuses their cookies from now on. */
  readonly forgetSessions: () => void;
  /** A string becomes the session cookie of the response, null deletes the cookie. */
  readonly session: { newToken?: string | null };
}

/** What resolvers are given that serve people who have signed in. */
export interface PersonContext extends VisitorContext {
  readonly visitor: Visitor & { readonly person: Person };
}

export interface RateLimitState {
  readonly bucket: RateLimitBucket;
  readonly limit: number;
  readonly remaining: number;
  readonly windowSeconds: number;
  readonly resetSeconds: number;
}
