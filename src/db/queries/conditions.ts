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
 * Restricts a list to what lies beyond the place where a slice starts, and answers its ORDER BY. However far into the
 * list that is, the index leads there at once, which OFFSET cannot.
 */
export function keyset(where: Conditions, columns: readonly string[], descending: boolean, slice: Slice): string {
  const down = descending !== slice.backwards;
  if (slice.from) {
    const places = slice.from.map(() => '?').join(', ');
    where.add(`(${columns.join(', ')}) ${down ? '<' : '>'} (${places})`, ...slice.from);
  }
  return columns.map((column) => `${column} ${down ? 'DESC' : 'ASC'}`).join(', ');
}
