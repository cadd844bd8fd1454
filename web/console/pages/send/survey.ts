import { type EncodedText, encodeText } from '../../../../src/domain/sms/smart-encoding.js';
import { compileTemplate } from '../../../../src/domain/sms/template.js';
import type { CsvRecord } from '../../../../src/lib/csv.js';
import type { NumberList } from '../../parts/lists/number-list.js';

/** What the rows of a list mean for a text with these placeholders. */
export interface Survey {
  readonly unknown: readonly string[];
  /** Rows without a value for a placeholder. */
  readonly incomplete: readonly CsvRecord[];
  /** Rows with more fields than there are columns. */
  readonly tooLong: readonly CsvRecord[];
  /** The row with the longest values, and among those whose values need Unicode. */
  readonly longest: CsvRecord | undefined;
  readonly longestUnicode: CsvRecord | undefined;
  readonly unicodeRows: number;
}

/** Walks over all rows once; only the names of the placeholders matter, so that typing does not repeat it. */
export function surveyOf(list: NumberList, placeholders: readonly string[], isSmart: boolean): Survey {
  const needsUnicode = (value: string) => encodeText(value, isSmart).encoding === 'ucs2';
  const used = placeholders.flatMap((name) => [list.columns.indexOf(name)].filter((column) => column >= 0));
  const incomplete: CsvRecord[] = [];
  const tooLong: CsvRecord[] = [];
  let unicodeRows = 0;
  let longest: CsvRecord | undefined;
  let longestUnicode: CsvRecord | undefined;
  let length = -1;
  let unicodeLength = -1;
  for (const row of list.rows) {
    const values = used.map((column) => row.fields[column] ?? '');
    if (values.some((value) => value.trim() === '')) incomplete.push(row);
    if (row.fields.length > list.columns.length) tooLong.push(row);
    const ownLength = values.reduce((sum, value) => sum + value.length, 0);
    if (ownLength > length) [longest, length] = [row, ownLength];
    if (!values.some(needsUnicode)) continue;
    unicodeRows += 1;
    if (ownLength > unicodeLength) [longestUnicode, unicodeLength] = [row, ownLength];
  }
  const unknown = placeholders.filter((name) => !list.columns.includes(name));
  return { unknown, incomplete, tooLong, longest, longestUnicode, unicodeRows };
}

/** The text of the row that takes the most segments. */
export interface WorstText extends EncodedText {
  readonly row: CsvRecord | undefined;
}

export function worstTextOf(text: string, isSmart: boolean, list: NumberList | null, survey: Survey | null): WorstText {
  const template = compileTemplate(text);
  const candidates = [survey?.longest, survey?.longestUnicode].filter((row) => row !== undefined);
  const texts = candidates.map((row): WorstText => {
    return { row, ...encodeText(list ? render(template, list, row) : text, isSmart) };
  });
  return texts.sort((a, b) => b.segments - a.segments)[0] ?? { row: undefined, ...encodeText(text, isSmart) };
}

type Template = ReturnType<typeof compileTemplate>;

/** The text that a row gets; a placeholder without a value has nothing in its place. */
export function render(template: Template, list: NumberList, row: CsvRecord): string {
  const rendered = template.render(variablesOf(template.placeholders, list, row));
  return rendered.ok ? rendered.text : '';
}

export function variablesOf(names: readonly string[], list: NumberList, { fields }: CsvRecord): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, fields[list.columns.indexOf(name)] ?? '']));
}
