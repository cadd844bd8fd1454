import { findApiKeyByHash, type PresentedKeyRow } from '../../db/queries/api-keys.js';
import { acrossOrganisations } from '../../db/transaction.js';
import { hashApiKey, isApiKey } from '../../domain/api-key.js';
import type { Services } from '../../domain/context.js';

/** The key that is presented, whoever's it is and whatever its state; null for anything that was never a key. */
export async function findApiKey(
  { orm, secretKey }: Pick<Services, 'orm' | 'secretKey'>,
  key: string,
): Promise<PresentedKeyRow | null> {
  if (!isApiKey(key)) return null;
  const hash = hashApiKey(secretKey, key);
  return acrossOrganisations(orm, (tx) => findApiKeyByHash(tx, hash));
}
