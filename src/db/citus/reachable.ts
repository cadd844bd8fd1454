import type { RowOf } from '../tables.js';
import type { EveryOrganisationSql } from '../transaction.js';
import { shardOf } from './placement.js';

/** The organisations whose rows are on nodes that answer. Null: all nodes do, or there is one PostgreSQL. */
export type Reachable = ReadonlySet<string> | null;

export function isReachable(reachable: Reachable, organisationId: string): boolean {
  return reachable === null || reachable.has(organisationId);
}

/**
 * Limits a statement about all organisations to those that are reachable. Each table of the statement needs the condition: Citus sends
 * the statement to all shards of one that has none.
 */
export function amongReachable(reachable: Reachable) {
  if (reachable === null) return { condition: '', values: {} };
  return { condition: ' AND organisation_id = ANY (:reachable::uuid[])', values: { reachable: [...reachable] } };
}

export async function findReachable(tx: EveryOrganisationSql): Promise<Reachable> {
  const rows = await tx.sql<RowOf<'organisations', 'organisation_id'> & { readonly answers: boolean }>(NODES_ANSWER);
  if (rows.every(({ answers }) => answers)) return null;
  return new Set(rows.flatMap((row) => (row.answers ? [row.organisation_id] : [])));
}

const NODES_ANSWER = `
WITH answering AS MATERIALIZED (SELECT nodeid FROM run_command_on_all_nodes('SELECT 1') WHERE success)
SELECT organisation_id, ${shardOf('organisation_id')} IN (
  SELECT shardid FROM pg_dist_placement JOIN pg_dist_node USING (groupid) JOIN answering USING (nodeid)
) AS answers
FROM organisations`;
