import { describe, expect, it } from '@jest/globals';
import { CsvError, encodingOf, parseCsv } from '../../src/lib/csv.js';

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
