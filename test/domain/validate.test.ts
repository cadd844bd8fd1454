import { describe, expect, it } from '@jest/globals';
import { validateOptions, validateSchedule, validateSenderId, validateText } from '../../src/domain/sms/validate.js';
import { validateLabel } from '../../src/domain/text.js';

const NOW = new Date('2030-01-01T00:00:00Z');
const DAY_MS = 24 * 3600 * 1000;
const inMs = (ms: number) => new Date(NOW.getTime() + ms);
const codes = (errors: readonly { code: string }[]) => errors.map(({ code }) => code);

describe('a text', () => {
  it.each(['', ' ', '\n\t ', '\u00a0', '\u3000'])('that is blank is refused: %j', (text) => {
    expect(codes(validateText('message', text))).toEqual(['blank']);
  });

  it.each(['a\0b', '\ud800', 'x\udc00y'])('that cannot be sent or stored is refused: %j', (text) => {
    expect(codes(validateText('message', text))).toEqual(['invalid']);
  });

  it.each([
    ['x'.repeat(1_530), []],
    ['x'.repeat(1_531), ['too_long']],
    ['ü\u0416'.repeat(335), []],
    ['\u0416'.repeat(671), ['too_long']],
  ])('may have ten segments (%#)', (text, expected) => {
    expect(codes(validateText('message', text))).toEqual(expected);
  });
});

describe('a sender ID', () => {
  it.each([null, undefined, 'SHOP', 'My Shop', 'A&B', 'A.B-C_D', '12345678901', '+254711000000', '123', 'x'])(
    'may be %j',
    (id) => {
      expect(validateSenderId('senderId', id)).toEqual([]);
    },
  );

  it.each(['', ' SHOP', '-SHOP', 'TWELVE CHARS', 'a\0b', 'Łódź', '+12', 'a\nb', '1'.repeat(16)])(
    'may not be %j',
    (id) => {
      expect(codes(validateSenderId('senderId', id))).toEqual(['invalid']);
    },
  );
});

describe('names and references', () => {
  it.each([
    ['x'.repeat(200), []],
    ['x'.repeat(201), ['too_long']],
    ['a\0b', ['invalid']],
    ['\ud800', ['invalid']],
    [null, []],
  ])('are bounded and storable (%#)', (value, expected) => {
    expect(codes(validateLabel('name', value, 200))).toEqual(expected);
  });
});

describe('metadata', () => {
  const check = (metadata: Record<string, unknown>) => codes(validateOptions({ message: 'x', metadata }));

  it.each<[Record<string, unknown>, string[]]>([
    [{}, []],
    [{ order: 7, nested: { list: [1, null, 'ü'] } }, []],
    [{ text: 'x'.repeat(4_096 - 11) }, []],
    [{ text: 'x'.repeat(4_096 - 10) }, ['too_long']],
    [{ text: '\u0416'.repeat(2_100) }, ['too_long']],
    [{ text: 'a\0b' }, ['invalid']],
    [{ text: '\ud800' }, ['invalid']],
    [{ '\0': 1 }, ['invalid']],
    [{ text: '\u{1f600}' }, []],
  ])('is bounded in bytes and storable (%#)', (metadata, expected) => {
    expect(check(metadata)).toEqual(expected);
  });

  it('may speak of escapes without containing them', () => {
    expect(check({ text: 'a literal backslash-u0000 is \\u0000' })).toEqual([]);
  });
});

describe('a schedule', () => {
  it.each([
    [null, []],
    [undefined, []],
    [inMs(1), []],
    [inMs(180 * DAY_MS), []],
    [inMs(0), ['invalid']],
    [inMs(-1), ['invalid']],
    [inMs(180 * DAY_MS + 1), ['invalid']],
    [new Date(Number.NaN), ['invalid']],
  ])('lies in the future, within 180 days (%#)', (scheduledAt, expected) => {
    expect(codes(validateSchedule(scheduledAt, NOW))).toEqual(expected);
  });
});

it('every complaint names its place', () => {
  const errors = validateOptions({
    message: 'x',
    senderId: '',
    name: 'x'.repeat(201),
    reference: '\0',
    metadata: { a: '\0' },
  });
  expect(errors.map(({ path }) => path.join('.'))).toEqual(['senderId', 'name', 'reference', 'metadata']);
});
