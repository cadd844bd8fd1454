import { describe, expect, it } from '@jest/globals';
import { holdsInexactNumber, isHeldByDouble, markInexactNumbers } from '../../src/lib/exact-json.js';

const parsed = (json: string) => JSON.parse(markInexactNumbers(json));

const HELD = [
  ['0', '-0', '0.0', '0e400', '1', '-7', '1.10', '100000', '1e5', '1E+2', '999999999999999'],
  [
    '9007199254740991',
    '9007199254740992',
    '-9007199254740994',
    '12345678901234568',
    '18028394899466170',
    '1e23',
    '1e300',
    '1.5e-300',
  ],
  // As languages write doubles that are not shortened: 0.1 in 17 digits, and all of its digits.
  ['0.10000000000000001', '0.1000000000000000055511151231257827021181583404541015625', '0.30000000000000004'],
  ['1.7976931348623157e308', '5e-324'],
].flat();
const NOT_HELD = [
  ['9007199254740993', '-9007199254740993', '12345678901234567890', '12345678901234567', '18028394899466168'],
  ['0.1234567890123456789', '1.00000000000000000001', '3.14159265358979323846', '-0.1000000000000000001'],
  ['1e400', '-1e309', '1e-400', '1.2345678e-320', `1${'0'.repeat(150)}1`],
].flat();

describe('a number', () => {
  it.each(HELD)('%s is held by a double', (source) => {
    expect(isHeldByDouble(source)).toBe(true);
    expect(parsed(`{"a":[${source}]}`)).toEqual({ a: [Number(source)] });
  });

  it.each(NOT_HELD)('%s is held by none, and is marked wherever it stands', (source) => {
    expect(isHeldByDouble(source)).toBe(false);
    for (const json of [`{"a":[${source}]}`, `{"a":[0, ${source}]}`, `{"a":\n ${source}}`]) {
      expect(holdsInexactNumber(parsed(json))).toBe(true);
    }
    const [number, text] = parsed(`[${source}, "${source}"]`) as unknown[];
    expect([holdsInexactNumber(number), text]).toEqual([true, source]);
  });

  it('within a text is no number', () => {
    const texts = ['a \\\\', '\\"', ': 12345678901234567890', ',\\"1e400,', '\\u0022'].map((text) => `"${text}"`);
    for (const json of [`[${texts}]`, `{${texts.map((text) => `${text}:${text}`)}}`]) {
      expect(parsed(json)).toEqual(JSON.parse(json));
      expect(
        holdsInexactNumber(parsed(json.replace(/([\]}])$/, (end) => (end === ']' ? ',1e400]' : ',"x":1e400}')))),
      ).toBe(true);
    }
  });

  it('that was a double is held in any number of digits, a whole one when it is given back as it was', () => {
    const bits = new DataView(new ArrayBuffer(8));
    const wrong: string[] = [];
    for (let place = 0; place < 20_000; place += 1) {
      bits.setUint32(0, Math.imul(place + 1, 2_654_435_761) >>> 0);
      bits.setUint32(4, Math.imul(place + 1, 1_597_334_677) >>> 0);
      const double = bits.getFloat64(0);
      if (!Number.isFinite(double)) continue;
      const sources = [String(double), double.toExponential(16), double.toExponential(30)];
      wrong.push(...sources.filter((source) => !isHeldByDouble(source)));
      const whole = String(BigInt(place) * 1_234_567_890_123n + 1n);
      const isGivenBack = String(Number(whole)) === whole;
      const isMarked = holdsInexactNumber(parsed(`[${whole}]`));
      if (isHeldByDouble(whole) !== isGivenBack || isMarked === isGivenBack) wrong.push(whole);
    }
    expect(wrong).toEqual([]);
  });
});

describe('malformed JSON', () => {
  it.each([
    '[0012345678901234567]',
    '[.12345678901234567]',
    '[1.e400]',
    '[1.2.3e400]',
    '[+1e400]',
    '[1-1e400]',
    '[1e1e400]',
    '[1e400a]',
    '["a" 1e400 1]',
    '["1e400]',
    '{1e400:1}',
  ])('stays malformed: %s', (json) => {
    expect(() => parsed(json)).toThrow(SyntaxError);
  });
});

describe('ordinary JSON', () => {
  it('is not changed', () => {
    const body = {
      to: '254711000123',
      message: 'At 12:30, 2026-11-22 call +254711000123; 1e3 wins.',
      metadata: { order: 1_234_567, price: 19.95, list: [1, 2.5, -3], at: 1_795_000_000_000 },
    };
    const json = JSON.stringify(body);
    expect(markInexactNumbers(json)).toBe(json);
  });
});
