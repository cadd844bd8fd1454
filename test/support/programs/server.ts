import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { openDatabase } from '../../../src/db/orm.js';
import { type Role, SCOPES, type Scope } from '../../../src/domain/vocabulary.js';
import { createLogger } from '../../../src/lib/log/logger.js';
import { createApiKey } from '../../../src/operations/people/api-keys.js';
import { createOrganisation } from '../../../src/operations/people/organisations.js';
import { createTestDatabase } from '../database/database.js';
import { findSharedServer, SANDBOX_DELAY_MS, SECRET_KEY, type SharedServer } from '../database/shared-server.js';
import { startProxy } from '../fleet/proxy.js';
import { join, newPerson } from '../people/members.js';
import { spawnPostrider } from './program.js';

/** The built program in the role `all`, in a process of its own, for clients that are not ours. */
export interface Server {
  readonly url: string;
  /** An organisation with a test key, as headers. */
  customer(scopes?: readonly Scope[]): Promise<Record<'authorization' | 'x-organisation-id', string>>;
  /** A person who has signed in and acts for the organisation. */
  signIn(organisationId: string, role?: Role): Promise<SignedIn>;
  /** Runs this while the server cannot reach its database. */
  whileDatabaseIsAway<T>(run: () => Promise<T>): Promise<T>;
  sql<Row extends object>(text: string, parameters?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

export interface SignedIn {
  readonly email: string;
  readonly password: string;
  readonly cookie: { readonly name: string; readonly value: string };
}

/** What `startServer` offers, but for what other users of the same server would notice. */
export type JoinedServer = Omit<Server, 'whileDatabaseIsAway'>;

const PASSWORD = 'a password of the tests';

/** Starts a server for this caller alone. */
export async function startServer(env: Record<string, string> = {}): Promise<Server> {
  const database = await createTestDatabase();
  const proxy = await startProxy(database.url);
  const settings = { DATABASE_URL: proxy.url, SECRET_KEY, SANDBOX_DELAY_MS, LOG_LEVEL: 'warn', ...env };
  const program = await spawnPostrider(['serve'], settings);
  const server = await connect({ ...database, serverUrl: program.url });
  return {
    ...server,
    async whileDatabaseIsAway(run) {
      proxy.cut();
      return run().finally(() => proxy.heal());
    },
    async stop() {
      await program.term();
      await server.stop();
      await proxy.stop();
      await database.drop();
    },
  };
}

/**
 * The server that all files of a run share, which spares each 3 seconds. Its organisations do not notice each other; a
 * statement of `sql` has to name the organisation.
 */
export async function joinServer(): Promise<JoinedServer> {
  return connect(await findSharedServer());
}

/** Stopping the result only closes the connections to the database. */
async function connect({ serverUrl, url, superuserUrl }: SharedServer): Promise<JoinedServer> {
  const logger = createLogger({ level: 'silent', pretty: false });
  const db = await openDatabase({ url, poolSize: 2, logger });
  const services = { db, secretKey: SECRET_KEY };
  const superuser = new Pool({ connectionString: superuserUrl, max: 1 });
  superuser.on('error', () => undefined);
  return {
    url: serverUrl,
    async customer(scopes = SCOPES) {
      const { id: organisationId } = await createOrganisation(services, { name: 'A customer' });
      const { key } = await createApiKey(services, { organisationId, name: 'A key', mode: 'test', scopes });
      return { authorization: `Bearer ${key}`, 'x-organisation-id': organisationId };
    },
    async signIn(organisationId, role = 'owner') {
      const email = `${role}-${randomUUID().slice(0, 8)}@example.org`;
      const person = await newPerson(services as Parameters<typeof newPerson>[0], { email, password: PASSWORD });
      await join(services as Parameters<typeof join>[0], organisationId, person, role);
      const cookie = { name: 'postrider_session', value: person.token };
      return { email: person.email, password: PASSWORD, cookie };
    },
    sql: async (text, parameters = []) => (await superuser.query(text, parameters)).rows,
    async stop() {
      await db.close();
      await superuser.end();
    },
  };
}
