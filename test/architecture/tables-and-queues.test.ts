import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { DISTRIBUTED_TABLES, REFERENCE_TABLES } from '../../src/db/citus/placement.js';
import { DEAD_LETTER_QUEUE, JOBS } from '../../src/queue/jobs.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { inDist } from '../support/programs/from-dist.js';

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
let client: Client;
let catalogue: CatalogueRow[];

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  catalogue = (await client.query<CatalogueRow>(CATALOGUE)).rows;
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

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

const LONGEST_LIFE_MS = 10_000;

describe('queues', () => {
  it('exist for every job that is declared, and for no other', async () => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT name FROM pgboss.queue WHERE name NOT LIKE '\\_\\_%'`,
    );
    expect(rows.map((row) => row.name).sort()).toEqual([...JOBS, DEAD_LETTER_QUEUE].sort());
  });

  it('that cannot be installed leave nothing behind that keeps the process alive', async () => {
    const refusal = `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                       $$ BEGIN RAISE EXCEPTION 'made for a test'; END $$;
                     CREATE TRIGGER refusal BEFORE UPDATE ON pgboss.queue EXECUTE FUNCTION refuse()`;
    await client.query(refusal);
    const script = `
      const { installQueues } = await import(${JSON.stringify(inDist('queue/boss.js'))});
      const logger = { error() {} };
      await installQueues({ url: ${JSON.stringify(database.url)}, logger }).catch((error) => console.log(error.message));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: LONGEST_LIFE_MS,
    });
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    expect([output, code]).toEqual(['made for a test\n', 0]);
    await client.query('DROP TRIGGER refusal ON pgboss.queue');
  });

  it('retry, expire soon, and keep what fails for good where it is seen', async () => {
    const { rows } = await client.query(
      'SELECT retry_limit, expire_seconds, dead_letter FROM pgboss.queue WHERE name = ANY ($1)',
      [JOBS],
    );
    expect(rows).toHaveLength(JOBS.length);
    for (const row of rows) {
      expect(row.retry_limit).toBeGreaterThan(0);
      expect(row.expire_seconds).toBeLessThanOrEqual(60);
      expect(row.dead_letter).toBe(DEAD_LETTER_QUEUE);
    }
  });
});
