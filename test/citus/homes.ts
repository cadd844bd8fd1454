import type { Pool } from 'pg';
import type { Context } from '../../src/operations/context.js';
import { type NodeAddresses, onWorkers, type TestDatabase } from '../support/database/database.js';
import { asSuperuser } from '../support/database/given-server.js';
import { newOrganisation, type TestServices } from '../support/services.js';

/** An organisation of each node, by the port of the node. */
export async function onePerNode(database: TestDatabase, services: TestServices): Promise<Map<number, Context>> {
  const found = new Map<number, Context>();
  while (found.size < onWorkers(database).length) {
    const owner = await newOrganisation(services);
    found.set(await findHome(services.superuser, owner.caller.organisationId), owner);
  }
  return found;
}

async function findHome(superuser: Pool, organisationId: string): Promise<number> {
  const { rows } = await superuser.query<{ port: number }>(HOME, [organisationId]);
  return (rows[0] as { port: number }).port;
}

const HOME = `
SELECT nodeport AS port FROM pg_dist_placement JOIN pg_dist_node USING (groupid)
WHERE shardid = get_shard_id_for_distribution_column('sms_messages', $1::uuid)`;

/** How many connections of the program the node takes to the database; -1: as many as come. */
export async function limitConnections(database: TestDatabase, port: number, connections: number): Promise<void> {
  await onNode(database, port, (name) => `ALTER DATABASE ${name} CONNECTION LIMIT ${connections}`);
}

/**
 * Runs work while the node is away for the program, which has lost its connections and gets none. Superusers still
 * reach it.
 */
export async function whileAway<T>(database: TestDatabase, port: number, work: () => Promise<T>): Promise<T> {
  await limitConnections(database, port, 0);
  await onNode(database, port, () => END_CONNECTIONS);
  try {
    return await work();
  } finally {
    await limitConnections(database, port, -1);
  }
}

const END_CONNECTIONS = `
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE datname = current_database() AND usename <> current_user AND backend_type = 'client backend'`;

async function onNode(database: TestDatabase, port: number, statement: (name: string) => string): Promise<void> {
  const node = onWorkers(database).find(({ url }) => Number(new URL(url).port) === port) as NodeAddresses;
  await asSuperuser(node.superuserUrl, async (client) => {
    await client.query('SET citus.enable_ddl_propagation = off');
    await client.query(statement(client.escapeIdentifier(String(client.database))));
  });
}
