import type { ErrorCode } from './error-codes.js';

/**
 * Which error to use where. Operations throw one of these when the caller has to learn of it; the edge (src/api) alone
 * maps `kind` to a status or an extension. Anything else that is thrown is a fault of ours: logged in full, shown as
 * nothing. Messages are one sentence for humans and never contain a number, a text or a key.
 */

/** One complaint about one place in the input; `path` in the words of the API, for example ['recipients', '17', 'to']. */
export interface FieldError {
  readonly path: readonly string[];
  readonly code: string;
  readonly message: string;
}

export type ErrorKind =
  | 'unauthenticated'
  | 'forbidden'
  | 'invalid'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'idempotency_mismatch'
  | 'too_large'
  | 'throttled'
  | 'bad_gateway'
  | 'unavailable';

export class PostriderError extends Error {
  constructor(
    readonly kind: ErrorKind,
    readonly code: ErrorCode,
    message: string,
    readonly fields: readonly FieldError[] = [],
    readonly retryAfterSeconds?: number,
    /** Of the thing that the failure is about, where there is one. */
    readonly subjectId?: string,
  ) {
    super(message);
    this.name = 'PostriderError';
  }
}

/** A reader of the event log was away for longer than events are kept, and learns where the log begins now. */
export class EventsExpiredError extends PostriderError {
  constructor(readonly oldestSequence: number) {
    const message = `Events before ${oldestSequence} are no longer kept. Go on after ${oldestSequence - 1}, and read again what you keep of messages and campaigns.`;
    super('gone', 'events_expired', message);
  }
}

/** A subscriber takes events more slowly than they happen. */
export class SlowSubscriberError extends PostriderError {
  constructor(readonly resumeAfter: number) {
    const message = `Events come faster than this subscription is read. Go on with events(after: ${resumeAfter}), and subscribe again.`;
    super('throttled', 'too_slow', message);
  }
}

export const invalidInput = (fields: readonly FieldError[]): PostriderError =>
  new PostriderError('invalid', 'invalid', fields[0]?.message ?? 'The request is not valid.', fields);

export const fieldError = (path: string | readonly string[], code: string, message: string): FieldError => ({
  path: typeof path === 'string' ? [path] : path,
  code,
  message,
});

export const notFound = (what: string): PostriderError =>
  new PostriderError('not_found', 'not_found', `${what} not found.`);

/** People have scopes by their role, keys by themselves. */
export const missingScope = (caller: { readonly role: unknown } | null, missing: string): PostriderError =>
  new PostriderError('forbidden', 'forbidden', `${caller?.role ? 'Your role' : 'The API key'} lacks ${missing}.`);

export const liveForTestKey = (): PostriderError =>
  new PostriderError('forbidden', 'live_for_test_key', 'A test key cannot change what was sent with a live key.');

export const liveSuppressionForTestKey = (): PostriderError =>
  new PostriderError('forbidden', 'live_for_test_key', 'A test key cannot lift what holds for live messages.');

export const livePhoneForTestKey = (): PostriderError =>
  new PostriderError('forbidden', 'live_for_test_key', 'A test key leaves the phones of live keys alone.');

export const liveWebhookForTestKey = (): PostriderError =>
  new PostriderError('forbidden', 'live_for_test_key', 'A test key leaves the webhooks of live keys alone.');

/** The same for every reason, so that nobody learns which keys exist. */
export const unauthenticated = (): PostriderError =>
  new PostriderError(
    'unauthenticated',
    'unauthenticated',
    'The API key is missing or not valid, and nobody has signed in.',
  );

/** The same for an organisation that does not exist. */
export const notAMember = (): PostriderError =>
  new PostriderError('forbidden', 'not_a_member', 'You are not a member of this organisation.');

export const onlyForPeople = (): PostriderError =>
  new PostriderError('forbidden', 'not_a_person', 'Only people who have signed in may do this, not API keys.');

export const liveSenderForTestKey = (): PostriderError =>
  new PostriderError('forbidden', 'live_for_test_key', 'A test key leaves approved sender IDs alone.');

export const liveKeyForTestKey = (): PostriderError =>
  new PostriderError('forbidden', 'live_for_test_key', 'A test key leaves live keys alone, and makes none.');

/** The key has the scope, but is restricted. */
export const notAllowedForKey = (message: string): PostriderError =>
  new PostriderError('forbidden', 'not_allowed_for_key', message);

export const wrongCredentials = (): PostriderError =>
  new PostriderError('invalid', 'invalid_credentials', 'The e-mail address or the password is wrong.');

export const alreadyDispatched = (): PostriderError =>
  new PostriderError('conflict', 'already_dispatched', 'The message has already been dispatched.');

export const idempotencyInProgress = (): PostriderError =>
  new PostriderError(
    'conflict',
    'idempotency_in_progress',
    'A request with this Idempotency-Key is still running.',
    [],
    1,
  );

export const idempotencyMismatch = (): PostriderError =>
  new PostriderError(
    'idempotency_mismatch',
    'idempotency_mismatch',
    'This Idempotency-Key was used with another request body.',
  );

export const sessionNotConnected = (): PostriderError =>
  new PostriderError('conflict', 'session_not_connected', 'The phone of this session is not connected.');

export const providerRejected = (): PostriderError =>
  new PostriderError('bad_gateway', 'provider_rejected', 'The chat-app provider rejected the request.');

export const providerUnavailable = (): PostriderError =>
  new PostriderError(
    'bad_gateway',
    'provider_unavailable',
    'The chat-app provider cannot be reached. Nothing was changed; try again later.',
  );

/** The one failure after which something may have happened; it names the message, which tells when more is known. */
export const providerTimeout = (messageId: string): PostriderError =>
  new PostriderError(
    'bad_gateway',
    'provider_timeout',
    'The chat-app provider did not answer in time. The message may have been sent; it is not sent again.',
    [],
    undefined,
    messageId,
  );
