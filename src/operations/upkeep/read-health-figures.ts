import { readFigures } from '../../db/sql/upkeep/health-figures.js';
import type { HealthReading } from '../../domain/health.js';
import type { Services } from '../context.js';

/** Rejects if the database is away or not migrated. */
export async function readHealthFigures({ db }: Pick<Services, 'db'>): Promise<HealthReading> {
  const figures = await db.acrossOrganisations((tx) => readFigures(tx));
  return { ...figures, nodes: await db.readNodes() };
}
