import type { Values } from './statement.js';
import type { Sql } from './transaction.js';

/** A text of each row, in the order of the rows. */
export type Columns<Name extends string> = { readonly [column in Name]: readonly string[] };

/** The same for columns that may hold any text, or null. */
export type FreeColumns<Name extends string> = { readonly [column in Name]: readonly (string | null)[] };

/**
 * Reads the rows of a query as one row with a text for each column, and splits the texts: the driver takes more than twice as long to
 * parse row by row. The columns `names` must not contain commas, and null becomes an empty text. The columns
 * `freeTexts` may contain anything, so PostgreSQL encodes them as JSON, which costs more; null stays null.
 */
export async function readColumns<Name extends string, FreeText extends string = never>(
  tx: Sql,
  names: readonly Name[],
  query: string,
  values: Values,
  freeTexts: readonly FreeText[] = [],
): Promise<Columns<Name> & FreeColumns<FreeText>> {
  // Aggregates read the rows of a subquery in its order.
  const columns = [
    ...names.map((name) => `string_agg(coalesce(${name}::text, ''), ',') AS ${name}`),
    ...freeTexts.map((name) => `json_agg(${name}) AS ${name}`),
  ];
  const [row] = await tx.sql<{ [name in Name]: string | null } & { [name in FreeText]: (string | null)[] | null }>(
    `SELECT ${columns.join(', ')} FROM (${query}) AS read`,
    values,
  );
  return Object.fromEntries([
    ...names.map((name) => [name, row?.[name]?.split(',') ?? []]),
    ...freeTexts.map((name) => [name, row?.[name] ?? []]),
  ]);
}
