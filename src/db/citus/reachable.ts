import type { EveryOrganisationSql, Sql } from '../postgres/transaction.js';
import type { RowOf } from '../tables.js';
import { shardOf } from './placement.js';

/** The organisations whose rows are on nodes that answer. Null: all nodes do, or there is one PostgreSQL. */
export type Reachable = ReadonlySet<string> | null;

export function isReachable(reachable: Reachable, organisationId: string): boolean {
  return reachable === null || reachable.has(organisationId);
}

/**
 * Limits a statement about all organisations to those that are reachable. Each table of the statement needs the
 * condition: Citus sends the statement to all shards of one that has none.
 */
export function amongReachable(reachable: Reachable) {
  if (reachable === null) return { condition: '', values: {} };
  return { condition: ' AND organisation_id = ANY (:reachable::uuid[])', values: { reachable: [...reachable] } };
}

/** What a process finds out about the nodes while it misses one. */
export interface NodesFound {
  readonly reachable: Reachable;
  /** Addresses of nodes that do not answer. */
  readonly away: readonly string[];
}

export async function findReachable(tx: EveryOrganisationSql): Promise<NodesFound> {
  const rows = await tx.sql<Row>(NODES_ANSWER);
  const away = rows[0]?.away ?? [];
  // Not `rows.every`: statements about all organisations also fail on shards of a lost node that hold none of them.
  if (away.length === 0) return { reachable: null, away };
  return { reachable: new Set(rows.flatMap((row) => (row.answers ? [row.organisation_id] : []))), away };
}

interface Row extends RowOf<'organisations', 'organisation_id'> {
  readonly answers: boolean;
  readonly away: readonly string[] | null;
}

const NODES_ANSWER = `
WITH asked AS MATERIALIZED (SELECT nodeid, success FROM run_command_on_all_nodes('SELECT 1'))
SELECT organisation_id, ${shardOf('organisation_id')} IN (
  SELECT shardid FROM pg_dist_placement JOIN pg_dist_node USING (groupid) JOIN asked USING (nodeid) WHERE success
) AS answers, (
  SELECT array_agg(nodename || ':' || nodeport) FROM asked JOIN pg_dist_node USING (nodeid) WHERE NOT success
) AS away
FROM organisations`;

/** Addresses of all nodes, with the coordinator. */
export async function listNodes(tx: Sql): Promise<string[]> {
  const rows = await tx.sql<{ node: string }>(
    `SELECT nodename || ':' || nodeport AS node FROM pg_dist_node WHERE isactive AND noderole = 'primary' ORDER BY node`,
  );
  return rows.map(({ node }) => node);
}
