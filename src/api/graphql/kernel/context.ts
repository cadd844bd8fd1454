import type { Caller, Person, Visitor } from '../../../domain/context.js';
import type { AccountLimit, OwnCallsPerMinute, RateLimitBucket, Trier } from '../../../domain/limits.js';
import type { Scope } from '../../../domain/vocabulary.js';
import type { Context, Services } from '../../../operations/context.js';

/** The context of resolvers that act for an organisation. */
export interface ResolverContext extends Context {
  readonly rateLimits: {
    read(organisationId: string, personId: string | null, own: OwnCallsPerMinute): Promise<readonly RateLimitState[]>;
  };
  /** True for REST: errors are thrown that GraphQL puts into `userErrors`, or shows as null. */
  readonly throwsErrors: boolean;
}

/** Whether the caller may read what this scope opens. */
export const hasScope = ({ caller }: Pick<ResolverContext, 'caller'>, scope: Scope) => caller.scopes.includes(scope);

/** The context of resolvers that serve people with or without an organisation. */
export interface VisitorContext extends Services {
  readonly visitor: Visitor;
  readonly caller: Caller | null;
  readonly accountLimits: { consume(limit: AccountLimit, who: Trier): Promise<void> };
  /** Called when sessions have ended, so that this process refuses their cookies at once. */
  readonly forgetSessions: () => void;
  /** A string becomes a cookie of the response, null deletes the cookie. */
  readonly session: { newToken?: string | null; newMark?: string | null };
}

/** The context of resolvers that serve people who have signed in. */
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
