import type { Role } from '../../../domain/vocabulary.js';
import type { Tx } from '../../transaction.js';

export interface NewSession {
  readonly id: string;
  readonly personId: string;
  readonly tokenHash: Buffer;
  readonly days: number;
}

export async function insertSession(tx: Tx, { id, personId, tokenHash, days }: NewSession): Promise<void> {
  await tx.sql(
    `INSERT INTO person_sessions (id, person_id, token_hash, expires_at)
     VALUES ($1, $2, $3, now() + make_interval(days => $4))`,
    [id, personId, tokenHash, days],
  );
}

export interface SessionRow {
  readonly session_id: string;
  readonly person_id: string;
  readonly email: string;
  readonly name: string;
  /** In the organisation that was asked for; null: not a member. */
  readonly role: Role | null;
  readonly enforces_sender_ids: boolean | null;
}

/** Who is signed in by this token, and what they are in the organisation. */
export async function findSessionByHash(
  tx: Tx,
  {
    tokenHash,
    organisationId,
    idleDays,
  }: {
    readonly tokenHash: Buffer;
    readonly organisationId: string | null;
    readonly idleDays: number;
  },
): Promise<SessionRow | null> {
  const [row] = await tx.sql<SessionRow>(
    `SELECT s.id AS session_id, p.id AS person_id, p.email, p.name, m.role, o.enforce_sender_ids AS enforces_sender_ids
     FROM person_sessions s JOIN people p ON p.id = s.person_id
     LEFT JOIN memberships m ON m.organisation_id = $2 AND m.person_id = p.id
     LEFT JOIN organisations o ON o.organisation_id = m.organisation_id
     WHERE s.token_hash = $1 AND s.expires_at > now() AND s.last_seen_at > now() - make_interval(days => $3)`,
    [tokenHash, organisationId, idleDays],
  );
  return row ?? null;
}

export async function touchSession(tx: Tx, id: string): Promise<void> {
  await tx.sql(
    `UPDATE person_sessions SET last_seen_at = now() WHERE id = $1 AND last_seen_at < now() - interval '1 minute'`,
    [id],
  );
}

export async function deleteSession(tx: Tx, id: string): Promise<void> {
  await tx.sql('DELETE FROM person_sessions WHERE id = $1', [id]);
}

/** Everywhere, or everywhere else. */
export async function deleteSessionsOf(tx: Tx, personId: string, exceptId: string | null = null): Promise<void> {
  await tx.sql('DELETE FROM person_sessions WHERE person_id = $1 AND id IS DISTINCT FROM $2', [personId, exceptId]);
}

export async function deleteOldSessions(tx: Tx, idleDays: number): Promise<void> {
  await tx.sql(
    `DELETE FROM person_sessions WHERE expires_at < now() OR last_seen_at < now() - make_interval(days => $1)`,
    [idleDays],
  );
}
