import type { Sql } from '../../db/postgres/transaction.js';
import { listRetiredKeys } from '../../db/sql/kernel/secret-keys.js';
import type { SecretKeys } from '../../domain/secret-keys.js';
import { unsealWithAny } from '../../lib/sealed.js';

export const retiredKeyPurpose = (id: string) => `retired key ${id}`;

/**
 * Every secret key that may have made the hash of a number: those in force, and those that were replaced for good. Only
 * opt-outs and erased suppressions are compared with the latter: nothing else that they made is accepted. One that
 * cannot be opened is left out, because sends must not stop for it; `doctor` reports it.
 */
export async function readHashingKeys(tx: Sql, secretKeys: SecretKeys): Promise<string[]> {
  const rows = await listRetiredKeys(tx);
  const retired = rows.flatMap(({ id, sealed }) => unsealWithAny(secretKeys, retiredKeyPurpose(id), sealed) ?? []);
  return [...new Set([...secretKeys, ...retired])];
}
