import type { ExportFormat } from './export-link.js';

/** A value in an exported row: JSON. */
export type Cell = string | number | boolean | object | null | undefined;

interface Format {
  readonly mediaType: string;
  /** Stands once before all rows. */
  heading(columns: readonly string[]): string;
  /** A row with its end, which no cell contains: what follows the last one is not a whole row. */
  line(columns: readonly string[], cells: readonly Cell[]): string;
}

/** Excel reads UTF-8 only behind this mark. */
const BYTE_ORDER_MARK = '\uFEFF';
const END_OF_ROW = '\r\n';

export const FORMATS: Readonly<Record<ExportFormat, Format>> = {
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    heading: (columns) => BYTE_ORDER_MARK + columns.join() + END_OF_ROW,
    line: (_columns, cells) => cells.map(csvCell).join() + END_OF_ROW,
  },
  jsonl: {
    mediaType: 'application/x-ndjson; charset=utf-8',
    heading: () => '',
    line: (columns, cells) =>
      `${JSON.stringify(Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? null])))}\n`,
  },
};

/** Spreadsheets take a cell that begins like this for a formula: these signs, also as wide as an ideograph, and control characters. */
const LIKE_A_FORMULA = /^[=+\-@＝＋－＠\p{Cc}]/u;
/**
 * Where the list separator is a semicolon, quotes do not help: a row has no cell that begins with one, so the spreadsheet begins a cell
 * behind each of these, and drops a pair of quotes there. Before a closing bracket a sign begins no formula, but ends a smiley.
 */
const FORMULA_BEHIND_SEPARATOR = /([;\t\n]"*)(?=[=+\-@＝＋－＠](?![)\]}]))/gu;
const TO_BE_QUOTED = /[",\n]/;

/** A cell as in RFC 4180. An apostrophe keeps a text from being a formula; line breaks become LF. */
function csvCell(cell: Cell): string {
  if (cell == null) return '';
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  const text = (typeof cell === 'string' ? cell : JSON.stringify(cell))
    .replace(/\r\n?/g, '\n')
    .replace(FORMULA_BEHIND_SEPARATOR, "$1'");
  const safe = LIKE_A_FORMULA.test(text) ? `'${text}` : text;
  return TO_BE_QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
