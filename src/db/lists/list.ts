import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { CursorKey, Slice } from '../../domain/paging.js';
import { lowestIdAt } from '../../lib/ids.js';
import type { Schema } from '../entities/schema.js';
import type { OrganisationSql } from '../postgres/transaction.js';
import { type RowOf, run, tables } from '../tables.js';

/** One of several that are joined by AND: an OR within needs parentheses. */
export type Condition = RawBuilder<SqlBool>;

/** A query of the rows of a table, of all of them or of some, that selects no columns yet. */
export type From<Table extends keyof Schema> = SelectQueryBuilder<Schema, Table, object>;

/** A list of rows of an organisation that callers read page by page. */
export interface List<Row extends object, Filter, Table extends keyof Schema = keyof Schema> {
  /** The rows of one organisation are those of this table. */
  readonly table: Table;
  /** Columns of the table that order its rows, and no two rows alike. */
  readonly order: readonly (keyof Row & string)[];
  readonly descending: boolean;
  /** Adds the columns of a row. `organisationId` is for what the rows are joined with. */
  rows(from: From<Table>, organisationId: string): SelectQueryBuilder<Schema, Table, Row>;
  /** The conditions of a filter. Without it the list has no filter. */
  conditions?(filter: Filter): readonly Condition[];
}

/** Returns the rows of a slice, and one more if there are more. */
export function readRows<Row extends object, Filter>(
  tx: OrganisationSql,
  list: List<Row, Filter>,
  filter: Filter,
  slice: Slice,
): Promise<Row[]> {
  return run(tx, rowsOf(tx, list, filter, slice));
}

/** The statement of `readRows`. The index leads to the slice, which OFFSET cannot. */
export function rowsOf<Row extends object, Filter>(
  tx: OrganisationSql,
  list: List<Row, Filter>,
  filter: Filter,
  slice: Slice,
): SelectQueryBuilder<Schema, keyof Schema, Row> {
  const order = orderOf(list, columnsOf(list), slice);
  return ofOrganisation(tx, list, filter, slice)
    .orderBy(order)
    .limit(slice.size + 1);
}

/** Counts the rows after a position; null: all of them. */
export async function countRows<Row extends object, Filter>(
  tx: OrganisationSql,
  list: List<Row, Filter>,
  filter: Filter,
  from: CursorKey | null = null,
): Promise<number> {
  const query = ofOrganisation(tx, list, filter, { from, backwards: false }).clearSelect();
  const [row] = await run(tx, query.select(sql<number>`count(*)::int`.as('count')));
  return row?.count ?? 0;
}

/** Where a row stands in its list. */
export function placeOf<Row extends object>({ order }: Pick<List<Row, never>, 'order'>, row: Row): CursorKey {
  return order.map((column) => row[column] as string | number);
}

type Order = Pick<List<never, never>, 'table' | 'order' | 'descending'>;

/** Where a slice begins. */
export type Start = Pick<Slice, 'from' | 'backwards'>;

export type Fragment = RawBuilder<unknown>;

/** The columns that order the rows. */
export const columnsOf = ({ table, order }: Order) => order.map((column) => sql.ref(`${table}.${column}`));

/** The condition of rows after a place, by the columns of the order; none at the start of the list. */
export const beyond = (
  { descending }: Pick<Order, 'descending'>,
  columns: readonly Fragment[],
  { from, backwards }: Start,
): Condition[] =>
  from ? [sql`(${sql.join(columns)}) ${sql.raw(descending === backwards ? '>' : '<')} (${sql.join(from)})`] : [];

/** The order of the list, or its reverse, by these columns. */
export const orderOf = (
  { descending }: Pick<Order, 'descending'>,
  columns: readonly Fragment[],
  { backwards }: Pick<Start, 'backwards'>,
): Fragment => {
  const direction = sql.raw(descending === backwards ? 'asc' : 'desc');
  return sql.join(columns.map((column) => sql`${column} ${direction}`));
};

export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` AND `)}`;

/** Compares the columns that have a value with it. */
export function equal<Table extends keyof Schema>(
  values: {
    readonly [Column in keyof RowOf<Table>]?: RowOf<Table>[Column] | Fragment | null | undefined;
  },
): Condition[] {
  const given = Object.entries(values).filter(([, value]) => value != null);
  return given.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
}

/** A condition on a value that a filter may have. */
export const given = <Value>(value: Value | null | undefined, condition: (value: Value) => Condition): Condition[] =>
  value == null ? [] : [condition(value)];

export interface AcceptedWithin {
  readonly createdAfter?: Date | null | undefined;
  readonly createdBefore?: Date | null | undefined;
}

/** Conditions on the time of acceptance, with which ids begin. The column `created_at` has no index. */
export const acceptedWithin = (times: AcceptedWithin, id: Fragment): Condition[] => [
  ...given(times.createdAfter, (after) => sql`${id} > ${lowestIdAt(after.getTime() + 1)}`),
  ...given(times.createdBefore, (before) => sql`${id} < ${lowestIdAt(before.getTime())}`),
];

function ofOrganisation<Row extends object, Filter>(
  tx: OrganisationSql,
  list: List<Row, Filter>,
  filter: Filter,
  start: Start,
): SelectQueryBuilder<Schema, keyof Schema, Row> {
  const own = sql<SqlBool>`${sql.ref(`${list.table}.organisation_id`)} = ${tx.organisationId}`;
  const conditions = [own, ...(list.conditions?.(filter) ?? []), ...beyond(list, columnsOf(list), start)];
  return list.rows(tables.selectFrom(list.table), tx.organisationId).where(all(conditions));
}
