import { touchApiKey } from '../../../db/sql/people/api-keys.js';
import type { Services } from '../../context.js';

/** Remembers that a key was used; written at most once a minute however many processes ask for it. */
export function noteApiKeyUse(
  { db }: Pick<Services, 'db'>,
  { organisationId, id }: { readonly organisationId: string; readonly id: string },
): Promise<void> {
  return db.inOrganisation(organisationId, (tx) => touchApiKey(tx, id));
}
