import { GraphQLError, type GraphQLErrorExtensions, type GraphQLFormattedError } from 'graphql';
import { ERROR_CODES, ERRORS, type ErrorCode, HTTP_STATUS } from '../domain/error-codes.js';
import {
  EventsExpiredError,
  type FieldError,
  PostriderError,
  type PreviewChange,
  PreviewChangedError,
  SlowSubscriberError,
} from '../domain/errors.js';
import { QueueFullError } from '../lib/async/semaphore.js';
import { isStatementTimeout } from '../lib/database-away.js';
import { warnIfDatabaseAway } from '../lib/log/log-failure.js';
import type { Logger } from '../lib/log/logger.js';
import { maskDigitRuns } from '../lib/log/scrub.js';

/** An error as shown to callers. */
export interface Failure {
  /** The HTTP status. */
  readonly status: number;
  /** Empty for the response to OPTIONS, which is not an error. */
  readonly code: ErrorCode | '';
  readonly message: string;
  readonly fields: readonly FieldError[];
  readonly retryAfterSeconds: number | null;
  /** The id of the subject of the failure, if it has one. */
  readonly subjectId?: string | undefined;
  /** The sequence of the oldest event in the log, for a reader that requests deleted events. */
  readonly oldestSequence?: number | undefined;
  /** The sequence after which a subscriber that was too slow can continue in the event log. */
  readonly resumeAfter?: number | undefined;
  /** What has changed since the preview of a campaign. */
  readonly changes?: readonly PreviewChange[] | undefined;
}

/** Makes a failure from a row of the table of errors, with its message or a more exact one. */
export function failure(code: ErrorCode, message: string = ERRORS[code].meaning): Failure {
  const { kind, retryAfterSeconds = null } = ERRORS[code];
  return { status: HTTP_STATUS[kind], code, message, fields: [], retryAfterSeconds };
}

/** Maps every error to a failure. Errors that are not meant for callers are logged and shown as an internal error. */
export function describeFailure(thrown: unknown, logger: Logger): Failure {
  const error = causeOf(thrown);
  if (isAboutVariables(error)) return failure('invalid', withoutValues(error.message));
  if (error instanceof PostriderError) {
    const { kind, code, message, fields, retryAfterSeconds = null, subjectId } = error;
    return {
      ...{ status: HTTP_STATUS[kind], code, message, fields, retryAfterSeconds, subjectId },
      ...(error instanceof EventsExpiredError && { oldestSequence: error.oldestSequence }),
      ...(error instanceof SlowSubscriberError && { resumeAfter: error.resumeAfter }),
      ...(error instanceof PreviewChangedError && { changes: error.changes }),
    };
  }
  if (isUnstorableText(error)) {
    return failure('invalid', 'The request contains the character NUL, which texts must not contain.');
  }
  if (error instanceof QueueFullError) return failure('unavailable');
  if (warnIfDatabaseAway(logger, error)) return failure('unavailable');
  if (isStatementTimeout(error)) {
    logger.warn({ err: error }, 'PostgreSQL cancelled a statement that took too long');
    return failure('database_timeout');
  }
  logger.error({ err: error }, 'a request failed');
  return failure('internal_error');
}

/** Only callers can send NUL. Operations check stored texts; this covers texts in searches. */
function isUnstorableText(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '22021';
}

/** A failure as a GraphQL error. */
function graphqlError({ code, message, retryAfterSeconds, oldestSequence, resumeAfter }: Failure) {
  const extensions = {
    code: graphqlCode(code),
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
    ...(oldestSequence !== undefined && { oldestSequence }),
    ...(resumeAfter !== undefined && { resumeAfter }),
  };
  return { message, extensions };
}

/** The body of a response of `/graphql` to a request whose document was not read. */
export function graphqlErrorBody(failure: Failure) {
  return { errors: [graphqlError(failure)] };
}

/** The codes that Apollo uses for these two, which clients know. */
const GRAPHQL_WORDS: Readonly<Record<string, string>> = {
  invalid: 'BAD_USER_INPUT',
  internal_error: 'INTERNAL_SERVER_ERROR',
};

export function graphqlCode(code: string): string {
  return GRAPHQL_WORDS[code] ?? code.toUpperCase();
}

/** Apollo's own refusals have the code BAD_REQUEST and a status already, such as 405 for a mutation by GET. */
const OWN_CODES = ERROR_CODES.filter((code) => code !== 'bad_request');

const STATUS_BY_CODE: ReadonlyMap<string, number> = new Map([
  ...OWN_CODES.map((code) => [graphqlCode(code), HTTP_STATUS[ERRORS[code].kind]] as const),
  ['PERSISTED_QUERY_NOT_SUPPORTED', HTTP_STATUS.invalid],
]);

/** The HTTP status of an operation that has these errors and no result: the first error decides. */
export function statusOf([first]: readonly Pick<GraphQLFormattedError, 'extensions'>[]): number | undefined {
  return STATUS_BY_CODE.get(String(first?.extensions?.code));
}

/** Seconds that the errors ask the caller to wait; 0 if they ask for none. */
export function longestWait(errors: readonly Pick<GraphQLFormattedError, 'extensions'>[]): number {
  return Math.max(0, ...errors.map(({ extensions }) => Number(extensions?.retryAfterSeconds ?? 0)));
}

/** Unwraps an error that graphql-js wrapped. */
function causeOf(thrown: unknown): unknown {
  let error = thrown;
  while (error instanceof GraphQLError && error.originalError) error = error.originalError;
  return error;
}

/** Formats a GraphQL error that Apollo has not prepared. */
export function formatThrown(error: GraphQLError, logger: Logger): GraphQLFormattedError {
  // Errors of compiled documents have no extensions.
  const { http: _, ...extensions } = error.extensions ?? {};
  return formatError(
    { ...error.toJSON(), extensions: { code: 'INTERNAL_SERVER_ERROR', ...extensions } },
    error,
    logger,
  );
}

/** Makes a GraphQL error as shown to callers, which keeps its place in the document. */
export function showError(thrown: unknown, logger: Logger): GraphQLError {
  const error = thrown instanceof GraphQLError ? thrown : new GraphQLError('', { originalError: thrown as Error });
  const { message, extensions = {} } = formatThrown(error, logger);
  return reword(error, message, extensions);
}

export function reword(error: GraphQLError, message: string, extensions: GraphQLErrorExtensions): GraphQLError {
  const { nodes = null, source = null, positions = null, path = null } = error;
  return new GraphQLError(message, { nodes, source, positions, path, extensions });
}

export function formatError(formatted: GraphQLFormattedError, thrown: unknown, logger: Logger): GraphQLFormattedError {
  const cause = causeOf(thrown);
  const code = formatted.extensions?.code;
  // An error in the document itself: keep graphql-js's message.
  if (cause instanceof GraphQLError && code !== 'INTERNAL_SERVER_ERROR') {
    return { ...formatted, message: withoutValues(formatted.message) };
  }
  const { message, extensions } = graphqlError(describeFailure(thrown, logger));
  const { locations, path } = formatted;
  return { message, ...(locations && { locations }), ...(path && { path }), extensions };
}

/** Whether graphql-js reports variables that do not fit their types. */
export function isAboutVariables(error: unknown): error is GraphQLError {
  return error instanceof GraphQLError && /^(Variable "\$|Too many errors processing variables)/.test(error.message);
}

/**
 * Removes refused values from a message of graphql-js: a value may be a text and the number it is sent to. The message
 * keeps the place and what is expected there.
 */
function withoutValues(message: string): string {
  const short = message.length > LONGEST_MESSAGE ? `${message.slice(0, KEPT)} … ${message.slice(-KEPT)}` : message;
  const [place, value] = short.replace(QUOTED_VALUE, ' is not valid$1;').split(VALUE_FOLLOWS);
  // A key that contains a quote, or a cut in the middle, can hide where a value ends.
  const safe = value === undefined ? place : `${place} is not valid.`;
  return maskDigitRuns((safe as string).replace(SCALAR_VALUE, '$1.'));
}

/**
 * A message repeats names and values of any length, and the regular expressions take time that grows with the square
 * of it.
 */
const LONGEST_MESSAGE = 1_000;
const KEPT = 300;
const VALUE_FOLLOWS = ' got invalid value ';

/** graphql-js prints the value as JavaScript: strings in it are quoted, so a quote in a text cannot end it early. */
const QUOTED_VALUE = / got invalid value (?:"(?:[^"\\]|\\.)*"|[^";])*?( at "[^"]*")?;/s;
/** `String cannot represent a non string value: 4912345`. */
const SCALAR_VALUE = /(\w+ cannot represent [^:]*): .*$/s;
