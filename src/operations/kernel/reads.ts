import { countRows, type List, placeOf, readRows } from '../../db/lists/list.js';
import {
  countWalk,
  isOfAllRows,
  type Start,
  shortened,
  type Walk,
  type Walked,
  walkRows,
} from '../../db/lists/walk.js';
import type { OrganisationSql } from '../../db/postgres/transaction.js';
import { validateConditions } from '../../domain/conditions.js';
import { invalidInput, PostriderError } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import {
  type Count,
  CursorCodec,
  type Page,
  type PageArguments,
  pageOf,
  readSlice,
  type Slice,
} from '../../domain/paging.js';
import { createGates, GateFullError } from '../../lib/async/gate.js';
import type { Context } from '../context.js';

/** Makes an operation of a query: it reads the rows of the caller's organisation. */
export function forCaller<Input extends readonly unknown[], Result>(
  query: (tx: OrganisationSql, ...input: Input) => Promise<Result>,
) {
  return ({ db, caller }: Pick<Context, 'db' | 'caller'>, ...input: Input): Promise<Result> =>
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
  const errors = validateConditions(conditions);
  if (errors.length > 0) throw invalidInput(errors);
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

type Reader = Pick<Context, 'db' | 'caller'>;

/**
 * One document can ask for twenty walks, each of which looks at fifty thousand rows, and other calls would find no
 * connection free.
 */
const WALKS_AT_ONCE = 3;
/** More than two documents ask for. A caller who repeats them faster than the API answers gets 429. */
const WALKS_WAITING = 60;
/** A walk of so many rows takes about a millisecond, and no turn. */
const SHORT_WALK = 1_000;
const inTurnOfActor = createGates(WALKS_AT_ONCE, WALKS_WAITING);
const inTurnOfOrganisation = createGates(WALKS_AT_ONCE, WALKS_WAITING);

/**
 * Runs a walk when it is its turn among those of the caller, who may belong to many organisations, and then among those
 * of the organisation. In this order no actor fills the queue of an organisation.
 */
async function walkInTurn<T>({ db, caller }: Reader, walk: (tx: OrganisationSql) => Promise<T>): Promise<T> {
  const { organisationId, actor } = caller;
  try {
    return await inTurnOfActor(actor.id ?? organisationId, () =>
      inTurnOfOrganisation(organisationId, () => db.atOnceInOrganisation(organisationId, walk)),
    );
  } catch (error) {
    if (!(error instanceof GateFullError)) throw error;
    throw new PostriderError('throttled', 'Too many searches are under way.', { retryAfterSeconds: 1 });
  }
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
    ...pageOf(rows, slice, (row) => codec.encode(placeOf(walk.list, row)), stoppedAt && codec.encode(stoppedAt)),
    count: () => countFrom({ db, caller }, walk, filter, START),
  };
}

/**
 * Reads a slice without a turn if it is found near its start: otherwise lists without a filter would wait for long
 * searches.
 */
async function walkSlice<Row extends object, Filter extends object>(
  reader: Reader,
  walk: Walk<Row, Filter>,
  filter: Filter,
  slice: Slice,
): Promise<Walked<Row>> {
  const { db, caller } = reader;
  if (!walk.startsLong?.(filter)) {
    // A page of all rows is full after a few of them, or at the end of the list.
    const short = isOfAllRows(filter) ? walk : shortened(walk, SHORT_WALK);
    const walked = await db.atOnceInOrganisation(caller.organisationId, (tx) => walkRows(tx, short, filter, slice));
    if (walked.stoppedAt === null) return walked;
  }
  return walkInTurn(reader, (tx) => walkRows(tx, walk, filter, slice));
}

const START: Start = { from: null, backwards: false };

/** Counts the rows from this place on, as far as one walk leads, but no more than LIMITS.itemsCounted. */
export async function countFrom<Row extends object, Filter extends object>(
  reader: Reader,
  walk: Walk<Row, Filter>,
  filter: Filter,
  start: Start,
): Promise<Count> {
  const most = LIMITS.itemsCounted + 1;
  if (!walk.startsLong?.(filter)) {
    const short = shortened(walk, SHORT_WALK);
    const { db, caller } = reader;
    const found = await db.atOnceInOrganisation(caller.organisationId, (tx) =>
      countWalk(tx, short, filter, start, most),
    );
    // A walk of all rows does not say that it stopped.
    if (!found.goesOn && found.count < SHORT_WALK) return { counted: found.count, isAll: true };
  }
  const { count, goesOn } = await walkInTurn(reader, (tx) => countWalk(tx, walk, filter, start, most));
  return { counted: Math.min(count, LIMITS.itemsCounted), isAll: !goesOn };
}
