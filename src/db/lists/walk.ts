import { type SqlBool, sql } from 'kysely';
import type { CursorKey, Slice } from '../../domain/paging.js';
import type { Schema } from '../entities/schema.js';
import type { OrganisationSql } from '../postgres/transaction.js';
import { first, run, tables } from '../tables.js';
import {
  all,
  beyond,
  type Condition,
  columnsOf,
  type Fragment,
  type From,
  type List,
  orderOf,
  placeOf,
  type Start,
} from './list.js';

/**
 * How many rows PostgreSQL looks at for one page. If an index leads to a condition of the filter, it walks along that
 * index, otherwise along the order of the list, and keeps what meets all conditions. A page may be short although the
 * walk could go on.
 */
export const LONGEST_WALK = 50_000;

export interface Place extends Start {
  /** How many rows the walk looks at. */
  readonly longest: number;
}

/** A list with filters that is read in walks of bounded length. */
export interface Walk<Row extends object, Filter, Table extends keyof Schema = keyof Schema>
  extends List<Row, Filter, Table> {
  /** How many rows a page looks at. */
  lengthFor(filter: Filter): number;
  /** Whether even a short walk begins with reading many rows. */
  startsLong?(filter: Filter): boolean;
  /** The rows that a walk from this place on looks at, in the order of the list, with the columns that `rows` needs. */
  scan(tx: OrganisationSql, filter: Filter, place: Place): Fragment;
  /** A query with one row for each that meets all conditions, if an index tells it without the row; null otherwise. */
  matches?(tx: OrganisationSql, filter: Filter, start: Start): Fragment | null;
}

/** The same walk, which looks at `length` rows at most. */
export function shortened<Row extends object, Filter>(walk: Walk<Row, Filter>, length: number): Walk<Row, Filter> {
  return { ...walk, lengthFor: (filter) => Math.min(length, walk.lengthFor(filter)) };
}

/**
 * The statement of a walk: the rows that meet the conditions, among those that the walk looks at. The last of these is
 * returned in any case, since the next walk begins behind it. A second statement would look for it among rows that have
 * changed meanwhile, and the next walk could miss some.
 */
function bounded<Row extends object, Filter>(
  tx: OrganisationSql,
  walk: Walk<Row, Filter>,
  filter: Filter,
  start: Start,
  limit: number,
) {
  const longest = walk.lengthFor(filter);
  const order = walk.order.map((column) => sql.ref(column));
  const looked = sql`(
    SELECT *, row_number() OVER (ORDER BY ${orderOf(walk, order, start)})
    FROM (${walk.scan(tx, filter, { ...start, longest })}) AS scan)`;
  const matches = all(walk.conditions?.(filter) ?? []);
  const isLast = sql<boolean>`row_number = ${sql.lit(longest)}`;
  return walk
    .rows(tables.selectFrom(looked.as(walk.table) as never) as From<keyof Schema>, tx.organisationId)
    .select([matches.as('matches'), isLast.as('is_last')])
    .where(sql<SqlBool>`(${matches} OR ${isLast})`)
    .orderBy(orderOf(walk, columnsOf(walk), start))
    .limit(limit);
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

/** Reads a slice. */
export async function walkRows<Row extends object, Filter>(
  tx: OrganisationSql,
  walk: Walk<Row, Filter>,
  filter: Filter,
  slice: Slice,
): Promise<Walked<Row>> {
  const found = await run(tx, bounded(tx, walk, filter, slice, slice.size + 1));
  const rows = found.filter(({ matches }) => matches);
  const last = found.at(-1);
  return { rows, stoppedAt: rows.length <= slice.size && last?.is_last ? placeOf(walk, last) : null };
}

export interface Counted {
  readonly count: number;
  /** There are `most` rows, or the walk did not come to the end of the list. */
  readonly goesOn: boolean;
}

/** Counts the rows of one walk from this place on, but no more than `most`. */
export async function countWalk<Row extends object, Filter>(
  tx: OrganisationSql,
  walk: Walk<Row, Filter>,
  filter: Filter,
  start: Start,
  most: number,
): Promise<Counted> {
  const matches = walk.matches?.(tx, filter, start);
  const found = matches
    ? sql`(SELECT true AS matches, false AS is_last FROM (${matches} LIMIT ${most}::int) AS matching)`
    : bounded(tx, walk, filter, start, most);
  const counting = tables
    .selectFrom(found.as('found') as never)
    .select([
      sql<number>`count(*) FILTER (WHERE matches)::int`.as('count'),
      sql<boolean>`coalesce(bool_or(is_last), false)`.as('stopped'),
    ]);
  const counted = await first(tx, counting);
  const count = counted?.count ?? 0;
  return { count, goesOn: count >= most || counted?.stopped === true };
}

/** A walk along the order of the list, or along an index that leads to the rows of one condition in that order. */
export function walkAlong<Row extends object, Filter, Table extends keyof Schema>(
  list: List<Row, Filter, Table>,
  boundsOf: (tx: OrganisationSql, filter: Filter) => readonly Condition[],
): Walk<Row, Filter, Table> {
  const order = list.order.map((column) => sql.ref(column));
  return {
    ...list,
    lengthFor: () => LONGEST_WALK,
    scan: (tx, filter, place) => {
      const own = sql<SqlBool>`organisation_id = ${tx.organisationId}`;
      return sql`SELECT * FROM ${sql.table(list.table)}
        WHERE ${all([own, ...boundsOf(tx, filter), ...beyond(list, order, place)])} ${upTo(list, order, place)}`;
    },
  };
}

/** As many rows as a walk looks at, in the order of the list. */
export const upTo = (list: Parameters<typeof orderOf>[0], order: readonly Fragment[], place: Place) =>
  sql`ORDER BY ${orderOf(list, order, place)} LIMIT ${sql.lit(place.longest)}`;
