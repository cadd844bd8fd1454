import type { RowOf } from '../tables.js';
import type { EveryOrganisationSql } from '../transaction.js';
import { DISTRIBUTED_TABLES } from './placement.js';

/** Limits a statement about all organisations to those that are reachable; null: all are. */
export function amongReachable(reachable: readonly string[] | null) {
  if (reachable === null) return { condition: '', values: {} };
  return { condition: 'AND organisation_id = ANY (:reachable::uuid[])', values: { reachable } };
}

/** The organisations whose rows are on nodes that answer. */
export async function listReachable(tx: EveryOrganisationSql): Promise<string[]> {
  const rows = await tx.sql<RowOf<'organisations', 'organisation_id'>>(REACHABLE);
  return rows.map((row) => row.organisation_id);
}

const REACHABLE = `
WITH answering AS MATERIALIZED (SELECT nodeid FROM run_command_on_all_nodes('SELECT 1') WHERE success)
SELECT organisation_id FROM organisations
WHERE get_shard_id_for_distribution_column('${DISTRIBUTED_TABLES[0]}', organisation_id) IN (
  SELECT shardid FROM pg_dist_placement JOIN pg_dist_node USING (groupid) JOIN answering USING (nodeid)
)`;
