import { ApiKey } from '../../db/entities/api-key.js';
import { inOrganisation } from '../../db/transaction.js';
import type { Services } from '../../domain/context.js';

/** Newest first, revoked and expired ones included. */
export function listApiKeys(
  { orm }: Pick<Services, 'orm'>,
  { organisationId }: { readonly organisationId: string },
): Promise<ApiKey[]> {
  return inOrganisation(orm, organisationId, ({ em }) =>
    em.find(ApiKey, { organisationId }, { orderBy: { id: 'desc' } }),
  );
}
