import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { CursorKey, Slice } from '../../domain/paging.js';
import type { Schema } from '../entities/schema.js';
import type { OrganisationSql } from '../postgres/transaction.js';
import { run } from '../tables.js';

/** A list of rows of an organisation that callers read page by page. */
export interface List<Row extends object, Filter, Table extends keyof Schema = keyof Schema> {
  /** The rows of one organisation are those of this table. */
  readonly table: Table;
  /** Columns of the table that order its rows, and no two rows alike. */
  readonly order: readonly (keyof Row & string)[];
  readonly descending: boolean;
  /** All rows, in any order. `organisationId` is for what the rows are joined with. */
  rows(organisationId: string): SelectQueryBuilder<Schema, Table, Row>;
  /** Adds the conditions of a filter. Without it the list has no filter. */
  matching?(rows: SelectQueryBuilder<Schema, Table, Row>, filter: Filter): SelectQueryBuilder<Schema, Table, Row>;
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
export function rowsOf<Row extends object, Filter, Table extends keyof Schema>(
  tx: OrganisationSql,
  list: List<Row, Filter, Table>,
  filter: Filter,
  { from, backwards, size }: Slice,
): SelectQueryBuilder<Schema, Table, Row> {
  const down = list.descending !== backwards;
  let query = beyond(ofOrganisation(tx, list, filter), list, { from, backwards }).limit(size + 1);
  for (const column of columnsOf(list)) query = query.orderBy(column, down ? 'desc' : 'asc');
  return query;
}

/** Counts the rows after a position; null: all of them. */
export async function countRows<Row extends object, Filter>(
  tx: OrganisationSql,
  list: List<Row, Filter>,
  filter: Filter,
  from: CursorKey | null = null,
): Promise<number> {
  const query = beyond(ofOrganisation(tx, list, filter), list, { from, backwards: false }).clearSelect();
  const [row] = await run(tx, query.select(sql<number>`count(*)::int`.as('count')));
  return row?.count ?? 0;
}

/** Where a row stands in its list. */
export function placeOf<Row extends object>({ order }: Pick<List<Row, never>, 'order'>, row: Row): CursorKey {
  return order.map((column) => row[column] as string | number);
}

/** The columns that order the rows, of the table of the list or of another that has them. */
export function columnsOf<Row extends object>(
  { table, order }: Pick<List<Row, never>, 'table' | 'order'>,
  source: string = table,
) {
  return order.map((column) => sql.ref(`${source}.${column}`));
}

/** Keeps the rows beyond a position. */
function beyond<Row extends object, Table extends keyof Schema>(
  rows: SelectQueryBuilder<Schema, Table, Row>,
  list: Pick<List<Row, never>, 'table' | 'order' | 'descending'>,
  { from, backwards }: Pick<Slice, 'from' | 'backwards'>,
): SelectQueryBuilder<Schema, Table, Row> {
  if (!from) return rows;
  const sign = list.descending !== backwards ? '<' : '>';
  return rows.where(sql<SqlBool>`(${sql.join(columnsOf(list))}) ${sql.raw(sign)} (${sql.join(from)})`);
}

function ofOrganisation<Row extends object, Filter, Table extends keyof Schema>(
  tx: OrganisationSql,
  list: List<Row, Filter, Table>,
  filter: Filter,
) {
  const own = list.rows(tx.organisationId).where(sql.ref(`${list.table}.organisation_id`), '=', tx.organisationId);
  return list.matching?.(own, filter) ?? own;
}
