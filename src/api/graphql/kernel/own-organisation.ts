import type { Context } from '../../../operations/context.js';
import { getOrganisation } from '../../../operations/people/organisations.js';
import { type Organisation, toOrganisation } from '../people/organisation.js';

/** The organisation that the call is made for. */
export async function ownOrganisation(context: Pick<Context, 'db' | 'caller' | 'policy'>): Promise<Organisation> {
  return toOrganisation(await getOrganisation(context), context.policy.retentionDays);
}
