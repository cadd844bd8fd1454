import type { OrganisationTx } from '../../db/postgres/transaction.js';
import { deleteExportLinksOf } from '../../db/sql/exports/export-links.js';
import { deleteInvitationsBy } from '../../db/sql/people/invitations.js';
import {
  countOwners,
  deleteMembership,
  findMember,
  MEMBERS,
  type MemberInOrganisation,
  type MemberRow,
  updateRole,
} from '../../db/sql/people/memberships.js';
import { lockOrganisation } from '../../db/sql/people/organisations.js';
import { findNames } from '../../db/sql/people/people.js';
import type { Caller } from '../../domain/context.js';
import { fieldError, invalidInput, notFound, PostriderError } from '../../domain/errors.js';
import { mayGrant } from '../../domain/people/roles.js';
import type { Role } from '../../domain/vocabulary.js';
import type { Context } from '../context.js';
import { readMemberAnew } from '../kernel/current-standing.js';
import { listForCaller } from '../kernel/reads.js';
import { recordAudit } from './audit-log.js';

export type { MemberRow } from '../../db/sql/people/memberships.js';

export const listMembers = listForCaller('members', MEMBERS);

/** Finds a member by the id of the person; null if the person is none. */
export function findMemberOf(
  { db }: Pick<Context, 'db'>,
  organisationId: string,
  personId: string,
): Promise<MemberInOrganisation | null> {
  return db.atOnceInOrganisation(organisationId, (tx) => findMember(tx, personId));
}

/** The names of people who are members, or have been. */
export function getNames({ db }: Pick<Context, 'db'>, personIds: readonly string[]) {
  return db.amongPeople((tx) => findNames(tx, personIds));
}

/** Names a person whose account is gone, for callers who do not see addresses. */
export const UNNAMED_PERSON = 'a person';

export interface MemberChange {
  readonly organisationName: string;
  /** The caller's current role. */
  readonly ownRole: Role;
}

/**
 * Locks the organisation for a change of its members, and reads the caller's role again, so that a member who is being
 * removed cannot invite themselves. Refuses API keys: keys outlive the membership of their creators, so a removed
 * member could return with one.
 */
export async function lockForMemberChange(tx: OrganisationTx, caller: Caller): Promise<MemberChange> {
  const { kind } = caller.actor;
  if (kind === 'key') throw new PostriderError('not_a_person');
  const organisationName = await lockOrganisation(tx);
  if (organisationName === null) throw notFound('Organisation');
  const ownRole = kind === 'operator' ? 'owner' : (await readMemberAnew(tx, caller, 'organisation:manage')).role;
  return { organisationName, ownRole };
}

/** A member cannot grant a role above their own, nor change or remove a member who has one. */
export function refuseHigherRole({ ownRole }: MemberChange, role: Role): void {
  if (!mayGrant(ownRole, role)) throw new PostriderError('forbidden', 'The role is above your own.');
}

export interface ChangeMemberRoleInput {
  readonly personId: string;
  readonly role: Role;
}

/** All processes apply the new role within seconds. */
export function changeMemberRole({ db, caller }: Context, { personId, role }: ChangeMemberRoleInput) {
  const { organisationId } = caller;
  return db.inOrganisation(organisationId, async (tx): Promise<MemberRow> => {
    const change = await lockForMemberChange(tx, caller);
    const member = await findMember(tx, personId);
    if (!member) throw notFound('Member');
    refuseHigherRole(change, member.role);
    refuseHigherRole(change, role);
    if (member.role === role) return member;
    await refuseLastOwner(tx, member);
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

/** All processes refuse the member within seconds. The account of the person stays. */
export function removeMember({ db, caller }: Context, { personId }: { readonly personId: string }): Promise<MemberRow> {
  const { organisationId } = caller;
  return db.inOrganisation(organisationId, async (tx) => {
    const change = await lockForMemberChange(tx, caller);
    const member = await findMember(tx, personId);
    if (!member) throw notFound('Member');
    refuseHigherRole(change, member.role);
    await endMembership(tx, caller, member, 'member.removed');
    return member;
  });
}

export interface LeaveOrganisationInput {
  /** Must equal the header: a page may have switched organisations since the person opened it. */
  readonly organisationId: string;
}

/** Allowed to every role. */
export async function leaveOrganisation({ db, caller }: Context, input: LeaveOrganisationInput): Promise<void> {
  const { organisationId, actor } = caller;
  const { kind, id: personId } = actor;
  if (kind !== 'person' || personId === null) throw new PostriderError('not_a_person');
  if (input.organisationId.toLowerCase() !== organisationId) throw invalidInput([OTHER_ORGANISATION]);
  await db.inOrganisation(organisationId, async (tx) => {
    await lockOrganisation(tx);
    const member = await findMember(tx, personId);
    if (!member) throw new PostriderError('not_a_member');
    await endMembership(tx, caller, member, 'member.left');
  });
}

const OTHER_ORGANISATION = fieldError(
  'organisationId',
  'invalid',
  'Must be the organisation that the header X-Organisation-Id names.',
);

/** Ends a membership, with the export links and the invitations that the member has made. */
async function endMembership(
  tx: OrganisationTx,
  caller: Caller,
  member: MemberRow,
  action: 'member.removed' | 'member.left',
): Promise<void> {
  const { person_id: personId, email, role } = member;
  await refuseLastOwner(tx, member);
  await deleteMembership(tx, personId);
  await deleteExportLinksOf(tx, personId);
  await deleteInvitationsBy(tx, email);
  await recordAudit(tx, caller, { action, subjectId: personId, before: { email, role } });
}

/** Throws if the member is the last owner. The organisation is locked. */
async function refuseLastOwner(tx: OrganisationTx, { role }: MemberRow): Promise<void> {
  if (role !== 'owner' || (await countOwners(tx)) > 1) return;
  throw new PostriderError('last_owner');
}
