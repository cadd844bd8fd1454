/** A value in a row: JSON. */
export type Cell = string | number | boolean | object | null | undefined;

/** Excel reads UTF-8 only behind this mark. */
export const BYTE_ORDER_MARK = '\uFEFF';
export const END_OF_ROW = '\r\n';

/**
 * Spreadsheets take a cell that begins like this for a formula: these signs, also as wide as an ideograph, and
 * control characters; some also behind blanks and invisible characters, which they drop.
 */
const LIKE_A_FORMULA = /^[\p{Z}\p{Cf}]*[=+\-@＝＋－＠\p{Cc}]/u;
/**
 * Where the list separator is a semicolon, quotes do not help: a row has no cell that begins with one, so the
 * spreadsheet begins a cell behind each of these, and drops a pair of quotes there. Before a closing bracket a sign
 * begins no formula, but ends a smiley.
 */
const FORMULA_BEHIND_SEPARATOR = /([;\t\n]["\p{Z}\p{Cf}]*)(?=[=+\-@＝＋－＠](?![)\]}]))/gu;
const TO_BE_QUOTED = /[",\n]/;

/** A row as in RFC 4180, with its end. */
export const csvRow = (cells: readonly Cell[]) => cells.map(csvCell).join() + END_OF_ROW;

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
