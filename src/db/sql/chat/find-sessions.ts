import type { SessionState } from '../../../domain/vocabulary.js';
import type { List } from '../../list.js';
import { anyOf, type RowOf, run, tables } from '../../tables.js';
import type { EveryOrganisationSql, OrganisationSql } from '../../transaction.js';
import { SESSION_COLUMN_NAMES, type SessionRow } from './rows.js';

const sessions = tables.selectFrom('chat_sessions').select(SESSION_COLUMN_NAMES);

export interface SessionConditions {
  readonly state?: SessionState | null | undefined;
}

/** Oldest first: the order in which phones were added does not change. */
export const SESSIONS: List<SessionRow, SessionConditions, 'chat_sessions'> = {
  table: 'chat_sessions',
  order: ['id'],
  descending: false,
  rows: sessions,
  matching: (rows, { state }) => (state == null ? rows : rows.where('state', '=', state)),
};

/** In any order. */
export function findSessions(tx: OrganisationSql, ids: readonly string[]): Promise<SessionRow[]> {
  return run(tx, sessions.where('organisation_id', '=', tx.organisationId).where('id', '=', anyOf(ids)));
}

export interface SessionOwner extends RowOf<'chat_sessions', 'organisation_id' | 'id'> {
  /** Null: the phone was deleted, and only its messages can still be meant. */
  readonly engine: string | null;
}

/** The organisations of sessions that an engine reports on: it knows only the ids of the sessions. */
export function findSessionOwners(tx: EveryOrganisationSql, ids: readonly string[]): Promise<SessionOwner[]> {
  return tx.sql<SessionOwner>(
    `SELECT organisation_id, id, engine FROM chat_sessions WHERE id = ANY (:ids::uuid[])
     UNION ALL
     SELECT organisation_id, id, NULL FROM deleted_chat_sessions WHERE id = ANY (:ids::uuid[])`,
    { ids },
  );
}

export interface WatchedSession
  extends RowOf<'chat_sessions', 'organisation_id' | 'id' | 'state' | 'phone_number' | 'revision'> {
  /** Since the engine last confirmed the state; of a session that it never did, since the state began. */
  readonly silent_seconds: number;
}

const WATCHED_COLUMNS = `organisation_id, id, state, phone_number, revision,
  extract(epoch FROM now() - greatest(confirmed_at, state_since))::float8 AS silent_seconds`;

export function findSessionsOfEngine(tx: EveryOrganisationSql, engine: string): Promise<WatchedSession[]> {
  return tx.sql<WatchedSession>(`SELECT ${WATCHED_COLUMNS} FROM chat_sessions WHERE engine = :engine`, { engine });
}

/** The sessions of engines that are no longer configured. */
export function findSessionsOfOtherEngines(
  tx: EveryOrganisationSql,
  engines: readonly string[],
): Promise<WatchedSession[]> {
  return tx.sql<WatchedSession>(`SELECT ${WATCHED_COLUMNS} FROM chat_sessions WHERE engine <> ALL (:engines::text[])`, {
    engines,
  });
}

/** Notes that the engine has confirmed the state of these sessions, unless they have changed since. */
export async function confirmSessions(
  tx: EveryOrganisationSql,
  sessions: readonly Pick<WatchedSession, 'id' | 'revision'>[],
) {
  if (sessions.length === 0) return;
  await tx.sql(
    `UPDATE chat_sessions s SET confirmed_at = now()
     FROM unnest(:ids::uuid[], :revisions::integer[]) AS n (id, revision) WHERE s.id = n.id AND s.revision = n.revision`,
    { ids: sessions.map(({ id }) => id), revisions: sessions.map(({ revision }) => revision) },
  );
}

/**
 * Connected phones that have taken messages, and have had no ack for so long. Leaves out phones of engines with reports
 * that wait to be folded: the acks may be among them.
 */
export function findHangingSessions(tx: EveryOrganisationSql, ackTimeoutSeconds: number) {
  return tx.sql<RowOf<'chat_sessions', 'organisation_id' | 'id'>>(
    `SELECT organisation_id, id FROM chat_sessions s
     WHERE state = 'connected' AND unacked_since < now() - make_interval(secs => :ackTimeoutSeconds)
       AND NOT EXISTS (SELECT FROM chat_reports r WHERE r.due_at <= now() AND r.tries = 0 AND r.gateway = s.engine)`,
    { ackTimeoutSeconds },
  );
}
