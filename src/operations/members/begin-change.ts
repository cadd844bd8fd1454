import { ApiKey } from '../../db/entities/api-key.js';
import { lockOrganisation } from '../../db/queries/lock-organisation.js';
import { findMember } from '../../db/queries/people/memberships.js';
import type { Tx } from '../../db/transaction.js';
import { apiKeyState } from '../../domain/api-key.js';
import type { Caller } from '../../domain/context.js';
import {
  missingScope,
  notAllowedForKey,
  notAMember,
  notFound,
  PostriderError,
  unauthenticated,
} from '../../domain/errors.js';
import { isRestricted } from '../../domain/key-restrictions.js';
import { mayGrant, ROLE_SCOPES } from '../../domain/roles.js';
import type { Role, Scope } from '../../domain/vocabulary.js';

export interface MemberChange {
  readonly organisationName: string;
  /** Of the caller, as it is now; null for keys. */
  readonly ownRole: Role | null;
  /** What the caller may do, and so may let others do. */
  readonly ownScopes: readonly Scope[];
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
  const { kind } = caller.actor;
  if (kind === 'person') return { organisationName, ...(await currentMember(tx, caller)) };
  if (kind === 'key') await refuseKey(tx, caller);
  return { organisationName, ownRole: caller.role, ownScopes: caller.scopes };
}

async function currentMember(tx: Tx, { actor, organisationId }: Caller) {
  const member = actor.id === null ? null : await findMember(tx, organisationId, actor.id);
  if (!member) throw notAMember();
  const ownScopes = ROLE_SCOPES[member.role];
  if (!ownScopes.includes('organisation:manage')) throw missingScope(member, 'the scope organisation:manage');
  return { ownRole: member.role, ownScopes };
}

/** A restricted key that could make members would be restricted no longer. */
async function refuseKey(tx: Tx, { actor, organisationId }: Caller): Promise<void> {
  const key = await tx.em.findOne(ApiKey, { organisationId, id: actor.id ?? '' });
  if (!key || apiKeyState(key, new Date()) !== 'active') throw unauthenticated();
  if (isRestricted(key)) throw notAllowedForKey('A restricted API key leaves the organisation and its members alone.');
}

/** Nobody gives a role above their own, nor changes or removes somebody who has one; and keys give what they have. */
export function refuseAbove({ ownRole, ownScopes }: MemberChange, role: Role): void {
  if (mayGrant(ownRole, role) && ROLE_SCOPES[role].every((scope) => ownScopes.includes(scope))) return;
  throw new PostriderError('forbidden', 'forbidden', 'The role is above your own.');
}

/** Members can do what is live. A test key that could make one would be no test key. */
const liveForTestKey = () =>
  new PostriderError('forbidden', 'live_for_test_key', 'A test key leaves the organisation and its members alone.');
