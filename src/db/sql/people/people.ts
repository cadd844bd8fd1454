import { type InferResult, sql } from 'kysely';
import type { Sql } from '../../postgres/transaction.js';
import { anyOf, first, NOW, type RowOf, run, tables } from '../../tables.js';

const COLUMNS = ['id', 'email', 'name', 'password_hash', 'revocations'] as const;

/** Verified people only: anyone can claim an address before that. */
const people = tables.selectFrom('people').select(COLUMNS).where('verified_at', 'is not', null);

export type PersonRow = InferResult<typeof people>[number];

export function findPersonByEmail(tx: Sql, email: string): Promise<PersonRow | null> {
  return first(tx, people.where('email', '=', email));
}

export function findPerson(tx: Sql, id: string): Promise<PersonRow | null> {
  return first(tx, people.where('id', '=', id));
}

export function findNames(tx: Sql, ids: readonly string[]): Promise<RowOf<'people', 'id' | 'name'>[]> {
  return run(tx, tables.selectFrom('people').select(['id', 'name']).where('id', '=', anyOf(ids)));
}

/** Serialises calls of a person that check a limit of that person. */
export async function lockPerson(tx: Sql, id: string): Promise<void> {
  await run(tx, tables.selectFrom('people').select('id').where('id', '=', id).forNoKeyUpdate());
}

/** Makes a row for the address, or finds the one that is there, and locks it. */
export async function claimAddress(
  tx: Sql,
  person: RowOf<'people', 'id' | 'email' | 'name'>,
): Promise<{ readonly id: string; readonly isVerified: boolean }> {
  const row = await first(
    tx,
    tables
      .insertInto('people')
      .values(person)
      .onConflict((there) => there.column('email').doUpdateSet((eb) => ({ email: eb.ref('excluded.email') })))
      .returning(['id', sql<boolean>`verified_at IS NOT NULL`.as('isVerified')]),
  );
  if (!row) throw new Error('An upsert has returned no row.');
  return row;
}

/** Verifies the address. The account belongs to the person who gave this password. */
export function verifyPerson(
  tx: Sql,
  id: string,
  { name, passwordHash }: { readonly name: string; readonly passwordHash: string },
): Promise<PersonRow | null> {
  const update = tables.updateTable('people').set({ name, password_hash: passwordHash, verified_at: NOW });
  return first(tx, update.where('id', '=', id).where('verified_at', 'is', null).returning(COLUMNS));
}

export function renamePerson(tx: Sql, id: string, name: string): Promise<PersonRow | null> {
  return first(tx, tables.updateTable('people').set({ name }).where('id', '=', id).returning(COLUMNS));
}

/** Returns null if the hash is no longer `from`. */
export function changePasswordHash(
  tx: Sql,
  id: string,
  { from, to }: { readonly from: string | null; readonly to: string },
): Promise<PersonRow | null> {
  const update = tables.updateTable('people').set({ password_hash: to });
  return first(tx, update.where('id', '=', id).where('password_hash', '=', from).returning(COLUMNS));
}

const FIRST_PERSON_LOCK = 7_203_418;

/** Whether any person has an account. Other transactions wait for the answer until this one ends. */
export async function isAnybodyThere(tx: Sql): Promise<boolean> {
  await tx.sql('SELECT pg_advisory_xact_lock(:firstPersonLock)', { firstPersonLock: FIRST_PERSON_LOCK });
  return (await first(tx, people.limit(1))) !== null;
}

/** Addresses that were claimed and never verified, and that no code can verify any more. */
export async function deleteUnverified(tx: Sql, afterHours: number): Promise<void> {
  // Locks first and checks again in a second statement, because another call may claim the address at this moment.
  const old = await tx.sql<Pick<PersonRow, 'id'>>(
    `SELECT id FROM people WHERE verified_at IS NULL AND created_at < now() - make_interval(hours => :afterHours)
     FOR UPDATE SKIP LOCKED`,
    { afterHours },
  );
  await tx.sql(
    `DELETE FROM people p WHERE id = ANY(:ids::uuid[]) AND NOT EXISTS
       (SELECT 1 FROM one_time_codes c WHERE c.person_id = p.id)`,
    { ids: old.map(({ id }) => id) },
  );
}
