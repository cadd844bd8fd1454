import { countOwners, type MemberRow } from '../../../db/sql/people/memberships.js';
import type { OrganisationTx } from '../../../db/transaction.js';
import { PostriderError } from '../../../domain/errors.js';

/** Before an owner stops being one, with the organisation locked. */
export async function keepAnOwner(tx: OrganisationTx, { role }: MemberRow): Promise<void> {
  if (role !== 'owner' || (await countOwners(tx)) > 1) return;
  throw new PostriderError('last_owner');
}
