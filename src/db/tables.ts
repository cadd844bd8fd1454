import type { InferKyselyDB } from '@mikro-orm/postgresql';
import {
  type Compilable,
  type DeleteResult,
  DummyDriver,
  type InsertResult,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Selectable,
  sql,
  type UpdateResult,
} from 'kysely';
import { snakeCase } from '../lib/snake-case.js';
import type { ENTITIES, Schema } from './entities/schema.js';
import type { Sql } from './postgres/transaction.js';

type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

/** A row, or some columns of it, as PostgreSQL returns them. */
export type RowOf<Table extends keyof Schema, Column extends keyof Row<Table> = keyof Row<Table>> = Readonly<
  Pick<Row<Table>, Column>
>;

class NoDriver extends DummyDriver {
  override acquireConnection(): never {
    throw new Error('`run` sends statements, in a transaction.');
  }
}

/** Builds statements on ordinary rows, with the types of the entities. `run` sends them. */
export const tables = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new NoDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

type Entity = (typeof ENTITIES)[number];
type Table<Of extends Entity> = InferKyselyDB<Of>[keyof InferKyselyDB<Of>];
type Column<Of extends Entity> = keyof Table<Of> & string;

/**
 * The columns of a table but for those that are left out, for a statement that lists them. `*` would fail in prepared
 * statements of processes that run while a migration adds a column.
 */
export function columnsBut<Of extends Entity, LeftOut extends Column<Of>>(
  { meta }: Of,
  ...leftOut: readonly LeftOut[]
): Exclude<Column<Of>, LeftOut>[] {
  // What `keyOf` declares is no column.
  const columns = Object.entries(meta.properties).flatMap(([name, { joinColumns, fieldName }]) =>
    joinColumns ? [] : [fieldName ?? snakeCase(name)],
  );
  return columns.filter((column) => !leftOut.some((one) => one === column)) as Exclude<Column<Of>, LeftOut>[];
}

/** Without RETURNING a statement returns nothing, not even the number of rows that it has changed. */
type Returned<Row> = Row extends InsertResult | UpdateResult | DeleteResult ? never : Row;

/** Sends a statement without waiting for BEGIN, and returns its rows. */
export function run<Row>(tx: Sql, query: Compilable<Row>): Promise<Returned<Row & object>[]> {
  return tx.query<Returned<Row & object>>(query.compile());
}

/** The first row, or null. */
export async function first<Row>(tx: Sql, statement: Compilable<Row>): Promise<Returned<Row & object> | null> {
  const [row] = await run(tx, statement);
  return row ?? null;
}

/** Compares with many ids in one parameter, so that the text does not depend on their number. */
export const anyOf = (ids: readonly string[]) => sql<string>`ANY (${ids}::uuid[])`;

export const NOW = sql<string>`now()`;
