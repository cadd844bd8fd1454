import fc from 'fast-check';
import {
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { smallest } from './generate-graphql-calls.js';

const nestedText = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`;
const parsed = (json: string): unknown => JSON.parse(json);

const TEXTS = [
  '',
  ' ',
  '\n',
  'x',
  'a\0b',
  '\ud800',
  'a\udfff\ud800b',
  '\u{1f600}'.repeat(300),
  'x'.repeat(2_000),
  'x'.repeat(60_000),
  '__proto__',
  'constructor',
  'toString',
  '{{name}}',
  '{{constructor}}',
  '{{ __proto__ }}',
  '{{'.repeat(500),
  "'; DROP TABLE sms_messages; --",
  '%00%ff%s%n',
  '\u202e\u200b\ufeff',
  'null',
  'NaN',
  '[object Object]',
  ' got invalid value "',
];

const NUMBERS = [
  '+',
  '+1',
  '12025550100',
  '+1 202-555-0100',
  '254711000000@g.us',
  '00254711000000',
  '1e12',
  '٠١٢٣٤٥٦٧٨٩',
]
  .concat(['0'.repeat(15), '9'.repeat(15), '-'.repeat(70), '+'.repeat(20), '442079460000', '2547110000001234567890'])
  .concat(['254711000000\0', '254711000000\ud800', ' 254711000000 ', 'tel:+254711000000', '254711000000,254711000001']);

const TIMES = ['2027-01-31T09:00:00Z', '2027-01-31T09:00:00+14:00', '2027-01-31T09:00:00-23:59', '2027-06-30T23:59:60Z']
  .concat(['2027-02-30T00:00:00Z', '2027-01-31T24:00:00Z', '2027-01-31T09:00:00', '2027-01-31', '0000-01-01T00:00:00Z'])
  .concat([
    '9999-12-31T23:59:59.999Z',
    '9999-12-31T23:59:59-23:59',
    '0001-01-01T00:00:00+23:59',
    '+275760-09-13T00:00:00Z',
  ])
  .concat([
    '2027-01-31T09:00:00+99:99',
    '2027-01-31T09:00:00.123456789Z',
    '2027-01-31t09:00:00z',
    'now',
    '1e20',
    '1900000000',
  ]);

const IDS = ['01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70', '01936E2C-7A4B-7C31-9F6E-2B1D5A8C4E70', 'not-an-id'].concat(
  [
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '{01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70}',
  ],
  ['01936e2c7a4b7c319f6e2b1d5a8c4e70', "01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70'", '../../..', 'messages', '%2e%2e'],
);

const OTHERS: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e9,
  2 ** 31,
  -(2 ** 31),
  2 ** 53,
  1e20,
  -1e308,
  99_999,

  [],
  [[]],
  [null],
  {},
  parsed('{"__proto__": {"admin": true}}'),
  parsed('{"constructor": {"prototype": {"admin": true}}}'),
  { toString: 1, valueOf: 1 },
  { toJSON: 'x', length: -1 },
  { length: 1e9 },
  { '': '', 'a"b': 1, 'a\0': 'a\0' },
  parsed(nestedText(600, '{"a":', '}')),
  parsed(nestedText(4_000, '{"a":', '}')),
  parsed(nestedText(4_000, '[', ']')),
  Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, i])),
  Array.from({ length: 1_500 }, (_, i) => i),
];

/** Of this process: a cursor of one list must not upset another. */
export const knownCursors: string[] = [];

/** The same of things that there are; one that there is not is always among them. */
export const knownIds: string[] = ['01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70'];

export const hostileText = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.constantFrom(...NUMBERS),
  fc.constantFrom(...TIMES),
  fc.constantFrom(...IDS),
  fc.nat().map((at) => knownIds[at % knownIds.length] ?? ''),
  fc.nat().map((at) => knownCursors[at % Math.max(1, knownCursors.length)] ?? ''),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.base64String({ maxLength: 80 }),
);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 4, arbitrary: fc.constantFrom(...OTHERS) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Mostly as the type wants it, with something else here and there. */
export function inputOf(type: GraphQLInputType): fc.Arbitrary<unknown> {
  const fitting = fittingInput(type);
  const choices = [
    { weight: 16, arbitrary: fitting },
    // Seldom: an input has many fields, and one that is of another kind ends the call at the door.
    { weight: 1, arbitrary: hostileValue },
  ];
  return isNonNullType(type)
    ? fc.oneof(...choices)
    : fc.oneof(...choices, { weight: 8, arbitrary: fc.constant(undefined) });
}

function fittingInput(type: GraphQLInputType): fc.Arbitrary<unknown> {
  const inner = getNullableType(type);
  if (isListType(inner)) return fc.array(inputOf(inner.ofType), { maxLength: 4 });
  if (isEnumType(inner)) return fc.constantFrom(...inner.getValues().map(({ name }) => name));
  if (isInputObjectType(inner)) {
    const fields = Object.values(inner.getFields()).map((field) => [field.name, inputOf(field.type)] as const);
    return fc.record(Object.fromEntries(fields));
  }
  const name = 'name' in inner ? inner.name : '';
  if (name === 'PhoneNumber') return fc.constantFrom('254711000000', ...NUMBERS);
  if (name === 'DateTime') return fc.constantFrom(new Date(Date.now() + 3_600_000).toISOString(), ...TIMES);
  if (name === 'UUID')
    return fc.oneof(
      fc.constantFrom(...IDS),
      fc.nat().map((at) => knownIds[at % knownIds.length] ?? ''),
    );
  if (name === 'String') return hostileText;
  if (name === 'Int') return fc.constantFrom(1, 2, 100, 1_000, 0, -1, 2 ** 31 - 1, 99_999);
  if (name === 'SafeInt') return fc.constantFrom(1, 0, -1, 2 ** 53 - 1, -(2 ** 53) + 1, 2 ** 53);
  return fc.constant(smallest(inner));
}
