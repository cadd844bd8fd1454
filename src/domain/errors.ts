import { ERRORS, type ErrorCode, type ErrorKind, type FieldCode } from './error-codes.js';
import type { PreviewFigure } from './vocabulary.js';

/**
 * Errors that operations throw for the caller. The API logs every other error and shows none of its content. Messages
 * are one sentence for people and never contain a phone number, a text or a key.
 */

/** One fault in the input. `path` uses the names of the API, for example ['recipients', '17', 'to']. */
export interface FieldError {
  readonly path: readonly string[];
  /** `unknown_name`: a field that does not exist; REST only. */
  readonly code: ErrorCode | FieldCode | 'unknown_name';
  readonly message: string;
}

interface Details {
  readonly fields?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
  readonly subjectId?: string;
}

/** An error from the table of error codes. The message defaults to the public description of the code. */
export class PostriderError extends Error {
  readonly kind: ErrorKind;
  readonly fields: readonly FieldError[];
  readonly retryAfterSeconds: number | undefined;
  /** Id of the subject of the error, such as a message. */
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

/** The events after a reader's cursor were deleted. Tells the reader where the log begins. */
export class EventsExpiredError extends PostriderError {
  constructor(readonly oldestSequence: number) {
    super(
      'events_expired',
      `Events before ${oldestSequence} are no longer kept. Go on after ${oldestSequence - 1}, and read again what you keep of messages and campaigns.`,
    );
  }
}

/** A subscriber reads events more slowly than they occur. */
export class SlowSubscriberError extends PostriderError {
  constructor(readonly resumeAfter: number) {
    super(
      'too_slow',
      `Events come faster than this subscription is read. Go on with events(after: ${resumeAfter}), and subscribe again.`,
    );
  }
}

/** What differs between a preview and the send. */
export interface PreviewChange {
  readonly what: PreviewFigure;
  /** The gateway whose messages have changed; null for other figures. */
  readonly gateway: string | null;
  readonly was: number;
  readonly is: number;
}

/** Something that a preview has shown is no longer so. Tells the caller what. */
export class PreviewChangedError extends PostriderError {
  constructor(readonly changes: readonly PreviewChange[]) {
    const differences = changes.map(({ what, gateway, was, is }) =>
      what === 'recipients'
        ? `other recipients or texts, though as many (${is})`
        : `${gateway === null ? what : `messages of the gateway ${gateway}`} ${was} → ${is}`,
    );
    super('preview_changed', `Nothing was sent, as this has changed since the preview: ${differences.join(', ')}.`);
  }
}

export const invalidInput = (fields: readonly FieldError[]): PostriderError =>
  new PostriderError('invalid', fields[0]?.message, { fields });

type FieldPath = string | readonly string[];

export const fieldError = (path: FieldPath, code: FieldError['code'], message: string): FieldError => ({
  path: typeof path === 'string' ? [path] : path,
  code,
  message,
});

/** The error of input that has one fault. */
export const invalidField = (...fault: Parameters<typeof fieldError>): PostriderError =>
  invalidInput([fieldError(...fault)]);

/** Throws one error with all of these faults, if there are any. */
export function requireValid(faults: readonly FieldError[]): void {
  if (faults.length > 0) throw invalidInput(faults);
}

export const requiredFieldError = (path: FieldPath): FieldError =>
  fieldError(path, 'required', 'This field is required.');

export const blankFieldError = (path: FieldPath): FieldError =>
  fieldError(path, 'blank', 'This field may not be blank.');

export const tooLongError = (path: FieldPath, characters: number): FieldError =>
  fieldError(path, 'too_long', `At most ${characters} characters are allowed.`);

export const notFound = (what: string): PostriderError => new PostriderError('not_found', `${what} not found.`);

/** People have scopes through their role, API keys have their own. */
export const missingScope = (caller: { readonly role: unknown } | null, missing: string): PostriderError =>
  new PostriderError('forbidden', `${caller?.role ? 'Your role' : 'The API key'} lacks ${missing}.`);
