import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** What the suites need of a server: the template database `postrider`, its owner of the same name, and a superuser. */
export interface TestServer {
  readonly url: string;
  readonly superuserUrl: string;
  stop(): Promise<void>;
}

const NAME = 'postrider';
/** Without this comment a database may be somebody's installation. */
const MARK = 'template of tests';

/**
 * Prepares the server of `TEST_SUPERUSER_URL`: makes the owner and an empty database, in place of those that a killed run has left.
 * Refuses a server that has a database of the same name which no run has made.
 */
export async function openGivenServer(superuserUrl: string): Promise<TestServer> {
  const password = randomUUID();
  await asSuperuser(superuserUrl, async (client) => {
    await dropTemplate(client);
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [NAME]);
    if (rowCount === 0) await client.query(`CREATE ROLE ${NAME}`);
    await client.query(`ALTER ROLE ${NAME} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '${password}'`);
    await client.query(`CREATE DATABASE ${NAME} OWNER ${NAME}`);
    await client.query(`COMMENT ON DATABASE ${NAME} IS '${MARK}'`);
  });
  const url = new URL(superuserUrl);
  url.username = NAME;
  url.password = password;
  url.pathname = `/${NAME}`;
  return { url: url.href, superuserUrl, stop: () => asSuperuser(superuserUrl, dropTemplate) };
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

export async function asSuperuser(connectionString: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
