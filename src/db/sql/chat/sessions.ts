import type { InferResult } from 'kysely';
import { SESSIONS_CHANNEL, type SessionReason } from '../../../domain/chat/session-state.js';
import type { SessionState } from '../../../domain/vocabulary.js';
import { ChatSession } from '../../entities/chat/sessions.js';
import { countRows, equal, type List } from '../../lists/list.js';
import {
  type EveryOrganisationSql,
  type OrganisationSql,
  type OrganisationTx,
  together,
} from '../../postgres/transaction.js';
import { anyOf, columnsBut, first, type RowOf, run, tables } from '../../tables.js';
import { appendEvents } from '../events/append-events.js';
import { lockOrganisation } from '../people/organisations.js';

const SESSION_COLUMN_NAMES = columnsBut(
  ChatSession,
  'organisation_id',
  'previous_state',
  'reported_at',
  'unacked_since',
  'groups_claimed_at',
);

export interface SessionRow extends RowOf<'chat_sessions', (typeof SESSION_COLUMN_NAMES)[number]> {}

export const SESSION_COLUMNS = SESSION_COLUMN_NAMES.join(', ');

const sessions = tables.selectFrom('chat_sessions').select(SESSION_COLUMN_NAMES);

export interface SessionConditions {
  readonly state?: SessionState | null | undefined;
}

/** Oldest first: the order in which phones were added does not change. */
export const SESSIONS: List<SessionRow, SessionConditions, 'chat_sessions'> = {
  table: 'chat_sessions',
  order: ['id'],
  descending: false,
  rows: (from) => from.select(SESSION_COLUMN_NAMES),
  conditions: ({ state }) => equal<'chat_sessions'>({ state }),
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
  return tx.sql<SessionOwner>(SESSION_OWNERS, { ids });
}

export const SESSION_OWNERS = `
SELECT organisation_id, id, engine FROM chat_sessions WHERE id = ANY (:ids::uuid[])
UNION ALL
SELECT organisation_id, id, NULL FROM deleted_chat_sessions WHERE id = ANY (:ids::uuid[])`;

export interface NewSession
  extends RowOf<'chat_sessions', 'id' | 'name' | 'engine' | 'test' | 'state' | 'phone_number'> {
  readonly reason: SessionReason;
}

/** Returns null if the organisation has reached its limit. */
export async function insertSession(
  tx: OrganisationSql,
  session: NewSession,
  sessionsMax: number,
): Promise<SessionRow | null> {
  await lockOrganisation(tx);
  if ((await countRows(tx, SESSIONS, {})) >= sessionsMax) return null;
  const insert = tables.insertInto('chat_sessions').values({ organisation_id: tx.organisationId, ...session });
  const [inserted] = await together([
    first(tx, insert.returning(SESSION_COLUMN_NAMES)),
    logSessionChange(tx, { ...session, revision: 1 }),
    notifySessions(tx),
  ]);
  return inserted;
}

/** Writes the present state of a session into its history. */
export async function logSessionChange(
  tx: OrganisationSql,
  { id, revision, state, reason }: RowOf<'chat_sessions', 'id' | 'revision' | 'state' | 'reason'>,
): Promise<void> {
  const change = { organisation_id: tx.organisationId, session_id: id, revision, state, reason };
  await run(tx, tables.insertInto('chat_session_changes').values(change));
}

/**
 * Notifies the processes that show sessions. Sessions change seldom, so it is part of the transaction. It is a
 * statement of its own, since one on sessions may run on another server, where no process listens.
 */
export async function notifySessions(tx: OrganisationSql): Promise<void> {
  await tx.sql('SELECT pg_notify(:sessionsChannel, :organisationId::text)', { sessionsChannel: SESSIONS_CHANNEL });
}

/** Deletes a session with its history and groups. Messages and events stay, and keep the session's id. */
export async function deleteSessionRow(tx: OrganisationTx, sessionId: string): Promise<boolean> {
  const session = tables.deleteFrom('chat_sessions').where('organisation_id', '=', tx.organisationId);
  const deleted = await first(tx, session.where('id', '=', sessionId).returning(['test', 'state', 'revision']));
  if (!deleted) return false;
  const { test, state, revision } = deleted;
  const remembered = { organisation_id: tx.organisationId, id: sessionId, test };
  await run(tx, tables.insertInto('deleted_chat_sessions').values(remembered));
  if (state === 'connected') {
    appendEvents(tx, [{ type: 'session.disconnected', subjectIds: [sessionId], revision: revision + 1 }]);
  }
  return true;
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
