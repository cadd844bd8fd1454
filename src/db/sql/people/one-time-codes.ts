import { sql } from 'kysely';
import type { CodePurpose } from '../../../domain/vocabulary.js';
import type { Sql } from '../../postgres/transaction.js';
import { first, NOW, type RowOf, run, tables } from '../../tables.js';

type CodeKey = RowOf<'one_time_codes', 'person_id' | 'purpose'>;

export interface NewCode
  extends CodeKey,
    RowOf<'one_time_codes', 'challenge_hash' | 'code_hash' | 'name' | 'password_hash'> {
  readonly minutes: number;
}

/** Replaces the earlier code of the person for this purpose. */
export async function putCode(tx: Sql, { minutes, ...code }: NewCode): Promise<void> {
  await run(
    tx,
    tables
      .insertInto('one_time_codes')
      .values({ ...code, expires_at: sql`now() + make_interval(mins => ${minutes})` })
      .onConflict((earlier) =>
        earlier.columns(['person_id', 'purpose']).doUpdateSet((eb) => ({
          challenge_hash: eb.ref('excluded.challenge_hash'),
          code_hash: eb.ref('excluded.code_hash'),
          name: eb.ref('excluded.name'),
          password_hash: eb.ref('excluded.password_hash'),
          expires_at: eb.ref('excluded.expires_at'),
          tries: 0,
          created_at: NOW,
        })),
      ),
  );
}

export type PendingCode = RowOf<'one_time_codes', 'person_id' | 'challenge_hash'> & { readonly name: string };

/** Locks and returns a code that may be sent again. */
export function lockPendingCode(
  tx: Sql,
  {
    email,
    purpose,
    withinHours,
  }: { readonly email: string; readonly purpose: CodePurpose; readonly withinHours: number },
): Promise<PendingCode | null> {
  return first(
    tx,
    tables
      .selectFrom('one_time_codes')
      .innerJoin('people', 'people.id', 'one_time_codes.person_id')
      .select((eb) => [
        'one_time_codes.person_id',
        'one_time_codes.challenge_hash',
        eb.fn.coalesce('one_time_codes.name', 'people.name').as('name'),
      ])
      .where('people.email', '=', email)
      .where('one_time_codes.purpose', '=', purpose)
      .where('one_time_codes.created_at', '>', sql<string>`now() - make_interval(hours => ${withinHours})`)
      .forUpdate('one_time_codes'),
  );
}

/** Stores another code under the same challenge. */
export async function renewCode(tx: Sql, code: CodeKey & Pick<NewCode, 'code_hash' | 'minutes'>): Promise<void> {
  const end = sql<string>`now() + make_interval(mins => ${code.minutes})`;
  const update = tables.updateTable('one_time_codes').set({ code_hash: code.code_hash, tries: 0, expires_at: end });
  await run(tx, update.where('person_id', '=', code.person_id).where('purpose', '=', code.purpose));
}

/** Spends a try. Null if none is left, or there is no code. Commit before comparing the code. */
export function spendTry(
  tx: Sql,
  challengeHash: Buffer,
  purpose: CodePurpose,
  maxTries: number,
): Promise<RowOf<'one_time_codes', 'person_id' | 'challenge_hash' | 'code_hash'> | null> {
  const update = tables.updateTable('one_time_codes').set((eb) => ({ tries: eb('tries', '+', 1) }));
  const open = update.where('challenge_hash', '=', challengeHash).where('purpose', '=', purpose);
  const inForce = open.where('tries', '<', maxTries).where('expires_at', '>', NOW);
  return first(tx, inForce.returning(['person_id', 'challenge_hash', 'code_hash']));
}

/** Uses the code up. Returns null if another call was first. */
export function takeCode(
  tx: Sql,
  personId: string,
  purpose: CodePurpose,
  codeHash: Buffer,
): Promise<RowOf<'one_time_codes', 'name' | 'password_hash'> | null> {
  const code = tables.deleteFrom('one_time_codes').where('person_id', '=', personId).where('purpose', '=', purpose);
  return first(tx, code.where('code_hash', '=', codeHash).returning(['name', 'password_hash']));
}

/** Deletes the codes of a person, so that none that was sent before is valid. */
export async function deleteCodesOf(tx: Sql, personId: string): Promise<void> {
  await run(tx, tables.deleteFrom('one_time_codes').where('person_id', '=', personId));
}

/** Deletes codes that can no longer be sent again. */
export async function deleteOldCodes(tx: Sql, afterHours: number): Promise<void> {
  await tx.sql('DELETE FROM one_time_codes WHERE created_at < now() - make_interval(hours => :afterHours)', {
    afterHours,
  });
}
