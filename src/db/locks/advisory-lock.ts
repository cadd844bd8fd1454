import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';

// PostgreSQL needs a moment to notice that a killed predecessor is gone.
const ATTEMPTS = 10;
const PAUSE_MS = 200;

/**
 * Takes a lock that the connection holds until it ends. Returns false if another connection holds it for longer than a
 * moment.
 */
export async function tryAdvisoryLock(client: ClientBase, key: number): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [key]);
    if (rows[0]?.locked) return true;
    if (attempt === ATTEMPTS) return false;
    await sleep(PAUSE_MS);
  }
}
