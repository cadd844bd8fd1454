import { countInvitations, type InvitationRow, listInvitationRows } from '../../db/queries/people/invitations.js';
import { atOnceInOrganisation } from '../../db/transaction.js';
import type { Context } from '../../domain/context.js';
import { LIMITS } from '../../domain/limits.js';
import { CursorCodec, type Page, type PageArguments, pageOf, readSlice } from '../../domain/paging.js';

/** In the order in which addresses were first invited; those that have expired are among them, to be made again. */
export async function listInvitations(
  { orm, secretKey, caller: { organisationId } }: Context,
  page: PageArguments,
): Promise<Page<InvitationRow>> {
  const codec = new CursorCodec(secretKey, organisationId, 'invitations');
  const slice = readSlice(page, codec, LIMITS.connectionPageMax);
  const rows = await atOnceInOrganisation(orm, organisationId, (tx) => listInvitationRows(tx, slice));
  return pageOf(
    rows,
    slice,
    ({ id }) => codec.encode([id]),
    () => atOnceInOrganisation(orm, organisationId, (tx) => countInvitations(tx)),
  );
}
