import { lockOrganisation } from '../../../db/sql/people/lock-organisation.js';
import type { OrganisationTx } from '../../../db/transaction.js';
import type { Caller } from '../../../domain/context.js';
import { notFound, PostriderError } from '../../../domain/errors.js';
import { mayGrant } from '../../../domain/people/roles.js';
import type { Role } from '../../../domain/vocabulary.js';
import { readMemberAnew } from '../../plumbing/current-standing.js';

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
