import { examineNodes, examinePlacement } from '../../db/citus/examine.js';
import { type DatabaseOptions, openDatabase } from '../../db/orm.js';
import { type Finding, fine, wrong } from './examine-gateways.js';

const SUBJECT = 'nodes of Citus';

/** Nothing of a database whose tables are on one PostgreSQL. */
export async function examineCitus(options: DatabaseOptions): Promise<Finding[]> {
  const db = await openDatabase(options);
  try {
    return await db.acrossOrganisations(async (tx) => {
      if (!tx.isDistributed) return [];
      const problems = [...(await examineNodes(tx)), ...(await examinePlacement(tx))];
      if (problems.length > 0) return problems.map((words) => wrong(SUBJECT, words));
      const [row] = await tx.sql<{ nodes: number }>(
        'SELECT count(*)::int AS nodes FROM pg_dist_node WHERE isactive AND shouldhaveshards',
      );
      return [fine(SUBJECT, `the tables are spread over ${row?.nodes} nodes`)];
    });
  } finally {
    await db.close();
  }
}
