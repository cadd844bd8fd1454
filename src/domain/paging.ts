import { createHmac } from 'node:crypto';
import { type FieldError, fieldError, invalidField, PostriderError } from './errors.js';
import { LIMITS } from './limits.js';
import type { SecretKeys } from './secret-keys.js';

const SIGNATURE_LENGTH = 8;

/** The four arguments of a GraphQL connection. */
export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/** A range of a list: rows after or before a position. */
export interface Slice {
  readonly size: number;
  /** Reads from the end of the list towards its start. */
  readonly backwards: boolean;
  /** Position to start after; null for the start (backwards: the end) of the list. */
  readonly from: CursorKey | null;
}

/** The position of a row: its values in the columns that order the list. */
export type CursorKey = readonly (string | number)[];

export interface Page<T> {
  readonly nodes: readonly T[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  cursorOf(node: T): string;
  /** The cursors at which the pages before and after this one begin. */
  ends(): { readonly startCursor: string | null; readonly endCursor: string | null };
  /** Counts the list, which may cost more than reading the page. */
  count(): Promise<Count>;
}

export interface Count {
  readonly counted: number;
  /** False if the list is too long to be counted, and has at least so many rows. */
  readonly isAll: boolean;
}

/**
 * Encodes and decodes the cursors of one list. The signature binds a cursor to its list and organisation: a cursor of
 * another list is refused instead of starting at a meaningless position.
 */
export class CursorCodec {
  constructor(
    private readonly secretKeys: SecretKeys,
    private readonly organisationId: string,
    private readonly list: string,
  ) {}

  encode(key: CursorKey): string {
    const json = JSON.stringify(key);
    return Buffer.from(this.signature(this.secretKeys[0], json) + json).toString('base64url');
  }

  decode(cursor: string, argument: string): CursorKey {
    const text = Buffer.from(cursor, 'base64url').toString();
    const json = text.slice(SIGNATURE_LENGTH);
    const signature = text.slice(0, SIGNATURE_LENGTH);
    if (!this.secretKeys.some((key) => signature === this.signature(key, json))) throw badCursor(argument);
    return JSON.parse(json) as CursorKey;
  }

  private signature(secretKey: string, json: string): string {
    const text = `cursor ${this.organisationId} ${this.list} ${json}`;
    return createHmac('sha256', secretKey).update(text).digest('base64url').slice(0, SIGNATURE_LENGTH);
  }
}

export function readSlice(args: PageArguments, codec: CursorCodec, sizeMax: number): Slice {
  const { first, last, after, before } = args;
  if ((first == null) === (last == null)) throw invalidField('first', 'invalid', 'Give either `first` or `last`.');
  const backwards = last != null;
  const size = (backwards ? last : first) ?? 0;
  const name = backwards ? 'last' : 'first';
  if (size < 1 || size > sizeMax) throw invalidField(name, 'invalid', `\`${name}\` must be between 1 and ${sizeMax}.`);
  const cursor = backwards ? before : after;
  const misplaced = backwards ? after : before;
  if (misplaced != null) {
    throw invalidField(
      backwards ? 'after' : 'before',
      'invalid',
      'Use `after` with `first`, and `before` with `last`.',
    );
  }
  return { size, backwards, from: cursor == null ? null : codec.decode(cursor, backwards ? 'before' : 'after') };
}

/**
 * Makes a page of rows that were read in the direction of the slice. One row beyond its size shows that there are more.
 * `stoppedAt` is the cursor at which reading ended before the page was full, if there may be more.
 */
export function pageOf<T>(
  rows: readonly T[],
  slice: Slice,
  cursorOf: (node: T) => string,
  stoppedAt: string | null = null,
): Omit<Page<T>, 'count'> {
  const { backwards } = slice;
  const more = rows.length > slice.size;
  const kept = more ? rows.slice(0, slice.size) : rows;
  const nodes = backwards ? kept.toReversed() : kept;
  const hasMore = more || stoppedAt !== null;
  return {
    nodes,
    hasNextPage: backwards ? slice.from !== null : hasMore,
    hasPreviousPage: backwards ? hasMore : slice.from !== null,
    cursorOf,
    ends() {
      const [first, last] = [nodes[0], nodes.at(-1)].map((node) => (node === undefined ? null : cursorOf(node)));
      return {
        startCursor: (backwards ? stoppedAt : null) ?? first ?? null,
        endCursor: (backwards ? null : stoppedAt) ?? last ?? null,
      };
    },
  };
}

export function badCursor(argument: string): PostriderError {
  // The message does not name the argument: REST has another name for it.
  const message = 'This is not a cursor of this list.';
  return new PostriderError('bad_cursor', message, { fields: [fieldError(argument, 'bad_cursor', message)] });
}

/**
 * The faults of conditions that are longer than any row needs. PostgreSQL compares each row that it looks at with the
 * whole list or text: a page took 8 s with 10,000 delivery codes, and one document with 20 such pages took every
 * connection of the process.
 */
export function validateConditions(conditions: object): FieldError[] {
  return Object.entries(conditions).flatMap(([name, value]) => {
    const bound = boundOf(value);
    return bound && value.length > bound.most
      ? [fieldError(name, 'too_long', `Must have at most ${bound.most} ${bound.unit}.`)]
      : [];
  });
}

function boundOf(value: unknown) {
  if (Array.isArray(value)) return { most: LIMITS.listedPerCondition, unit: 'items' };
  return typeof value === 'string' ? { most: LIMITS.conditionLength, unit: 'characters' } : null;
}
