import { examineNodes, examinePlacement } from '../../db/citus/examine.js';
import type { Database } from '../../db/database.js';
import { type Finding, fine, wrong } from './finding.js';

const SUBJECT = 'nodes of Citus';

/** Nothing of a database whose tables are on one PostgreSQL. */
export async function examineCitus(db: Database): Promise<Finding[]> {
  if (!(await db.isDistributed())) return [];
  const asked = await db.acrossOrganisations(async (tx) => [
    ...(await examineNodes(tx)),
    ...(await examinePlacement(tx)),
  ]);
  const problems = [...asked, ...(await examineConnections(db))];
  if (problems.length > 0) return problems.map((words) => wrong(SUBJECT, words));
  const [row] = await db.sql<{ nodes: number }>(
    'SELECT count(*)::int AS nodes FROM pg_dist_node WHERE isactive AND shouldhaveshards',
  );
  return [fine(SUBJECT, `the tables are spread over ${row?.nodes} nodes`)];
}

/** Only with CONNECT_TO_NODES. */
async function examineConnections({ nodes }: Database): Promise<string[]> {
  const problems = (await nodes?.examine()) ?? [];
  return problems.map((words) => `CONNECT_TO_NODES is set, but ${words}`);
}
