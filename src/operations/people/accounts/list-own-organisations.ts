import { listOwnMemberships, type OwnMembershipRow } from '../../../db/sql/people/memberships.js';
import type { Services } from '../../context.js';

/** The organisations that a person may act for. */
export function listOwnOrganisations(
  { db }: Pick<Services, 'db'>,
  { id }: { readonly id: string },
): Promise<OwnMembershipRow[]> {
  return db.acrossOrganisations((tx) => listOwnMemberships(tx, id));
}
