import { randomUUID } from 'node:crypto';
import { addressOf, asSuperuser, closeForCloning, formCluster } from './given-server.ts';

export interface TestDatabase {
  /** Connects as the role that owns the database, as the program does. */
  url: string;
  /** Connects as a superuser, for what a test wants to see behind the program's back. */
  superuserUrl: string;
  drop(): Promise<void>;
}

/** The addresses of a database on one node of Citus. */
export type NodeAddresses = Omit<TestDatabase, 'drop'>;

/**
 * A migrated, empty database of the test's own: a clone of the template, made in a fraction of a second. One of
 * `template0` has no tables, and so nothing on other nodes of Citus.
 */
export function createTestDatabase({ template = 'postrider' } = {}): Promise<TestDatabase> {
  return createOn([coordinator(), ...(template === 'template0' ? [] : workersOfCitus())], template);
}

/** An empty database on all nodes of Citus, which spread nothing yet. */
export async function createTestCluster(): Promise<TestDatabase> {
  const database = await createOn([coordinator(), ...workersOfCitus()], 'template0');
  await formCluster([database, ...onWorkers(database)].map(({ superuserUrl }) => superuserUrl));
  return database;
}

async function createOn(nodes: readonly string[], template: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const onNodes = (statement: string) =>
    Promise.all(nodes.map((node) => asSuperuser(node, (client) => client.query(statement))));
  // Copying files beats logging every page where nothing is synced to disk.
  await onNodes(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER postrider STRATEGY file_copy`);
  return {
    url: addressOf(fromGlobalSetup('POSTRIDER_TEST_URL'), name),
    superuserUrl: addressOf(coordinator(), name),
    drop: async () => {
      // Citus would connect to those of other nodes again.
      if (nodes.length > 1) await onNodes(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await onNodes(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Ends all connections of a database of all nodes, so that `createTestDatabase` can clone it. Returns its name. */
export async function sealTemplate({ superuserUrl }: TestDatabase): Promise<string> {
  const name = new URL(superuserUrl).pathname.slice(1);
  for (const node of [coordinator(), ...workersOfCitus()]) {
    await asSuperuser(node, (client) => closeForCloning(client, name));
  }
  return name;
}

/** The same database on the other nodes of Citus. */
export function onWorkers(database: NodeAddresses): NodeAddresses[] {
  return workersOfCitus().map((worker) => {
    const { hostname, port } = new URL(worker);
    const there = (address: string) => Object.assign(new URL(address), { hostname, port }).href;
    return { url: there(database.url), superuserUrl: there(database.superuserUrl) };
  });
}

export function isOnCitus(): boolean {
  return workersOfCitus().length > 0;
}

/** Superusers of this database on the other nodes of Citus. */
export function workersOf({ superuserUrl }: TestDatabase): string[] {
  return workersOfCitus().map((node) => {
    const url = new URL(node);
    url.pathname = new URL(superuserUrl).pathname;
    return url.href;
  });
}

/** Superusers of the other nodes, if the server is the coordinator of a Citus. */
function workersOfCitus(): readonly string[] {
  return process.env.POSTRIDER_TEST_WORKERS?.split(' ') ?? [];
}

function coordinator(): string {
  return fromGlobalSetup('POSTRIDER_TEST_SUPERUSER_URL');
}

function fromGlobalSetup(variable: string): string {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable} is not set: run the tests through jest.config.js.`);
  return value;
}
