import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isOnCitus } from './database/database.js';

const PATIENCE_MS = 15_000;

/** Looks again and again, and fails when it takes too long. */
export async function until(reached: () => boolean): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; !reached(); await sleep(5)) {
    if (Date.now() > deadline) throw new Error('It did not happen.');
  }
}

const WAITING = `FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND usename <> 'postgres'`;

/** Until a transaction of the program waits for a row that somebody else holds. */
export async function untilSomeoneWaits(superuser: Pool): Promise<void> {
  const waiting = isOnCitus()
    ? `SELECT 1 FROM run_command_on_all_nodes($$SELECT count(*) ${WAITING}$$) WHERE result <> '0'`
    : `SELECT 1 ${WAITING}`;
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(5)) {
    if ((await superuser.query(waiting)).rows.length > 0) return;
    if (Date.now() > deadline) throw new Error('Nobody waits.');
  }
}
