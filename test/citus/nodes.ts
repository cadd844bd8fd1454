import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { accountFor } from '../../src/db/embedded/account.js';
import type { Cluster } from '../../src/db/embedded/cluster.js';
import { startServer, stopServer } from '../../src/db/embedded/server.js';
import { asSuperuser } from '../support/given-server.js';
import { FOLDER_PREFIX, serversFolder } from '../support/servers-folder.js';

interface Nodes {
  /** Of the coordinator. */
  readonly superuserUrl: string;
  readonly log: string;
  stop(): Promise<void>;
}

interface Node extends Cluster {
  readonly port: number;
  readonly superuserUrl: string;
}

/** Two of them hold the shards, as in production; the first one is the coordinator. */
const NODES = 3;

const SETTINGS = `
shared_preload_libraries = 'citus'
max_prepared_transactions = 200
citus.propagate_set_commands = 'local'
citus.node_conninfo = 'sslmode=prefer'
# Databases are cloned for each test file, with the tables of all shards.
citus.shard_count = 4
# A test holds locks on the shards of all tables.
max_locks_per_transaction = 512
# A test makes a statement fail by a trigger.
citus.enable_unsafe_triggers = on
# Each database has a process of Citus.
max_worker_processes = 100
# It connects to other nodes when it starts, and keeps a database from being dropped meanwhile.
citus.recover_2pc_interval = -1
autovacuum = off
jit = off
`;

/** Starts the nodes and makes one cluster of them. Their database "postgres" knows the addresses. */
export async function startNodes(binaries: string): Promise<Nodes> {
  const nodes: Node[] = [];
  const stop = async () => {
    await Promise.all(nodes.map(({ dataFolder }) => stopServer(dataFolder)));
    for (const { folder } of nodes) rmSync(join(folder, '..'), { recursive: true, force: true });
  };
  try {
    while (nodes.length < NODES) nodes.push(await startNode(binaries));
    const [coordinator, ...workers] = nodes as [Node, ...Node[]];
    for (const { superuserUrl } of nodes) {
      await asSuperuser(superuserUrl, (client) => client.query('CREATE EXTENSION citus'));
    }
    await asSuperuser(coordinator.superuserUrl, async (client) => {
      await client.query(`SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
      for (const { port } of workers) await client.query(`SELECT citus_add_node('127.0.0.1', ${port})`);
    });
    return { superuserUrl: coordinator.superuserUrl, log: join(coordinator.folder, 'server.log'), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** In a folder that the setup of a later run removes if this run is killed. */
async function startNode(binaries: string): Promise<Node> {
  const folder = join(mkdtempSync(join(serversFolder(), `${FOLDER_PREFIX}${process.pid}-`)), 'postgres');
  mkdirSync(folder);
  const account = accountFor(folder);
  if (account) {
    chmodSync(join(folder, '..'), 0o755);
    chownSync(folder, account.uid, account.gid);
  }
  const dataFolder = join(folder, 'data');
  const [initdb, postgres] = [join(binaries, 'initdb'), join(binaries, 'postgres')];
  // Nodes connect to each other as the caller's role, without a password.
  const args = ['-D', dataFolder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale', 'C', '--no-sync'];
  execFileSync(initdb, args, { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  appendFileSync(join(dataFolder, 'postgresql.conf'), SETTINGS);
  const cluster: Cluster = { folder, dataFolder, binaries: { initdb, postgres }, account, throwaway: true };
  const { port } = await startServer(cluster, 0);
  return { ...cluster, port, superuserUrl: `postgres://postgres@127.0.0.1:${port}/postgres` };
}
