import type { Role } from '../../../domain/vocabulary.js';
import type { Sql } from '../../transaction.js';

export interface NewSession {
  readonly id: string;
  readonly personId: string;
  readonly tokenHash: Buffer;
  readonly days: number;
  /** What the person has proven to know. */
  readonly passwordHash: string;
}

/** Returns false if the password has changed since: a change of password ends only the sessions that exist by then. */
export async function insertSession(tx: Sql, session: NewSession): Promise<boolean> {
  const { id, personId, tokenHash, days, passwordHash } = session;
  const rows = await tx.sql(
    `INSERT INTO person_sessions (id, person_id, token_hash, expires_at)
     SELECT :id, p.id, :tokenHash, now() + make_interval(days => :days) FROM people p
     WHERE p.id = :personId AND p.password_hash = :passwordHash FOR SHARE
     RETURNING 1`,
    { id, personId, tokenHash, days, passwordHash },
  );
  return rows.length > 0;
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
  tx: Sql,
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
     LEFT JOIN memberships m ON m.organisation_id = :organisationId AND m.person_id = p.id
     LEFT JOIN organisations o ON o.organisation_id = m.organisation_id
     WHERE s.token_hash = :tokenHash AND s.expires_at > now() AND s.last_seen_at > now() - make_interval(days => :idleDays)`,
    { tokenHash, organisationId, idleDays },
  );
  return row ?? null;
}

export async function touchSession(tx: Sql, id: string): Promise<void> {
  await tx.sql(
    `UPDATE person_sessions SET last_seen_at = now() WHERE id = :id AND last_seen_at < now() - interval '1 minute'`,
    { id },
  );
}

export async function deleteSession(tx: Sql, id: string): Promise<void> {
  await tx.sql('DELETE FROM person_sessions WHERE id = :id', { id });
}

/** Everywhere, or everywhere else. */
export async function deleteSessionsOf(tx: Sql, personId: string, exceptId: string | null = null): Promise<void> {
  await tx.sql('DELETE FROM person_sessions WHERE person_id = :personId AND id IS DISTINCT FROM :exceptId', {
    personId,
    exceptId,
  });
}

export async function deleteOldSessions(tx: Sql, idleDays: number): Promise<void> {
  await tx.sql(
    `DELETE FROM person_sessions WHERE expires_at < now() OR last_seen_at < now() - make_interval(days => :idleDays)`,
    { idleDays },
  );
}
