/**
 * How tables are spread over the nodes of Citus. `migrate --distribute` keeps servers away
 * (`db/postgres/advisory-locks.ts`) and examines the nodes (`examine.ts`). One transaction replaces policies and
 * `current_organisation()` by forms that Citus takes, drops foreign keys to `organisations`, and distributes each table
 * of `placement.ts` by `organisation_id`: all rows of an organisation are on one node. Later migrations run on the
 * coordinator, which passes them on; tables that they make are distributed at their end.
 */

import type { Logger } from '../../lib/log/logger.js';
import type { Database } from '../database.js';
import type { EveryOrganisationTx, Sql } from '../postgres/transaction.js';
import { CitusError } from './citus-error.js';
import { examineNodes } from './examine.js';
import { DISTRIBUTED_TABLES, REFERENCE_TABLES } from './placement.js';

/** The others are placed as this one is. */
const [FIRST] = DISTRIBUTED_TABLES;

/**
 * Spreads the tables over the nodes, with the rows that they have, in one transaction: all of them or none. Tables that
 * a later migration has made join the others. All other tables stay plain tables of the coordinator, without foreign
 * keys from or to those that Citus knows: such a key would make them "Citus local tables", and an INSERT … SELECT
 * into one of these passes row level security.
 */
export async function distributeTables(db: Database, logger: Logger, lost?: AbortSignal): Promise<void> {
  await db.acrossOrganisations(async (tx) => {
    const problems = await examineNodes(tx);
    if (problems.length > 0) throw new CitusError(problems);
    const plain = await findPlain(tx);
    if (plain.length === 0) return;
    // Otherwise a step would wait for connections of the one before, which are busy until the transaction ends.
    await tx.sql(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`);
    await tx.sql(PASS_SETTINGS_ON);
    await tx.sql(POLICIES_WITHOUT_QUERIES);
    const kept = await dropForeignKeys(tx, plain);
    for (const table of REFERENCE_TABLES.filter((name) => plain.includes(name))) {
      await tx.sql(`SELECT create_reference_table('${table}')`);
    }
    for (const table of DISTRIBUTED_TABLES.filter((name) => plain.includes(name))) {
      // Citus copies the rows, which it does not do while row level security holds for the owner. No other transaction
      // sees the table meanwhile.
      await tx.sql(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
      const group = table === FIRST ? 'none' : FIRST;
      await tx.sql(`SELECT create_distributed_table('${table}', 'organisation_id', colocate_with => '${group}')`);
      await tx.sql(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
      logger.info({ table }, 'distributed');
    }
    for (const { child, name, definition } of kept) {
      await tx.sql(`ALTER TABLE ${child} ADD CONSTRAINT ${name} ${definition}`);
    }
    lost?.throwIfAborted();
  });
  await dropCopiedRows(db);
}

/** The tables that should be on the nodes, and are not. */
export async function findPlain(tx: Sql): Promise<string[]> {
  const rows = await tx.sql<{ name: string }>(
    `SELECT name FROM unnest(:tables::text[]) AS name
     WHERE NOT EXISTS (SELECT 1 FROM pg_dist_partition WHERE logicalrelid = name::regclass)`,
    { tables: [...DISTRIBUTED_TABLES, ...REFERENCE_TABLES] },
  );
  return rows.map(({ name }) => name);
}

interface ForeignKey {
  readonly child: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Returns the foreign keys between distributed tables: they hold within a node, and come back when all tables are
 * distributed.
 */
async function dropForeignKeys(tx: EveryOrganisationTx, children: readonly string[]): Promise<ForeignKey[]> {
  const keys = await tx.sql<ForeignKey & { kept: boolean }>(
    `SELECT conrelid::regclass::text AS child, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition,
            confrelid::regclass::text = ANY (:distributed::text[]) AS kept
     FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY (:children::text[]::regclass[])`,
    { children, distributed: DISTRIBUTED_TABLES },
  );
  for (const { child, name } of keys) await tx.sql(`ALTER TABLE ${child} DROP CONSTRAINT ${name}`);
  return keys.filter(({ kept }) => kept);
}

/**
 * Rows that were there before the tables were distributed still lie on the coordinator's disk, where nothing sees them.
 * Goes on where a killed run has stopped.
 */
async function dropCopiedRows(db: Database): Promise<void> {
  const tables = await db.sql<{ name: string }>(
    `SELECT logicalrelid::text AS name FROM pg_dist_partition WHERE pg_relation_size(logicalrelid) > 0`,
  );
  for (const { name } of tables) {
    await db.acrossOrganisations(async (tx) => {
      const [row] = await tx.sql<{ allowed: boolean }>(`SELECT has_table_privilege('${name}', 'TRUNCATE') AS allowed`);
      if (!row?.allowed) await tx.sql(`GRANT TRUNCATE ON ${name} TO CURRENT_USER`);
      await tx.sql(`SELECT truncate_local_data_after_distributing_table('${name}')`);
      if (!row?.allowed) await tx.sql(`REVOKE TRUNCATE ON ${name} FROM CURRENT_USER`);
    });
  }
}

/**
 * Without this setting the name of the organisation would stay on the coordinator, and row level security would hide
 * all rows on the nodes.
 */
const PASS_SETTINGS_ON = `
DO $$ BEGIN
  EXECUTE format('ALTER DATABASE %I SET citus.propagate_set_commands = ''local''', current_database());
END $$`;

/**
 * Citus refuses policies with sub-selects. These call the functions once a row instead of once a statement. A policy of
 * another form than that of `isolate` stays, and Citus refuses to distribute its table.
 */
const POLICIES_WITHOUT_QUERIES = `
DO $$
DECLARE policy record;
BEGIN
  FOR policy IN
    SELECT tablename, policyname, CASE WHEN qual IS NULL THEN 'WITH CHECK' ELSE 'USING' END AS clause
    FROM pg_policies
    WHERE schemaname = 'public' AND concat(qual, with_check) = '((organisation_id = ( SELECT current_organisation() AS current_organisation))'
      ' OR ( SELECT all_organisations() AS all_organisations))'
  LOOP
    EXECUTE format('ALTER POLICY %I ON %I %s (organisation_id = current_organisation() OR all_organisations())',
                   policy.policyname, policy.tablename, policy.clause);
  END LOOP;
END $$`;
