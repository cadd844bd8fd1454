import type { Tx } from '../transaction.js';

/**
 * At most one transaction at a time may use a key. The lock ends with the transaction, also when the process dies, so
 * no key is ever stuck "in progress".
 */
export async function tryLockKey(tx: Tx, organisationId: string, operation: string, key: string): Promise<boolean> {
  const [row] = await tx.sql<{ locked: boolean }>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked',
    [`${organisationId} ${operation} ${key}`],
  );
  return row?.locked ?? false;
}

export interface StoredAnswer {
  readonly request_hash: Buffer;
  readonly result: unknown;
}

export async function findStoredAnswer(tx: Tx, organisationId: string, operation: string, key: string) {
  const [row] = await tx.sql<StoredAnswer>(
    `SELECT request_hash, result FROM idempotency_keys
     WHERE organisation_id = $1 AND operation = $2 AND key = $3`,
    [organisationId, operation, key],
  );
  return row ?? null;
}

export async function storeAnswer(
  tx: Tx,
  organisationId: string,
  operation: string,
  key: string,
  requestHash: Buffer,
  result: unknown,
): Promise<void> {
  await tx.sql(
    `INSERT INTO idempotency_keys (organisation_id, operation, key, request_hash, result) VALUES ($1, $2, $3, $4, $5)`,
    [organisationId, operation, key, requestHash, JSON.stringify(result)],
  );
}

/** For work that goes on after its transaction, about the thing with this id: the answer as it finally is. */
export async function replaceStoredAnswer(
  tx: Tx,
  organisationId: string,
  operation: string,
  key: string,
  result: { readonly id: string },
): Promise<void> {
  await tx.sql(`UPDATE idempotency_keys SET result = $5 WHERE ${OF_THIS_WORK}`, [
    organisationId,
    operation,
    key,
    result.id,
    JSON.stringify(result),
  ]);
}

/** That work came to nothing after all: the next call with the key does it anew. */
export async function forgetStoredAnswer(tx: Tx, organisationId: string, operation: string, key: string, id: string) {
  await tx.sql(`DELETE FROM idempotency_keys WHERE ${OF_THIS_WORK}`, [organisationId, operation, key, id]);
}

/** Written down late, or twice, it must not touch what a later call with the same key has begun. */
const OF_THIS_WORK = `organisation_id = $1 AND operation = $2 AND key = $3 AND result ->> 'id' = $4`;
