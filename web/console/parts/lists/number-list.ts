import type { CsvRecord } from '../../../../src/lib/csv.js';
import { catalogue } from '../../texts/catalogue.js';
import { countOf } from '../../texts/format.js';

/** Rows with a number each, as a person has brought them. */
export interface NumberList {
  /** All records, the heading included. */
  readonly records: readonly CsvRecord[];
  readonly hasHeading: boolean;
  readonly columns: readonly string[];
  readonly rows: readonly CsvRecord[];
  /** The column with the numbers. */
  readonly numberAt: number;
}

/** What the person has chosen; the rest is guessed. */
interface Choice {
  readonly hasHeading?: boolean;
  readonly numberAt?: number;
}

export class ListError extends Error {
  override readonly name = 'ListError';
}

export function listOf(records: readonly CsvRecord[], choice: Choice = {}): NumberList {
  const [first] = records;
  if (!first) throw new ListError(words.empty);
  const numberAt = choice.numberAt ?? guessNumberColumn(records);
  // A number that is wrong has digits too, and must not be taken for a heading.
  const hasHeading = choice.hasHeading ?? !/\d/.test(first.fields[numberAt] ?? '');
  const columns = namesOf(hasHeading ? first.fields : first.fields.map(() => ''));
  return { records, hasHeading, columns, rows: hasHeading ? records.slice(1) : records, numberAt };
}

export const numberOf = ({ numberAt }: NumberList, { fields }: CsvRecord): string => (fields[numberAt] ?? '').trim();

const SAMPLED_ROWS = 200;
const NUMBER_COLUMN = /phone|mobile|number|msisdn|cell|^tel|^to$/i;

/** By content; between two columns of numbers the name decides. */
function guessNumberColumn(records: readonly CsvRecord[]): number {
  const heading = records[0]?.fields ?? [];
  const sample = records.slice(0, SAMPLED_ROWS);
  const scores = heading.map((name, column) => {
    const count = sample.filter(({ fields }) => looksLikeNumber(fields[column] ?? '')).length;
    return count > 0 && NUMBER_COLUMN.test(name.trim()) ? count + sample.length / 2 : count;
  });
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

export function looksLikeNumber(cell: string): boolean {
  const text = cell.trim();
  if (!/^\+?[\d ()/-]+$/.test(text) || DATE.test(text)) return false;
  const digits = text.replace(/\D/g, '').length;
  return digits >= 8 && digits <= 15;
}

/** Placeholders name columns, so each name is there once and has no braces. */
function namesOf(heading: readonly string[]): string[] {
  const names: string[] = [];
  for (const [column, given] of heading.entries()) {
    const name = given.replace(/[{}]/g, '').trim().slice(0, 50).trim() || words.column(column + 1);
    names.push(names.includes(name) ? `${name} ${column + 1}` : name);
  }
  return names;
}

export const words = catalogue({
  en: {
    drop: 'Drop a file here, or choose one',
    reading: (percent: string) => `Reading: ${percent}`,
    empty: 'There is no row in it.',
    workbook: 'This is a workbook. In the spreadsheet choose “Save as” and then “CSV UTF-8”.',
    encoding: 'This is not text in UTF-8. In the spreadsheet choose “Save as” and then “CSV UTF-8”.',
    unreadable: 'The browser could not read the file. It may have been moved: choose it again.',
    large: (megabytes: number) => `The file is larger than ${countOf(megabytes, 'megabyte', 'megabytes')}: split it.`,
    column: (place: number) => `column ${place}`,
  },
});
