import {
  type FloatValueNode,
  GraphQLError,
  GraphQLScalarType,
  type IntValueNode,
  Kind,
  type ValueNode,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import { storableTime } from '../../../domain/received.js';
import { isHeldByDouble } from '../../../lib/exact-json.js';
import { isUuid } from '../../../lib/ids.js';

/**
 * Makes a scalar that treats literals in documents like JSON values. Error messages never repeat the value, which may
 * be a phone number.
 */
function scalar<Internal>(
  name: string,
  description: string,
  parseValue: (value: unknown) => Internal,
  serialize: (value: unknown) => unknown,
): GraphQLScalarType {
  return new GraphQLScalarType({
    name,
    description,
    parseValue,
    serialize,
    parseLiteral: (node: ValueNode, variables) => {
      // Numbers in a document reach parseValue as JavaScript numbers, so refuse the ones that would lose digits.
      if (node.kind === Kind.INT || node.kind === Kind.FLOAT) return parseValue(Number(node.value));
      visit(node, { IntValue: refuseInexact, FloatValue: refuseInexact });
      return parseValue(valueFromASTUntyped(node, variables));
    },
  });
}

function refuseInexact(node: IntValueNode | FloatValueNode): void {
  if (!isHeldByDouble(node.value)) refuse('numbers that double precision can represent; write others as strings', node);
}

function refuse(expectation: string, node?: ValueNode): never {
  throw new GraphQLError(`Expected ${expectation}.`, { nodes: node ?? null });
}

export const UUID = scalar(
  'UUID',
  'A UUID such as `01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70`. Upper case is accepted; responses use lower case.',
  (value) => (isUuid(value) ? value.toLowerCase() : refuse('a UUID')),
  (value) => value,
);

export const SafeInt = scalar(
  'SafeInt',
  'A whole number between -9007199254740991 and 9007199254740991, for values that Int is too small for.',
  (value) => (Number.isSafeInteger(value) ? (value as number) : refuse('a whole number')),
  (value) => value,
);

const TIME = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

export const DateTime = scalar(
  'DateTime',
  'A point in time in ISO 8601 with its offset from UTC: `2026-11-20T18:07:23.123Z`. Responses are in UTC, ' +
    'to the millisecond.',
  parseTime,
  (value) => (value instanceof Date ? value : new Date(value as string)).toISOString(),
);

function parseTime(value: unknown): Date {
  const expectation = 'an ISO 8601 time with its offset, such as 2026-11-20T18:07:23Z';
  const parts = typeof value === 'string' ? TIME.exec(value) : null;
  if (!parts) return refuse(expectation);
  const [year, month, day] = parts.slice(1, 4).map(Number) as [number, number, number];
  // PostgreSQL refuses years that are not written with four digits: an offset can lead beyond the year 9999.
  const time = storableTime(parts[0]);
  // Date would turn 30 February into 2 March.
  const dayExists = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  return dayExists && time !== null ? new Date(time) : refuse(expectation);
}

export const PhoneNumber = scalar(
  'PhoneNumber',
  'A phone number in international format: country code first, digits only. Input may contain a leading `+`, ' +
    'spaces and dashes, which are removed.',
  (value) => (typeof value === 'string' ? value : refuse('a phone number as a string')),
  (value) => value,
);

export const JSONObject = scalar(
  'JSONObject',
  'A JSON object, stored and returned unchanged. Numbers that double precision cannot represent are refused.',
  (value) => (isObject(value) ? value : refuse('a JSON object')),
  (value) => value,
);

export const StringMap = scalar(
  'StringMap',
  'A JSON object of texts: `{"name": "Ada", "code": "1234"}`. Numbers and booleans become texts: `5` is `"5"`.',
  (value) => {
    if (!isObject(value)) return refuse('an object of strings');
    let texts = value;
    for (const key in value) {
      const one = value[key];
      if (typeof one === 'string') continue;
      if (typeof one !== 'number' && typeof one !== 'boolean') return refuse('an object of strings');
      if (texts === value) texts = { ...value };
      texts[key] = String(one);
    }
    return texts;
  },
  (value) => value,
);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
