import pg from 'pg';
import { createMemory } from '../../lib/async/memory.js';
import { createSeldomOf } from '../../lib/async/seldom.js';
import type { Logger } from '../../lib/log/logger.js';
import type { Connection } from '../connection.js';
import { DISTRIBUTED_TABLES } from './placement.js';

/** Meanwhile the old node of an organisation that Citus has moved passes its statements on to the new one. */
const KNOWN_FOR_MS = 60_000;
const KNOWN_AT_MOST = 100_000;
/** For so long the coordinator stands in for a node that takes no connection. */
const AWAY_FOR_MS = 10_000;

interface Node {
  readonly host: string;
  readonly port: number;
}

/** Connections of a process to the nodes of Citus themselves, beside those to the coordinator. */
export class Nodes {
  private readonly pools = new Map<string, pg.Pool>();
  private readonly awayUntilMs = new Map<string, number>();
  private readonly homes = createMemory<Node | null>(KNOWN_FOR_MS, KNOWN_AT_MOST);
  private readonly seldom = createSeldomOf(AWAY_FOR_MS);

  constructor(
    private readonly coordinator: pg.Pool,
    private readonly logger: Logger,
  ) {}

  /** Connects to the node that has the rows of the organisation, or to the coordinator if there is no such node or it takes no connection. */
  async connect(organisationId: string): Promise<Connection> {
    const home = await this.homes.get(organisationId, () => this.findHome(organisationId));
    if (home === null || performance.now() < (this.awayUntilMs.get(nameOf(home)) ?? 0))
      return connect(this.coordinator);
    try {
      return await connect(this.poolOf(home));
    } catch (error) {
      this.noteAway(nameOf(home), error);
      return connect(this.coordinator);
    }
  }

  /** Tries to connect to each node with rows of organisations. Returns why those that take no connection do not. */
  async examine(): Promise<string[]> {
    const nodes = await this.ask(ALL_NODES, []);
    const failures = nodes.map(async (node) => {
      try {
        (await connect(this.poolOf(node))).release();
        return [];
      } catch (error) {
        return [`${nameOf(node)}: ${(error as Error).message}`];
      }
    });
    return (await Promise.all(failures)).flat();
  }

  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.end()));
  }

  private async findHome(organisationId: string): Promise<Node | null> {
    const [home] = await this.ask(HOME_OF, [organisationId]);
    return home ?? null;
  }

  /** No node is found on one PostgreSQL, which does not have these catalogues. */
  private async ask(question: string, values: readonly unknown[]): Promise<Node[]> {
    const client = await connect(this.coordinator);
    try {
      return client.isDistributed ? (await client.query<Node>(question, [...values])).rows : [];
    } finally {
      client.release();
    }
  }

  private poolOf(node: Node): pg.Pool {
    const name = nameOf(node);
    const known = this.pools.get(name);
    if (known) return known;
    const { options } = this.coordinator;
    // The password is a property that a copy does not have.
    const pool = new pg.Pool({ ...options, password: options.password, ...node });
    const noteLost = (error: Error) => this.logger.warn({ err: error, node: name }, 'a connection to a node was lost');
    // An error that no listener hears would end the process.
    pool.on('error', noteLost).on('connect', (client) => client.on('error', noteLost));
    this.pools.set(name, pool);
    return pool;
  }

  private noteAway(name: string, error: unknown): void {
    this.awayUntilMs.set(name, performance.now() + AWAY_FOR_MS);
    // Another node may have taken its place.
    this.homes.forgetAll();
    this.seldom(name, () =>
      this.logger.warn(
        { err: error, node: name },
        'a node takes no connection; its transactions go through the coordinator',
      ),
    );
  }
}

const nameOf = ({ host, port }: Node) => `${host}:${port}`;

async function connect(pool: pg.Pool): Promise<Connection> {
  return (await pool.connect()) as Connection;
}

/** Only a node that has a copy of the catalogues can run statements on distributed tables. */
const WITH_CATALOGUES = `groupid <> 0 AND noderole = 'primary' AND metadatasynced`;

const ALL_NODES = `SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE ${WITH_CATALOGUES} AND shouldhaveshards`;

const HOME_OF = `
SELECT nodename AS host, nodeport AS port FROM pg_dist_placement JOIN pg_dist_node USING (groupid)
WHERE shardid = get_shard_id_for_distribution_column('${DISTRIBUTED_TABLES[0]}', $1::uuid) AND ${WITH_CATALOGUES}`;
