import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

export interface Column<Row> {
  readonly name: string;
  /** Null: nothing is known, which a table shows as a dash, and a card not at all. */
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand at the end, where their digits line up. */
  readonly isNumber?: boolean;
  /** The column that names the row. */
  readonly isHeader?: boolean;
  readonly sort?: 'ascending' | 'descending';
}

interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly isTest?: (row: Row) => boolean;
}

/** The browser skips the layout of blocks that are out of sight, and still finds and prints their rows. */
const BLOCK_ROWS = 50;

/** A real table; below 720 px its rows become cards, by style alone. */
export function Table<Row>({ caption, columns, rows, keyOf, isTest }: TableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(frame);
  return (
    // Without links in it, a frame that scrolls could not be scrolled by keyboard.
    <div className="table-frame" ref={frame} {...(scrolls && { role: 'group', 'aria-label': caption, tabIndex: 0 })}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, isNumber, sort }) => (
              <th key={name} scope="col" aria-sort={sort} className={isNumber ? 'number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {blocksOf(rows).map((block) => (
          <tbody key={keyOf(block[0] as Row)} className={block.length === BLOCK_ROWS ? 'block' : undefined}>
            {block.map((row) => (
              <tr key={keyOf(row)} className={isTest?.(row) ? 'sandbox' : undefined}>
                {columns.map((column) => (
                  <Cell key={column.name} column={column} row={row} />
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** Whether the table is wider than its frame. */
function useScrolls(frame: RefObject<HTMLDivElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const { current } = frame;
    if (!current?.firstElementChild) return;
    const observer = new ResizeObserver(() => setScrolls(current.scrollWidth > current.clientWidth));
    observer.observe(current);
    observer.observe(current.firstElementChild);
    return () => observer.disconnect();
  }, [frame]);
  return scrolls;
}

function Cell<Row>({
  column: { name, cell, isNumber, isHeader },
  row,
}: {
  readonly column: Column<Row>;
  readonly row: Row;
}) {
  const className = isNumber ? 'number' : undefined;
  if (isHeader) {
    return (
      <th scope="row" className={className} data-label={name}>
        {cell(row)}
      </th>
    );
  }
  const content = cell(row);
  const isEmpty = content === null;
  return (
    <td className={isEmpty ? 'empty-cell' : className} data-label={name}>
      {isEmpty ? '–' : content}
    </td>
  );
}

function blocksOf<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / BLOCK_ROWS);
  return Array.from({ length: count }, (_, block) => rows.slice(block * BLOCK_ROWS, (block + 1) * BLOCK_ROWS));
}
