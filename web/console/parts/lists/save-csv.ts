import { BYTE_ORDER_MARK, csvRow } from '../../../../src/lib/csv-row.js';
import { saveFile } from './save-file.js';

/** Downloads rows as a CSV file that spreadsheets open as it is, like the exports of the server. */
export function saveCsv(fileName: string, rows: readonly (readonly string[])[]): void {
  const text = BYTE_ORDER_MARK + rows.map(csvRow).join('');
  saveFile(fileName, new Blob([text], { type: 'text/csv' }));
}
