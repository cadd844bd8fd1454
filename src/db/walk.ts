import { type Compilable, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CursorKey, Slice } from '../domain/paging.js';
import { lowestIdAt } from '../lib/ids.js';
import type { Schema } from './entities/schema.js';
import { type List, placeOf, rowsOf } from './list.js';
import { run, tables } from './tables.js';
import type { OrganisationSql } from './transaction.js';

/**
 * How many rows PostgreSQL looks at for one page. If an index leads to a condition of the filter, it walks along that index,
 * otherwise along the order of the list, and keeps what meets all conditions. A page may be short although the walk could go on.
 */
const LONGEST_WALK = 50_000;

export type Fragment = RawBuilder<unknown>;

export interface Place extends Pick<Slice, 'from' | 'backwards'> {
  /** Default: LONGEST_WALK. */
  readonly longest?: number;
}

/** A list with filters that is read in walks of bounded length. */
export interface Walk<Row extends object, Filter, Table extends keyof Schema = keyof Schema> {
  readonly list: List<Row, Filter, Table>;
  /** The rows of the table that a walk from this place on looks at, in the order of the list and with all columns that it needs. */
  rows(tx: OrganisationSql, filter: Filter, place: Place): Fragment;
  /** The same rows with the columns of the order alone. */
  places(tx: OrganisationSql, filter: Filter, place: Place): Fragment;
}

/** Returns the rows of a slice, and one more if there are more within the walk. */
export function walkRows<Row extends object, Filter extends object>(
  tx: OrganisationSql,
  walk: Walk<Row, Filter>,
  filter: Filter,
  slice: Slice,
): Promise<Row[]> {
  return run(tx, among<Row>(walk.list, walk.rows(tx, filter, slice), sql`${rowsOf(tx, walk.list, filter, slice)}`));
}

/** Returns the place at which the walk for a slice stopped because of its length; null if it came to the end of the list. */
export async function findWalkEnd<Row extends object, Filter extends object>(
  tx: OrganisationSql,
  walk: Walk<Row, Filter>,
  filter: Filter,
  place: Place,
): Promise<CursorKey | null> {
  // A page of all rows is full unless the list has ended.
  if (Object.values(filter).every((value) => value == null)) return null;
  const places = sql`SELECT * FROM (${walk.places(tx, filter, place)}) AS walk OFFSET ${sql.lit(LONGEST_WALK - 1)}`;
  const [row] = await run(tx, statement<Row>(places));
  return row ? placeOf(walk.list, row) : null;
}

/** Counts the rows of one walk from this place on, but no more than `most`. */
export async function countWalk<Row extends object, Filter extends object>(
  tx: OrganisationSql,
  walk: Walk<Row, Filter>,
  filter: Filter,
  start: Place,
  most: number,
): Promise<number> {
  const found = rowsOf(tx, walk.list, filter, { ...start, size: most - 1 });
  const count = sql`SELECT count(*)::int AS count FROM ${found} AS found`;
  const [row] = await run(tx, among<{ count: number }>(walk.list, walk.rows(tx, filter, start), count));
  return row?.count ?? 0;
}

/** A query of the table that sees the rows of the walk alone. PostgreSQL reads as many of them as the query takes. */
const among = <Row>({ table }: Pick<List<object, never>, 'table'>, walk: Fragment, query: Fragment) =>
  statement<Row>(sql`WITH ${sql.table(table)} AS NOT MATERIALIZED (${walk}) ${query}`);

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
    rows: (tx, filter, place) => stretch(tx, sql`*`, filter, place),
    places: (tx, filter, place) => stretch(tx, sql.join(order), filter, place),
  };
}

type Ordered = Pick<List<object, never>, 'descending'>;

/** The rows after a place. */
export const beyond = ({ descending }: Ordered, order: readonly Fragment[], { from, backwards }: Place) =>
  from === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.join(order)}) ${sql.raw(descending === backwards ? '>' : '<')} (${sql.join(from)})`;

/** As many rows as a walk looks at, in the order of the list. */
export const upTo = ({ descending }: Ordered, order: readonly Fragment[], place: Place) => {
  const { backwards, longest = LONGEST_WALK } = place;
  const direction = sql.raw(descending === backwards ? 'ASC' : 'DESC');
  return sql`ORDER BY ${sql.join(order.map((column) => sql`${column} ${direction}`))} LIMIT ${sql.lit(longest)}`;
};

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
