import { randomUUID } from 'node:crypto';
import { asSuperuser } from './given-server.ts';

export interface TestDatabase {
  /** Connects as the role that owns the database, as the program does. */
  url: string;
  /** Connects as a superuser, for what a test wants to see behind the program's back. */
  superuserUrl: string;
  drop(): Promise<void>;
}

/**
 * A migrated, empty database of the test's own: a clone of the template, made in a fraction of a second. One of
 * `template0` has no tables.
 */
export async function createTestDatabase({ template = 'postrider' } = {}): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Without tables there is nothing that Citus could keep on other nodes.
  const workers = template === 'postrider' ? workersOfCitus() : [];
  const nodes = [fromGlobalSetup('POSTRIDER_TEST_SUPERUSER_URL'), ...workers];
  const onNodes = (statement: string) =>
    Promise.all(nodes.map((node) => asSuperuser(node, (client) => client.query(statement))));
  // Copying files beats logging every page where nothing is synced to disk.
  await onNodes(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER postrider STRATEGY file_copy`);
  return {
    url: withDatabase('POSTRIDER_TEST_URL', name),
    superuserUrl: withDatabase('POSTRIDER_TEST_SUPERUSER_URL', name),
    drop: async () => {
      // Citus would connect to those of other nodes again.
      if (workers.length > 0) await onNodes(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await onNodes(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
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

function withDatabase(variable: string, name: string): string {
  const url = new URL(fromGlobalSetup(variable));
  url.pathname = `/${name}`;
  return url.href;
}

function fromGlobalSetup(variable: string): string {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable} is not set: run the tests through jest.config.js.`);
  return value;
}
