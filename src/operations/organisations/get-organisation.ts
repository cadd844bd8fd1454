import { type Organisation, readOrganisation } from '../../db/queries/organisations.js';
import { inOrganisation } from '../../db/transaction.js';
import type { Context } from '../../domain/context.js';

/** The organisation on whose behalf the call is made. */
export function getOrganisation({
  orm,
  caller: { organisationId },
}: Pick<Context, 'orm' | 'caller'>): Promise<Organisation> {
  return inOrganisation(orm, organisationId, (tx) => readOrganisation(tx));
}
