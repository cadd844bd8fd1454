import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createLogger } from '../../src/lib/log/logger.js';
import { migrateDatabase } from '../../src/migrate-database.js';
import { asSuperuser, openGivenServer } from '../support/database/given-server.js';
import type { OwnPostgres } from '../support/fleet/postgres.js';
import { findCitus, HOW_TO_INSTALL } from './find-citus.js';
import { type MoveMode, moveShards } from './move-shards.js';
import { type Node, startNode, startNodes } from './nodes.js';

/** Three nodes of a test's own. As an `OwnPostgres` they are their coordinator. */
export interface OwnCluster extends OwnPostgres {
  /** One of the first nodes that hold shards ends where it stands, and comes back after so long. */
  crashWorker(whom: number, awayMs: number): Promise<void>;
  /** Moves all shards that are on one node with an organisation's rows to another node. Returns what it did. */
  moveShards(organisationId: string, mode: MoveMode): Promise<string>;
  /** Adds a node without shards, which later moves choose first. */
  addWorker(): Promise<void>;
}

export const CHAOS_SETTINGS = `
# Shards move online by logical replication.
wal_level = logical
wal_retrieve_retry_interval = 500
# What a crash has left prepared keeps its locks until the coordinator looks for it. The default is a minute.
citus.recover_2pc_interval = 2000
`;

export async function startOwnCluster(): Promise<OwnCluster> {
  const citus = findCitus();
  if (!citus) throw new Error(HOW_TO_INSTALL);
  const { coordinator, workers, stop } = await startNodes(citus, CHAOS_SETTINGS);
  const { url, superuserUrl } = await openOnNodes(coordinator, stop);
  const added: Node[] = [];
  // A node that has not come back cannot be stopped.
  let crashes: Promise<void> = Promise.resolve();
  const oneByOne = (crash: () => Promise<void>) => {
    crashes = crashes.then(crash);
    return crashes;
  };
  const onCoordinator = (text: string, parameters: unknown[] = []) =>
    asSuperuser(superuserUrl, (client) => client.query(text, parameters));
  return {
    url,
    superuserUrl,
    crash: () => oneByOne(() => coordinator.crash()),
    crashWorker: (whom, awayMs) => oneByOne(() => at(workers, whom).crash(awayMs)),
    moveShards: (organisationId, mode) => moveShards(superuserUrl, organisationId, mode),
    async addWorker() {
      const node = await startNode(citus, CHAOS_SETTINGS);
      added.push(node);
      await joinCluster(node, url, onCoordinator);
    },
    async drop() {
      await crashes.catch(() => undefined);
      await Promise.all([stop(), ...added.map((node) => node.stop())]);
    },
  };
}

function at(nodes: readonly Node[], whom: number): Node {
  return nodes[Math.floor(whom * nodes.length)] as Node;
}

/** The database and its owner on all nodes, and the tables distributed over them. */
export async function openOnNodes(coordinator: Node, stop: () => Promise<void>) {
  try {
    const server = await openGivenServer(coordinator.superuserUrl);
    const superuserUrl = new URL(server.superuserUrl);
    superuserUrl.pathname = new URL(server.url).pathname;
    await migrateDatabase(server.url, createLogger({ level: 'silent', pretty: false }), { distribute: true });
    return { url: server.url, superuserUrl: superuserUrl.href };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Ask = (text: string, parameters?: unknown[]) => Promise<pg.QueryResult>;

async function joinCluster({ superuserUrl, port }: Node, url: string, onCoordinator: Ask): Promise<void> {
  const { username, pathname } = new URL(url);
  const name = pathname.slice(1);
  await asSuperuser(superuserUrl, async (client) => {
    await client.query('SET citus.enable_ddl_propagation = off');
    await client.query(`CREATE ROLE ${username} LOGIN NOSUPERUSER NOBYPASSRLS`);
    await client.query(`CREATE DATABASE ${name} OWNER ${username}`);
  });
  const inDatabase = new URL(superuserUrl);
  inDatabase.pathname = pathname;
  await asSuperuser(inDatabase.href, (client) => client.query('CREATE EXTENSION citus'));
  await untilItWorks(() => onCoordinator(`SELECT citus_add_node('127.0.0.1', $1)`, [port]));
  // Otherwise Citus refuses to move shards there.
  await untilItWorks(() => onCoordinator(`SELECT replicate_reference_tables('block_writes')`));
}

const TRY_FOR_MS = 60_000;
const PAUSE_MS = 500;

/** Nodes crash meanwhile. */
async function untilItWorks<T>(act: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + TRY_FOR_MS; ; await sleep(PAUSE_MS)) {
    try {
      return await act();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
