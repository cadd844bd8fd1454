import type { SecretKeys } from '../../../domain/secret-keys.js';
import { unsealWithAny } from '../../../lib/sealed.js';
import type { Sql } from '../../postgres/transaction.js';
import { type RowOf, run, tables } from '../../tables.js';

export type RetiredKeyRow = RowOf<'retired_keys', 'id' | 'sealed'>;

export function listRetiredKeys(tx: Sql): Promise<RetiredKeyRow[]> {
  return run(tx, tables.selectFrom('retired_keys').select(['id', 'sealed']).orderBy('id'));
}

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

/** Keeps the time of the first retirement. Sealed anew, because the key that sealed it then may be lost. */
export async function retireKey(tx: Sql, key: RetiredKeyRow): Promise<void> {
  const insert = tables.insertInto('retired_keys').values(key);
  await run(
    tx,
    insert.onConflict((earlier) => earlier.column('id').doUpdateSet({ sealed: key.sealed })),
  );
}

/** Null: `rekey` has not run with this key as the previous one. */
export async function findRetirement(tx: Sql, id: string): Promise<string | null> {
  const rows = await run(tx, tables.selectFrom('retired_keys').select('retired_at').where('id', '=', id));
  return rows[0]?.retired_at ?? null;
}

/** Fingerprints of the keys that belong to this database; none before the first server has started. */
export async function listAcceptedKeys(tx: Sql): Promise<string[]> {
  const rows = await run(tx, tables.selectFrom('accepted_secret_keys').select('id').orderBy('id'));
  return rows.map(({ id }) => id);
}

/** Serialises servers that start for the first time: each would otherwise find no key, and accept its own. */
export async function lockAcceptedKeys(tx: Sql): Promise<void> {
  await tx.sql('LOCK TABLE accepted_secret_keys IN SHARE ROW EXCLUSIVE MODE');
}

export async function acceptKeys(tx: Sql, ids: readonly string[]): Promise<void> {
  const insert = tables.insertInto('accepted_secret_keys').values(ids.map((id) => ({ id })));
  await run(
    tx,
    insert.onConflict((earlier) => earlier.doNothing()),
  );
}

/** Removes accepted keys that `rekey` has retired, except those in use. */
export async function dropRetiredKeys(tx: Sql, inUse: readonly string[]): Promise<void> {
  const retired = tables.selectFrom('retired_keys').select('id');
  const remove = tables.deleteFrom('accepted_secret_keys').where('id', 'in', retired);
  await run(tx, remove.where('id', 'not in', inUse));
}
