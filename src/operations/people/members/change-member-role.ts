import { deleteInvitationsBy } from '../../../db/sql/people/invitations.js';
import { findMember, type MemberRow, updateRole } from '../../../db/sql/people/memberships.js';
import { notFound } from '../../../domain/errors.js';
import { mayGrant } from '../../../domain/people/roles.js';
import type { Role } from '../../../domain/vocabulary.js';
import type { Context } from '../../context.js';
import { recordAudit } from '../audit/record-audit.js';
import { beginMemberChange, refuseAbove } from './begin-change.js';
import { keepAnOwner } from './keep-an-owner.js';

export interface ChangeMemberRoleInput {
  readonly personId: string;
  readonly role: Role;
}

/** Within seconds they can do on every process what the role lets them, and nothing else. */
export function changeMemberRole({ db, caller }: Context, { personId, role }: ChangeMemberRoleInput) {
  const { organisationId } = caller;
  return db.inOrganisation(organisationId, async (tx): Promise<MemberRow> => {
    const change = await beginMemberChange(tx, caller);
    const member = await findMember(tx, personId);
    if (!member) throw notFound('Member');
    refuseAbove(change, member.role);
    refuseAbove(change, role);
    if (member.role === role) return member;
    await keepAnOwner(tx, member);
    await updateRole(tx, personId, role);
    const { email } = member;
    if (!mayGrant(role, member.role)) await deleteInvitationsBy(tx, email);
    await recordAudit(tx, caller, {
      action: 'member.role_changed',
      subjectId: personId,
      before: { email, role: member.role },
      after: { email, role },
    });
    return { ...member, role };
  });
}
