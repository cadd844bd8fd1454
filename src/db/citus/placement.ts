import { ENTITIES } from '../entities/schema.js';
import type { Sql } from '../postgres/transaction.js';

/** Tables of organisations that a process reads before it knows the organisation. They stay on the coordinator. */
const LOCAL_TABLES: readonly string[] = ['organisations', 'api_keys', 'memberships', 'invitations', 'export_links'];

/** All other tables of organisations, `campaigns` first. Citus keeps all rows of an organisation on one node. */
export const DISTRIBUTED_TABLES: readonly string[] = ENTITIES.filter(({ meta }) => meta.rowLevelSecurity)
  .map(({ meta }) => meta.tableName)
  .filter((table) => !LOCAL_TABLES.includes(table));

/** Belong to no organisation, and workers read them when they claim messages: every node has a copy. */
export const REFERENCE_TABLES = ['gateway_opt_outs', 'retired_keys'] as const;

/**
 * In SQL, the shard of `pg_dist_placement` that has the rows of an organisation: of the first table, since all are
 * placed alike.
 */
export const shardOf = (organisationId: string) =>
  `get_shard_id_for_distribution_column('${DISTRIBUTED_TABLES[0]}', ${organisationId})`;

/** Whether Citus has spread the tables over nodes. Works without Citus, and before the tables exist. */
export const IS_DISTRIBUTED = `EXISTS (
  SELECT 1 FROM pg_depend d JOIN pg_extension e ON e.oid = d.refobjid
  WHERE d.refclassid = 'pg_extension'::regclass AND e.extname = 'citus'
    AND d.classid = 'pg_class'::regclass AND d.objid = to_regclass('public.${DISTRIBUTED_TABLES[0]}'))`;

export async function isDistributed(tx: Sql): Promise<boolean> {
  const [row] = await tx.sql<{ found: boolean }>(`SELECT ${IS_DISTRIBUTED} AS found`);
  return row?.found === true;
}
