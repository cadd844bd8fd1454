import { hash } from 'node:crypto';
import type { OrganisationSql, OrganisationTx } from '../../db/postgres/transaction.js';
import {
  claimKeys,
  findStoredAnswers,
  type KeyState,
  type NewAnswer,
  type OperationKey,
  type StoredAnswer,
  storeAnswers,
} from '../../db/sql/kernel/idempotency-keys.js';
import type { Caller } from '../../domain/context.js';
import { invalidField, PostriderError } from '../../domain/errors.js';
import { LIMITS } from '../../domain/limits.js';
import { findUnsendable } from '../../domain/text.js';
import type { Context } from '../context.js';

export interface Replayable<T> {
  readonly result: T;
  /** The answer was stored by an earlier call with the same key. */
  readonly replayed: boolean;
}

/** The idempotency key of a call, with a hash of what the call asks for. */
export interface CallKey extends OperationKey {
  readonly requestHash: Buffer;
}

interface KeyedInput {
  readonly idempotencyKey?: string | null | undefined;
}

/**
 * Runs `work` at most once per organisation, operation and key, in the caller's transaction: the answer is stored
 * exactly when the work is. Without a key it just runs.
 */
export async function once<T>(
  tx: OrganisationTx,
  { caller }: Context,
  name: string,
  input: KeyedInput,
  work: () => Promise<T>,
): Promise<Replayable<T>> {
  return onceByKey(tx, keyOf(caller, name, input), work);
}

/** `once` for a caller that has made the key. */
export async function onceByKey<T>(
  tx: OrganisationTx,
  key: CallKey | null,
  work: () => Promise<T>,
): Promise<Replayable<T>> {
  const [answer] = await eachOnce(tx, [{ key }], async () => [await work()]);
  if (answer instanceof Error) throw answer;
  return answer as Replayable<T>;
}

/**
 * `once` for calls that share a transaction, each with a key of its own or none. `work` gets the calls that have not
 * been done before; an error that it returns is not stored. Returns each call's answer or error, in the order of the
 * calls.
 */
export async function eachOnce<Call extends { readonly key: CallKey | null }, T>(
  tx: OrganisationTx,
  calls: readonly Call[],
  work: (fresh: readonly Call[]) => Promise<readonly (T | Error)[]>,
): Promise<(Replayable<T> | Error)[]> {
  const answers = await findAnswers<T>(tx, calls);
  const fresh = calls.filter((call) => !answers.has(call));
  const results = fresh.length > 0 ? await work(fresh) : [];
  const toStore: NewAnswer[] = [];
  for (const [place, call] of fresh.entries()) {
    const result = results[place] as T | Error;
    if (result instanceof Error) answers.set(call, result);
    else if (call.key === null) answers.set(call, { result, replayed: false });
    else {
      const stored = JSON.stringify(result);
      toStore.push({ ...call.key, result: stored });
      // Parsed from JSON as a replay is, so that the first answer and its replays are equal to the byte.
      answers.set(call, { result: JSON.parse(stored) as T, replayed: false });
    }
  }
  storeAnswers(tx, toStore);
  return calls.map((call) => answers.get(call) as Replayable<T> | Error);
}

/** Returns the calls that their keys alone answer: an earlier call's result, or why the key cannot be used. */
async function findAnswers<T>(
  tx: OrganisationSql,
  calls: readonly { readonly key: CallKey | null }[],
): Promise<Map<object, Replayable<T> | Error>> {
  const keyed = calls.flatMap((call) => (call.key === null ? [] : { call, key: call.key }));
  if (keyed.length === 0) return new Map();
  const states = await claimKeys(
    tx,
    keyed.map(({ key }) => key),
  );
  const answers = new Map<object, Replayable<T> | Error>();
  for (const [place, { call, key }] of keyed.entries()) {
    const { locked, stored } = states[place] as KeyState;
    if (!locked) answers.set(call, new PostriderError('idempotency_in_progress'));
    else if (stored && !key.requestHash.equals(stored.request_hash))
      answers.set(call, new PostriderError('idempotency_mismatch'));
    else if (stored) answers.set(call, { result: stored.result as T, replayed: true });
  }
  return answers;
}

/** Whether the key belongs to an earlier call, whatever that asked for; for checks that cannot run inside `work`. */
export async function isRemembered(context: Context, name: string, input: KeyedInput): Promise<boolean> {
  return (await findStored(context, keyOf(context.caller, name, input))) !== null;
}

/** The stored answer of an earlier call with the key; null if there is none. */
export async function findRemembered<T extends object>(context: Context, key: CallKey | null): Promise<T | null> {
  const stored = await findStored(context, key);
  if (stored && !key?.requestHash.equals(stored.request_hash)) throw new PostriderError('idempotency_mismatch');
  return stored && (stored.result as T);
}

async function findStored({ db, caller }: Context, key: CallKey | null): Promise<StoredAnswer | null> {
  if (key === null) return null;
  const [stored] = await db.atOnceInOrganisation(caller.organisationId, (tx) => findStoredAnswers(tx, [key]));
  return stored ?? null;
}

/** Null without a key; throws when the key cannot be stored. */
export function keyOf(caller: Caller, name: string, { idempotencyKey: key, ...fields }: KeyedInput): CallKey | null {
  if (key == null) return null;
  if (key.length === 0 || key.length > LIMITS.idempotencyKeyLength || findUnsendable(key) !== null) {
    throw invalidField('idempotencyKey', 'invalid', 'An Idempotency-Key has 1 to 255 characters.');
  }
  const requestHash = hash('sha256', JSON.stringify(hashedFields(fields)), 'buffer');
  return { operation: keyedOperation(caller, name), key, requestHash };
}

/** Fields that version 0.2.0 hashed as null if they were null. */
const HASHED_AS_NULL = [
  ...['senderId', 'scheduledAt', 'reference', 'metadata', 'atLeastOnce', 'name', 'deliveryCodes'],
  ...['engine', 'start', 'countries', 'description', 'types', 'text', 'media'],
];
/** Fields that version 0.2.0 hashed after the others. */
const HASHED_LAST = ['test', 'pauseOnFailures', 'validUntil'];

/**
 * Absent fields are left out, so that a call from before an upgrade has the same hash when it is repeated, although the
 * operation has a further field meanwhile.
 */
function hashedFields(fields: object): object {
  const hashed = Object.entries(fields).filter(
    ([name, value]) =>
      // A call that is repeated after its preview has expired, with or without its token, gets its stored answer.
      name !== 'previewToken' && (value != null || (value === null && HASHED_AS_NULL.includes(name))),
  );
  return Object.fromEntries(hashed.toSorted(([one], [other]) => HASHED_LAST.indexOf(one) - HASHED_LAST.indexOf(other)));
}

/** The answer to a call with a test key must not be replayed to a live key. */
export function keyedOperation(caller: Caller, name: string): string {
  return caller.mode === 'test' ? `${name} test` : name;
}
