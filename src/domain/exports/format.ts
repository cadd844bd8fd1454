import { BYTE_ORDER_MARK, type Cell, csvRow, END_OF_ROW } from '../../lib/csv-row.js';
import type { ExportFormat } from './export-link.js';

interface Format {
  readonly mediaType: string;
  /** Stands once before all rows. */
  heading(columns: readonly string[]): string;
  /** A row with its end, which no cell contains: what follows the last one is not a whole row. */
  line(columns: readonly string[], cells: readonly Cell[]): string;
}

export const FORMATS: Readonly<Record<ExportFormat, Format>> = {
  csv: {
    mediaType: 'text/csv; charset=utf-8',
    heading: (columns) => BYTE_ORDER_MARK + columns.join() + END_OF_ROW,
    line: (_columns, cells) => csvRow(cells),
  },
  jsonl: {
    mediaType: 'application/x-ndjson; charset=utf-8',
    heading: () => '',
    line: (columns, cells) =>
      `${JSON.stringify(Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? null])))}\n`,
  },
};
