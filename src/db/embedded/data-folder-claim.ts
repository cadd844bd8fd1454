import { Client } from 'pg';
import { tryAdvisoryLock } from '../postgres/advisory-locks.js';

/**
 * Two servers on one data folder would each believe that it owns the embedded database, and one would stop it under the
 * other.
 */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError';

  constructor() {
    super('Another Postrider server is using this data folder. Stop it first, or give this one a DATA_DIR of its own.');
  }
}

export interface DataFolderClaim {
  release(): Promise<void>;
}

const LOCK_KEY = 7_205_759_401;

/**
 * Holds a lock on its own connection for as long as the process lives. Commands that run beside a server need no claim.
 */
export async function claimDataFolder(url: string): Promise<DataFolderClaim> {
  const client = new Client({ connectionString: url, keepAlive: true, application_name: 'postrider data folder' });
  // If the connection breaks later the lock is lost, but every query of the server fails as well.
  client.on('error', () => undefined);
  await client.connect();
  if (await tryAdvisoryLock(client, LOCK_KEY)) return { release: () => client.end() };
  await client.end();
  throw new DataFolderInUseError();
}
