import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** Two servers on one data folder would each believe that it owns the embedded database, and one would stop it under the other. */
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
// PostgreSQL needs a moment to notice that a killed predecessor is gone.
const ATTEMPTS = 10;
const PAUSE_MS = 200;

/** Holds a lock on its own connection for as long as the process lives. Commands that run beside a server need no claim. */
export async function claimDataFolder(url: string): Promise<DataFolderClaim> {
  const client = new Client({ connectionString: url, keepAlive: true, application_name: 'postrider data folder' });
  // If the connection breaks later the lock is lost, but every query of the server fails as well.
  client.on('error', () => undefined);
  await client.connect();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { rows } = await client.query<{ claimed: boolean }>('SELECT pg_try_advisory_lock($1) AS claimed', [LOCK_KEY]);
    if (rows[0]?.claimed) return { release: () => client.end() };
    if (attempt < ATTEMPTS) await sleep(PAUSE_MS);
  }
  await client.end();
  throw new DataFolderInUseError();
}
