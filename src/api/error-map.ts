import { GraphQLError, type GraphQLErrorExtensions, type GraphQLFormattedError } from 'graphql';
import { ERRORS, type ErrorCode, HTTP_STATUS } from '../domain/error-codes.js';
import { EventsExpiredError, type FieldError, PostriderError, SlowSubscriberError } from '../domain/errors.js';
import { GateFullError } from '../lib/async/gate.js';
import { isDatabaseAway, isDiskFull, isStatementTimeout } from '../lib/database-away.js';
import type { Logger } from '../lib/log/logger.js';
import { maskDigitRuns } from '../lib/log/scrub.js';

/** An error as a caller gets to see it. */
export interface Failure {
  /** Of HTTP. */
  readonly status: number;
  /** Empty for what is no failure: the answer to OPTIONS. */
  readonly code: ErrorCode | '';
  readonly message: string;
  readonly fields: readonly FieldError[];
  readonly retryAfterSeconds: number | null;
  /** The id of what the failure is about, where there is such a thing. */
  readonly subjectId?: string | undefined;
  /** Where the event log begins, for a reader that asks for what is no longer kept. */
  readonly oldestSequence?: number | undefined;
  /** Where to go on in the event log, for a subscriber that was too slow. */
  readonly resumeAfter?: number | undefined;
}

/** A failure in the words of the table of errors, or with a more exact message. */
export function failure(code: ErrorCode, message: string = ERRORS[code].meaning): Failure {
  const { kind, retryAfterSeconds = null } = ERRORS[code];
  return { status: HTTP_STATUS[kind], code, message, fields: [], retryAfterSeconds };
}

/** The one map from errors to what is shown of them. What is not meant for the caller is logged and shown as nothing. */
export function describeFailure(thrown: unknown, logger: Logger): Failure {
  const error = causeOf(thrown);
  if (isAboutVariables(error)) return failure('invalid', withoutValues(error.message));
  if (error instanceof PostriderError) {
    const { kind, code, message, fields, retryAfterSeconds = null, subjectId } = error;
    const oldestSequence = error instanceof EventsExpiredError ? error.oldestSequence : undefined;
    const resumeAfter = error instanceof SlowSubscriberError ? error.resumeAfter : undefined;
    return {
      status: HTTP_STATUS[kind],
      code,
      message,
      fields,
      retryAfterSeconds,
      subjectId,
      oldestSequence,
      resumeAfter,
    };
  }
  if (isUnstorableText(error)) {
    return failure('invalid', 'The request contains the character NUL, which no text here may have.');
  }
  if (error instanceof GateFullError) return failure('unavailable');
  if (isDatabaseAway(error)) {
    logger.warn({ err: error }, isDiskFull(error) ? 'The disk of PostgreSQL is full' : 'The database is away');
    return failure('unavailable');
  }
  if (isStatementTimeout(error)) {
    logger.warn({ err: error }, 'PostgreSQL ended a statement that took too long');
    return failure('database_timeout');
  }
  logger.error({ err: error }, 'A request failed');
  return failure('internal_error');
}

/** Only a caller can have sent NUL. Texts that are stored are checked before; this is for those that are searched for. */
function isUnstorableText(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '22021';
}

/** A failure as GraphQL tells it. */
function graphqlError({ code, message, retryAfterSeconds, oldestSequence, resumeAfter }: Failure) {
  const extensions = {
    code: graphqlCode(code),
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
    ...(oldestSequence !== undefined && { oldestSequence }),
    ...(resumeAfter !== undefined && { resumeAfter }),
  };
  return { message, extensions };
}

/** The answer of `/graphql` to a request that never got as far as its document. */
export function graphqlErrorBody(failure: Failure) {
  return { errors: [graphqlError(failure)] };
}

/** Apollo's own words for these two, which clients know. */
const GRAPHQL_WORDS: Readonly<Record<string, string>> = {
  invalid: 'BAD_USER_INPUT',
  internal_error: 'INTERNAL_SERVER_ERROR',
};

export function graphqlCode(code: string): string {
  return GRAPHQL_WORDS[code] ?? code.toUpperCase();
}

/** GraphQL wraps what a resolver throws. */
function causeOf(thrown: unknown): unknown {
  let error = thrown;
  while (error instanceof GraphQLError && error.originalError) error = error.originalError;
  return error;
}

/** An error of GraphQL in the words that callers get to see, where Apollo has not prepared it. */
export function formatThrown(error: GraphQLError, logger: Logger): GraphQLFormattedError {
  // Compiled documents make errors without any.
  const { http: _, ...extensions } = error.extensions ?? {};
  return formatError(
    { ...error.toJSON(), extensions: { code: 'INTERNAL_SERVER_ERROR', ...extensions } },
    error,
    logger,
  );
}

/** The same for who passes errors on; it keeps its place in the document. */
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
  // What is wrong with the document itself, in the words of graphql-js.
  if (cause instanceof GraphQLError && code !== 'INTERNAL_SERVER_ERROR') {
    return { ...formatted, message: withoutValues(formatted.message) };
  }
  const { message, extensions } = graphqlError(describeFailure(thrown, logger));
  const { locations, path } = formatted;
  return { message, ...(locations && { locations }), ...(path && { path }), extensions };
}

/** What graphql-js says of variables that do not fit their types. */
export function isAboutVariables(error: unknown): error is GraphQLError {
  return error instanceof GraphQLError && /^(Variable "\$|Too many errors processing variables)/.test(error.message);
}

/**
 * graphql-js repeats the value that it refuses, which may be a message with the number it goes to. What remains is the
 * place and what was expected there.
 */
function withoutValues(message: string): string {
  const short = message.length > LONGEST_MESSAGE ? `${message.slice(0, KEPT)} … ${message.slice(-KEPT)}` : message;
  const [place, value] = short.replace(QUOTED_VALUE, ' is not valid$1;').split(VALUE_FOLLOWS);
  // A key with a quote in it, or a cut in the middle, can hide where a value ends.
  const safe = value === undefined ? place : `${place} is not valid.`;
  return maskDigitRuns((safe as string).replace(SCALAR_VALUE, '$1.'));
}

/** A message repeats names and values of any length, and the time that the expressions take grows with its square. */
const LONGEST_MESSAGE = 1_000;
const KEPT = 300;
const VALUE_FOLLOWS = ' got invalid value ';

/** The value is printed as JavaScript: strings in it are quoted, so a quote in a text cannot end it early. */
const QUOTED_VALUE = / got invalid value (?:"(?:[^"\\]|\\.)*"|[^";])*?( at "[^"]*")?;/s;
/** `String cannot represent a non string value: 4912345`. */
const SCALAR_VALUE = /(\w+ cannot represent [^:]*): .*$/s;
