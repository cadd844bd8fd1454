import { readFigures } from '../../db/sql/plumbing/health-figures.js';
import type { HealthFigures } from '../../domain/health.js';
import type { Services } from '../context.js';

/** Fails when the database is away or not migrated, so it is also the test of readiness. */
export function readHealthFigures({ db }: Pick<Services, 'db'>): Promise<HealthFigures> {
  return db.acrossOrganisations(readFigures);
}
