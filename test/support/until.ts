import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

const PATIENCE_MS = 15_000;

/** Looks again and again, and fails when it takes too long. */
export async function until(reached: () => boolean): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; !reached(); await sleep(5)) {
    if (Date.now() > deadline) throw new Error('It did not happen.');
  }
}

/** Until a transaction of the program waits for a row that somebody else holds. */
export async function untilSomeoneWaits(superuser: Pool): Promise<void> {
  const waiting = `SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND usename <> 'postgres'`;
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(5)) {
    if ((await superuser.query(waiting)).rows.length > 0) return;
    if (Date.now() > deadline) throw new Error('Nobody waits.');
  }
}
