import { countRows, type List, placeOf, readRows, type Start } from '../../db/lists/list.js';
import { countWalk, shortened, type Walk, type Walked, walkRows } from '../../db/lists/walk.js';
import type { OrganisationSql } from '../../db/postgres/transaction.js';
import { PostriderError, requireValid } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import {
  type Count,
  CursorCodec,
  type Page,
  type PageArguments,
  pageOf,
  readSlice,
  type Slice,
  validateConditions,
} from '../../domain/paging.js';
import { createKeyedSemaphore, QueueFullError } from '../../lib/async/semaphore.js';
import type { Context } from '../context.js';

type Reader = Pick<Context, 'db' | 'caller'>;

/** Makes an operation of a query: it reads the rows of the caller's organisation. */
export function forCaller<Input extends readonly unknown[], Result>(
  query: (tx: OrganisationSql, ...input: Input) => Promise<Result>,
) {
  return async ({ db, caller }: Reader, ...input: Input): Promise<Result> =>
    db.atOnceInOrganisation(caller.organisationId, (tx) => query(tx, ...input));
}

/** The same for the rows of several subjects, by the column that holds the id of the subject. */
export function groupedForCaller<Column extends string, Row extends Readonly<Record<Column, string>>>(
  column: Column,
  query: (tx: OrganisationSql, subjectIds: readonly string[]) => Promise<Row[]>,
) {
  const read = forCaller(query);
  return async (context: Context, subjectIds: readonly string[]): Promise<Map<string, Row[]>> =>
    Map.groupBy(await read(context, subjectIds), (row) => row[column]);
}

/** Makes an operation of a list without filters. */
export function listForCaller<Row extends object>(name: string, list: List<Row, null>) {
  return (context: Context, page: PageArguments): Promise<Page<Row>> => readPage(context, name, list, null, page);
}

export interface FilteredPage<Filter> extends PageArguments {
  readonly conditions: Filter;
}

/** Throws if a condition is too long to be compared with many rows. */
export function requireShort(conditions: object): void {
  requireValid(validateConditions(conditions));
}

/** Makes an operation of a list with filters. */
export function filteredListForCaller<Row extends object, Filter extends object>(
  name: string,
  list: List<Row, Filter>,
) {
  return (context: Context, { conditions, ...page }: FilteredPage<Filter>): Promise<Page<Row>> =>
    readPage(context, name, list, conditions, page);
}

/** Reads a page of a list of the caller's organisation. A cursor of a list with another name is refused. */
export async function readPage<Row extends object, Filter extends object | null>(
  { db, secretKeys, caller: { organisationId } }: Context,
  name: string,
  list: List<Row, Filter>,
  filter: Filter,
  page: PageArguments,
): Promise<Page<Row>> {
  requireShort(filter ?? {});
  const codec = new CursorCodec(secretKeys, organisationId, name);
  const slice = readSlice(page, codec, LIMITS.connectionPageMax);
  const rows = await db.atOnceInOrganisation(organisationId, (tx) => readRows(tx, list, filter, slice));
  return {
    ...pageOf(rows, slice, (row) => codec.encode(placeOf(list, row))),
    count: async () => ({
      counted: await db.atOnceInOrganisation(organisationId, (tx) => countRows(tx, list, filter)),
      isAll: true,
    }),
  };
}

/**
 * One document can ask for twenty walks, each of which looks at fifty thousand rows, and other calls would find no
 * connection free.
 */
const WALKS_AT_ONCE = 3;
/** More than two documents ask for. A caller who repeats them faster than the API answers gets 429. */
const WALKS_WAITING = 60;
/** A walk of so many rows takes about a millisecond, and no turn. */
const SHORT_WALK = 1_000;
const inTurnOfActor = createKeyedSemaphore(WALKS_AT_ONCE, WALKS_WAITING);
const inTurnOfOrganisation = createKeyedSemaphore(WALKS_AT_ONCE, WALKS_WAITING);

/**
 * Reads by a short walk, or, if that does not lead to the end, by a whole one when it is its turn among those of the
 * caller, who may belong to many organisations, and then among those of the organisation. In this order no actor fills
 * the queue of an organisation.
 */
async function inWalk<Row extends object, Filter, Result>(
  reader: Reader,
  walk: Walk<Row, Filter>,
  filter: Filter,
  read: (tx: OrganisationSql, walk: Walk<Row, Filter>) => Promise<Result>,
  isWhole: (result: Result) => boolean,
): Promise<Result> {
  if (!walk.startsLong?.(filter)) {
    const short = shortened(walk, SHORT_WALK);
    const result = await forCaller((tx) => read(tx, short))(reader);
    if (isWhole(result)) return result;
  }
  return inTurn(reader, (tx) => read(tx, walk));
}

/** Reads when it is the turn of the caller, and of the organisation. */
async function inTurn<Result>(
  { db, caller: { organisationId, actor } }: Reader,
  read: (tx: OrganisationSql) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTurnOfActor(actor.id ?? organisationId, () =>
      inTurnOfOrganisation(organisationId, () => db.atOnceInOrganisation(organisationId, read)),
    );
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    throw new PostriderError('throttled', 'Too many searches are under way.', { retryAfterSeconds: 1 });
  }
}

/**
 * Makes an operation of a query that sums the rows of several subjects. Like a walk it waits for its turn, unless there
 * is one subject.
 */
export function sumsForCaller<Row>(query: (tx: OrganisationSql, subjectIds: readonly string[]) => Promise<Row[]>) {
  return (reader: Reader, subjectIds: readonly string[]): Promise<Row[]> => {
    const read = (tx: OrganisationSql) => query(tx, subjectIds);
    return subjectIds.length > 1 ? inTurn(reader, read) : forCaller(read)(reader);
  };
}

/**
 * Reads a page of a list that is too long to be searched at once. A page may be short, and lead on, where no index
 * leads to its rows.
 */
export async function walkPage<Row extends object, Filter extends object>(
  { db, secretKeys, caller }: Context,
  name: string,
  walk: Walk<Row, Filter>,
  filter: Filter,
  page: PageArguments,
): Promise<Page<Row>> {
  requireShort(filter);
  const codec = new CursorCodec(secretKeys, caller.organisationId, name);
  const slice = readSlice(page, codec, LIMITS.connectionPageMax);
  const { rows, stoppedAt } = await walkSlice({ db, caller }, walk, filter, slice);
  return {
    ...pageOf(rows, slice, (row) => codec.encode(placeOf(walk, row)), stoppedAt && codec.encode(stoppedAt)),
    count: () => countFrom({ db, caller }, walk, filter, START),
  };
}

/** Reads a slice of such a list, for a page that is made of several lists. */
export function walkSlice<Row extends object, Filter>(
  reader: Reader,
  walk: Walk<Row, Filter>,
  filter: Filter,
  slice: Slice,
): Promise<Walked<Row>> {
  return inWalk(
    reader,
    walk,
    filter,
    (tx, some) => walkRows(tx, some, filter, slice),
    (walked) => walked.stoppedAt === null,
  );
}

export const START: Start = { from: null, backwards: false };

/** Counts the rows from this place on, as far as one walk leads, but no more than LIMITS.itemsCounted. */
export async function countFrom<Row extends object, Filter extends object>(
  reader: Reader,
  walk: Walk<Row, Filter>,
  filter: Filter,
  start: Start,
): Promise<Count> {
  const { count, goesOn } = await inWalk(
    reader,
    walk,
    filter,
    (tx, some) => countWalk(tx, some, filter, start, LIMITS.itemsCounted + 1),
    (counted) => !counted.goesOn,
  );
  return { counted: Math.min(count, LIMITS.itemsCounted), isAll: !goesOn };
}
