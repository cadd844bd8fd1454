import { z } from 'zod';
import { type FieldError, fieldError, invalidInput, PostriderError } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';

/** The building blocks of body and query schemas, with the words that integrators of such services know. */

const REQUIRED = 'This field is required.';
const TIME = 'Must be a date and time in ISO 8601 with a time zone, such as 2027-01-31T09:00:00Z.';

/** What GraphQL's Int can hold. */
const INTEGER_MAX = 2 ** 31 - 1;

type Issue = { readonly input?: unknown };
const orRequired = (message: string) => ({
  error: (issue: Issue) => (issue.input === undefined ? REQUIRED : message),
});

export const text = () => z.string(orRequired('Must be a string.'));
export const optionalText = () => text().optional();
export const uuid = () => z.guid(orRequired('Must be a UUID.'));
export const optionalTime = () => z.iso.datetime({ offset: true, error: TIME }).optional();
export const optionalFlag = () => z.boolean('Must be true or false.').optional();
export const optionalObject = () => z.record(z.string(), z.unknown(), 'Must be an object.').optional();
export const code = () => z.int(orRequired('Must be an integer.')).max(INTEGER_MAX, 'Is too large.');
export const wholeNumber = () => code().min(1, 'Must be at least 1.');
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, orRequired(`Must be one of ${words.join(', ')}.`));

/** A whole number in a query string, where everything is text. */
export const decimal = () =>
  text()
    .regex(/^-?\d{1,15}$/, 'Must be an integer.')
    .transform(Number)
    .pipe(wholeNumber());

/** Refuses with at most so many complaints as an answer may have. Null counts as absent, unknown fields as nothing. */
export function check<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new PostriderError('invalid', 'invalid', 'The request body must be a JSON object.');
  }
  const present = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
  const parsed = schema.safeParse(present);
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error.issues.slice(0, LIMITS.fieldErrorsPerAnswer).map(toFieldError));
}

function toFieldError({ path, message }: z.core.$ZodIssue): FieldError {
  return fieldError(path.map(String), message === REQUIRED ? 'required' : 'invalid', message);
}

export type Complain = (path: readonly (string | number)[], message: string) => void;

/**
 * Checks that are written by hand because a schema would take too long; `describe` is their JSON schema. Returns the
 * value to go on with.
 */
export function byHand<Output>(describe: object, read: (input: unknown, complain: Complain) => Output) {
  return z
    .unknown()
    .meta(describe as Record<string, unknown>)
    .transform((input, context): Output => {
      if (input === undefined) context.addIssue({ code: 'custom', message: REQUIRED });
      return read(input, (path, message) => context.addIssue({ code: 'custom', path: [...path], message }));
    });
}

export { REQUIRED };
