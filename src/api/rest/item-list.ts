import { type GraphQLEnumType, type GraphQLInputObjectType, getNamedType, isEnumType, isNonNullType } from 'graphql';
import { LIMITS } from '../../domain/limits.js';
import { snakeCase } from '../../lib/snake-case.js';
import { byHand, type Complain, isObject, REQUIRED, time } from './checks.js';
import { INPUT_EXCEPTIONS, type InputException } from './exceptions.js';
import { type JsonSchema, type Reword, scalarSchema, wordsOf } from './json-schema.js';

interface ItemField {
  /** The name in GraphQL. */
  readonly name: string;
  readonly restName: string;
  readonly isRequired: boolean;
  readonly emptyIsAbsent: boolean;
  readonly absentIsLeftOut: boolean;
  readonly check: CheckField;
  /** The field is a word of this enum. */
  readonly enumType: GraphQLEnumType | null;
  readonly schema: JsonSchema;
}

type Item = Readonly<Record<string, unknown>>;

/** Checks a value and reports each invalid place in it. */
type CheckField = (value: unknown, complain: Complain) => void;

const CHECKS: Readonly<Record<string, CheckField>> = {
  DateTime: checkTime,
  PhoneNumber: checkText,
  String: checkText,
  StringMap: checkTexts,
};

/**
 * Makes the check of a list of input objects; an item may also be a string, which stands for the field `shorthand`.
 * The items are checked by hand, because zod takes several times as long as the rest of the parsing for 10,000
 * recipients.
 */
export function itemList(
  type: GraphQLInputObjectType,
  description: string,
  { shorthand = '', maxItems = 0 }: InputException,
  reword: Reword,
) {
  const fields = Object.values(type.getFields()).map((field): ItemField => {
    const named = getNamedType(field.type);
    const enumType = isEnumType(named) ? named : null;
    const restName = snakeCase(field.name);
    const {
      emptyIsAbsent = false,
      absentIsLeftOut = false,
      ...exception
    } = INPUT_EXCEPTIONS[`${type.name}.${restName}`] ?? {};
    const check = enumType ? checkWord(wordsOf(enumType)) : CHECKS[named.name];
    if (!check) throw new Error(`REST has no check for ${type.name}.${field.name}.`);
    const { maxLength } = exception;
    const bare = enumType ? { type: 'string', enum: wordsOf(enumType) } : scalarSchema(named.name);
    const schema = { ...bare, ...(maxLength && { maxLength }), description: reword(field.description) };
    const isRequired = isNonNullType(field.type);
    return { name: field.name, restName, isRequired, emptyIsAbsent, absentIsLeftOut, check, enumType, schema };
  });
  const schema = {
    type: 'array',
    minItems: 1,
    maxItems,
    description,
    items: {
      anyOf: [
        fields.find(({ name }) => name === shorthand)?.schema,
        {
          type: 'object',
          required: fields.filter(({ isRequired }) => isRequired).map(({ restName }) => restName),
          properties: Object.fromEntries(fields.map(({ restName, schema }) => [restName, schema])),
        },
      ],
    },
  };

  function readItem(item: unknown, index: number, complain: Complain): unknown {
    if (typeof item === 'string') return { [shorthand]: item };
    if (!isObject(item)) return complain([index], item === null ? REQUIRED : 'Must be a string or an object.');
    const read: Record<string, unknown> = {};
    for (const field of fields) {
      const value = readField(field, item, (path, message) => complain([index, ...path], message));
      if (value != null || !field.absentIsLeftOut) read[field.name] = value;
    }
    return read;
  }

  return byHand(schema, (input, complain): unknown[] => {
    if (input === undefined) return [];
    if (!Array.isArray(input)) {
      complain([], 'Must be a list.');
      return [];
    }
    // One item too many is enough for the operation to refuse the call.
    const length = Math.min(input.length, maxItems + 1);
    const items: unknown[] = [];
    let complaints = 0;
    const counting: Complain = (path, message) => {
      complaints += 1;
      complain(path, message);
    };
    for (let index = 0; index < length && complaints < LIMITS.fieldErrorsPerAnswer; index += 1) {
      items.push(readItem(input[index], index, counting));
    }
    return items;
  });
}

function readField(
  { restName, isRequired, emptyIsAbsent, check, enumType }: ItemField,
  item: Item,
  complain: Complain,
): unknown {
  const value = emptyIsAbsent && item[restName] === '' ? undefined : item[restName];
  if (value != null) check(value, (path, message) => complain([restName, ...path], message));
  else if (isRequired) complain([restName], REQUIRED);
  return enumType?.getValues().find((word) => word.value === value)?.name ?? value;
}

const checkWord =
  (words: readonly string[]): CheckField =>
  (value, complain) => {
    if (!words.includes(value as string)) complain([], `Must be one of ${words.join(', ')}.`);
  };

function checkText(value: unknown, complain: Complain): void {
  if (typeof value !== 'string') complain([], 'Must be a string.');
}

const TIME = time();

function checkTime(value: unknown, complain: Complain): void {
  for (const { message } of TIME.safeParse(value).error?.issues ?? []) complain([], message);
}

/** GraphQL's StringMap makes texts of numbers and booleans. */
const TEXT_LIKE: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

function checkTexts(texts: unknown, complain: Complain): void {
  if (!isObject(texts)) {
    complain([], 'Must be an object of strings.');
    return;
  }
  let complaints = 0;
  for (const name in texts) {
    if (TEXT_LIKE.has(typeof texts[name])) continue;
    complain([name], 'Must be a string.');
    complaints += 1;
    if (complaints >= LIMITS.fieldErrorsPerAnswer) return;
  }
}
