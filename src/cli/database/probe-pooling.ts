import type { Client } from 'pg';
import { withConnection } from './probe-database.js';

export interface PoolingFinding {
  readonly kind: 'works' | 'works late' | 'fails';
  readonly words: string;
}

/** Examines what stands between the program and PostgreSQL. Without LISTEN_URL the program listens at DATABASE_URL. */
export async function examinePooling(databaseUrl: string, listenUrl: string | undefined): Promise<PoolingFinding> {
  const pooling = await probePooling(databaseUrl);
  if (pooling === 'lost') return { kind: 'fails', words: LOSES_STATEMENTS };
  if (listenUrl !== undefined && (await probePooling(listenUrl)) !== 'none')
    return { kind: 'fails', words: LOSES_LISTEN };
  if (pooling === 'none') return { kind: 'works', words: 'no connection pool in transaction mode' };
  if (listenUrl === undefined) return { kind: 'works late', words: LISTENS_IN_VAIN };
  return { kind: 'works', words: 'in transaction mode, keeps prepared statements; LISTEN_URL goes past it' };
}

const LOSES_STATEMENTS =
  'The connection pool of DATABASE_URL loses prepared statements: use PgBouncer 1.21 or newer, with max_prepared_statements.';
const LOSES_LISTEN =
  'LISTEN_URL leads through a connection pool in transaction mode, which loses LISTEN: set it to the address of PostgreSQL itself.';
const LISTENS_IN_VAIN =
  'DATABASE_URL leads through a connection pool in transaction mode, which loses LISTEN, so subscribers see changes up to ten ' +
  'seconds late: set LISTEN_URL to the address of PostgreSQL itself.';

/**
 * How a connection pool in transaction mode treats prepared statements: `tracked` if it prepares them again on the
 * server connection of each transaction, else `lost`. `none`: each connection has a server process of its own.
 */
type Pooling = 'none' | 'tracked' | 'lost';

/** A pool that has other users may change the server connections that it gives to us. */
const TRIES = 10;
const PREPARED = { name: 'postrider probe', text: 'SELECT pg_backend_pid() AS pid WHERE $1::boolean', values: [true] };
/** The server process does not have the statement, or has it from another client. */
const LOST: ReadonlySet<unknown> = new Set(['26000', '42P05']);

/** Finds out by two connections that are open at the same time, and changes nothing. */
function probePooling(url: string): Promise<Pooling> {
  return withConnection(url, (one) =>
    withConnection(url, async (other) => {
      if (!(await shareProcess(one, other))) return 'none';
      return (await findsStatement(one, other)) ? 'tracked' : 'lost';
    }),
  );
}

/** Without a pool, connections that are both open never have the same server process. */
async function shareProcess(one: Client, other: Client): Promise<boolean> {
  const seen = new Set<number>();
  for (let tries = 0; tries < TRIES; tries += 1) {
    seen.add(await pidOf(one));
    if (seen.has(await pidOf(other))) return true;
  }
  return false;
}

/**
 * Has the other connection occupy the server process that prepared the statement, so that the pool needs another one.
 */
async function findsStatement(one: Client, other: Client): Promise<boolean> {
  try {
    const { rows } = await one.query<{ pid: number }>(PREPARED);
    for (let tries = 0; tries < TRIES; tries += 1) {
      await other.query('BEGIN');
      await pidOf(other);
      const again = await one.query<{ pid: number }>(PREPARED);
      if (again.rows[0]?.pid !== rows[0]?.pid) return true;
      await other.query('ROLLBACK');
    }
    return true;
  } catch (error) {
    if (LOST.has((error as { code?: unknown }).code)) return false;
    throw error;
  }
}

async function pidOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}
