import type { Logger } from '../lib/log/logger.js';
import type { Connection } from './connection.js';
import type { Database } from './database.js';

/** Slices of at most a thousand events that one statement copies. */
const SLICES_AT_ONCE = 20;
/** The switch locks the log, and copies this remainder within a fraction of a second. */
const FEW_EVENTS = 20_000;
const MOST_ROUNDS = 20;
/** The old program has deleted events, or PostgreSQL still ran a statement of an upgrade that was killed. */
const MAY_COPY_AGAIN = new Set(['40001', '23505']);

/**
 * Copies the events that the old program has numbered into the table that migration 0014 switches to. The old program still appends, so each round copies the events of the round before. An interrupted upgrade continues where it was.
 */
export async function copyNumberedEvents(db: Database, logger: Logger): Promise<void> {
  const client = await db.connect();
  try {
    // The wall of the tables still reads the old program's setting.
    await client.query(`SET app.all_organisations = 'on'`);
    for (let round = 1; round <= MOST_ROUNDS; round += 1) {
      const { rows } = await client.query<{ organisation_id: string }>(BEHIND);
      let copied = 0;
      for (const { organisation_id: organisationId } of rows) copied += await copyLog(client, organisationId);
      if (copied > 0) logger.info({ events: copied }, 'events copied');
      if (copied < FEW_EVENTS) return;
    }
  } finally {
    // Ends the connection, since the pool must not lend one with this setting.
    client.release(true);
  }
}

const BEHIND = `
SELECT organisation_id FROM event_logs l
WHERE last_sequence > coalesce((SELECT max(sequence) FROM sequenced_events s WHERE s.organisation_id = l.organisation_id), 0)`;

async function copyLog(client: Connection, organisationId: string): Promise<number> {
  for (let copied = 0; ; ) {
    try {
      const { rows } = await client.query<{ events: number }>('SELECT copy_slices($1, $2) AS events', [
        organisationId,
        SLICES_AT_ONCE,
      ]);
      const events = rows[0]?.events ?? 0;
      if (events === 0) return copied;
      copied += events;
    } catch (error) {
      if (!MAY_COPY_AGAIN.has((error as { code?: string }).code ?? '')) throw error;
    }
  }
}
