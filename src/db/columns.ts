import type { Tx } from './transaction.js';

/** A text of each row, in the order of the rows. */
export type Columns<Name extends string> = { readonly [column in Name]: readonly string[] };

/**
 * Reads the rows of a query as one row, in which each column is one text, and cuts these up: by rows the driver takes more
 * than twice as long. For values without commas. Null is read as an empty text. The order is that of the query: aggregates
 * take the rows of a subquery as they come.
 */
export async function readColumns<Name extends string>(
  tx: Tx,
  names: readonly Name[],
  query: string,
  parameters: readonly unknown[],
): Promise<Columns<Name>> {
  const texts = names.map((name) => `string_agg(coalesce(${name}::text, ''), ',') AS ${name}`);
  const [row] = await tx.sql<{ [column in Name]: string | null }>(
    `SELECT ${texts.join(', ')} FROM (${query}) AS read`,
    parameters,
  );
  const columns = names.map((name) => [name, cut(row?.[name])] as const);
  return Object.fromEntries(columns) as { [column in Name]: string[] };
}

/** Neighbours are often alike, and kept for long: one of them is enough. */
function cut(column: string | null | undefined): string[] {
  const texts = column?.split(',') ?? [];
  let last = '';
  texts.forEach((text, place) => {
    if (text === last) texts[place] = last;
    else last = text;
  });
  return texts;
}
