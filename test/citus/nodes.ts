import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountFor } from '../../src/db/embedded/account.js';
import type { Cluster } from '../../src/db/embedded/cluster.js';
import { findServer } from '../../src/db/embedded/lock-file.js';
import { startServer, stopServer } from '../../src/db/embedded/server.js';
import { asSuperuser } from '../support/database/given-server.js';
import { FOLDER_PREFIX, serversFolder } from '../support/database/servers-folder.js';

interface Nodes {
  readonly coordinator: Node;
  readonly workers: readonly Node[];
  stop(): Promise<void>;
}

export interface Node {
  readonly port: number;
  /** Of the database "postgres". */
  readonly superuserUrl: string;
  readonly log: string;
  readonly dataFolder: string;
  /** The server ends where it stands, by SIGQUIT. It starts again at the same port after so long, and recovers. */
  crash(awayMs?: number): Promise<void>;
  /** The server ends where it stands, and does not come back. */
  die(signal?: 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  stop(): Promise<void>;
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
autovacuum = off
jit = off
`;

/** It connects to other nodes when it starts, and keeps a database from being dropped meanwhile. */
const NO_RECOVERY = 'citus.recover_2pc_interval = -1';

/** Starts the nodes and makes one cluster of them. Their database "postgres" knows the addresses. */
export async function startNodes(binaries: string, settings = NO_RECOVERY): Promise<Nodes> {
  const nodes: Node[] = [];
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()));
  };
  try {
    while (nodes.length < NODES) nodes.push(await startNode(binaries, settings));
    const [coordinator, ...workers] = nodes as [Node, ...Node[]];
    await asSuperuser(coordinator.superuserUrl, async (client) => {
      await client.query(`SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
      for (const { port } of workers) await client.query(`SELECT citus_add_node('127.0.0.1', ${port})`);
    });
    return { coordinator, workers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * A server with Citus in its database "postgres", in a folder that the setup of a later run removes if this run is
 * killed.
 */
export async function startNode(binaries: string, settings: string): Promise<Node> {
  const cluster = makeFolder(binaries);
  // Nodes connect to each other as the caller's role, without a password.
  const args = ['-D', cluster.dataFolder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale', 'C', '--no-sync'];
  runTool(cluster, 'initdb', args);
  appendFileSync(join(cluster.dataFolder, 'postgresql.conf'), `${SETTINGS}${settings}\n`);
  const node = await start(cluster);
  await asSuperuser(node.superuserUrl, (client) => client.query('CREATE EXTENSION citus'));
  return node;
}

/**
 * A streaming replica of a node. The node waits for it at each COMMIT if its `synchronous_standby_names` has the name.
 */
export async function startReplica(binaries: string, { port }: Node, name: string): Promise<Node> {
  const cluster = makeFolder(binaries);
  const primary = `host=127.0.0.1 port=${port} user=postgres application_name=${name}`;
  const args = ['-D', cluster.dataFolder, '-d', primary, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
  runTool(cluster, 'pg_basebackup', args);
  return start(cluster);
}

function makeFolder(binaries: string): Cluster {
  const folder = join(mkdtempSync(join(serversFolder(), `${FOLDER_PREFIX}${process.pid}-`)), 'postgres');
  mkdirSync(folder);
  const account = accountFor(folder);
  if (account) {
    chmodSync(join(folder, '..'), 0o755);
    chownSync(folder, account.uid, account.gid);
  }
  const paths = { initdb: join(binaries, 'initdb'), postgres: join(binaries, 'postgres') };
  return { folder, dataFolder: join(folder, 'data'), binaries: paths, account, throwaway: true };
}

function runTool({ folder, account, binaries }: Cluster, tool: string, args: readonly string[]): void {
  const path = join(binaries.postgres, '..', tool);
  execFileSync(path, args, { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function start(cluster: Cluster): Promise<Node> {
  const { folder, dataFolder } = cluster;
  const { port } = await startServer(cluster, 0);
  const die = async (signal: NodeJS.Signals = 'SIGQUIT') => {
    const running = findServer(dataFolder);
    if (!running) throw new Error('There is no node to end.');
    process.kill(running.pid, signal);
    while (findServer(dataFolder)) await sleep(LOOK_EVERY_MS);
  };
  return {
    port,
    superuserUrl: `postgres://postgres@127.0.0.1:${port}/postgres`,
    log: join(folder, 'server.log'),
    dataFolder,
    die,
    async crash(awayMs = 0) {
      await die();
      await sleep(awayMs);
      await startAgain(cluster, port);
    },
    async stop() {
      await stopServer(dataFolder);
      rmSync(join(folder, '..'), { recursive: true, force: true });
    },
  };
}

const LOOK_EVERY_MS = 20;
const START_TRIES = 20;

/** At first its port or its shared memory may still be in use by processes that are ending. */
async function startAgain(cluster: Cluster, port: number): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      const server = await startServer(cluster, port);
      if (server.port === port) return;
      await stopServer(cluster.dataFolder);
    } catch (error) {
      if (tries === START_TRIES) throw error;
    }
    await sleep(10 * LOOK_EVERY_MS);
  }
}
