import { z } from 'zod';
import { type FieldError, fieldError, invalidInput, PostriderError } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import { suggestedWord, withSuggestion } from './foreign-names.js';

/**
 * The checks from which body and query schemas are built. Their messages follow those of comparable REST frameworks.
 */

export const REQUIRED = 'This field is required.';
const TIME = 'Must be a date and time in ISO 8601 with a time zone, such as 2027-01-31T09:00:00Z.';

/** The largest value of GraphQL's Int. */
const INTEGER_MAX = 2 ** 31 - 1;

type Issue = { readonly input?: unknown };
const orRequired = (message: string, suggestion?: (input: unknown) => string) => ({
  error: ({ input }: Issue) => (input === undefined ? REQUIRED : `${message}${suggestion?.(input) ?? ''}`),
});

export const text = () => z.string(orRequired('Must be a string.'));
/** A string that cannot be empty, so that an empty one counts as absent if it is optional; see `withoutEmptyFields`. */
export const word = () => text().min(1, 'Must not be empty.');
export const uuid = () => z.guid(orRequired('Must be a UUID.'));
export const time = () => z.iso.datetime({ offset: true, ...orRequired(TIME) });
export const flag = () => z.boolean(orRequired('Must be true or false.'));
export const object = () => z.record(z.string(), z.unknown(), orRequired('Must be an object.'));
export const listOf = (item: z.ZodType) => z.array(item, orRequired('Must be a list.'));
const int = () => z.int(orRequired('Must be an integer.')).max(INTEGER_MAX, 'Is too large.');
const fromOne = () => int().min(1, 'Must be at least 1.');

/** A number that forms and loosely typed clients send as a string of digits. OpenAPI describes the number. */
const orDigits = (number: z.ZodInt, meta: object) =>
  z
    .preprocess((input) => (typeof input === 'string' && DIGITS.test(input) ? Number(input) : input), number)
    .meta({ type: 'integer', ...meta });
const DIGITS = /^-?\d{1,15}$/;

export const code = () => orDigits(int(), { maximum: INTEGER_MAX });
export const wholeNumber = () => orDigits(fromOne(), { minimum: 1, maximum: INTEGER_MAX });
export const oneOf = (words: readonly string[]) =>
  z.enum(
    words,
    orRequired(`Must be one of ${words.join(', ')}.`, (input) => suggestedWord(input, words)),
  );

/** A whole number in a query string. OpenAPI describes the number, although a query string holds text. */
export const decimal = () =>
  text().regex(DIGITS, 'Must be an integer.').transform(Number).pipe(fromOne()).meta({ type: 'integer', minimum: 1 });

const isWholeNumber = (input: unknown) => (typeof input === 'string' ? /^\d+$/.test(input) : Number.isInteger(input));

/** The size of a page, by `wholeNumber` or `decimal`: one that is too large for an Int counts as the maximum. */
export const pageSize = <Check extends z.ZodType>(check: Check) =>
  z
    .preprocess((input) => (isWholeNumber(input) && Number(input) > INTEGER_MAX ? String(INTEGER_MAX) : input), check)
    .meta(check.meta() ?? {});

/** A flag in a query string. */
export const queryFlag = () => z.preprocess((input) => FLAGS.get(input) ?? input, flag());
const FLAGS: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

export interface UnknownNames {
  readonly refused: readonly FieldError[];
  /** Each name once, such as `colour` or `recipients[].colour`; one more than the header shows. */
  readonly ignored: readonly string[];
}

/**
 * Throws at most as many errors as a response may have. Errors about unknown names come first, because they explain
 * others.
 */
export function check<Output>(schema: z.ZodType<Output>, input: unknown, { refused, ignored }: UnknownNames): Output {
  if (!isObject(input)) {
    throw new PostriderError('invalid', 'The request body must be a JSON object.');
  }
  refuseLongLists(input);
  const parsed = schema.safeParse(input);
  if (parsed.success && refused.length === 0) return parsed.data;
  const issues = parsed.error?.issues.slice(0, LIMITS.fieldErrorsPerAnswer) ?? [];
  const complaints = [...refused, ...issues.map((issue) => withSuggestion(toFieldError(issue), ignored))];
  throw invalidInput(complaints.slice(0, LIMITS.fieldErrorsPerAnswer));
}

/**
 * Zod makes an error for each wrong item, so 400,000 of them in a body of 1 MB would keep the process busy for two
 * seconds. Operations refuse lists that are not much too long in their own words.
 */
function refuseLongLists(input: Readonly<Record<string, unknown>>): void {
  const tooLong = Object.entries(input).filter(([, value]) => Array.isArray(value) && value.length > 2 * MOST_ITEMS);
  if (tooLong.length === 0) return;
  throw invalidInput(tooLong.map(([name]) => fieldError(name, 'invalid', `Must have at most ${MOST_ITEMS} items.`)));
}
/** No list of any call may have more. */
const MOST_ITEMS = LIMITS.recipientsPerBulkCall;

/** Removes fields that clients send empty: null, and an empty string where none is allowed. */
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

/** Several words in a query string, separated by commas. */
export const wordList = (words: readonly string[], what: string) =>
  text().transform((list, context): string[] => {
    const asked = list.split(',').map((one) => one.trim());
    for (const one of new Set(asked)) {
      if (words.includes(one)) continue;
      // The message repeats the word only if it looks like one: a query string may hold anything else.
      const named = /^[a-z_]+[.][a-z_]+$/.test(one) && one.length <= LONGEST_WORD ? `\u201c${one}\u201d` : 'This';
      context.addIssue({ code: 'custom', message: `${named} is no ${what}.` });
    }
    return asked;
  });
const LONGEST_WORD = 40;

/** Several numbers in a query string, separated by commas. */
export const codeList = () =>
  text().transform((list, context): number[] => {
    const asked = list.split(',').map((one) => one.trim());
    if (asked.every((one) => CODE.test(one))) return asked.map(Number);
    context.addIssue({ code: 'custom', message: 'Must be integers, separated by commas.' });
    return [];
  });
const CODE = /^\d{1,9}$/;

export type Complain = (path: readonly (string | number)[], message: string) => void;

/**
 * Makes a schema of a check that is written by hand, because zod would take too long. `describe` is its JSON schema,
 * and `read` returns the checked value.
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

/** The JSON schema of a zod schema, for the documentation. */
export function jsonSchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ jsonSchema: made }) {
      // Patterns of formats are half a screen long each, and those of numbers concern their digits.
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
