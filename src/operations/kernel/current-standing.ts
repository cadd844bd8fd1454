import type { OrganisationTx } from '../../db/postgres/transaction.js';
import { type ApiKey, findApiKey } from '../../db/sql/people/api-keys.js';
import { findMember } from '../../db/sql/people/memberships.js';
import type { Caller } from '../../domain/context.js';
import { missingScope, PostriderError } from '../../domain/errors.js';
import { apiKeyState } from '../../domain/people/api-key.js';
import { ROLE_SCOPES } from '../../domain/people/roles.js';
import type { Role, Scope } from '../../domain/vocabulary.js';

/**
 * The authenticator caches callers for some seconds, enough for a member who is being removed to change members or
 * keys. So these changes read the caller again, in the transaction that has locked the organisation.
 */
export async function readMemberAnew(
  tx: OrganisationTx,
  { actor }: Pick<Caller, 'actor'>,
  needed: Scope,
): Promise<{ readonly role: Role; readonly scopes: readonly Scope[] }> {
  const member = actor.id === null ? null : await findMember(tx, actor.id);
  if (!member) throw new PostriderError('not_a_member');
  const scopes = ROLE_SCOPES[member.role];
  if (!scopes.includes(needed)) throw missingScope(member, `the scope ${needed}`);
  return { role: member.role, scopes };
}

export async function readKeyAnew(tx: OrganisationTx, { actor }: Pick<Caller, 'actor'>): Promise<ApiKey> {
  const key = actor.id === null ? null : await findApiKey(tx, actor.id);
  if (!key || apiKeyState(key, new Date()) !== 'active') throw new PostriderError('unauthenticated');
  return key;
}
