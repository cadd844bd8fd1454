import { ERRORS, type ErrorCode, type ErrorKind, type FieldCode } from './error-codes.js';

/**
 * Errors that operations throw when the caller has to learn of them. The API (src/api/error-map.ts) logs every other error
 * and shows none of its content. Messages are one sentence for people and never contain a phone number, a text or a key.
 */

/** One complaint about one place in the input; `path` in the words of the API, for example ['recipients', '17', 'to']. */
export interface FieldError {
  readonly path: readonly string[];
  /** `unknown_name`: a misspelt name, which only REST looks for. */
  readonly code: ErrorCode | FieldCode | 'unknown_name';
  readonly message: string;
}

interface Details {
  readonly fields?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
  readonly subjectId?: string;
}

/** An error of the table. Its message is the public description of the code, unless it is thrown with a more exact one. */
export class PostriderError extends Error {
  readonly kind: ErrorKind;
  readonly fields: readonly FieldError[];
  readonly retryAfterSeconds: number | undefined;
  /** Id of the thing that the failure is about. */
  readonly subjectId: string | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string = ERRORS[code].meaning,
    { fields = [], retryAfterSeconds = ERRORS[code].retryAfterSeconds, subjectId }: Details = {},
  ) {
    super(message);
    this.name = 'PostriderError';
    this.kind = ERRORS[code].kind;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
    this.subjectId = subjectId;
  }
}

/** A reader of the event log was away for longer than events are kept, and learns where the log begins now. */
export class EventsExpiredError extends PostriderError {
  constructor(readonly oldestSequence: number) {
    super(
      'events_expired',
      `Events before ${oldestSequence} are no longer kept. Go on after ${oldestSequence - 1}, and read again what you keep of messages and campaigns.`,
    );
  }
}

/** A subscriber takes events more slowly than they happen. */
export class SlowSubscriberError extends PostriderError {
  constructor(readonly resumeAfter: number) {
    super(
      'too_slow',
      `Events come faster than this subscription is read. Go on with events(after: ${resumeAfter}), and subscribe again.`,
    );
  }
}

export const invalidInput = (fields: readonly FieldError[]): PostriderError =>
  new PostriderError('invalid', fields[0]?.message, { fields });

export const fieldError = (
  path: string | readonly string[],
  code: FieldError['code'],
  message: string,
): FieldError => ({ path: typeof path === 'string' ? [path] : path, code, message });

export const notFound = (what: string): PostriderError => new PostriderError('not_found', `${what} not found.`);

/** People have scopes by their role, keys by themselves. */
export const missingScope = (caller: { readonly role: unknown } | null, missing: string): PostriderError =>
  new PostriderError('forbidden', `${caller?.role ? 'Your role' : 'The API key'} lacks ${missing}.`);
