import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'pg';
import { openDatabase } from '../../src/db/orm.js';
import { createLogger } from '../../src/lib/log/logger.js';
import { migrateDatabase } from '../../src/migrate-database.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { travel } from '../support/database/time-travel.js';

/** The database of an earlier version, row by row, as PostgreSQL writes rows as JSON. */
export interface StoredRows {
  readonly takenAt: string;
  /** The last migration that the version had. */
  readonly migration: string;
  readonly tables: Readonly<Record<string, readonly object[]>>;
  /** Jobs that the version had handed to the queue. */
  readonly jobs: readonly { readonly name: string; readonly data: unknown }[];
}

const logger = createLogger({ level: 'error', pretty: false });

const pathOf = (version: string, file: string) => join(import.meta.dirname, version, `${file}.json`);

export async function readShapes<Shape>(version: string, file: string): Promise<Shape> {
  return JSON.parse(await readFile(pathOf(version, file), 'utf8')) as Shape;
}

export async function writeShapes(version: string, file: string, shapes: unknown): Promise<void> {
  await writeFile(pathOf(version, file), `${printShapes(shapes)}\n`);
}

/** JSON with each item of a list on a line: a row, a job, an answer. */
function printShapes(value: unknown, indent = ' '): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const members = Array.isArray(value)
    ? value.map((item) => JSON.stringify(item))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${printShapes(item, `${indent} `)}`);
  if (members.length === 0) return `${open}${close}`;
  return `${open}\n${members.map((member) => `${indent}${member}`).join(',\n')}\n${indent.slice(1)}${close}`;
}

type Sql = (text: string, parameters?: unknown[]) => Promise<unknown[]>;

/** Limits of calls are lost with a crash of PostgreSQL anyway, and migrations write their own rows. */
const LEFT_OUT = ['migrations', 'required_programs', 'rate_limits', 'gateway_pacing'];

export async function dumpRows(sql: Sql): Promise<StoredRows> {
  const names = (await sql(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL ($1) ORDER BY relname`,
    [LEFT_OUT],
  )) as { name: string }[];
  const tables: Record<string, object[]> = {};
  for (const { name } of names) {
    const rows = (await sql(`SELECT to_jsonb(t) AS row FROM ${name} t ORDER BY to_jsonb(t)::text`)) as {
      row: object;
    }[];
    tables[name] = rows.map(({ row }) => row);
  }
  const [last] = (await sql('SELECT name FROM migrations ORDER BY id DESC LIMIT 1')) as { name: string }[];
  const jobs = (await sql('SELECT name, data FROM pgboss.job ORDER BY name, data::text')) as StoredRows['jobs'];
  return { takenAt: new Date().toISOString(), migration: last?.name ?? '', tables, jobs };
}

/**
 * A database as it is after an upgrade: made by the migrations that the version had, filled with its rows, and then
 * migrated by today's program. Waits and lifetimes go on where they were when the rows were taken.
 */
export async function restoreRows(rows: StoredRows): Promise<TestDatabase> {
  const database = await createTestDatabase({ template: 'template0' });
  const db = await openDatabase({ url: database.url, poolSize: 2, logger });
  await db.orm.migrator.up({ to: rows.migration });
  await db.close();
  const superuser = new Pool({ connectionString: database.superuserUrl, max: 1 });
  try {
    // Rows come in the order of the names of their tables: foreign keys are not looked at.
    await superuser.query('SET session_replication_role = replica');
    for (const [table, stored] of Object.entries(rows.tables)) await insertRows(superuser, table, stored);
    await travel(superuser, -(Date.now() - Date.parse(rows.takenAt)) / 1000);
    await migrateDatabase(database.url, logger);
    for (const { name, data } of rows.jobs) {
      await superuser.query('INSERT INTO pgboss.job (name, data) VALUES ($1, $2)', [name, data]);
    }
  } finally {
    await superuser.end();
  }
  return database;
}

async function insertRows(superuser: Pool, table: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  if (columns === '') return;
  await superuser.query(
    `INSERT INTO ${table} (${columns})
     SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}
