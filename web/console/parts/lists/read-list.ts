import { CsvError, type CsvRecord, encodingOf, readCsv } from '../../../../src/lib/csv.js';
import { ListError, listOf, looksLikeNumber, type NumberList, words } from './number-list.js';

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
