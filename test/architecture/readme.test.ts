import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Setting, settings } from '../../src/config/settings.js';
import { simulate } from '../../src/gateways/sms/sandbox/numbers.js';

const readme = readFileSync(resolve(import.meta.dirname, '../../README.md'), 'utf8');
const rowsBelow = (heading: string) => {
  const section = readme
    .slice(readme.indexOf(`\n${heading}\n`))
    .split('\n')
    .slice(2);
  const end = section.findIndex((line) => line.startsWith('#'));
  return section.slice(0, end < 0 ? undefined : end).filter((line) => line.startsWith('| '));
};

describe('README', () => {
  it('has exactly the settings that the program reads, with their defaults and meanings', () => {
    const shown = Object.values<Setting>(settings).filter((setting) => !setting.hidden);
    const expected = shown.map(({ name, default: value, description }) => {
      return `| \`${name}\` | ${value === undefined ? '' : `\`${value}\``} | ${description} |`;
    });
    expect(rowsBelow('### Settings').slice(1)).toEqual(expected);
  });

  it('lists every number of the sandbox with a behaviour of its own', () => {
    const listed = rowsBelow('## The sandbox')
      .flatMap((row) => [...row.matchAll(/(?:…|1202555)(\d{4})/g)])
      .map((match) => match[1] ?? '');
    const ordinary = JSON.stringify(simulate('12025550199', 1));
    const special = Array.from({ length: 100 }, (_, index) => String(100 + index).padStart(4, '0')).filter(
      (last) => JSON.stringify(simulate(`1202555${last}`, 1)) !== ordinary,
    );
    expect(special.length).toBeGreaterThan(10);
    expect(listed.filter((last) => last !== '0100').sort()).toEqual(special);
  });
});
