import { createHash } from 'node:crypto';
import { findStoredAnswer, storeAnswer, tryLockKey } from '../db/queries/idempotency.js';
import { atOnceInOrganisation, inOrganisation, type Tx } from '../db/transaction.js';
import type { Caller, Context } from '../domain/context.js';
import { fieldError, idempotencyInProgress, idempotencyMismatch, invalidInput } from '../domain/errors.js';
import { LIMITS } from '../domain/limits.js';
import { findUnsendable } from '../domain/text.js';

export interface Replayable<T> {
  readonly result: T;
  /** The answer is the stored one of an earlier call with the same key. */
  readonly replayed: boolean;
}

/**
 * Runs `work` at most once per organisation, operation and key, in the caller's transaction: the answer is stored
 * exactly when the work is. Without a key it just runs.
 */
export async function once<T>(
  tx: Tx,
  { caller }: Context,
  name: string,
  { idempotencyKey, ...request }: { readonly idempotencyKey?: string | null | undefined },
  work: () => Promise<T>,
): Promise<Replayable<T>> {
  if (idempotencyKey == null) return { result: await work(), replayed: false };
  const { length } = idempotencyKey;
  if (length === 0 || length > LIMITS.idempotencyKeyLength || findUnsendable(idempotencyKey) !== null) {
    throw invalidInput([fieldError('idempotencyKey', 'invalid', 'An Idempotency-Key has 1 to 255 characters.')]);
  }
  const operation = keyedOperation(caller, name);
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest();
  if (!(await tryLockKey(tx, caller.organisationId, operation, idempotencyKey))) throw idempotencyInProgress();
  const stored = await findStoredAnswer(tx, caller.organisationId, operation, idempotencyKey);
  if (stored) {
    if (!requestHash.equals(stored.request_hash)) throw idempotencyMismatch();
    return { result: stored.result as T, replayed: true };
  }
  const result = await work();
  await storeAnswer(tx, caller.organisationId, operation, idempotencyKey, requestHash, result);
  // As it would be replayed, so that the first answer and its replay are equal to the byte.
  return { result: JSON.parse(JSON.stringify(result)) as T, replayed: false };
}

/** `once` for work that is one statement: without a key it needs no more than one way to the database and back. */
export async function oneStatementOnce<T>(
  context: Context,
  name: string,
  input: { readonly idempotencyKey?: string | null | undefined },
  work: (tx: Tx) => Promise<T>,
): Promise<Replayable<T>> {
  const { orm, caller } = context;
  if (input.idempotencyKey == null) {
    return { result: await atOnceInOrganisation(orm, caller.organisationId, work), replayed: false };
  }
  return inOrganisation(orm, caller.organisationId, (tx) => once(tx, context, name, input, () => work(tx)));
}

/** Whether the key stands for an earlier call: for checks that cannot be part of the work. */
export async function isRemembered(
  { orm, caller }: Context,
  name: string,
  { idempotencyKey }: { readonly idempotencyKey?: string | null | undefined },
): Promise<boolean> {
  if (idempotencyKey == null) return false;
  const { organisationId } = caller;
  return atOnceInOrganisation(orm, organisationId, async (tx) => {
    const stored = await findStoredAnswer(tx, organisationId, keyedOperation(caller, name), idempotencyKey);
    return stored !== null;
  });
}

/** What a test key did must not stand for what a live key asks. */
export function keyedOperation(caller: Caller, name: string): string {
  return caller.mode === 'test' ? `${name} test` : name;
}
