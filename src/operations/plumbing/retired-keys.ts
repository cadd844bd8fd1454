import { listRetiredKeys } from '../../db/sql/plumbing/secret-keys.js';
import type { Sql } from '../../db/transaction.js';
import type { SecretKeys } from '../../domain/secret-keys.js';
import { unsealWithAny } from '../../lib/sealed.js';

export const retiredKeyPurpose = (id: string) => `retired key ${id}`;

/**
 * Secret keys that were replaced for good. Only opt-outs are compared with them: nothing else that they made is accepted. One that
 * cannot be opened is left out, because sends must not stop for it; `doctor` reports it.
 */
export async function readRetiredKeys(tx: Sql, secretKeys: SecretKeys): Promise<string[]> {
  const rows = await listRetiredKeys(tx);
  return rows.flatMap(({ id, sealed }) => unsealWithAny(secretKeys, retiredKeyPurpose(id), sealed) ?? []);
}
