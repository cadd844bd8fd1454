import { lockOrganisation } from '../../db/queries/lock-organisation.js';
import { findMember } from '../../db/queries/people/memberships.js';
import type { Tx } from '../../db/transaction.js';
import type { Caller } from '../../domain/context.js';
import { missingScope, notAMember, notFound, PostriderError } from '../../domain/errors.js';
import { mayGrant, ROLE_SCOPES } from '../../domain/roles.js';
import type { Role } from '../../domain/vocabulary.js';

export interface MemberChange {
  readonly organisationName: string;
  /** Of the caller, as it is now; null for keys. */
  readonly ownRole: Role | null;
}

/**
 * The beginning of every change of who belongs to an organisation, or how it works: one after the other, and by those
 * who may do so at this very moment. What the authenticator remembers of them may be some seconds old, which is enough
 * for somebody who is being removed to invite themselves again.
 */
export async function beginChange(tx: Tx, caller: Caller): Promise<MemberChange> {
  if (caller.mode === 'test') throw liveForTestKey();
  const organisationName = await lockOrganisation(tx, caller.organisationId);
  if (organisationName === null) throw notFound('Organisation');
  return { organisationName, ownRole: await currentRole(tx, caller) };
}

async function currentRole(tx: Tx, { actor, organisationId, role }: Caller): Promise<Role | null> {
  if (actor.kind !== 'person') return role;
  const member = actor.id === null ? null : await findMember(tx, organisationId, actor.id);
  if (!member) throw notAMember();
  if (!ROLE_SCOPES[member.role].includes('organisation:manage'))
    throw missingScope(member, 'the scope organisation:manage');
  return member.role;
}

/** Nobody gives a role above their own, nor changes or removes somebody who has one. */
export function refuseAbove(ownRole: Role | null, role: Role): void {
  if (mayGrant(ownRole, role)) return;
  throw new PostriderError('forbidden', 'forbidden', 'The role is above your own.');
}

/** Members can do what is live. A test key that could make one would be no test key. */
const liveForTestKey = () =>
  new PostriderError('forbidden', 'live_for_test_key', 'A test key leaves the organisation and its members alone.');
