import type { Reachable, Statement } from '../postgres/statement.js';
import type { EveryOrganisationSql, Sql } from '../postgres/transaction.js';
import type { RowOf } from '../tables.js';
import { DISTRIBUTED_TABLES, shardOf } from './placement.js';

/**
 * Limits a statement about all organisations to those that are reachable. Each query of it needs the condition: Citus
 * sends a query without one to all shards.
 */
export function amongReachable(statement: Statement): Statement {
  const { reachable = null, values } = statement;
  if (reachable === null) return statement;
  const limited = statement.statement.replace(QUERIES, (query) =>
    query.endsWith('WHERE') ? `${query} ${IS_REACHABLE} AND` : `${query} WHERE ${IS_REACHABLE}`,
  );
  return { ...statement, statement: limited, values: { ...values, reachable: [...reachable] } };
}

const IS_REACHABLE = 'organisation_id = ANY (:reachable::uuid[])';
/** From the table to its conditions, or to the end of the brackets. */
const QUERIES = new RegExp(
  `\\b(?:FROM|UPDATE) (?:${DISTRIBUTED_TABLES.join('|')})\\b(?:(?=\\s*\\))|.*?\\bWHERE\\b)`,
  'gs',
);

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
