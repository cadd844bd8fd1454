import type { Caller, Visitor } from '../../domain/context.js';
import type { PostriderError } from '../../domain/errors.js';
import type { Services } from '../../operations/context.js';
import type { AccountLimits } from './account-limits.js';
import type { Authenticator, Identity } from './authenticate.js';
import type { LimitState, RateLimits } from './rate-limits.js';

/** What all requests of a process share. */
export interface RequestDependencies {
  readonly services: Services;
  readonly rateLimits: RateLimits;
  readonly accountLimits: AccountLimits;
  readonly forgetSessions: Authenticator['forgetSessions'];
}

/**
 * One request of any API: who calls, and what the process has found out about the call. It extends Services, because
 * resolvers pass it on to operations. Apollo gives resolvers a shallow copy, so state that changes stands in objects of
 * its own, which the copy shares.
 */
export interface RequestContext extends Services, Omit<RequestDependencies, 'services'> {
  readonly requestId: string;
  readonly visitor: Visitor;
  /** The organisation and the actor of the call; null if the call is not made for an organisation. */
  readonly caller: Caller | null;
  /** Why `caller` is null. `admit` throws it for fields that need a caller. */
  readonly refusal: PostriderError | null;
  readonly admission: Admission;
  readonly session: SessionChange;
  /** True for REST: errors are thrown that GraphQL puts into `userErrors`, or shows as null. */
  readonly throwsErrors: boolean;
}

/** How far the call has been admitted; changed by admission.ts. */
export interface Admission {
  /** The root field that REST admitted before it read the body; its first resolution is not counted again. */
  preAdmitted: string | null;
  /** True if the call was counted before its document was read; its fields are not counted again. */
  isCounted: boolean;
  /** True after a field with the policy `alone`: a second one is refused. */
  hasLoneField: boolean;
  /**
   * The refusals of root fields, up to that of a field that is not null: the answer has no data then, and graphql-js
   * leaves the other fields out of it.
   */
  readonly refusals: unknown[];
  refusesAll: boolean;
  /** True if the answer may hold a key, a token or a code. */
  holdsSecret: boolean;
  /** The tightest limit that the call was counted against, for the rate limit headers. */
  limit: LimitState | null;
}

/**
 * What the response does to the cookies. A string is set, null deletes the cookie, and undefined leaves it as it is.
 */
export interface SessionChange {
  newToken?: string | null;
  /** The mark of the device. */
  newMark?: string | null;
}

export function createRequestContext(
  { services, ...dependencies }: RequestDependencies,
  { visitor, caller, ...identity }: Identity,
  requestId: string,
): RequestContext {
  return {
    ...services,
    ...dependencies,
    requestId,
    visitor,
    caller,
    refusal: 'refusal' in identity ? identity.refusal : null,
    admission: {
      preAdmitted: null,
      isCounted: false,
      hasLoneField: false,
      refusals: [],
      refusesAll: false,
      holdsSecret: false,
      limit: null,
    },
    session: {},
    throwsErrors: false,
  };
}
