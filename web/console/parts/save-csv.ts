/** Excel reads UTF-8 only behind this mark. */
const BYTE_ORDER_MARK = '\uFEFF';
/** Spreadsheets take a cell that begins like this for a formula. The exports of the server have the same rule. */
const LIKE_A_FORMULA = /^[=+\-@＝＋－＠\p{Cc}]/u;
const TO_BE_QUOTED = /[",\r\n]/;
/** The browser has begun the download by then. */
const FORGET_AFTER_MS = 60_000;

/** Downloads rows as a CSV file that spreadsheets open as it is. */
export function saveCsv(fileName: string, rows: readonly (readonly string[])[]): void {
  const text = BYTE_ORDER_MARK + rows.map((cells) => `${cells.map(cellOf).join()}\r\n`).join('');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), FORGET_AFTER_MS);
}

function cellOf(cell: string): string {
  const safe = LIKE_A_FORMULA.test(cell) ? `'${cell}` : cell;
  return TO_BE_QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
