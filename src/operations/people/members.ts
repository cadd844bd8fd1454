import { deleteInvitationsBy } from '../../db/sql/people/invitations.js';
import { lockOrganisation } from '../../db/sql/people/lock-organisation.js';
import {
  countOwners,
  deleteMembership,
  findMember,
  MEMBERS,
  type MemberRow,
  updateRole,
} from '../../db/sql/people/memberships.js';
import type { OrganisationTx } from '../../db/transaction.js';
import type { Caller } from '../../domain/context.js';
import { fieldError, invalidInput, notFound, PostriderError } from '../../domain/errors.js';
import { mayGrant } from '../../domain/people/roles.js';
import type { Role } from '../../domain/vocabulary.js';
import type { Context } from '../context.js';
import { readMemberAnew } from '../plumbing/current-standing.js';
import { listForCaller } from '../plumbing/reads.js';
import { recordAudit } from './audit-log.js';

export const listMembers = listForCaller('members', MEMBERS);

export interface MemberChange {
  readonly organisationName: string;
  /** Of the caller, as it is now. */
  readonly ownRole: Role;
}

/**
 * Begins a change of who belongs to an organisation. Changes run one after the other and read the caller's role anew, so
 * that a member who is being removed cannot invite themselves again. API keys are refused: keys outlive the membership of
 * their makers, so a key that could invite would bring a removed member back.
 */
export async function beginMemberChange(tx: OrganisationTx, caller: Caller): Promise<MemberChange> {
  const { kind } = caller.actor;
  if (kind === 'key') throw new PostriderError('not_a_person');
  const organisationName = await lockOrganisation(tx);
  if (organisationName === null) throw notFound('Organisation');
  const ownRole = kind === 'operator' ? 'owner' : (await readMemberAnew(tx, caller, 'organisation:manage')).role;
  return { organisationName, ownRole };
}

/** Nobody gives a role above their own, nor changes or removes a member who has one. */
export function refuseAbove({ ownRole }: MemberChange, role: Role): void {
  if (!mayGrant(ownRole, role)) throw new PostriderError('forbidden', 'The role is above your own.');
}

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

/** Before an owner stops being one, with the organisation locked. */
export async function keepAnOwner(tx: OrganisationTx, { role }: MemberRow): Promise<void> {
  if (role !== 'owner' || (await countOwners(tx)) > 1) return;
  throw new PostriderError('last_owner');
}
