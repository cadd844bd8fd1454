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
/** A text that cannot be empty, so that an empty one counts as absent if it is optional; see `withoutEmptyFields`. */
export const word = () => text().min(1, 'Must not be empty.');
export const uuid = () => z.guid(orRequired('Must be a UUID.'));
export const time = () => z.iso.datetime({ offset: true, ...orRequired(TIME) });
export const flag = () => z.boolean(orRequired('Must be true or false.'));
export const object = () => z.record(z.string(), z.unknown(), orRequired('Must be an object.'));
export const code = () => z.int(orRequired('Must be an integer.')).max(INTEGER_MAX, 'Is too large.');
export const wholeNumber = () => code().min(1, 'Must be at least 1.');
export const oneOf = (words: readonly string[]) => z.enum(words, orRequired(`Must be one of ${words.join(', ')}.`));

/** A whole number in a query string, where everything is text. OpenAPI describes the number, not the text. */
export const decimal = () =>
  text()
    .regex(/^-?\d{1,15}$/, 'Must be an integer.')
    .transform(Number)
    .pipe(wholeNumber())
    .meta({ type: 'integer', minimum: 1 });

/** A word of other services in a query string, which would do harm if it were passed over. */
export const notHere = (message: string) => z.never(message).optional();

/** Refuses with at most so many complaints as an answer may have: those about misspelt names first, which explain others. */
export function check<Output>(schema: z.ZodType<Output>, input: unknown, misspelt: readonly FieldError[] = []): Output {
  if (!isObject(input)) {
    throw new PostriderError('invalid', 'The request body must be a JSON object.');
  }
  const parsed = schema.safeParse(input);
  if (parsed.success && misspelt.length === 0) return parsed.data;
  const complaints = [...misspelt, ...(parsed.error?.issues ?? []).map(toFieldError)];
  throw invalidInput(complaints.slice(0, LIMITS.fieldErrorsPerAnswer));
}

/** What clients send of fields that they leave empty counts as absent: null, and an empty text where none can be meant. */
export function withoutEmptyFields(schema: z.ZodType, input: unknown): unknown {
  if (!isObject(input) || !(schema instanceof z.ZodObject)) return input;
  const present = Object.entries(schema.shape).flatMap(([name, field]) => {
    const value = Object.hasOwn(input, name) ? input[name] : null;
    const isEmpty = value == null || (value === '' && takesNoEmptyText(field));
    return isEmpty ? [] : [[name, value] as const];
  });
  return Object.fromEntries(present);
}

function takesNoEmptyText(field: unknown): boolean {
  if (!(field instanceof z.ZodOptional)) return false;
  const value = field.unwrap();
  const isScalar = !(value instanceof z.ZodArray || value instanceof z.ZodRecord);
  return isScalar && !field.safeParse('').success;
}

function toFieldError({ path, message }: z.core.$ZodIssue): FieldError {
  return fieldError(path.map(String), message === REQUIRED ? 'required' : 'invalid', message);
}

/** The sequence of an event, or 0, in a query string. */
export const sequence = () =>
  text()
    .regex(/^\d{1,15}$/, 'Must be the sequence of an event, or 0.')
    .transform(Number)
    .meta({ type: 'integer', minimum: 0 });

/** Several words in a query string, with commas between them. */
export const wordList = (words: readonly string[], what: string) =>
  text().transform((list, context): string[] => {
    const asked = list.split(',').map((one) => one.trim());
    for (const one of new Set(asked)) {
      if (words.includes(one)) continue;
      // The message repeats it only if it can be meant as such a word: a query string may hold anything else.
      const named = /^[a-z_]+[.][a-z_]+$/.test(one) && one.length <= LONGEST_WORD ? `\u201c${one}\u201d` : 'This';
      context.addIssue({ code: 'custom', message: `${named} is no ${what}.` });
    }
    return asked;
  });
const LONGEST_WORD = 40;

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

/** What a schema wants, as the documentation shows it. */
export function jsonSchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema: made }) {
      // The expressions behind formats fill half a screen each, and those of numbers are of their digits.
      if (made.format || made.type !== 'string') delete made.pattern;
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
    },
  });
  return json;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export { REQUIRED };
