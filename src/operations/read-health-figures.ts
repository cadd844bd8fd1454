import { readFigures } from '../db/queries/health-figures.js';
import { acrossOrganisations } from '../db/transaction.js';
import type { Services } from '../domain/context.js';
import type { HealthFigures } from '../domain/health.js';

/** Fails when the database is away or not migrated, so it is also the test of readiness. */
export function readHealthFigures({ orm }: Pick<Services, 'orm'>): Promise<HealthFigures> {
  return acrossOrganisations(orm, readFigures);
}
