import {
  type CSSProperties,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { text } from '../../texts/text.js';

export interface Column<Row> {
  readonly name: string;
  /** Null: nothing is known, which a table shows as a dash, and a card not at all. */
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand at the end, where their digits line up. */
  readonly isNumber?: boolean;
  /** The column that names the row. */
  readonly isHeader?: boolean;
}

/** Rows that are selected by a box, and with Shift in ranges. */
interface Selection<Row> {
  readonly keys: ReadonlySet<string>;
  readonly onChange: (keys: ReadonlySet<string>) => void;
  /** Names the row, for people who hear its box. */
  readonly nameOf: (row: Row) => string;
}

interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf?: (row: Row) => string;
  /** Whether a row is of the sandbox, if its `test` does not say so. */
  readonly isTest?: (row: Row) => boolean;
  readonly selection?: Selection<Row>;
  /**
   * The widths of the columns, as tracks of a grid, for lists of up to a thousand rows: the browser then skips the
   * layout of blocks that are out of sight, and still finds and prints their rows. Columns that fit their content need
   * all rows.
   */
  readonly widths?: string;
}

/** The last column of a table: what can be done with a row, if anything can. */
export const actionsColumn = <Row,>(buttonsOf: (row: Row) => ReactNode): Column<Row> => ({
  name: text.list.actions,
  cell: (row) => {
    const buttons = buttonsOf(row);
    return buttons && <span className="row-actions">{buttons}</span>;
  },
});

/** Rows without an id need `keyOf`. */
type Keyed<Row> = Row extends { readonly id: string } ? unknown : { readonly keyOf: (row: Row) => string };

const idOf = (row: object) => (row as { readonly id: string }).id;
const isOfSandbox = (row: object) => 'test' in row && row.test === true;

const BLOCK_ROWS = 50;

/** A real table; below 720 px its rows become cards, by style alone. */
export function Table<Row extends object>(props: TableProps<Row> & Keyed<Row>) {
  const { caption, columns, rows, keyOf = idOf, isTest = isOfSandbox, selection, widths }: TableProps<Row> = props;
  const frame = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(frame);
  const select = useSelect(rows.map(keyOf), selection);
  return (
    // Without links in it, a frame that scrolls could not be scrolled by keyboard.
    <div className="table-frame" ref={frame} {...(scrolls && { role: 'group', 'aria-label': caption, tabIndex: 0 })}>
      <table className={widths && 'fixed'} style={widths ? ({ '--columns': widths } as CSSProperties) : undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="select">
                <input
                  type="checkbox"
                  aria-label={text.list.selectAll}
                  checked={rows.length > 0 && rows.every((row) => selection.keys.has(keyOf(row)))}
                  onChange={({ target }) => selection.onChange(new Set(target.checked ? rows.map(keyOf) : []))}
                />
              </th>
            )}
            {columns.map(({ name, isNumber }) => (
              <th key={name} scope="col" className={isNumber ? 'number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {blocksOf(rows).map((block) => (
          <tbody key={keyOf(block[0] as Row)} className={widths && block.length === BLOCK_ROWS ? 'block' : undefined}>
            {block.map((row) => (
              <TableRow
                key={keyOf(row)}
                row={row}
                rowKey={keyOf(row)}
                columns={columns}
                isTest={isTest(row)}
                isSelected={selection?.keys.has(keyOf(row)) ?? false}
                nameOf={selection?.nameOf}
                onSelect={select}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

interface TableRowProps<Row> extends Pick<TableProps<Row>, 'columns'> {
  readonly row: Row;
  readonly rowKey: string;
  readonly isTest: boolean;
  readonly isSelected: boolean;
  readonly nameOf: Selection<Row>['nameOf'] | undefined;
  readonly onSelect: Select;
}

/** A row that stays the same is not drawn again when another is selected. */
const TableRow = memo(<Row,>({ row, rowKey, columns, isTest, isSelected, nameOf, onSelect }: TableRowProps<Row>) => (
  <tr className={[isTest && 'sandbox', isSelected && 'selected'].filter(Boolean).join(' ') || undefined}>
    {nameOf && (
      <td className="select">
        <input
          type="checkbox"
          aria-label={nameOf(row)}
          checked={isSelected}
          onChange={({ target, nativeEvent }) =>
            onSelect(rowKey, target.checked, (nativeEvent as Partial<MouseEvent>).shiftKey ?? false)
          }
        />
      </td>
    )}
    {columns.map((column) => cellOf(column, row))}
  </tr>
)) as <Row>(props: TableRowProps<Row>) => ReactNode;

type Select = (key: string, isSelected: boolean, isRange: boolean) => void;

/**
 * Selects a row, or all from the one before to this one. The function stays the same, so that rows need not be drawn
 * again.
 */
function useSelect<Row>(keys: readonly string[], selection: Selection<Row> | undefined): Select {
  const last = useRef<string>(undefined);
  const current = useRef({ keys, selection });
  useEffect(() => {
    current.current = { keys, selection };
  });
  return useCallback<Select>((key, isSelected, isRange) => {
    const { keys: all, selection: chosen } = current.current;
    const ends = [all.indexOf((isRange && last.current) || key), all.indexOf(key)];
    const next = new Set(chosen?.keys);
    for (const one of all.slice(Math.max(0, Math.min(...ends)), Math.max(...ends) + 1)) {
      if (isSelected) next.add(one);
      else next.delete(one);
    }
    last.current = key;
    chosen?.onChange(next);
  }, []);
}

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

/** Not a component: a list of a thousand rows has seven thousand cells. */
function cellOf<Row>({ name, cell, isNumber, isHeader }: Column<Row>, row: Row): ReactNode {
  const content = cell(row);
  if (isHeader) {
    return (
      <th key={name} scope="row" data-label={name}>
        {content}
      </th>
    );
  }
  const isEmpty = content === null;
  return (
    <td key={name} className={isEmpty ? 'empty-cell' : isNumber ? 'number' : undefined} data-label={name}>
      {isEmpty ? '–' : content}
    </td>
  );
}

function blocksOf<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / BLOCK_ROWS);
  return Array.from({ length: count }, (_, block) => rows.slice(block * BLOCK_ROWS, (block + 1) * BLOCK_ROWS));
}
