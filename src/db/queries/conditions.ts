import type { Slice } from '../../domain/paging.js';

/** The WHERE of a list that can be filtered: fixed pieces of SQL, values as parameters only. */
export class Conditions {
  readonly values: unknown[] = [];
  private readonly pieces: string[] = [];

  /** Each `?` in the piece stands for the next value. */
  add(piece: string, ...values: readonly unknown[]): void {
    const rest = [...values];
    this.pieces.push(piece.replaceAll('?', () => `$${this.values.push(rest.shift())}`));
  }

  get text(): string {
    return this.pieces.join(' AND ');
  }
}

/**
 * Restricts a list to a slice, one row longer to see whether there are more, and answers its ORDER BY and LIMIT.
 * However far into the list that is, the index leads there at once, which OFFSET cannot; `skip` is for filtered lists
 * with page numbers alone. Numbers are parameters as well: every text is prepared once and kept.
 */
export function sliceOf(
  where: Conditions,
  columns: readonly string[],
  descending: boolean,
  slice: Slice,
  skip = 0,
): string {
  const down = descending !== slice.backwards;
  if (slice.from) {
    const places = slice.from.map(() => '?').join(', ');
    where.add(`(${columns.join(', ')}) ${down ? '<' : '>'} (${places})`, ...slice.from);
  }
  const order = columns.map((column) => `${column} ${down ? 'DESC' : 'ASC'}`).join(', ');
  return `ORDER BY ${order} LIMIT $${where.values.push(slice.size + 1)} OFFSET $${where.values.push(skip)}`;
}
