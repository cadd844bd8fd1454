import { touchApiKey } from '../../db/queries/api-keys.js';
import { inOrganisation } from '../../db/transaction.js';
import type { Services } from '../../domain/context.js';

/** Remembers that a key was used; written at most once a minute however many processes ask for it. */
export function noteApiKeyUse(
  { orm }: Pick<Services, 'orm'>,
  { organisationId, id }: { readonly organisationId: string; readonly id: string },
): Promise<void> {
  return inOrganisation(orm, organisationId, (tx) => touchApiKey(tx, id));
}
