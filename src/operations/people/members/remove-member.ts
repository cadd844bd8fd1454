import { deleteInvitationsBy } from '../../../db/sql/people/invitations.js';
import { deleteMembership, findMember, type MemberRow } from '../../../db/sql/people/memberships.js';
import { notFound } from '../../../domain/errors.js';
import type { Context } from '../../context.js';
import { recordAudit } from '../audit/record-audit.js';
import { beginMemberChange, refuseAbove } from './begin-change.js';
import { keepAnOwner } from './keep-an-owner.js';

export interface RemoveMemberInput {
  readonly personId: string;
}

/** Within seconds no process lets them in; their account is their own and stays. */
export function removeMember({ db, caller }: Context, { personId }: RemoveMemberInput): Promise<MemberRow> {
  const { organisationId } = caller;
  return db.inOrganisation(organisationId, async (tx) => {
    const change = await beginMemberChange(tx, caller);
    const member = await findMember(tx, personId);
    if (!member) throw notFound('Member');
    refuseAbove(change, member.role);
    await keepAnOwner(tx, member);
    await deleteMembership(tx, personId);
    await deleteInvitationsBy(tx, member.email);
    const { email, role } = member;
    await recordAudit(tx, caller, { action: 'member.removed', subjectId: personId, before: { email, role } });
    return member;
  });
}
