import { type Compilable, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CursorKey, Slice } from '../../domain/paging.js';
import { lowestIdAt } from '../../lib/ids.js';
import type { Schema } from '../entities/schema.js';
import type { OrganisationSql } from '../postgres/transaction.js';
import { run, tables } from '../tables.js';
import { columnsOf, type List, placeOf, rowsOf } from './list.js';

/**
 * How many rows PostgreSQL looks at for one page. If an index leads to a condition of the filter, it walks along that
 * index, otherwise along the order of the list, and keeps what meets all conditions. A page may be short although the
 * walk could go on.
 */
export const LONGEST_WALK = 50_000;

export type Fragment = RawBuilder<unknown>;

/** Where a walk begins. */
export type Start = Pick<Slice, 'from' | 'backwards'>;

export interface Place extends Start {
  /** How many rows the walk looks at. */
  readonly longest: number;
}

/** A list with filters that is read in walks of bounded length. */
export interface Walk<Row extends object, Filter, Table extends keyof Schema = keyof Schema> {
  readonly list: List<Row, Filter, Table>;
  /** How many rows a page looks at. */
  lengthFor(filter: Filter): number;
  /** Whether even a short walk begins with reading many rows. */
  startsLong?(filter: Filter): boolean;
  /** A query that runs once, as the CTE `candidates`, for both `rows` and `places`; null if they need none. */
  candidates?(tx: OrganisationSql, filter: Filter, place: Place): Fragment | null;
  /**
   * The rows of the table that a walk from this place on looks at, in the order of the list and with all columns that
   * it needs.
   */
  rows(tx: OrganisationSql, filter: Filter, place: Place): Fragment;
  /** The same rows with the columns of the order alone. */
  places(tx: OrganisationSql, filter: Filter, place: Place): Fragment;
  /** One row for each that meets all conditions, in any order, if an index tells it without the row; null otherwise. */
  matches?(tx: OrganisationSql, filter: Filter, start: Start): Fragment | null;
}

/** The same walk, which looks at `length` rows at most. */
export function shortened<Row extends object, Filter>(walk: Walk<Row, Filter>, length: number): Walk<Row, Filter> {
  return { ...walk, lengthFor: (filter) => Math.min(length, walk.lengthFor(filter)) };
}

export interface Walked<Row> {
  /** The rows of the slice, and one more if there are more within the walk. */
  readonly rows: readonly Row[];
  /**
   * The place at which the walk stopped because of its length; null if it came to the end of the list, or the slice is
   * full.
   */
  readonly stoppedAt: CursorKey | null;
}

/**
 * Reads a slice. One statement, because a row that no longer leads to the place of a second statement could be missed:
 * where the walk has stopped has to be what it saw.
 */
export async function walkRows<Row extends object, Filter extends object>(
  tx: OrganisationSql,
  walk: Walk<Row, Filter>,
  filter: Filter,
  slice: Slice,
): Promise<Walked<Row>> {
  const { list } = walk;
  const place = placeFrom(walk, filter, slice);
  const page = among(list, walk.rows(tx, filter, place), sql`${rowsOf(tx, list, filter, slice)}`);
  const end = sql`SELECT to_jsonb(place) FROM (${walkEnd(tx, walk, filter, place)}) AS place`;
  const query = sql`
    WITH ${candidatesOf(tx, walk, filter, place)} found AS MATERIALIZED (${page})
    SELECT found.*, stopped_at
    FROM (SELECT CASE WHEN (SELECT count(*) FROM found) <= ${slice.size}::int THEN (${end}) END AS stopped_at) AS walk
    LEFT JOIN found ON true ${orderOf(list, columnsOf(list, 'found'), slice)}`;
  const found = await run(tx, statement<FoundRow<Row>>(query));
  const stopped = found[0]?.stopped_at;
  const [key] = list.order as readonly [keyof Row];
  return {
    rows: found.filter((row) => row[key] !== null).map(({ stopped_at: _, ...row }) => row as unknown as Row),
    stoppedAt: stopped ? placeOf(list, stopped) : null,
  };
}

/** A walk that found nothing has one row, which says where it stopped. */
type FoundRow<Row> = Row & { readonly stopped_at: Row | null };

/** The place of the last row that a walk looks at; no row if it comes to the end of the list. */
function walkEnd<Row extends object, Filter extends object>(
  tx: OrganisationSql,
  walk: Walk<Row, Filter>,
  filter: Filter,
  place: Place,
): Fragment {
  // A page of all rows is full unless the list has ended.
  if (isOfAllRows(filter)) return sql`SELECT 1 WHERE false`;
  return sql`SELECT * FROM (${walk.places(tx, filter, place)}) AS walk OFFSET ${sql.lit(place.longest - 1)}`;
}

export const isOfAllRows = (filter: object): boolean => Object.values(filter).every((value) => value == null);

export interface Counted {
  readonly count: number;
  /** There are `most` rows, or the walk did not come to the end of the list. */
  readonly goesOn: boolean;
}

/** Counts the rows of one walk from this place on, but no more than `most`. */
export async function countWalk<Row extends object, Filter extends object>(
  tx: OrganisationSql,
  walk: Walk<Row, Filter>,
  filter: Filter,
  start: Start,
  most: number,
): Promise<Counted> {
  const matches = walk.matches?.(tx, filter, start);
  if (matches) return countMatches(tx, matches, most);
  const place = placeFrom(walk, filter, start);
  const rows = rowsOf(tx, walk.list, filter, { ...start, size: most - 1 });
  const counting = sql`SELECT count(*)::int AS count FROM ${rows} AS found`;
  const query = sql`
    WITH ${candidatesOf(tx, walk, filter, place)} counted AS MATERIALIZED (${among(walk.list, walk.rows(tx, filter, place), counting)})
    SELECT count, CASE WHEN count < ${most}::int THEN EXISTS (${walkEnd(tx, walk, filter, place)}) ELSE true END AS goes_on
    FROM counted`;
  const [counted] = await run(tx, statement<RowOfCount>(query));
  return { count: counted?.count ?? 0, goesOn: counted?.goes_on ?? false };
}

async function countMatches(tx: OrganisationSql, matches: Fragment, most: number): Promise<Counted> {
  const query = sql`SELECT count(*)::int AS count FROM (${matches} LIMIT ${most}::int) AS matching`;
  const [counted] = await run(tx, statement<Pick<RowOfCount, 'count'>>(query));
  const count = counted?.count ?? 0;
  return { count, goesOn: count >= most };
}

interface RowOfCount {
  readonly count: number;
  readonly goes_on: boolean;
}

const placeFrom = <Row extends object, Filter>(
  walk: Walk<Row, Filter>,
  filter: Filter,
  { from, backwards }: Start,
): Place => ({
  from,
  backwards,
  longest: walk.lengthFor(filter),
});

/** The CTE `candidates` with its comma, or nothing. */
export function candidatesOf<Row extends object, Filter>(
  tx: OrganisationSql,
  walk: Walk<Row, Filter>,
  filter: Filter,
  place: Place,
): Fragment {
  const candidates = walk.candidates?.(tx, filter, place);
  return candidates ? sql`candidates AS MATERIALIZED (${candidates}),` : sql``;
}

/** A query of the table that sees the rows of the walk alone. PostgreSQL reads as many of them as the query takes. */
const among = ({ table }: Pick<List<object, never>, 'table'>, walk: Fragment, query: Fragment) =>
  sql`WITH ${sql.table(table)} AS NOT MATERIALIZED (${walk}) ${query}`;

export const statement = <Row>(text: Fragment): Compilable<Row> => ({
  compile: () => (text as RawBuilder<Row>).compile(tables),
});

/** A walk along the order of the list, or along an index that leads to the rows of one condition in that order. */
export function walkAlong<Row extends object, Filter, Table extends keyof Schema>(
  list: List<Row, Filter, Table>,
  boundsOf: (tx: OrganisationSql, filter: Filter) => readonly RawBuilder<SqlBool>[],
): Walk<Row, Filter, Table> {
  const order = list.order.map((column) => sql.ref(column));
  const stretch = (tx: OrganisationSql, columns: Fragment, filter: Filter, place: Place) => {
    const own = sql<SqlBool>`organisation_id = ${tx.organisationId}`;
    return sql`SELECT ${columns} FROM ${sql.table(list.table)}
      WHERE ${sql.join([own, ...boundsOf(tx, filter)], sql` AND `)} AND ${beyond(list, order, place)}
      ${upTo(list, order, place)}`;
  };
  return {
    list,
    lengthFor: () => LONGEST_WALK,
    rows: (tx, filter, place) => stretch(tx, sql`*`, filter, place),
    places: (tx, filter, place) => stretch(tx, sql.join(order), filter, place),
  };
}

type Ordered = Pick<List<object, never>, 'descending'>;

/** The rows after a place. */
export const beyond = ({ descending }: Ordered, order: readonly Fragment[], { from, backwards }: Start) =>
  from === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.join(order)}) ${sql.raw(descending === backwards ? '>' : '<')} (${sql.join(from)})`;

/** As many rows as a walk looks at, in the order of the list. */
export const upTo = (list: Ordered, order: readonly Fragment[], place: Place) =>
  sql`${orderOf(list, order, place)} LIMIT ${sql.lit(place.longest)}`;

function orderOf(
  { descending }: Ordered,
  order: readonly Fragment[],
  { backwards }: Pick<Start, 'backwards'>,
): Fragment {
  const direction = sql.raw(descending === backwards ? 'ASC' : 'DESC');
  return sql`ORDER BY ${sql.join(order.map((column) => sql`${column} ${direction}`))}`;
}

export interface AcceptedWithin {
  readonly createdAfter?: Date | null | undefined;
  readonly createdBefore?: Date | null | undefined;
}

/** Conditions on the time of acceptance, with which ids begin. The column `created_at` has no index. */
export function acceptedWithin({ createdAfter, createdBefore }: AcceptedWithin, id: Fragment): RawBuilder<SqlBool>[] {
  const bounds: RawBuilder<SqlBool>[] = [];
  if (createdAfter != null) bounds.push(sql`${id} > ${lowestIdAt(createdAfter.getTime() + 1)}`);
  if (createdBefore != null) bounds.push(sql`${id} < ${lowestIdAt(createdBefore.getTime())}`);
  return bounds;
}
