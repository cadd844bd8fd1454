import type { EveryOrganisationSql } from '../transaction.js';

/**
 * Examines what Citus needs on every node for row level security and transactions over several nodes. Returns sentences that say what to
 * change; none if all is well.
 */
export async function examineNodes(tx: EveryOrganisationSql): Promise<string[]> {
  const [citus] = await tx.sql(`SELECT 1 FROM pg_extension WHERE extname = 'citus'`);
  if (!citus) {
    return [
      'This database has no Citus: add citus to shared_preload_libraries, and CREATE EXTENSION citus in it on every node.',
    ];
  }
  const nodes = await tx.sql<NodeAnswer>(
    `SELECT nodename || ':' || nodeport AS node, success, result FROM run_command_on_all_nodes($question$${QUESTION}$question$)
     JOIN pg_dist_node USING (nodeid)`,
  );
  if (nodes.length < 2) return ['Citus has no worker nodes: citus_add_node adds one.'];
  return nodes.flatMap(({ node, success, result }) =>
    success ? judge(node, JSON.parse(result) as NodeFacts) : [`Citus cannot ask its node ${node}: ${result}.`],
  );
}

interface NodeAnswer {
  readonly node: string;
  readonly success: boolean;
  readonly result: string;
}

interface NodeFacts {
  readonly ignores: boolean;
  readonly prepared: number;
}

const QUESTION = `
SELECT json_build_object('ignores', rolsuper OR rolbypassrls, 'prepared', current_setting('max_prepared_transactions')::int)
FROM pg_roles WHERE rolname = current_user`;

function judge(node: string, { ignores, prepared }: NodeFacts): string[] {
  const problems: string[] = [];
  if (ignores) {
    problems.push(
      `On ${node} the role of DATABASE_URL bypasses row level security, which separates organisations: ALTER ROLE … NOSUPERUSER NOBYPASSRLS there.`,
    );
  }
  if (prepared === 0) {
    problems.push(
      `On ${node} max_prepared_transactions is 0, so no transaction can span two nodes: set it to 200 there.`,
    );
  }
  return problems;
}
