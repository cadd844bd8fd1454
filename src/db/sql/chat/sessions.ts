import type { InferResult } from 'kysely';
import { SESSIONS_CHANNEL, type SessionReason } from '../../../domain/chat/session-state.js';
import type { SessionState } from '../../../domain/vocabulary.js';
import type { List } from '../../list.js';
import { anyOf, type RowOf, run, tables } from '../../tables.js';
import type { EveryOrganisationSql, OrganisationSql, OrganisationTx } from '../../transaction.js';
import { appendEvents } from '../events/append-events.js';
import { lockOrganisation } from '../people/lock-organisation.js';

const SESSION_COLUMN_NAMES = [
  'id',
  'name',
  'engine',
  'test',
  'state',
  'reason',
  'phone_number',
  'qr_attempt',
  'state_since',
  'revision',
  'confirmed_at',
  'groups_refreshed_at',
  'created_at',
  'updated_at',
] as const;

export type SessionRow = RowOf<'chat_sessions', (typeof SESSION_COLUMN_NAMES)[number]>;

export const SESSION_COLUMNS = SESSION_COLUMN_NAMES.join(', ');

/** A column that notifies the processes that show sessions. Sessions change seldom, so it is part of the transaction. */
export const NOTIFY_SESSIONS = 'pg_notify(:sessionsChannel, :organisationId::text) AS notified';

const sessions = tables.selectFrom('chat_sessions').select(SESSION_COLUMN_NAMES);

export interface SessionConditions {
  readonly state?: SessionState | null | undefined;
}

/** Oldest first: the order in which phones were added does not change. */
export const SESSIONS: List<SessionRow, SessionConditions, 'chat_sessions'> = {
  table: 'chat_sessions',
  order: ['id'],
  descending: false,
  rows: () => sessions,
  matching: (rows, { state }) => (state == null ? rows : rows.where('state', '=', state)),
};

/** In any order. */
export function findSessions(tx: OrganisationSql, ids: readonly string[]): Promise<SessionRow[]> {
  return run(tx, sessions.where('organisation_id', '=', tx.organisationId).where('id', '=', anyOf(ids)));
}

export interface SessionOwner extends RowOf<'chat_sessions', 'organisation_id' | 'id'> {
  /** Null if the phone was deleted; acks of its messages may still arrive. */
  readonly engine: string | null;
}

/** Finds the organisations of sessions; reports contain session ids only. */
export function findSessionOwners(tx: EveryOrganisationSql, ids: readonly string[]): Promise<SessionOwner[]> {
  return tx.sql<SessionOwner>(
    `SELECT organisation_id, id, engine FROM chat_sessions WHERE id = ANY (:ids::uuid[])
     UNION ALL
     SELECT organisation_id, id, NULL FROM deleted_chat_sessions WHERE id = ANY (:ids::uuid[])`,
    { ids: ids },
  );
}

export interface NewSession {
  readonly id: string;
  readonly name: string;
  readonly engine: string;
  readonly test: boolean;
  readonly state: SessionState;
  readonly reason: SessionReason;
  readonly phoneNumber: string | null;
}

/** Returns null if the organisation has reached its limit. */
export async function insertSession(
  tx: OrganisationSql,
  session: NewSession,
  sessionsMax: number,
): Promise<SessionRow | null> {
  await lockOrganisation(tx);
  const [row] = await tx.sql<SessionRow & { notified: unknown }>(
    `WITH inserted AS (
       INSERT INTO chat_sessions (organisation_id, id, name, engine, test, state, reason, phone_number)
       SELECT :organisationId, :id, :name, :engine, :test, :state, :reason, :phoneNumber
       WHERE (SELECT count(*) FROM chat_sessions WHERE organisation_id = :organisationId) < :sessionsMax
       RETURNING ${SESSION_COLUMNS}
     ),
     logged AS (
       INSERT INTO chat_session_changes (organisation_id, session_id, revision, state, reason)
       SELECT :organisationId, id, revision, state, reason FROM inserted
     )
     SELECT ${SESSION_COLUMNS}, ${NOTIFY_SESSIONS} FROM inserted`,
    {
      id: session.id,
      name: session.name,
      engine: session.engine,
      test: session.test,
      state: session.state,
      reason: session.reason,
      phoneNumber: session.phoneNumber,
      sessionsMax,
      sessionsChannel: SESSIONS_CHANNEL,
    },
  );
  if (!row) return null;
  const { notified: _, ...inserted } = row;
  return inserted;
}

/** Deletes a session with its history and groups. Messages and events stay, and keep the session's id. */
export async function deleteSessionRow(tx: OrganisationTx, sessionId: string): Promise<boolean> {
  const [deleted] = await tx.sql<RowOf<'chat_sessions', 'state' | 'revision'>>(
    `WITH deleted AS (
       DELETE FROM chat_sessions WHERE organisation_id = :organisationId AND id = :sessionId RETURNING id, test, state, revision
     ),
     remembered AS (
       INSERT INTO deleted_chat_sessions (organisation_id, id, test) SELECT :organisationId, id, test FROM deleted
     )
     SELECT state, revision FROM deleted`,
    { sessionId },
  );
  if (deleted?.state === 'connected') {
    const revision = deleted.revision + 1;
    appendEvents(tx, [{ type: 'session.disconnected', subjectIds: [sessionId], revision }]);
  }
  return deleted !== undefined;
}

const changes = tables
  .selectFrom('chat_session_changes')
  .select(['session_id', 'revision', 'state', 'reason', 'changed_at']);

export type SessionChangeRow = InferResult<typeof changes>[number];

/** Newest first. */
export function listSessionChangeRows(tx: OrganisationSql, sessionIds: readonly string[]): Promise<SessionChangeRow[]> {
  const own = changes.where('organisation_id', '=', tx.organisationId).where('session_id', '=', anyOf(sessionIds));
  return run(tx, own.orderBy('session_id').orderBy('revision', 'desc'));
}
