import { DISTRIBUTED_TABLES, REFERENCE_TABLES } from '../../../src/db/citus/placement.js';
import type { TestDatabase } from './database.js';
import { asSuperuser } from './given-server.js';

/**
 * Makes one PostgreSQL answer like the coordinator of a Citus with two nodes: it has their catalogues, and the
 * functions that ask nodes. A node that is lost makes statements on its organisations fail as they do there. Statements
 * run on one PostgreSQL all the same, so only `npm run test:citus` shows how Citus plans them.
 */
export async function pretendCitus(database: TestDatabase): Promise<void> {
  await asSuperuser(database.superuserUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
    await client.query(CATALOGUES);
    await client.query(`ALTER DATABASE "${rows[0]?.name}" SET citus.propagate_set_commands = 'local'`);
    for (const table of [...DISTRIBUTED_TABLES, ...REFERENCE_TABLES]) {
      const isReference = REFERENCE_TABLES.some((name) => name === table);
      await client.query('INSERT INTO pg_dist_partition VALUES ($1::regclass, $2)', [table, isReference ? 'n' : 'h']);
      if (isReference) continue;
      await client.query(
        `CREATE POLICY on_a_node ON ${table} AS RESTRICTIVE USING (fake_node_answers(organisation_id))`,
      );
    }
  });
}

/** Places an organisation on the first or the second node. */
export function placeOn(database: TestDatabase, organisationId: string, node: 1 | 2): Promise<void> {
  return asSuperuser(database.superuserUrl, async (client) => {
    await client.query('INSERT INTO fake_homes VALUES ($1, $2)', [organisationId, node]);
  });
}

export const LOST_NODE = 'node-2.example.org:5432';

export function loseSecondNode(database: TestDatabase): Promise<void> {
  return asSuperuser(database.superuserUrl, async (client) => {
    await client.query('UPDATE pg_dist_node SET answers = nodeid <> 2');
  });
}

const CATALOGUES = `
SET allow_system_table_mods = on;
INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
VALUES (990001, 'citus', 10, 'public'::regnamespace, false, 'none');
INSERT INTO pg_depend VALUES ('pg_class'::regclass, 'campaigns'::regclass, 0, 'pg_extension'::regclass, 990001, 0, 'n');
RESET allow_system_table_mods;

CREATE TABLE pg_dist_partition (logicalrelid regclass, partmethod text);
CREATE TABLE pg_dist_placement (shardid bigint, groupid int);
CREATE TABLE pg_dist_node (nodeid int, groupid int, nodename text, nodeport int, isactive boolean, noderole text,
                           shouldhaveshards boolean, answers boolean);
CREATE TABLE fake_homes (organisation_id uuid, shard bigint);
INSERT INTO pg_dist_placement VALUES (1, 1), (2, 2);
INSERT INTO pg_dist_node
SELECT id, id, CASE id WHEN 0 THEN 'coordinator' ELSE 'node-' || id END || '.example.org', 5432, true, 'primary', id > 0, true
FROM generate_series(0, 2) AS id;
GRANT SELECT ON pg_dist_partition, pg_dist_placement, pg_dist_node, fake_homes TO PUBLIC;

CREATE FUNCTION get_shard_id_for_distribution_column(text, organisation uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT shard FROM fake_homes WHERE organisation_id = organisation), 1) $$;
CREATE FUNCTION run_command_on_all_nodes(command text) RETURNS TABLE (nodeid int, success boolean, result text) LANGUAGE sql AS $$
  SELECT nodeid, answers, CASE WHEN NOT answers THEN 'connection to the remote node failed' ELSE json_build_object(
    'bypasses', false, 'prepared', 200, 'nowMs', round(extract(epoch FROM clock_timestamp()) * 1000), 'open', NULL)::text END
  FROM pg_dist_node ORDER BY nodeid $$;
CREATE FUNCTION citus_total_relation_size(relation regclass) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM pg_dist_node WHERE NOT answers) THEN
    RAISE EXCEPTION USING ERRCODE = 'connection_failure', MESSAGE = 'connection to the remote node failed';
  END IF;
  RETURN pg_total_relation_size(relation);
END $$;
CREATE FUNCTION fake_node_answers(organisation uuid) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER COST 100000 AS $$
BEGIN
  IF EXISTS (SELECT FROM fake_homes JOIN pg_dist_node ON nodeid = shard WHERE organisation_id = organisation AND NOT answers) THEN
    RAISE EXCEPTION USING ERRCODE = 'connection_failure', MESSAGE = 'connection to the remote node failed';
  END IF;
  RETURN true;
END $$;`;
