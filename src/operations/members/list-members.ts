import { countMembers, listMemberRows, type MemberRow } from '../../db/queries/people/memberships.js';
import { atOnceInOrganisation } from '../../db/transaction.js';
import type { Context } from '../../domain/context.js';
import { LIMITS } from '../../domain/limits.js';
import { CursorCodec, type Page, type PageArguments, pageOf, readSlice } from '../../domain/paging.js';

/** In the order of joining. */
export async function listMembers(
  { orm, secretKey, caller: { organisationId } }: Context,
  page: PageArguments,
): Promise<Page<MemberRow>> {
  const codec = new CursorCodec(secretKey, organisationId, 'members');
  const slice = readSlice(page, codec, LIMITS.connectionPageMax);
  const rows = await atOnceInOrganisation(orm, organisationId, (tx) => listMemberRows(tx, slice));
  return pageOf(
    rows,
    slice,
    ({ created_at: joinedAt, person_id: personId }) => codec.encode([joinedAt, personId]),
    () => atOnceInOrganisation(orm, organisationId, (tx) => countMembers(tx)),
  );
}
