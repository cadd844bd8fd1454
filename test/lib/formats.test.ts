import { describe, expect, it } from '@jest/globals';
import { CsvError, encodingOf, parseCsv } from '../../src/lib/csv.js';
import { holdsInexactNumber, isHeldByDouble, markInexactNumbers } from '../../src/lib/exact-json.js';

const fieldsOf = (text: string) => parseCsv(text).map(({ fields }) => fields);

describe('reading comma separated values', () => {
  it('knows quotes, doubled quotes, delimiters and line ends within quotes', () => {
    const text = 'to,name\r\n1,"Lee, ""Ann"""\r\n2,"two\r\nlines"\r\n3,""\r\n';
    expect(fieldsOf(text)).toEqual([
      ['to', 'name'],
      ['1', 'Lee, "Ann"'],
      ['2', 'two\r\nlines'],
      ['3', ''],
    ]);
  });

  it.each([
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
  ])('finds out by itself that the delimiter is a %s', (_, delimiter) => {
    const text = `to${delimiter}"a,;\tb"\n1${delimiter}2,5; 3`;
    expect(fieldsOf(text)[0]).toEqual(['to', 'a,;\tb']);
    expect(fieldsOf(text)[1]?.[0]).toBe('1');
  });

  it('takes LF, CRLF and CR as line ends, needs none at the end, and leaves blank lines out', () => {
    expect(fieldsOf('a,b\n\n1,2\r\n , \n3,4\r5,6')).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ]);
    expect(fieldsOf('a,b\n1,')).toEqual([
      ['a', 'b'],
      ['1', ''],
    ]);
    expect(fieldsOf('')).toEqual([]);
  });

  it('keeps a quote that does not begin a field', () => {
    expect(fieldsOf('a,b\n5" pipe,x')[1]).toEqual(['5" pipe', 'x']);
  });

  it('counts lines of the file, not rows, so that complaints lead to the right place', () => {
    expect(parseCsv('a\n"x\ny"\n\nz').map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  it('names the line of a quote that is never closed and of text behind a closing quote', () => {
    expect(() => parseCsv('a,b\n1,"open\n2,x\n')).toThrow('Line 2: a quote is opened and never closed.');
    expect(() => parseCsv('a,b\n\n"x"y,2\n')).toThrow('Line 3: there is text after a closing quote.');
    expect(() => parseCsv('"')).toThrow(CsvError);
  });

  it('knows what Excel writes as Unicode text by its first bytes', () => {
    expect(encodingOf(Uint8Array.of(0xff, 0xfe, 0x31, 0x00))).toBe('utf-16le');
    expect(encodingOf(Uint8Array.of(0xfe, 0xff, 0x00, 0x31))).toBe('utf-16be');
    expect(encodingOf(Uint8Array.of(0x31, 0x32))).toBe('utf-8');
    expect(encodingOf(Uint8Array.of())).toBe('utf-8');
  });
});

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
