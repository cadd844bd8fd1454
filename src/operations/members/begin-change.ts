import { lockOrganisation } from '../../db/queries/lock-organisation.js';
import type { Tx } from '../../db/transaction.js';
import type { Caller } from '../../domain/context.js';
import { notAllowedForKey, notFound, PostriderError } from '../../domain/errors.js';
import { isRestricted } from '../../domain/key-restrictions.js';
import { mayGrant, ROLE_SCOPES } from '../../domain/roles.js';
import type { Role, Scope } from '../../domain/vocabulary.js';
import { readKeyAnew, readMemberAnew } from '../current-standing.js';

export interface MemberChange {
  readonly organisationName: string;
  /** Of the caller, as it is now; null for keys. */
  readonly ownRole: Role | null;
  /** What the caller may do, and so may let others do. */
  readonly ownScopes: readonly Scope[];
}

/**
 * The beginning of every change of who belongs to an organisation, or how it works: one after the other, and by those
 * who may do so at this very moment: somebody who is being removed must not invite themselves again.
 */
export async function beginChange(tx: Tx, caller: Caller): Promise<MemberChange> {
  if (caller.mode === 'test') throw liveForTestKey();
  const organisationName = await lockOrganisation(tx, caller.organisationId);
  if (organisationName === null) throw notFound('Organisation');
  const { kind } = caller.actor;
  if (kind === 'person') {
    const { role: ownRole, scopes: ownScopes } = await readMemberAnew(tx, caller, 'organisation:manage');
    return { organisationName, ownRole, ownScopes };
  }
  // A restricted key that could make members would be restricted no longer.
  if (kind === 'key' && isRestricted(await readKeyAnew(tx, caller))) {
    throw notAllowedForKey('A restricted API key leaves the organisation and its members alone.');
  }
  return { organisationName, ownRole: caller.role, ownScopes: caller.scopes };
}

/** Nobody gives a role above their own, nor changes or removes somebody who has one; and keys give what they have. */
export function refuseAbove({ ownRole, ownScopes }: MemberChange, role: Role): void {
  if (mayGrant(ownRole, role) && ROLE_SCOPES[role].every((scope) => ownScopes.includes(scope))) return;
  throw new PostriderError('forbidden', 'forbidden', 'The role is above your own.');
}

/** Members can do what is live. A test key that could make one would be no test key. */
const liveForTestKey = () =>
  new PostriderError('forbidden', 'live_for_test_key', 'A test key leaves the organisation and its members alone.');
