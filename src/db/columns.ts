import type { Tx } from './transaction.js';

/** A text of each row, in the order of the rows. */
export type Columns<Name extends string> = { readonly [column in Name]: readonly string[] };

/** The same for columns that may hold any text, or null. */
export type FreeColumns<Name extends string> = { readonly [column in Name]: readonly (string | null)[] };

/**
 * Reads the rows of a query as one row, in which each column is one text, and splits these: by rows the driver takes more
 * than twice as long. `names` are columns without commas, and null is read as an empty text. `freeTexts` may hold commas, and null
 * stays null: PostgreSQL encodes them as JSON, which takes longer. The order is that of the query: aggregates take the rows of a
 * subquery as they come.
 */
export async function readColumns<Name extends string, FreeText extends string = never>(
  tx: Tx,
  names: readonly Name[],
  query: string,
  parameters: readonly unknown[],
  freeTexts: readonly FreeText[] = [],
): Promise<Columns<Name> & FreeColumns<FreeText>> {
  const columns = [
    ...names.map((name) => `string_agg(coalesce(${name}::text, ''), ',') AS ${name}`),
    ...freeTexts.map((name) => `to_json(array_agg(${name}::text)) AS ${name}`),
  ];
  const [row] = await tx.sql<{ [name in Name]: string | null } & { [name in FreeText]: (string | null)[] | null }>(
    `SELECT ${columns.join(', ')} FROM (${query}) AS read`,
    parameters,
  );
  return Object.fromEntries([
    ...names.map((name) => [name, split(row?.[name])]),
    ...freeTexts.map((name) => [name, row?.[name] ?? []]),
  ]);
}

/** Neighbours are often alike, and kept for long: one of them is enough. */
function split(column: string | null | undefined): string[] {
  const texts = column?.split(',') ?? [];
  let last = '';
  texts.forEach((text, place) => {
    if (text === last) texts[place] = last;
    else last = text;
  });
  return texts;
}
