import { describe, expect, it } from '@jest/globals';
import { FORMATS } from '../../src/domain/exports/format.js';
import { readCsv } from '../../src/lib/csv.js';

const { line } = FORMATS.csv;
/** As in an export: the first cell of a row holds no text of a caller. */
const rowOf = (text: string) => line([], ['1', text, 'end']);
const cellOf = (text: string) => [...readCsv(rowOf(text))][0]?.fields[1];

/**
 * The cells of a file as a spreadsheet sees them that splits at this separator: a quote counts at the beginning of a
 * cell only, and what follows a closing quote belongs to the cell.
 */
function cellsAt(separator: string, text: string): string[] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)(?:"|$))?([^${separator}\\r\\n]*)(?:${separator}|[\\r\\n]|$)`, 'gy');
  return [...text.matchAll(cell)].map(([, quoted = '', rest = '']) => quoted.replaceAll('""', '"') + rest);
}

/** A cell that begins with a sign and a closing bracket is no formula in any spreadsheet. */
const RUNS = /^[\p{Z}\p{Cf}]*[=+\-@＝＋－＠](?![)\]}])/u;
const runningCells = (text: string) =>
  [',', ';', '\t'].flatMap((separator) => cellsAt(separator, rowOf(text)).filter((cell) => RUNS.test(cell)));

describe('a cell of CSV', () => {
  it.each([
    ['x;=1+1', "x;'=1+1"],
    ['x;"=1+1;y', `x;"'=1+1;y`],
    ['x;""=1+1;y', `x;""'=1+1;y`],
    ['x\n-2', "x\n'-2"],
    ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
    ['x;＝1', "x;'＝1"],
    [';-1', ";'-1"],
    ['x; =1+1', "x; '=1+1"],
    ['x;\u200b"\u00a0=1+1;y', `x;\u200b"\u00a0'=1+1;y`],
    ['x\n\u2060-2', "x\n\u2060'-2"],
  ])('of %j is harmless behind a separator, where quotes do not help', (text, safe) => {
    expect(cellOf(text)).toBe(safe);
    expect(runningCells(text)).toEqual([]);
  });

  it.each([' =1+1', '\u00a0+1', '\u200b@SUM(A1)', '\ufeff=1', '\u202e\u3000 ＝1', ' \t=1', '\u2028-2'])(
    'of %j is harmless behind blanks and invisible characters',
    (text) => {
      expect(cellOf(text)).toBe(`'${text}`.replace('\t=', "\t'="));
      expect(runningCells(text)).toEqual([]);
    },
  );

  it.each([
    ';-)',
    'See you ; -)',
    ' a=1',
    '\u200ba',
    'See you ;-)',
    'Thanks ;=) and bye',
    ';-]',
    'a;b=c',
    'a - b; c',
    '1+1=2',
    'x,=1',
    "it's",
  ])('of %j stays as it is', (text) => {
    expect(cellOf(text)).toBe(text);
    expect(runningCells(text)).toEqual([]);
  });

  it('runs in no spreadsheet, whatever its text', () => {
    const signs = [...';;"=+-@)\n\t, a1＝\u200b\u00a0'];
    // A linear congruential generator, so that each run has the same texts.
    let seed = 7;
    const next = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31;
    };
    const texts = Array.from({ length: 20_000 }, () => {
      const length = 1 + Math.floor(next() * 8);
      return Array.from({ length }, () => signs[Math.floor(next() * signs.length)]).join('');
    });
    expect(texts.filter((text) => runningCells(text).length > 0)).toEqual([]);
  });
});
