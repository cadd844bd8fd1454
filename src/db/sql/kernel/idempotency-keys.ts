import { type OrganisationSql, type OrganisationTx, together } from '../../postgres/transaction.js';
import type { RowOf } from '../../tables.js';

/** A key of a caller belongs to one operation. */
export type OperationKey = RowOf<'idempotency_keys', 'operation' | 'key'>;

/** Identifies a key within its organisation. */
export const nameOfKey = ({ operation, key }: OperationKey): string => `${operation} ${key}`;

export type StoredAnswer = RowOf<'idempotency_keys', 'request_hash' | 'result'>;

/** The state of a key at the beginning of a call. */
export interface KeyState {
  /** This transaction holds the key until it ends; otherwise another one does. */
  readonly locked: boolean;
  readonly stored: StoredAnswer | null;
}

/**
 * At most one transaction at a time may use a key. The lock ends with the transaction, also when the process dies, so
 * no key is ever stuck "in progress". The answers are read by a statement of their own, whose snapshot is taken after
 * the locks: it shows what the last transaction with the key has stored.
 */
export async function claimKeys(tx: OrganisationSql, keys: readonly OperationKey[]): Promise<KeyState[]> {
  const names = keys.map((key) => `${tx.organisationId} ${nameOfKey(key)}`);
  const [locks, stored] = await together([
    tx.sql<{ name: string; locked: boolean }>(
      'SELECT name, pg_try_advisory_xact_lock(hashtextextended(name, 0)) AS locked FROM unnest(:names::text[]) AS k (name)',
      { names },
    ),
    findStoredAnswers(tx, keys),
  ]);
  const locked = new Map(locks.map((lock) => [lock.name, lock.locked]));
  return names.map((name, place) => ({ locked: locked.get(name) ?? false, stored: stored[place] ?? null }));
}

/**
 * Compares with parameters as well: with the join alone, a plan made for a small table would read all keys of the
 * organisation, and would be kept while the table grows.
 */
const AMONG_THESE =
  'i.organisation_id = :organisationId AND i.operation = ANY (:operations::text[]) AND i.key = ANY (:keys::text[])';

/** In the order of the keys. */
export async function findStoredAnswers(
  tx: OrganisationSql,
  keys: readonly OperationKey[],
): Promise<(StoredAnswer | null)[]> {
  const rows = await tx.sql<StoredAnswer & OperationKey>(
    `SELECT operation, key, request_hash, result FROM idempotency_keys i WHERE ${AMONG_THESE}`,
    { ...columnsOf(keys) },
  );
  return keys.map(({ operation, key }) => rows.find((row) => row.operation === operation && row.key === key) ?? null);
}

export interface NewAnswer extends OperationKey {
  readonly requestHash: Buffer;
  /** JSON. */
  readonly result: string;
}

/**
 * Stores answers in the packet of COMMIT: a round trip of their own took a tenth of the processor time of a keyed
 * send.
 */
export function storeAnswers(tx: OrganisationTx, answers: readonly NewAnswer[]): void {
  if (answers.length === 0) return;
  tx.logWrites.add({
    organisationId: tx.organisationId,
    isEarly: true,
    statement: `INSERT INTO idempotency_keys (organisation_id, operation, key, request_hash, result)
     SELECT :organisationId, operation, key, request_hash, result
     FROM unnest(:operations::text[], :keys::text[], :requestHashes::bytea[], :results::jsonb[])
       AS a (operation, key, request_hash, result)`,
    values: {
      ...columnsOf(answers),
      requestHashes: answers.map(({ requestHash }) => requestHash),
      results: answers.map(({ result }) => result),
    },
  });
}

/** A key whose stored answer is about the object with this id. */
export interface KeyOfWork extends OperationKey {
  readonly id: string;
}

/** Replaces answers that were stored before the work ended. */
export async function replaceStoredAnswers(
  tx: OrganisationSql,
  answers: readonly (OperationKey & { readonly result: { readonly id: string } })[],
): Promise<void> {
  if (answers.length === 0) return;
  await tx.sql(
    `UPDATE idempotency_keys i SET result = w.result
     FROM unnest(:operations::text[], :keys::text[], :ids::text[], :results::jsonb[]) AS w (operation, key, id, result)
     WHERE ${OF_THIS_WORK}`,
    {
      ...columnsOf(answers),
      ids: answers.map(({ result }) => result.id),
      results: answers.map(({ result }) => JSON.stringify(result)),
    },
  );
}

/** Deletes answers of failed work, so that the next call with the key repeats it. */
export async function forgetStoredAnswers(tx: OrganisationSql, keys: readonly KeyOfWork[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.sql(
    `DELETE FROM idempotency_keys i
     USING unnest(:operations::text[], :keys::text[], :ids::text[]) AS w (operation, key, id) WHERE ${OF_THIS_WORK}`,
    { ...columnsOf(keys), ids: keys.map(({ id }) => id) },
  );
}

/** A change that comes late, or twice, must not touch the answer of a later call with the same key. */
const OF_THIS_WORK = `${AMONG_THESE} AND i.operation = w.operation AND i.key = w.key AND i.result ->> 'id' = w.id`;

const columnsOf = (keys: readonly OperationKey[]) => ({
  operations: keys.map(({ operation }) => operation),
  keys: keys.map(({ key }) => key),
});
