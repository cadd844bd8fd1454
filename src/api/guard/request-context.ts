import type { Caller, Visitor } from '../../domain/context.js';
import type { PostriderError } from '../../domain/errors.js';
import type { Services } from '../../operations/context.js';
import type { AccountLimits } from './account-limits.js';
import type { Authenticator, Identity } from './authenticate.js';
import type { LimitState, RateLimits } from './rate-limits.js';

/** One request, whichever face it came in by. */
export interface RequestContext extends Services {
  readonly requestId: string;
  readonly rateLimits: RateLimits;
  readonly accountLimits: AccountLimits;
  readonly forgetSessions: Authenticator['forgetSessions'];
  readonly visitor: Visitor;
  /** Null: the call is made for no organisation. See `admit`, which lets in what needs none. */
  readonly caller: Caller | null;
  /** Why there is no caller. */
  readonly refusal: PostriderError | null;
  /** The root field that was let in before the document ran; its first call is not counted again. */
  preAdmitted: string | null;
  /** The call was counted before its document was read; its field does not count again. */
  isCounted: boolean;
  /** A field that must be the only one of its kind in a document has been let in. */
  isOneLetIn: boolean;
  /** For REST: errors that GraphQL puts into `userErrors`, or shows as null, are thrown. */
  throwsErrors: boolean;
  /** What the rate limit headers show: the tightest limit that the request has touched. */
  limits: LimitState | null;
  /** The token that the cookie is to hold from now on; null: none. */
  newSessionToken?: string | null;
}

/** What all requests of a process share. */
export interface RequestDesk {
  readonly services: Services;
  readonly rateLimits: RateLimits;
  readonly accountLimits: AccountLimits;
  readonly forgetSessions: Authenticator['forgetSessions'];
}

export function createRequestContext(
  { services, ...desk }: RequestDesk,
  { visitor, caller, ...identity }: Identity,
  requestId: string,
): RequestContext {
  const refusal = 'refusal' in identity ? identity.refusal : null;
  const common = { ...services, ...desk, visitor, caller, refusal, requestId };
  return { ...common, preAdmitted: null, isCounted: false, isOneLetIn: false, throwsErrors: false, limits: null };
}
