import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { DISTRIBUTED_TABLES, REFERENCE_TABLES } from '../../src/db/citus/placement.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/tables.md'), 'utf8');
const rows = [...page.matchAll(/^\| `(\w+)` \|(.*)\|$/gm)].map(([, table = '', cells = '']) => {
  const [key = '', wall = '', storage = '', kept = '', erasedBy = '', onCitus = ''] = cells
    .split('|')
    .map((cell) => cell.trim());
  return { table, key, wall, storage, kept, erasedBy, onCitus };
});

interface CatalogueRow {
  readonly table: string;
  readonly key: string;
  readonly wall: string;
  readonly storage: string;
  readonly has_organisation: boolean;
  /** Each unique index begins with the organisation. */
  readonly unique_within_organisation: boolean;
}

const CATALOGUE = `
SELECT relname AS table,
  (SELECT string_agg(attname, ', ' ORDER BY place) FROM unnest(conkey) WITH ORDINALITY AS k (number, place)
   JOIN pg_attribute ON attrelid = c.oid AND attnum = number) AS key,
  CASE
    WHEN NOT relrowsecurity THEN 'none'
    WHEN relforcerowsecurity AND commands = '*' THEN 'own rows'
    WHEN relforcerowsecurity AND commands = 'ar' AND NOT has_table_privilege(relowner, c.oid, 'TRUNCATE')
      THEN 'own rows, append-only'
    ELSE 'unknown'
  END AS wall,
  concat_ws(', ', (SELECT option_value || ' %' FROM pg_options_to_table(reloptions) WHERE option_name = 'fillfactor'),
    CASE relpersistence WHEN 'u' THEN 'unlogged' END,
    (SELECT 'plain ids' FROM pg_attribute JOIN pg_type t ON t.oid = atttypid
     WHERE attrelid = c.oid AND attnum > 0 AND attstorage <> typstorage)) AS storage,
  EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'organisation_id') AS has_organisation,
  (SELECT bool_and(attname = 'organisation_id') FROM pg_index JOIN pg_attribute ON attrelid = c.oid AND attnum = indkey[0]
   WHERE indrelid = c.oid AND indisunique) AS unique_within_organisation
FROM pg_class c
JOIN pg_constraint ON conrelid = c.oid AND contype = 'p'
CROSS JOIN LATERAL (SELECT string_agg(polcmd::text, '' ORDER BY polcmd) AS commands FROM pg_policy WHERE polrelid = c.oid) p
WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND relname <> 'migrations'`;

let database: TestDatabase;
let catalogue: CatalogueRow[];

beforeAll(async () => {
  database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  catalogue = (await client.query<CatalogueRow>(CATALOGUE)).rows;
  await client.end();
});
afterAll(() => database.drop());

const byTable = <Row extends { table: string }>(list: readonly Row[]) =>
  list.toSorted((a, b) => (a.table < b.table ? -1 : 1));

describe('docs/tables.md', () => {
  it('lists every table with its key, its wall and its storage', () => {
    expect(byTable(rows.map(({ table, key, wall, storage }) => ({ table, key, wall, storage })))).toEqual(
      byTable(catalogue.map(({ table, key, wall, storage }) => ({ table, key, wall, storage }))),
    );
  });

  it('says of each table how long rows are kept, and what erases them', () => {
    expect(rows.filter(({ kept, erasedBy }) => !kept || !erasedBy)).toEqual([]);
  });

  it('says of each table where it lives on Citus', () => {
    const places: ReadonlyMap<string, string> = new Map([
      ...DISTRIBUTED_TABLES.map((table) => [table, 'distributed'] as const),
      ...REFERENCE_TABLES.map((table) => [table, 'reference'] as const),
    ]);
    const right = rows.map(({ table }) => ({ table, onCitus: places.get(table) ?? 'local' }));
    expect(rows.map(({ table, onCitus }) => ({ table, onCitus }))).toEqual(right);
    expect([...places.keys()].filter((table) => !rows.some((row) => row.table === table))).toEqual([]);
  });

  it('has a wall around every table of organisations, whose key begins with the organisation', () => {
    const owned = catalogue.filter(({ has_organisation: isOwned }) => isOwned);
    expect(catalogue.filter(({ wall }) => wall !== 'none')).toEqual(owned);
    expect(owned.filter(({ key }) => !key.startsWith('organisation_id'))).toEqual([]);
  });

  it('distributes only tables whose unique keys begin with the organisation', () => {
    const distributable = catalogue.filter((row) => row.unique_within_organisation).map(({ table }) => table);
    const distributed = rows.filter(({ onCitus }) => onCitus === 'distributed').map(({ table }) => table);
    expect(distributed.filter((table) => !distributable.includes(table))).toEqual([]);
  });
});
