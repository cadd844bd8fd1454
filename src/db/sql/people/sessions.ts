import { type InferResult, sql } from 'kysely';
import type { Sql } from '../../postgres/transaction.js';
import { first, NOW, run, tables } from '../../tables.js';

export interface NewSession {
  readonly id: string;
  readonly personId: string;
  readonly tokenHash: Buffer;
  readonly days: number;
  /** What the person has proven to know. */
  readonly passwordHash: string;
  readonly address: string;
  readonly userAgent: string | null;
}

/**
 * Returns the number of revocations of the person; null if the password has changed since: a change of password ends
 * only the sessions that exist by then.
 */
export async function insertSession(tx: Sql, session: NewSession): Promise<number | null> {
  const [row] = await tx.sql<{ revocations: number }>(
    `INSERT INTO person_sessions (id, person_id, token_hash, expires_at, address, user_agent)
     SELECT :id, p.id, :tokenHash, now() + make_interval(days => :days), :address, :userAgent FROM people p
     WHERE p.id = :personId AND p.password_hash = :passwordHash FOR SHARE
     RETURNING (SELECT revocations FROM people WHERE id = person_id)`,
    { ...session },
  );
  return row?.revocations ?? null;
}

/** Sessions with what each person is in one organisation; null: in none, or not a member. */
const sessionsIn = (organisationId: string | null) =>
  tables
    .selectFrom('person_sessions')
    .innerJoin('people', 'people.id', 'person_sessions.person_id')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.person_id', '=', 'people.id').on('memberships.organisation_id', '=', organisationId),
    )
    .leftJoin('organisations', 'organisations.organisation_id', 'memberships.organisation_id')
    .select([
      'person_sessions.id as session_id',
      'people.id as person_id',
      'people.email',
      'people.name',
      'memberships.role',
      'organisations.enforce_sender_ids as enforces_sender_ids',
      'organisations.calls_per_minute',
      'organisations.smart_encoding',
    ]);

export type SessionRow = InferResult<ReturnType<typeof sessionsIn>>[number];

/** The person signed in by this token, with the role in the organisation. */
export function findSessionByHash(
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
  return first(
    tx,
    sessionsIn(organisationId)
      .where('person_sessions.token_hash', '=', tokenHash)
      .where('person_sessions.expires_at', '>', NOW)
      .where('person_sessions.last_seen_at', '>', sql<string>`now() - make_interval(days => ${idleDays})`),
  );
}

export async function touchSession(tx: Sql, id: string, address: string): Promise<void> {
  const update = tables.updateTable('person_sessions').set({ last_seen_at: NOW, address });
  await run(tx, update.where('id', '=', id).where('last_seen_at', '<', sql<string>`now() - interval '1 minute'`));
}

const LISTED = ['id', 'created_at', 'last_seen_at', 'address', 'user_agent'] as const;

const sessions = tables.selectFrom('person_sessions').select(LISTED);

export type PersonSessionRow = InferResult<typeof sessions>[number];

/** Those that are still good, last used first. */
export function listSessionsOf(
  tx: Sql,
  personId: string,
  { idleDays, most }: { readonly idleDays: number; readonly most: number },
): Promise<PersonSessionRow[]> {
  const own = sessions.where('person_id', '=', personId).where('expires_at', '>', NOW);
  const used = own.where('last_seen_at', '>', sql<string>`now() - make_interval(days => ${idleDays})`);
  return run(tx, used.orderBy('last_seen_at', 'desc').orderBy('id', 'desc').limit(most));
}

/** Ends a session of the person; null if the person has none with this id. */
export function deleteSession(tx: Sql, personId: string, id: string): Promise<PersonSessionRow | null> {
  const session = tables.deleteFrom('person_sessions').where('id', '=', id).where('person_id', '=', personId);
  return first(tx, session.returning(LISTED));
}

/**
 * Ends all sessions of the person, or all but one, and invalidates export links and marks of devices. Returns the new
 * number of revocations.
 */
export async function revokeAccess(tx: Sql, personId: string, exceptId: string | null = null): Promise<number> {
  const person = tables.updateTable('people').set({ revocations: sql<number>`revocations + 1` });
  const revoked = await first(tx, person.where('id', '=', personId).returning('revocations'));
  const all = tables.deleteFrom('person_sessions').where('person_id', '=', personId);
  await run(tx, exceptId === null ? all : all.where('id', '<>', exceptId));
  return revoked?.revocations ?? 0;
}

export async function deleteOldSessions(tx: Sql, idleDays: number): Promise<void> {
  await tx.sql(
    `DELETE FROM person_sessions WHERE expires_at < now() OR last_seen_at < now() - make_interval(days => :idleDays)`,
    { idleDays },
  );
}
