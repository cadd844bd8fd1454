import { deleteInvitation, findInvitation, type InvitationRow } from '../../../db/sql/people/invitations.js';
import { notFound } from '../../../domain/errors.js';
import type { Context } from '../../context.js';
import { recordAudit } from '../audit/record-audit.js';
import { beginMemberChange, refuseAbove } from './begin-change.js';

export interface RevokeInvitationInput {
  readonly invitationId: string;
}

/** Its link is of no use any more, from this moment on. */
export function revokeInvitation({ db, caller }: Context, { invitationId }: RevokeInvitationInput) {
  const { organisationId } = caller;
  return db.inOrganisation(organisationId, async (tx): Promise<InvitationRow> => {
    const change = await beginMemberChange(tx, caller);
    const invitation = await findInvitation(tx, invitationId);
    if (!invitation) throw notFound('Invitation');
    const { email, role } = invitation;
    refuseAbove(change, role);
    await deleteInvitation(tx, invitationId);
    await recordAudit(tx, caller, { action: 'invitation.revoked', subjectId: invitationId, before: { email, role } });
    return invitation;
  });
}
