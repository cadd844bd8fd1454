import { ApiKey } from '../../db/entities/api-key.js';
import { inOrganisation } from '../../db/transaction.js';
import type { Services } from '../../domain/context.js';
import { notFound } from '../../domain/errors.js';

export interface RevokeApiKeyInput {
  readonly organisationId: string;
  readonly id: string;
}

/** Every process refuses the key within seconds. Revoking it again changes nothing. */
export function revokeApiKey(
  { orm }: Pick<Services, 'orm'>,
  { organisationId, id }: RevokeApiKeyInput,
): Promise<ApiKey> {
  return inOrganisation(orm, organisationId, async ({ em }) => {
    const apiKey = await em.findOne(ApiKey, { organisationId, id });
    if (!apiKey) throw notFound('API key');
    apiKey.revokedAt ??= new Date();
    await em.flush();
    return apiKey;
  });
}
