import type { CodePurpose } from '../../../domain/vocabulary.js';
import type { Sql } from '../../transaction.js';

export interface NewCode {
  readonly personId: string;
  readonly purpose: CodePurpose;
  readonly challengeHash: Buffer;
  readonly codeHash: Buffer;
  readonly minutes: number;
  /** What a sign-up gave; it becomes the person's with the code. */
  readonly name: string | null;
  readonly passwordHash: string | null;
}

/** There is one code for a person and a purpose: the one before is worth nothing from now on. */
export async function putCode(tx: Sql, code: NewCode): Promise<void> {
  await tx.sql(
    `INSERT INTO one_time_codes (person_id, purpose, challenge_hash, code_hash, name, password_hash, expires_at)
     VALUES (:personId, :purpose, :challengeHash, :codeHash, :name, :passwordHash, now() + make_interval(mins => :minutes))
     ON CONFLICT (person_id, purpose) DO UPDATE SET challenge_hash = excluded.challenge_hash,
       code_hash = excluded.code_hash, name = excluded.name, password_hash = excluded.password_hash,
       expires_at = excluded.expires_at, tries = 0, created_at = now()`,
    {
      personId: code.personId,
      purpose: code.purpose,
      challengeHash: code.challengeHash,
      codeHash: code.codeHash,
      name: code.name,
      passwordHash: code.passwordHash,
      minutes: code.minutes,
    },
  );
}

export interface PendingCode {
  readonly person_id: string;
  readonly name: string;
  readonly challenge_hash: Buffer;
}

/** What was asked for and may be sent again, locked. */
export async function lockPendingCode(
  tx: Sql,
  {
    email,
    purpose,
    withinHours,
  }: { readonly email: string; readonly purpose: CodePurpose; readonly withinHours: number },
): Promise<PendingCode | null> {
  const [row] = await tx.sql<PendingCode>(
    `SELECT c.person_id, coalesce(c.name, p.name) AS name, c.challenge_hash
     FROM people p JOIN one_time_codes c ON c.person_id = p.id AND c.purpose = :purpose
     WHERE p.email = :email AND c.created_at > now() - make_interval(hours => :withinHours)
     FOR UPDATE OF c`,
    { email, purpose, withinHours },
  );
  return row ?? null;
}

/** Another code under the same challenge. */
export async function renewCode(
  tx: Sql,
  { personId, purpose, codeHash, minutes }: Pick<NewCode, 'personId' | 'purpose' | 'codeHash' | 'minutes'>,
): Promise<void> {
  await tx.sql(
    `UPDATE one_time_codes SET code_hash = :codeHash, tries = 0, expires_at = now() + make_interval(mins => :minutes)
     WHERE person_id = :personId AND purpose = :purpose`,
    { personId, purpose, codeHash, minutes },
  );
}

export interface CodeTry {
  readonly person_id: string;
  readonly code_hash: Buffer;
}

/** Spends a try. Null when there is none left, or nothing to try. Commit before the code is looked at. */
export async function spendTry(
  tx: Sql,
  challengeHash: Buffer,
  purpose: CodePurpose,
  maxTries: number,
): Promise<CodeTry | null> {
  const [row] = await tx.sql<CodeTry>(
    `UPDATE one_time_codes SET tries = tries + 1
     WHERE challenge_hash = :challengeHash AND purpose = :purpose AND tries < :maxTries AND expires_at > now()
     RETURNING person_id, code_hash`,
    { challengeHash, purpose, maxTries },
  );
  return row ?? null;
}

/** Uses the code up. Returns null if another call was first. */
export async function takeCode(
  tx: Sql,
  personId: string,
  purpose: CodePurpose,
  codeHash: Buffer,
): Promise<{ readonly name: string | null; readonly password_hash: string | null } | null> {
  const [row] = await tx.sql<{ name: string | null; password_hash: string | null }>(
    `DELETE FROM one_time_codes WHERE person_id = :personId AND purpose = :purpose AND code_hash = :codeHash
     RETURNING name, password_hash`,
    { personId, purpose, codeHash },
  );
  return row ?? null;
}

/** Whatever was sent before is of no use any more. */
export async function deleteCodesOf(tx: Sql, personId: string): Promise<void> {
  await tx.sql('DELETE FROM one_time_codes WHERE person_id = :personId', { personId });
}

/** Those that can no longer be sent again. */
export async function deleteOldCodes(tx: Sql, afterHours: number): Promise<void> {
  await tx.sql('DELETE FROM one_time_codes WHERE created_at < now() - make_interval(hours => :afterHours)', {
    afterHours,
  });
}
