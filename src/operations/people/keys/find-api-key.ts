import { findApiKeyByHash, type PresentedKeyRow } from '../../../db/sql/people/api-keys.js';
import { hashApiKey, isApiKey } from '../../../domain/people/api-key.js';
import type { Services } from '../../context.js';

/** The key that is presented, whoever's it is and whatever its state; null for anything that was never a key. */
export async function findApiKey(
  { db, secretKey }: Pick<Services, 'db' | 'secretKey'>,
  key: string,
): Promise<PresentedKeyRow | null> {
  if (!isApiKey(key)) return null;
  const hash = hashApiKey(secretKey, key);
  return db.acrossOrganisations((tx) => findApiKeyByHash(tx, hash));
}
