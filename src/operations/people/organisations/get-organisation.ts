import { type Organisation, readOrganisation } from '../../../db/sql/people/organisations.js';
import type { Context } from '../../context.js';

/** The organisation on whose behalf the call is made. */
export function getOrganisation({
  db,
  caller: { organisationId },
}: Pick<Context, 'db' | 'caller'>): Promise<Organisation> {
  return db.inOrganisation(organisationId, (tx) => readOrganisation(tx));
}
