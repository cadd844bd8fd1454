import { plainArray } from '../../array-parameters.js';
import type { RowOf } from '../../tables.js';
import type { Sql } from '../../transaction.js';

export type PersonRow = Pick<RowOf<'people'>, 'id' | 'email' | 'name' | 'password_hash'>;

const COLUMNS = 'id, email, name, password_hash';

/** Finds verified people only: anyone can claim an address before that. */
export async function findPersonByEmail(tx: Sql, email: string): Promise<PersonRow | null> {
  const [row] = await tx.sql<PersonRow>(
    `SELECT ${COLUMNS} FROM people WHERE email = :email AND verified_at IS NOT NULL`,
    { email },
  );
  return row ?? null;
}

export async function findPerson(tx: Sql, id: string): Promise<PersonRow | null> {
  const [row] = await tx.sql<PersonRow>(`SELECT ${COLUMNS} FROM people WHERE id = :id AND verified_at IS NOT NULL`, {
    id,
  });
  return row ?? null;
}

/** Serialises the calls of a person that decide by how much the person has. */
export async function lockPerson(tx: Sql, id: string): Promise<void> {
  await tx.sql('SELECT 1 FROM people WHERE id = :id FOR NO KEY UPDATE', { id });
}

/** Makes a row for the address, or finds the one that is there, and locks it. */
export async function claimAddress(
  tx: Sql,
  { id, email, name }: Pick<PersonRow, 'id' | 'email' | 'name'>,
): Promise<{ readonly id: string; readonly isVerified: boolean }> {
  const [row] = await tx.sql<{ id: string; is_verified: boolean }>(
    `INSERT INTO people (id, email, name) VALUES (:id, :email, :name)
     ON CONFLICT (email) DO UPDATE SET email = excluded.email
     RETURNING id, verified_at IS NOT NULL AS is_verified`,
    { id, email, name },
  );
  if (!row) throw new Error('An upsert has returned no row.');
  return { id: row.id, isVerified: row.is_verified };
}

/** Verifies the address. The account belongs to the person who gave this password. */
export async function verifyPerson(
  tx: Sql,
  id: string,
  { name, passwordHash }: { readonly name: string; readonly passwordHash: string },
): Promise<PersonRow | null> {
  const [row] = await tx.sql<PersonRow>(
    `UPDATE people SET name = :name, password_hash = :passwordHash, verified_at = now()
     WHERE id = :id AND verified_at IS NULL RETURNING ${COLUMNS}`,
    { id, name, passwordHash },
  );
  return row ?? null;
}

/** Returns null if the hash is no longer `from`. */
export async function changePasswordHash(
  tx: Sql,
  id: string,
  { from, to }: { readonly from: string | null; readonly to: string },
): Promise<PersonRow | null> {
  const [row] = await tx.sql<PersonRow>(
    `UPDATE people SET password_hash = :to WHERE id = :id AND password_hash = :from RETURNING ${COLUMNS}`,
    { id, from, to },
  );
  return row ?? null;
}

const FIRST_PERSON_LOCK = 7_203_418;

/** Whether any person has an account. Other transactions wait for the answer until this one ends. */
export async function isAnybodyThere(tx: Sql): Promise<boolean> {
  await tx.sql('SELECT pg_advisory_xact_lock(:firstPersonLock)', { firstPersonLock: FIRST_PERSON_LOCK });
  const rows = await tx.sql('SELECT 1 FROM people WHERE verified_at IS NOT NULL LIMIT 1');
  return rows.length > 0;
}

/** Addresses that were claimed and never verified, and that no code can verify any more. */
export async function deleteUnverified(tx: Sql, afterHours: number): Promise<void> {
  // Locked first, and looked at again in a statement of its own: the address may be claimed anew at this moment.
  const old = await tx.sql<{ id: string }>(
    `SELECT id FROM people WHERE verified_at IS NULL AND created_at < now() - make_interval(hours => :afterHours)
     FOR UPDATE SKIP LOCKED`,
    { afterHours },
  );
  await tx.sql(
    `DELETE FROM people p WHERE id = ANY(:ids::uuid[]) AND NOT EXISTS
       (SELECT 1 FROM one_time_codes c WHERE c.person_id = p.id)`,
    { ids: plainArray(old.map(({ id }) => id)) },
  );
}
