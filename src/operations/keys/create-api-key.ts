import { ApiKey } from '../../db/entities/api-key.js';
import { Organisation } from '../../db/entities/organisation.js';
import { inOrganisation } from '../../db/transaction.js';
import { apiKeyHint, hashApiKey, makeApiKey } from '../../domain/api-key.js';
import type { Services } from '../../domain/context.js';
import { fieldError, invalidInput, notFound } from '../../domain/errors.js';
import { validateName } from '../../domain/text.js';
import { type KeyMode, SCOPES, type Scope } from '../../domain/vocabulary.js';
import { newId } from '../../lib/ids.js';

export interface CreateApiKeyInput {
  readonly organisationId: string;
  readonly name: string;
  readonly mode: KeyMode;
  readonly scopes: readonly Scope[];
  readonly expiresAt?: Date | null;
}

export interface CreatedApiKey {
  /** The key itself: shown this once, stored nowhere. */
  readonly key: string;
  readonly apiKey: ApiKey;
}

export async function createApiKey(
  { orm, secretKey }: Pick<Services, 'orm' | 'secretKey'>,
  { organisationId, name, mode, scopes, expiresAt = null }: CreateApiKeyInput,
): Promise<CreatedApiKey> {
  const errors = validateName('name', name);
  if (scopes.length === 0 || scopes.some((scope) => !SCOPES.includes(scope))) {
    errors.push(fieldError('scopes', 'invalid', `Give one or more of: ${SCOPES.join(', ')}.`));
  }
  if (expiresAt && !(expiresAt.getTime() > Date.now())) {
    errors.push(fieldError('expiresAt', 'invalid', 'The time must be in the future.'));
  }
  if (errors.length > 0) throw invalidInput(errors);

  const key = makeApiKey(mode);
  return inOrganisation(orm, organisationId, async ({ em }) => {
    if (!(await em.findOne(Organisation, { id: organisationId }))) throw notFound('Organisation');
    const apiKey = em.create(ApiKey, {
      organisationId,
      id: newId(),
      name,
      hash: hashApiKey(secretKey, key),
      hint: apiKeyHint(key),
      mode,
      scopes: [...new Set(scopes)],
      sessionIds: null,
      senderIds: null,
      addresses: null,
      replaces: null,
      expiresAt,
      revokedAt: null,
      lastUsedAt: null,
      createdAt: new Date(),
    });
    await em.flush();
    return { key, apiKey };
  });
}
