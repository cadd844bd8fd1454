import { areTablesOutdated } from '../../db/migrate.js';
import { readFigures } from '../../db/sql/upkeep/health-figures.js';
import { type HealthReading, NotReadyError } from '../../domain/health.js';
import { DISK_FULL_SENTENCE } from '../../lib/database-away.js';
import type { Services } from '../context.js';
import { requireAcceptedKeys } from './accepted-keys.js';

/** Rejects if the process cannot work; with a NotReadyError if the reason is known. */
export async function checkReady({ db, secretKeys }: Pick<Services, 'db' | 'secretKeys'>): Promise<void> {
  // Also true on a standby.
  const [state] = await db.sql<{ read_only: boolean }>(
    `SELECT current_setting('transaction_read_only')::boolean AS read_only`,
  );
  if (state?.read_only) throw new NotReadyError('PostgreSQL takes no writes: it is a standby, or was made read-only.');
  if (await areTablesOutdated(db)) throw new NotReadyError('The database is not migrated.');
  await requireAcceptedKeys({ db, secretKeys });
  if (!db.hasRoom) throw new NotReadyError(DISK_FULL_SENTENCE);
}

/** Rejects if the database is away or not migrated. */
export async function readHealthFigures({ db }: Pick<Services, 'db'>): Promise<HealthReading> {
  const figures = await db.acrossOrganisations((tx) => readFigures(tx));
  return { ...figures, nodes: await db.readNodes() };
}
