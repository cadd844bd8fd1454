import type { Slice } from '../../domain/paging.js';
import type { Values } from '../statement.js';

/** The WHERE of a list that can be filtered: fixed pieces of SQL, values as parameters only. */
export class Conditions {
  private readonly pieces: string[] = [];
  private readonly known: Record<string, unknown> = {};

  /** The piece names its parameters, such as `status = :status`. */
  add(piece: string, values: Values = {}): void {
    this.pieces.push(piece);
    Object.assign(this.known, values);
  }

  get text(): string {
    return this.pieces.join(' AND ');
  }

  get values(): Values {
    return this.known;
  }
}

/** A page of a list: what follows the WHERE, and the values of its parameters. */
export interface Page {
  readonly text: string;
  readonly values: Values;
}

/**
 * Restricts a list to a slice, and returns its ORDER BY and LIMIT: one row more tells whether there are more. The index
 * leads to the slice at once, which OFFSET cannot, so `skip` is for filtered lists with page numbers alone. Numbers are
 * parameters as well: every text is prepared once and kept.
 */
export function sliceOf(
  where: Conditions,
  columns: readonly string[],
  descending: boolean,
  slice: Slice,
  skip = 0,
): Page {
  const down = descending !== slice.backwards;
  if (slice.from) {
    const from = Object.fromEntries(slice.from.map((value, place) => [`from${place}`, value]));
    const places = Object.keys(from).map((name) => `:${name}`);
    where.add(`(${columns.join(', ')}) ${down ? '<' : '>'} (${places.join(', ')})`, from);
  }
  const order = columns.map((column) => `${column} ${down ? 'DESC' : 'ASC'}`).join(', ');
  const values = { ...where.values, limit: slice.size + 1, skip };
  return { text: `ORDER BY ${order} LIMIT :limit OFFSET :skip`, values };
}
