import { createHmac } from 'node:crypto';
import { fieldError, PostriderError } from './errors.js';

const SEAL_LENGTH = 8;

/** What a connection may be asked for; GraphQL's four arguments. */
export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/** A piece of one list: rows after or before a place in it, in the order of the list. */
export interface Slice {
  readonly size: number;
  /** From the end of the list towards its start. */
  readonly backwards: boolean;
  /** The place to start at, exclusive; null: the start (or end) of the list. */
  readonly from: CursorKey | null;
}

/** Where a row stands in its list: the values that the list is ordered by. */
export type CursorKey = readonly (string | number)[];

export interface Page<T> {
  readonly nodes: readonly T[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  cursorOf(node: T): string;
  /** Counts the whole list, which may cost more than the page did. */
  countAll(): Promise<number>;
}

/**
 * Makes and reads the cursors of one list. The seal binds a cursor to its list and organisation and to what it says:
 * a cursor from elsewhere is refused instead of starting at a place that means nothing here.
 */
export class CursorCodec {
  constructor(
    private readonly secretKey: string,
    private readonly organisationId: string,
    private readonly list: string,
  ) {}

  encode(key: CursorKey): string {
    const json = JSON.stringify(key);
    return Buffer.from(this.seal(json) + json).toString('base64url');
  }

  decode(cursor: string, argument: string): CursorKey {
    const text = Buffer.from(cursor, 'base64url').toString();
    const json = text.slice(SEAL_LENGTH);
    if (text.slice(0, SEAL_LENGTH) !== this.seal(json)) throw badCursor(argument);
    return JSON.parse(json) as CursorKey;
  }

  private seal(json: string): string {
    const text = `cursor ${this.organisationId} ${this.list} ${json}`;
    return createHmac('sha256', this.secretKey).update(text).digest('base64url').slice(0, SEAL_LENGTH);
  }
}

export function readSlice(args: PageArguments, codec: CursorCodec, sizeMax: number): Slice {
  const { first, last, after, before } = args;
  if ((first == null) === (last == null)) throw invalidPage('first', 'Give either `first` or `last`.');
  const backwards = last != null;
  const size = (backwards ? last : first) ?? 0;
  const name = backwards ? 'last' : 'first';
  if (size < 1 || size > sizeMax) throw invalidPage(name, `\`${name}\` must be between 1 and ${sizeMax}.`);
  const cursor = backwards ? before : after;
  const misplaced = backwards ? after : before;
  if (misplaced != null) {
    throw invalidPage(backwards ? 'after' : 'before', 'Use `after` with `first`, and `before` with `last`.');
  }
  return { size, backwards, from: cursor == null ? null : codec.decode(cursor, backwards ? 'before' : 'after') };
}

/** Makes a page of rows that were read in the direction of the slice, one more than its size to see if there are more. */
export function pageOf<T>(
  rows: readonly T[],
  slice: Slice,
  cursorOf: (node: T) => string,
  countAll: () => Promise<number>,
): Page<T> {
  const more = rows.length > slice.size;
  const kept = more ? rows.slice(0, slice.size) : rows;
  return {
    nodes: slice.backwards ? kept.toReversed() : kept,
    hasNextPage: slice.backwards ? slice.from !== null : more,
    hasPreviousPage: slice.backwards ? more : slice.from !== null,
    cursorOf,
    countAll,
  };
}

function invalidPage(argument: string, message: string): PostriderError {
  return new PostriderError('invalid', message, { fields: [fieldError(argument, 'invalid', message)] });
}

function badCursor(argument: string): PostriderError {
  const message = `\`${argument}\` is not a cursor of this list.`;
  return new PostriderError('bad_cursor', message, { fields: [fieldError(argument, 'bad_cursor', message)] });
}
