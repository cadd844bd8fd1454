import { countRows, type List, placeOf, readRows } from '../../db/list.js';
import type { OrganisationSql } from '../../db/transaction.js';
import { LIMITS } from '../../domain/limits.js';
import {
  CursorCodec,
  type CursorKey,
  type Page,
  type PageArguments,
  pageOf,
  readSlice,
  type Slice,
} from '../../domain/paging.js';
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
  return (context: Context, page: PageArguments): Promise<Page<Row>> =>
    readPage(context, { name, ...queriesOf(list, null) }, page);
}

export interface FilteredPage<Filter> extends PageArguments {
  readonly conditions: Filter;
}

/** Makes an operation of a list with filters. */
export function filteredListForCaller<Row extends object, Filter>(name: string, list: List<Row, Filter>) {
  return (context: Context, { conditions, ...page }: FilteredPage<Filter>): Promise<Page<Row>> =>
    readPage(context, { name, ...queriesOf(list, conditions) }, page);
}

/** A list that callers read page by page. */
export interface PagedList<Row> {
  /** Cursors are bound to the name, so that a cursor of another list is refused. */
  readonly name: string;
  rows(tx: OrganisationSql, slice: Slice): Promise<Row[]>;
  count(tx: OrganisationSql): Promise<number>;
  placeOf(row: Row): CursorKey;
}

export async function readPage<Row>(
  { db, secretKey, caller: { organisationId } }: Context,
  list: PagedList<Row>,
  page: PageArguments,
): Promise<Page<Row>> {
  const codec = new CursorCodec(secretKey, organisationId, list.name);
  const slice = readSlice(page, codec, LIMITS.connectionPageMax);
  const rows = await db.atOnceInOrganisation(organisationId, (tx) => list.rows(tx, slice));
  return pageOf(
    rows,
    slice,
    (row) => codec.encode(list.placeOf(row)),
    () => db.atOnceInOrganisation(organisationId, (tx) => list.count(tx)),
  );
}

/** The queries of a list whose statements are built by Kysely. */
export function queriesOf<Row extends object, Filter>(
  list: List<Row, Filter>,
  filter: Filter,
): Omit<PagedList<Row>, 'name'> {
  return {
    rows: (tx, slice) => readRows(tx, list, filter, slice),
    count: (tx) => countRows(tx, list, filter),
    placeOf: (row) => placeOf(list, row),
  };
}
