import { maskUnprintable } from '../lib/log/unprintable.js';
import { cutToWidth, displayWidth, padToWidth, style } from './terminal-text.js';

export interface Column {
  readonly title: string;
  /** True if the cells may be cut to fit the terminal. Never for ids, which people copy. */
  readonly mayBeCut?: boolean;
  readonly paint?: (cell: string) => string;
}

const GAP = '  ';
/** A cell that is cut keeps so many columns. */
const CUT_COLUMNS = 12;

/** A column that is cut in a narrow terminal. */
export function cut(title: string): Column {
  return { title, mayBeCut: true };
}

/**
 * Formats a table that fits so many columns of the terminal: the rightmost cells that may be cut are cut first. If that
 * is not enough, each row becomes a block of lines, with nothing cut. Cells may come from untrusted input, so
 * unprintable characters are masked.
 */
export function formatTable(
  header: readonly (string | Column)[],
  rows: readonly (readonly string[])[],
  terminalColumns = process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY,
): string {
  const columns = header.map((column): Column => (typeof column === 'string' ? { title: column } : column));
  const cells = rows.map((row) => row.map(maskUnprintable));
  const widths = fitWidths(columns, cells, terminalColumns);
  if (widths === null) return formatBlocks(columns, cells);
  const titles = formatLine(
    columns.map(({ title }) => title),
    widths,
  );
  return [
    style('bold', titles),
    ...cells.map((row) =>
      formatLine(
        row,
        widths,
        columns.map(({ paint }) => paint),
      ),
    ),
  ].join('\n');
}

/** Null if the table cannot be made to fit. */
function fitWidths(columns: readonly Column[], rows: readonly (readonly string[])[], terminal: number) {
  const widths = columns.map(({ title }, i) =>
    Math.max(...[title, ...rows.map((row) => row[i] ?? '')].map(displayWidth)),
  );
  let excess = widths.reduce((sum, width) => sum + width, GAP.length * (columns.length - 1)) - terminal;
  for (const [i, { mayBeCut }] of [...columns.entries()].reverse()) {
    const width = widths[i] ?? 0;
    const spare = mayBeCut ? Math.max(0, width - CUT_COLUMNS) : 0;
    const taken = Math.min(spare, Math.max(0, excess));
    widths[i] = width - taken;
    excess -= taken;
  }
  return excess > 0 ? null : widths;
}

function formatLine(
  cells: readonly string[],
  widths: readonly number[],
  paints: readonly Column['paint'][] = [],
): string {
  const last = cells.findLastIndex((cell) => cell !== '');
  return cells
    .slice(0, last + 1)
    .map((cell, i) => {
      const shown = cutToWidth(cell, widths[i] ?? 0);
      const padding = i === last ? '' : padToWidth(shown, widths[i] ?? 0).slice(shown.length);
      return (paints[i]?.(shown) ?? shown) + padding;
    })
    .join(GAP);
}

function formatBlocks(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const width = Math.max(...columns.map(({ title }) => displayWidth(title)));
  const blocks = rows.map((row) =>
    columns
      .map(({ title, paint }, i) => ({ title, cell: row[i] ?? '', paint }))
      .filter(({ cell }) => cell !== '')
      .map(({ title, cell, paint }) => style('bold', padToWidth(title, width)) + GAP + (paint?.(cell) ?? cell))
      .join('\n'),
  );
  return blocks.join('\n\n');
}
