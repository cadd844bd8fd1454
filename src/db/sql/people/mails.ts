import { sql } from 'kysely';
import type { Sql } from '../../postgres/transaction.js';
import { type RowOf, run, tables } from '../../tables.js';

export interface NewMail extends RowOf<'mails', 'id' | 'content'> {
  readonly expiresInMinutes: number;
}

export async function insertMail(tx: Sql, { expiresInMinutes, ...mail }: NewMail): Promise<void> {
  const end = sql<string>`now() + make_interval(mins => ${expiresInMinutes})`;
  await run(tx, tables.insertInto('mails').values({ ...mail, expires_at: end }));
}

/** `attempts` includes this one, and distinguishes the lease from later ones. */
export interface DueMail extends RowOf<'mails', 'id' | 'content' | 'attempts'> {
  readonly is_expired: boolean;
}

/** Leases the mail that has been due for longest: no other worker gets it before the lease ends. */
export async function leaseDueMail(tx: Sql, leaseSeconds: number): Promise<DueMail | null> {
  const [row] = await tx.sql<DueMail>(
    `UPDATE mails SET attempts = attempts + 1, due_at = now() + make_interval(secs => :leaseSeconds)
     WHERE id = (SELECT id FROM mails WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, content, attempts, expires_at <= now() AS is_expired`,
    { leaseSeconds },
  );
  return row ?? null;
}

const SHORTEST_WAIT_SECONDS = 5;

/**
 * Returns a leased mail, to be tried again after `seconds`, or after half of the time until it expires. A later lease
 * is not affected.
 */
export async function postponeMail(
  tx: Sql,
  { id, attempts }: Pick<DueMail, 'id' | 'attempts'>,
  seconds: number,
): Promise<void> {
  await tx.sql(
    `UPDATE mails SET due_at = now() + make_interval(secs =>
       least(:seconds, greatest(:shortestWaitSeconds, extract(epoch FROM expires_at - now())::float8 / 2)))
     WHERE id = :id AND attempts = :attempts`,
    { id, attempts, seconds, shortestWaitSeconds: SHORTEST_WAIT_SECONDS },
  );
}

export async function deleteMail(tx: Sql, id: string): Promise<void> {
  await tx.sql('DELETE FROM mails WHERE id = :id', { id });
}

/** Deletes mails that no worker could send in time. Returns how many of them had a recipient. */
export async function deleteExpiredMails(tx: Sql): Promise<number> {
  const rows = await tx.sql<{ is_addressed: boolean }>(
    'DELETE FROM mails WHERE expires_at <= now() RETURNING content IS NOT NULL AS is_addressed',
  );
  return rows.filter(({ is_addressed }) => is_addressed).length;
}
