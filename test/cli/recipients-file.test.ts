import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { CommandError } from '../../src/cli/command.js';
import { readRecipientsFile, readText } from '../../src/cli/sms/recipients-file.js';
import { compileTemplate } from '../../src/domain/sms/template.js';

const folder = mkdtempSync(join(tmpdir(), 'postrider-csv-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (text: string, message?: string, column = 'to', portionSize = 10_000) =>
  readRecipientsFile(text, { message, column, portionSize, isSmart: false });

describe('a file of recipients', () => {
  it('gives every row the values of the columns that the message uses', () => {
    const { portions } = read('name,to,other\nAnn,12025550100,x\n', 'Hi {{name}}');
    expect(portions).toEqual([{ recipients: [{ to: '12025550100', variables: { name: 'Ann' } }] }]);
  });

  it('trims the names of columns and changes nothing else in them', () => {
    const { portions, unused } = read('to, First name , Town\n12025550100,Ann,x\n', 'Hi {{First name}}');
    const names = compileTemplate('Hi {{First name}}').placeholders;
    expect(Object.keys(portions[0]?.recipients[0]?.variables ?? {})).toEqual(names);
    expect(unused).toEqual(['First name', 'Town'].filter((name) => !names.includes(name)));
  });

  it('may have a text for each row in a column of its own', () => {
    const { message, portions } = read('to,message\n12025550100,Hello\n');
    expect(message).toBe('{{message}}');
    expect(portions[0]?.recipients[0]?.variables).toEqual({ message: 'Hello' });
  });

  it('is divided into as many portions as it needs, without a number twice in all of them', () => {
    const rows = ['12025550100', '12025550101', '+1 202-555-0100', 'nonsense', '12025550102', 'nonsense'];
    const { portions, duplicates } = read(`to\n${rows.join('\n')}`, 'Hi', 'to', 2);
    expect(portions.map(({ recipients }) => recipients.map(({ to }) => to))).toEqual([
      ['12025550100', '12025550101'],
      ['nonsense', '12025550102'],
    ]);
    expect(duplicates).toBe(2);
  });

  it('is refused as a whole, with the lines, when one of its texts cannot be made', () => {
    const text = `to,name\n12025550100,Ann\n12025550101,"${'x'.repeat(2_000)}"\n`;
    expect(() => read(text, '{{name}}', 'to', 1)).toThrow('Line 3: A message may have at most 10 segments.');
  });

  it.each([
    ['', 'Hi', 'The file is empty: its first line must name the columns.'],
    ['to\n', 'Hi', 'The file has a header and no rows.'],
    ['phone,x\n1,2', 'Hi', 'There is no column "to"; the columns are "phone", "x".'],
    ['to,x\n1,2', 'Hi {{y}}', 'The message needs {{y}}; the file has the columns "to", "x".'],
    ['to,First_name\n1,2', 'Hi {{first_name}}', 'the columns "to", "First_name". Did you mean {{First_name}}?'],
    ['to,x\n1,2', undefined, 'Give the text with --message, or each row its own in a column "message".'],
    ['to,x,x\n1,2,3', 'Hi', 'Line 1: there are two columns "x".'],
    ['to,x\n1,2\n1\n1,2,3', 'Hi', 'Line 3: 1 fields, but the header has 2.\nLine 4: 3 fields, but the header has 2.'],
    ['to\n1', '', 'message: This field may not be blank.'],
    ['to\n"1', 'Hi', 'Line 2: a quote is opened and never closed.'],
  ])('says what is wrong with %j', (text, message, complaint) => {
    expect(() => read(text, message)).toThrow(complaint);
    // Commands print the sentence of such an error alone.
    expect(() => read(text, message)).toThrow(CommandError);
  });
});

describe('the encoding of a file', () => {
  const fileOf = (bytes: Buffer) => {
    const path = join(folder, 'file.csv');
    writeFileSync(path, bytes);
    return path;
  };

  it('is UTF-8 with or without a byte order mark, or what spreadsheets call Unicode text', async () => {
    expect(await readText(fileOf(Buffer.from('\ufeffto,né')))).toBe('to,né');
    expect(await readText(fileOf(Buffer.from('\ufeffto,né', 'utf16le')))).toBe('to,né');
  });

  it('is refused when it is another, rather than sent garbled', async () => {
    await expect(readText(fileOf(Buffer.from('to,né', 'latin1')))).rejects.toThrow(/is not text in UTF-8/);
  });
});
