import type { EveryOrganisationSql } from '../postgres/transaction.js';
import { DISTRIBUTED_TABLES, REFERENCE_TABLES } from './placement.js';

/**
 * Examines what Citus needs on every node for row level security and for transactions over several nodes. Returns
 * sentences that say what to change; none if all is well.
 */
export async function examineNodes(tx: EveryOrganisationSql): Promise<string[]> {
  const [citus] = await tx.sql(`SELECT 1 FROM pg_extension WHERE extname = 'citus'`);
  if (!citus) {
    return [
      'This database has no Citus: add citus to shared_preload_libraries, and CREATE EXTENSION citus in it on every node.',
    ];
  }
  const [known] = await tx.sql<{ coordinator: boolean; workers: boolean }>(
    'SELECT coalesce(bool_or(groupid = 0), false) AS coordinator, coalesce(bool_or(groupid > 0), false) AS workers FROM pg_dist_node',
  );
  if (!known?.coordinator)
    return ['Citus does not know its coordinator: citus_set_coordinator_host tells it the address.'];
  if (!known.workers) return ['Citus has no worker nodes: citus_add_node adds one.'];
  const nodes = await tx.sql<NodeAnswer>(
    `SELECT nodename || ':' || nodeport AS node, groupid = 0 AS "isCoordinator", success, result FROM run_command_on_all_nodes($question$${QUESTION}$question$)
     JOIN pg_dist_node USING (nodeid)`,
  );
  const answers = nodes.flatMap(({ success, result, ...node }) => {
    return success ? [{ ...node, facts: JSON.parse(result) as NodeFacts }] : [];
  });
  const nowMs = answers.find(({ isCoordinator }) => isCoordinator)?.facts.nowMs;
  return [
    ...nodes.flatMap(({ node, success, result }) => (success ? [] : [`Citus cannot ask its node ${node}: ${result}.`])),
    ...answers.flatMap(({ node, facts }) => judge(node, facts, nowMs ?? facts.nowMs)),
  ];
}

/** Leases and retries of an organisation begin by the clock of one server and end by that of another. */
const CLOCK_TOLERANCE_MS = 2_000;

interface NodeAnswer {
  readonly node: string;
  readonly isCoordinator: boolean;
  readonly success: boolean;
  readonly result: string;
}

interface NodeFacts {
  /** Whether the role bypasses row level security. */
  readonly bypasses: boolean;
  readonly prepared: number;
  readonly nowMs: number;
  /** Tables of organisations that show the owner all rows, or of which a shard does. */
  readonly open: readonly string[] | null;
}

const QUESTION = `
SELECT json_build_object(
  'bypasses', rolsuper OR rolbypassrls,
  'prepared', current_setting('max_prepared_transactions')::int,
  'nowMs', round(extract(epoch FROM clock_timestamp()) * 1000),
  'open', (SELECT json_agg(DISTINCT regexp_replace(relname, '_[0-9]+$', '')) FROM pg_class c
           WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND NOT (relrowsecurity AND relforcerowsecurity)
             AND EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = c.oid AND attname = 'organisation_id')))
FROM pg_roles WHERE rolname = current_user`;

function judge(node: string, { bypasses, prepared, open, nowMs }: NodeFacts, coordinatorMs: number): string[] {
  const problems: string[] = [];
  const aheadMs = nowMs - coordinatorMs;
  if (Math.abs(aheadMs) > CLOCK_TOLERANCE_MS) {
    problems.push(`The clock of ${node} is ${aheadMs} ms ahead of the coordinator's: synchronise both by NTP.`);
  }
  if (bypasses) {
    problems.push(
      `On ${node} the role of DATABASE_URL bypasses row level security, which separates organisations: ALTER ROLE … NOSUPERUSER NOBYPASSRLS there.`,
    );
  }
  if (prepared === 0) {
    problems.push(
      `On ${node} max_prepared_transactions is 0, so no transaction can span two nodes: set it to 200 there.`,
    );
  }
  if (open !== null) {
    problems.push(
      `On ${node} row level security is not forced on ${open.join(', ')}: ALTER TABLE … FORCE ROW LEVEL SECURITY on the coordinator.`,
    );
  }
  return problems;
}

/** Examines whether each table is where it belongs. Returns sentences as `examineNodes` does. */
export async function examinePlacement(tx: EveryOrganisationSql): Promise<string[]> {
  const found = await tx.sql<{ name: string; method: string }>(
    'SELECT logicalrelid::text AS name, partmethod AS method FROM pg_dist_partition',
  );
  const methods = new Map(found.map(({ name, method }) => [name, method]));
  const missing = [
    ...DISTRIBUTED_TABLES.filter((name) => methods.get(name) !== 'h'),
    ...REFERENCE_TABLES.filter((name) => methods.get(name) !== 'n'),
  ];
  const belonging: ReadonlySet<string> = new Set([...DISTRIBUTED_TABLES, ...REFERENCE_TABLES]);
  const managed = found.map(({ name }) => name).filter((name) => !belonging.has(name));
  const problems: string[] = [];
  if (missing.length > 0) problems.push(`${missing.join(', ')} are not distributed: migrate --distribute does so.`);
  if (managed.length > 0) {
    problems.push(
      `Citus manages ${managed.join(', ')}, where some statements pass row level security: undistribute_table makes them plain tables again.`,
    );
  }
  return problems;
}
