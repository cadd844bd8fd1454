/** The text is no CSV; the message names the line. */
export class CsvError extends Error {
  override readonly name = 'CsvError';

  constructor(line: number, reason: string) {
    super(`Line ${line}: ${reason}`);
  }
}

export interface CsvRecord {
  /** The line at which the record begins, from 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

const DELIMITERS = [',', ';', '\t'];
const QUOTE = '"';

/**
 * Parses comma, semicolon or tab separated values as in RFC 4180: quoted fields may contain delimiters, line ends and
 * doubled quotes. Blank lines are skipped. The delimiter is the most frequent one of the first line.
 */
export function parseCsv(text: string): CsvRecord[] {
  return [...readCsv(text)];
}

/** The same record by record, so that a page can pause within a long file. */
export function* readCsv(text: string): Generator<CsvRecord, void> {
  const delimiter = guessDelimiter(text);
  let line = 1;
  for (let at = 0; at < text.length; ) {
    const record = readRecord(text, at, line, delimiter);
    if (record.fields.some((field) => field.trim() !== '')) yield { line, fields: record.fields };
    at = record.end;
    line += record.lines;
  }
}

/** The encoding of a file by its first bytes: Excel begins "Unicode text", which is UTF-16, with a byte order mark. */
export function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}

interface Piece {
  readonly fields: string[];
  /** The offset of the next record. */
  readonly end: number;
  readonly lines: number;
}

function readRecord(text: string, start: number, line: number, delimiter: string): Piece {
  const fields: string[] = [];
  let lines = 0;
  for (let at = start; ; at += 1) {
    const field = text[at] === QUOTE ? readQuoted(text, at, line + lines) : readPlain(text, at, delimiter);
    fields.push(field.value);
    lines += field.lineEnds;
    at = field.end;
    if (text[at] === delimiter) continue;
    const lineEnd = lineEndAt(text, at);
    if (at < text.length && lineEnd === 0) {
      throw new CsvError(line + lines, 'there is text after a closing quote.');
    }
    return { fields, end: at + lineEnd, lines: lines + 1 };
  }
}

interface Field {
  readonly value: string;
  readonly end: number;
  readonly lineEnds: number;
}

function readPlain(text: string, start: number, delimiter: string): Field {
  let end = start;
  while (end < text.length && text[end] !== delimiter && lineEndAt(text, end) === 0) end += 1;
  return { value: text.slice(start, end), end, lineEnds: 0 };
}

function readQuoted(text: string, start: number, line: number): Field {
  for (let at = start + 1; ; at += 2) {
    at = text.indexOf(QUOTE, at);
    if (at === -1) throw new CsvError(line, 'a quote is opened and never closed.');
    if (text[at + 1] === QUOTE) continue;
    const raw = text.slice(start + 1, at);
    const lineEnds = raw.match(/\r\n|\r|\n/g)?.length ?? 0;
    return { value: raw.replaceAll(QUOTE + QUOTE, QUOTE), end: at + 1, lineEnds };
  }
}

/** The length of the line end at this offset; 0 if there is none. */
function lineEndAt(text: string, at: number): number {
  if (text[at] === '\n') return 1;
  if (text[at] !== '\r') return 0;
  return text[at + 1] === '\n' ? 2 : 1;
}

function guessDelimiter(text: string): string {
  const header = (/^[^\r\n]*/.exec(text.trimStart())?.[0] ?? '').replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}
