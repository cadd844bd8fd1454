import { deleteInvitationsBy } from '../../../db/sql/people/invitations.js';
import { lockOrganisation } from '../../../db/sql/people/lock-organisation.js';
import { deleteMembership, findMember } from '../../../db/sql/people/memberships.js';
import { fieldError, invalidInput, PostriderError } from '../../../domain/errors.js';
import type { Context } from '../../context.js';
import { recordAudit } from '../audit/record-audit.js';
import { keepAnOwner } from './keep-an-owner.js';

export interface LeaveOrganisationInput {
  /** Said once more besides the header: a page may be open with another organisation than the one it has just shown. */
  readonly organisationId: string;
}

/** What every member may do, whatever their role. */
export async function leaveOrganisation({ db, caller }: Context, input: LeaveOrganisationInput): Promise<void> {
  const { organisationId, actor } = caller;
  const { kind, id: personId } = actor;
  if (kind !== 'person' || personId === null) throw new PostriderError('not_a_person');
  if (input.organisationId.toLowerCase() !== organisationId) throw invalidInput([OTHER_ORGANISATION]);
  await db.inOrganisation(organisationId, async (tx) => {
    await lockOrganisation(tx);
    const member = await findMember(tx, personId);
    if (!member) throw new PostriderError('not_a_member');
    await keepAnOwner(tx, member);
    await deleteMembership(tx, personId);
    const { email, role } = member;
    await deleteInvitationsBy(tx, email);
    await recordAudit(tx, caller, { action: 'member.left', subjectId: personId, before: { email, role } });
  });
}

const OTHER_ORGANISATION = fieldError(
  'organisationId',
  'invalid',
  'Must be the organisation that the header X-Organisation-Id names.',
);
