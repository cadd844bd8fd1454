import { listOwnMemberships, type OwnMembershipRow } from '../../db/queries/people/memberships.js';
import { acrossOrganisations } from '../../db/transaction.js';
import type { Services } from '../../domain/context.js';

/** The organisations that a person may act for. */
export function listOwnOrganisations(
  { orm }: Pick<Services, 'orm'>,
  { id }: { readonly id: string },
): Promise<OwnMembershipRow[]> {
  return acrossOrganisations(orm, (tx) => listOwnMemberships(tx, id));
}
