import { pendingMigrations } from '../db/migrate.js';
import { hasRoom } from '../db/room.js';
import { alone } from '../db/transaction.js';
import type { Services } from '../domain/context.js';
import { NotReadyError } from '../domain/health.js';
import { DISK_FULL_SENTENCE } from '../lib/database-away.js';

/** Rejects while the process cannot do its work; with a NotReadyError if the reason is known. */
export async function checkReady({ orm }: Pick<Services, 'orm'>): Promise<void> {
  // True on a standby, too.
  const [state] = await alone(orm).sql<{ read_only: boolean }>(
    `SELECT current_setting('transaction_read_only')::boolean AS read_only`,
  );
  if (state?.read_only) throw new NotReadyError('PostgreSQL takes no writes: it is a standby, or was made read-only.');
  const pending = await pendingMigrations(orm);
  if (pending.length > 0) throw new NotReadyError('The database is not migrated.');
  if (!hasRoom(orm)) throw new NotReadyError(DISK_FULL_SENTENCE);
}
