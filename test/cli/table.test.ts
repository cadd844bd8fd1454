import { describe, expect, it } from '@jest/globals';
import { cut, formatTable } from '../../src/cli/table.js';
import { cutToWidth, displayWidth } from '../../src/cli/terminal-text.js';

const ID = '01936e2c-7a4b-7c31-9f6e-2b1d5a8c4e70';
const header = ['ID', cut('NAME'), cut('SCOPES')];
const rows = [[ID, 'A name that is long enough', 'sms:send sms:read chat:send']];

describe('a table', () => {
  it('is as wide as its cells where there is no terminal', () => {
    expect(formatTable(header, rows, Number.POSITIVE_INFINITY)).toContain(rows[0]?.join('  '));
  });

  it.each([70, 80, 90])('fits a terminal of %i columns: cuts the right cells first, and no id', (columns) => {
    const lines = formatTable(header, rows, columns).split('\n');
    expect(lines).toHaveLength(2);
    expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(columns);
    expect(lines[1]).toContain(ID);
    expect(lines[1]).toMatch(/…$/);
  });

  it('becomes blocks of lines, with nothing cut, where it cannot fit', () => {
    expect(formatTable(header, rows, 50)).toBe(
      [`ID      ${ID}`, `NAME    ${rows[0]?.[1]}`, `SCOPES  ${rows[0]?.[2]}`].join('\n'),
    );
  });

  it('aligns wide characters and masks control characters', () => {
    const lines = formatTable(
      ['NAME', 'X'],
      [
        ['漢字', 'a'],
        ['e\u0301🎉', 'b'],
        ['\u001b[2J', 'c'],
      ],
      80,
    ).split('\n');
    expect(lines).toEqual(['NAME  X', '漢字  a', 'e\u0301🎉   b', '\ufffd[2J  c']);
    expect(cutToWidth('漢字会社', 5)).toBe('漢字…');
  });
});
