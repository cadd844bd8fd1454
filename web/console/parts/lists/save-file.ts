import { BYTE_ORDER_MARK, csvRow } from '../../../../src/lib/csv-row.js';

/** The browser has begun the download by then. */
const FORGET_AFTER_MS = 60_000;

export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), FORGET_AFTER_MS);
}

/** Downloads rows as a CSV file that spreadsheets open as it is, like the exports of the server. */
export function saveCsv(fileName: string, rows: readonly (readonly string[])[]): void {
  const text = BYTE_ORDER_MARK + rows.map(csvRow).join('');
  saveFile(fileName, new Blob([text], { type: 'text/csv' }));
}
