import type { OrganisationTx } from '../../src/db/postgres/transaction.js';

/** Inserts rows that have the same columns, into a table of the program or a temporary one. */
export async function insertRows(tx: OrganisationTx, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).join(', ');
  await tx.sql(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, :rows::jsonb)`,
    { rows: JSON.stringify(rows.map(storable)) },
  );
}

function storable(row: object) {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value]),
  );
}
