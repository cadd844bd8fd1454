import { CsvError, type CsvRecord, encodingOf, readCsv } from '../../../../src/lib/csv.js';
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

const SLICE_BYTES = 1024 * 1024;
const LARGEST_MEGABYTES = 50;
/** Between two pauses: a few milliseconds, so that the page answers while it reads. */
const RECORDS_AT_ONCE = 2_000;

export async function readListFile(file: File, onProgress: (share: number) => void): Promise<NumberList> {
  return readList(await readTextFile(file, onProgress));
}

/** Reads a file in slices, and tells `onProgress` the share that is read. Throws a `ListError` for what is not text. */
export async function readTextFile(file: File, onProgress: (share: number) => void): Promise<string> {
  if (file.size > LARGEST_MEGABYTES * SLICE_BYTES) throw new ListError(words.large(LARGEST_MEGABYTES));
  const pieces: string[] = [];
  let decoder: TextDecoder | undefined;
  for (let start = 0; start < file.size; start += SLICE_BYTES) {
    const bytes = await bytesOf(file.slice(start, start + SLICE_BYTES));
    if (start === 0 && isWorkbook(bytes)) throw new ListError(words.workbook);
    decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
    pieces.push(decode(decoder, bytes, start + SLICE_BYTES < file.size));
    onProgress(Math.min(1, (start + SLICE_BYTES) / file.size));
  }
  return pieces.join('');
}

/** Numbers in one line are a row each. */
export async function readPastedLines(text: string): Promise<NumberList> {
  const list = await readList(text);
  const [only, second] = list.records;
  if (!only || second || !only.fields.every(looksLikeNumber)) return list;
  return listOf(only.fields.map((field, at) => ({ line: at + 1, fields: [field] })));
}

/** Throws a `ListError` with a sentence for the person. */
async function readList(text: string): Promise<NumberList> {
  const records: CsvRecord[] = [];
  try {
    for (const record of readCsv(text)) {
      records.push(record);
      if (records.length % RECORDS_AT_ONCE === 0) await pause();
    }
  } catch (error) {
    if (error instanceof CsvError) throw new ListError(error.message);
    throw error;
  }
  return listOf(records);
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

async function bytesOf(slice: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await slice.arrayBuffer());
  } catch (cause) {
    throw new ListError(words.unreadable, { cause });
  }
}

function decode(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream });
  } catch (cause) {
    throw new ListError(words.encoding, { cause });
  }
}

/** A zip archive: what spreadsheets save by default. */
const isWorkbook = ([first, second]: Uint8Array) => first === 0x50 && second === 0x4b;
