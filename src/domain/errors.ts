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
  | 'idempotency_mismatch'
  | 'too_large'
  | 'throttled'
  | 'unavailable';

export class PostriderError extends Error {
  constructor(
    readonly kind: ErrorKind,
    /** Stable, snake_case, part of the contract. */
    readonly code: string,
    message: string,
    readonly fields: readonly FieldError[] = [],
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
    this.name = 'PostriderError';
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

export const liveForTestKey = (): PostriderError =>
  new PostriderError('forbidden', 'live_for_test_key', 'A test key cannot change what was sent with a live key.');

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
