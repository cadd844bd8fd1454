import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** What the suites need of a server: the template database `postrider`, its owner of the same name, and a superuser. */
export interface TestServer {
  readonly url: string;
  readonly superuserUrl: string;
  /** Superusers of the other nodes, if the server is the coordinator of a Citus. */
  readonly workers: readonly string[];
  stop(): Promise<void>;
}

const NAME = 'postrider';
/** Without this comment a database may be somebody's installation. */
const MARK = 'template of tests';

/**
 * Prepares the server of `TEST_SUPERUSER_URL`: makes the owner and an empty database, in place of those that a killed
 * run has left. Refuses a server that has a database of the same name which no run has made. On a coordinator of Citus
 * it does so on all nodes.
 */
export async function openGivenServer(superuserUrl: string): Promise<TestServer> {
  const password = randomUUID();
  const workers = await findWorkers(superuserUrl);
  const nodes = [superuserUrl, ...workers];
  for (const node of nodes) await asSuperuser(node, dropTemplate);
  // Citus makes the role on its other nodes.
  await asSuperuser(superuserUrl, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [NAME]);
    if (rowCount === 0) await client.query(`CREATE ROLE ${NAME}`);
    await client.query(`ALTER ROLE ${NAME} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '${password}'`);
  });
  for (const node of nodes) {
    await asSuperuser(node, async (client) => {
      await client.query(`CREATE DATABASE ${NAME} OWNER ${NAME}`);
      await client.query(`COMMENT ON DATABASE ${NAME} IS '${MARK}'`);
    });
  }
  if (workers.length > 0) await formCluster(nodes.map((node) => addressOf(node, NAME)));
  const url = new URL(addressOf(superuserUrl, NAME));
  url.username = NAME;
  url.password = password;
  const stop = async () => {
    for (const node of nodes) await asSuperuser(node, dropTemplate);
  };
  return { url: url.href, superuserUrl, workers, stop };
}

/** The address of another database of the same server. */
export function addressOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Those that the given database of a coordinator of Citus knows. */
function findWorkers(superuserUrl: string): Promise<string[]> {
  return asSuperuser(superuserUrl, async (client) => {
    const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
    if (rowCount === 0) return [];
    const { rows } = await client.query<{ name: string; port: number }>(
      'SELECT nodename AS name, nodeport AS port FROM pg_dist_node WHERE groupid > 0 ORDER BY groupid',
    );
    return rows.map(({ name, port }) => {
      const url = new URL(superuserUrl);
      url.hostname = name;
      url.port = String(port);
      return url.href;
    });
  });
}

/**
 * Makes a cluster of databases, whose addresses are of superusers, the first one that of the coordinator. Citus keeps a
 * list of nodes in each database.
 */
export async function formCluster(databases: readonly string[]): Promise<void> {
  for (const database of databases) await asSuperuser(database, (client) => client.query('CREATE EXTENSION citus'));
  const [coordinator, ...workers] = databases.map((database) => new URL(database)) as [URL, ...URL[]];
  await asSuperuser(coordinator.href, async (client) => {
    await client.query('SELECT citus_set_coordinator_host($1, $2)', [coordinator.hostname, coordinator.port]);
    for (const { hostname, port } of workers) await client.query('SELECT citus_add_node($1, $2)', [hostname, port]);
  });
}

/** A database can only be cloned while it has no connections, those of Citus among them. */
export async function closeForCloning(client: pg.Client, name: string): Promise<void> {
  await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await client.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [name]);
}

async function dropTemplate(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ comment: string | null }>(
    `SELECT shobj_description(oid, 'pg_database') AS comment FROM pg_database WHERE datname = $1`,
    [NAME],
  );
  if (rows.length === 0) return;
  if (rows[0]?.comment !== MARK) {
    throw new Error(
      `The server of TEST_SUPERUSER_URL has a database "${NAME}" already: give the tests a server of their own.`,
    );
  }
  await client.query(`DROP DATABASE ${NAME} WITH (FORCE)`);
}

export async function asSuperuser<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString });
  // If the server ends, the query fails, and the client emits an error besides.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
