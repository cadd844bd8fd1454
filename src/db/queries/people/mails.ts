import type { Tx } from '../../transaction.js';

export interface NewMail {
  readonly id: string;
  /** Sealed; null: to nobody. */
  readonly content: Buffer | null;
  readonly expiresInMinutes: number;
}

export async function insertMail(tx: Tx, { id, content, expiresInMinutes }: NewMail): Promise<void> {
  await tx.sql('INSERT INTO mails (id, content, expires_at) VALUES ($1, $2, now() + make_interval(mins => $3))', [
    id,
    content,
    expiresInMinutes,
  ]);
}

export interface DueMail {
  readonly id: string;
  readonly content: Buffer | null;
}

const LEASE_SECONDS = 60;

export async function takeDueMail(tx: Tx): Promise<DueMail | null> {
  const [row] = await tx.sql<DueMail>(
    `UPDATE mails SET attempts = attempts + 1, due_at = now() + make_interval(secs => $1)
     WHERE id = (SELECT id FROM mails WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, content`,
    [LEASE_SECONDS],
  );
  return row ?? null;
}

export async function deleteMail(tx: Tx, id: string): Promise<void> {
  await tx.sql('DELETE FROM mails WHERE id = $1', [id]);
}
