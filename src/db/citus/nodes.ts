import pg from 'pg';
import { createKeyedLogThrottle } from '../../lib/async/log-throttle.js';
import { createTtlCache } from '../../lib/async/ttl-cache.js';
import { ALL_IN_USE } from '../../lib/database-away.js';
import type { Logger } from '../../lib/log/logger.js';
import type { Connection } from '../postgres/connection.js';
import { shardOf } from './placement.js';

/**
 * The old node of an organisation that Citus has moved passes statements on to the new one, so an old address is slow,
 * not wrong.
 */
const REMEMBER_HOME_MS = 60_000;
const HOMES_REMEMBERED = 100_000;
/** A process tries a node that took no connection again after this long, with one transaction. */
const TRY_AGAIN_MS = 10_000;

interface Node {
  readonly host: string;
  readonly port: number;
}

/** Connections of a process to the nodes of Citus themselves, beside those to the coordinator. */
export class Nodes {
  private readonly pools = new Map<string, pg.Pool>();
  private readonly tryAgainAtMs = new Map<string, number>();
  private readonly homes = createTtlCache<Node | null>(REMEMBER_HOME_MS, HOMES_REMEMBERED);
  private readonly throttled = createKeyedLogThrottle(TRY_AGAIN_MS);

  constructor(
    private readonly coordinator: pg.Pool,
    private readonly logger: Logger,
  ) {}

  /**
   * Connects to the node that has the rows of the organisation; to the coordinator if there is none, or it takes no
   * connection.
   */
  async connect(organisationId: string): Promise<Connection> {
    const home = await this.homes.get(organisationId, () => this.findHome(organisationId));
    const direct = home && (await this.tryConnecting(home, organisationId));
    return direct ?? connect(this.coordinator);
  }

  /** Asks the coordinator anew where the organisation is: another server may have taken the place of its node. */
  forgetHome(organisationId: string): void {
    this.homes.forget(organisationId);
  }

  /**
   * Tries to connect to each node with rows of organisations. Returns sentences on those that no transaction can go to.
   */
  async examine(): Promise<string[]> {
    const found = await this.queryCatalogues<Node & { usable: boolean }>(ALL_NODES, []);
    const problems = found.map(async ({ usable, ...node }) => {
      if (!usable) return [`${nameOf(node)} has no copy of the catalogues: SELECT start_metadata_sync_to_all_nodes().`];
      try {
        (await connect(this.poolOf(node))).release();
        return [];
      } catch (error) {
        return [`this machine cannot connect to ${nameOf(node)}: ${(error as Error).message}.`];
      }
    });
    return (await Promise.all(problems)).flat();
  }

  async close(): Promise<void> {
    const pools = [...this.pools.values()];
    this.pools.clear();
    await Promise.all(pools.map((pool) => pool.end()));
  }

  /** Null if the node takes no connection. */
  private async tryConnecting(node: Node, organisationId: string): Promise<Connection | null> {
    const name = nameOf(node);
    const tryAgainAtMs = this.tryAgainAtMs.get(name);
    if (tryAgainAtMs !== undefined) {
      if (performance.now() < tryAgainAtMs) return null;
      // The others do not wait for this one: a node that hangs takes seconds.
      this.tryAgainAtMs.set(name, performance.now() + TRY_AGAIN_MS);
    }
    try {
      const client = await connect(this.poolOf(node));
      this.tryAgainAtMs.delete(name);
      if (client.forms !== null) return client;
      // Citus has removed the node, with its tables.
      client.release();
    } catch (error) {
      // The node is busy, not away.
      if ((error as Error).message === ALL_IN_USE) throw error;
      this.tryAgainAtMs.set(name, performance.now() + TRY_AGAIN_MS);
      this.throttled(name, () =>
        this.logger.warn(
          { err: error, node: name },
          'a node takes no connection; its transactions go through the coordinator',
        ),
      );
    }
    this.forgetHome(organisationId);
    return null;
  }

  private async findHome(organisationId: string): Promise<Node | null> {
    const [home] = await this.queryCatalogues<Node>(HOME_OF, [organisationId]);
    return home ?? null;
  }

  /** One PostgreSQL does not have these catalogues. */
  private async queryCatalogues<Row extends object>(query: string, values: readonly unknown[]): Promise<Row[]> {
    const client = await connect(this.coordinator);
    try {
      return client.forms !== null ? (await client.query<Row>(query, [...values])).rows : [];
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
    pool.on('error', (error) => this.logger.warn({ err: error, node: name }, 'a connection to a node was lost'));
    // The statement under way fails as well. Without a listener the process would end.
    pool.on('connect', (client) => client.on('error', () => undefined));
    this.pools.set(name, pool);
    return pool;
  }
}

const nameOf = ({ host, port }: Node) => `${host}:${port}`;

async function connect(pool: pg.Pool): Promise<Connection> {
  return (await pool.connect()) as Connection;
}

/**
 * Only a node that has a copy of the catalogues, which Citus keeps up to date, can run statements on distributed
 * tables.
 */
const IS_USABLE = 'metadatasynced AND isactive';

const ALL_NODES = `
SELECT nodename AS host, nodeport AS port, ${IS_USABLE} AS usable FROM pg_dist_node
WHERE groupid <> 0 AND noderole = 'primary' AND shouldhaveshards`;

const HOME_OF = `
SELECT nodename AS host, nodeport AS port FROM pg_dist_placement JOIN pg_dist_node USING (groupid)
WHERE shardid = ${shardOf('$1::uuid')}
  AND groupid <> 0 AND noderole = 'primary' AND ${IS_USABLE}`;
