import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { type Exclusion, excludeServers, shareServerLock } from '../../src/db/postgres/advisory-locks.js';
import type { KeptConnection } from '../../src/db/postgres/kept-connection.js';
import { SERVER_NAME } from '../../src/domain/connection-names.js';
import { createLogger } from '../../src/lib/log/logger.js';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { eventually } from '../support/wait.js';

let database: TestDatabase;
let superuser: Client;
const servers: KeptConnection[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  superuser = new Client({ connectionString: database.superuserUrl });
  await superuser.connect();
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});
afterAll(async () => {
  await superuser.end();
  await database.drop();
});

/** Begins to start a server, and counts how often it had to wait and was excluded. */
function startServer({ isPooled = false, interrupted = new AbortController().signal } = {}) {
  const seen = { starts: 0, waits: 0, exclusions: 0 };
  const started = shareServerLock({
    url: database.url,
    isPooled,
    logger: createLogger({ level: 'silent', pretty: false }),
    interrupted,
    onWait: () => {
      seen.waits += 1;
    },
    onExcluded: () => {
      seen.exclusions += 1;
    },
  }).then((server) => {
    seen.starts += 1;
    servers.push(server);
    return server;
  });
  return { seen, started };
}

async function exclude(): Promise<Exclusion> {
  return (await excludeServers(database.url)) as Exclusion;
}

const OF_SERVERS = `FROM pg_stat_activity WHERE datname = current_database() AND application_name = '${SERVER_NAME}'`;
const connectionsOfServers = async () => (await superuser.query<{ pid: number }>(`SELECT pid ${OF_SERVERS}`)).rows;
const cutConnections = () => superuser.query(`SELECT pg_terminate_backend(pid) ${OF_SERVERS}`);

const LOCKS = `FROM pg_locks WHERE locktype = 'advisory'
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

describe('A command that must run without servers', () => {
  it('is refused while one of several servers runs', async () => {
    const one = await startServer().started;
    const other = await startServer().started;
    await one.stop();
    expect(await excludeServers(database.url)).toBeNull();
    await other.stop();
    await (await exclude()).release();
  });

  it('is told when it has lost the lock', async () => {
    const { lost, release } = await exclude();
    expect(lost.aborted).toBe(false);
    await superuser.query(`SELECT pg_terminate_backend(pid) ${LOCKS}`);
    await eventually('it is told', async () => lost.aborted || undefined);
    await release();
  });
});

describe('A server', () => {
  it.each([{ isPooled: false }, { isPooled: true }])('that is started meanwhile waits for it: %p', async (options) => {
    const { release } = await exclude();
    const { seen, started } = startServer(options);
    await eventually('it waits', async () => seen.waits > 0 || undefined);
    expect(seen.starts).toBe(0);
    await release();
    await started;
    expect(seen).toEqual({ starts: 1, waits: 1, exclusions: 0 });
  });

  it('can be interrupted while it waits', async () => {
    const { release } = await exclude();
    const interrupt = new AbortController();
    const { seen, started } = startServer({ interrupted: interrupt.signal });
    await eventually('it waits', async () => seen.waits > 0 || undefined);
    interrupt.abort(new Error('Ctrl-C'));
    await expect(started).rejects.toThrow('Ctrl-C');
    expect(await connectionsOfServers()).toEqual([]);
    await release();
  });

  it('behind a pool leaves no lock on a connection that others get', async () => {
    await startServer({ isPooled: true }).started;
    expect(await connectionsOfServers()).toHaveLength(1);
    await (await exclude()).release();
  });

  it('takes the lock again after its connection was lost', async () => {
    const { seen } = startServer();
    const [before] = await eventually('it runs', async () => (seen.starts ? connectionsOfServers() : undefined));
    await cutConnections();
    await eventually('it holds the lock on another connection', async () => {
      const { rows } = await superuser.query<{ pid: number }>(`SELECT pid ${LOCKS}`);
      return (rows[0] && rows[0].pid !== before?.pid) || undefined;
    });
    expect((await superuser.query(`SELECT mode ${LOCKS}`)).rows).toEqual([{ mode: 'ShareLock' }]);
    expect(seen).toEqual({ starts: 1, waits: 0, exclusions: 0 });
  });

  it('ends if a command has taken the lock meanwhile', async () => {
    const { seen, started } = startServer();
    await started;
    const command = new Client({ connectionString: database.url });
    await command.connect();
    const { rows } = await superuser.query(`SELECT (classid::bigint << 32) | objid::bigint AS key ${LOCKS}`);
    const locked = command.query('SELECT pg_advisory_lock($1)', [rows[0].key]);
    await eventually('it stands in line', async () => {
      const waiting = await superuser.query(`SELECT pid ${LOCKS} AND NOT granted`);
      return waiting.rowCount || undefined;
    });
    await cutConnections();
    await locked;
    await eventually('it is told', async () => seen.exclusions > 0 || undefined);
    await command.end();
  });
});
