import type { SessionState } from '../../../domain/vocabulary.js';
import { type Tx, uuids } from '../../transaction.js';
import { SESSION_COLUMNS, type SessionRow } from './rows.js';

/** Several at once, in any order. */
export function findSessions(tx: Tx, organisationId: string, ids: readonly string[]): Promise<SessionRow[]> {
  return tx.sql<SessionRow>(
    `SELECT ${SESSION_COLUMNS} FROM chat_sessions WHERE organisation_id = $1 AND id = ANY ($2::uuid[])`,
    [organisationId, uuids(ids)],
  );
}

export interface SessionOwner {
  readonly organisation_id: string;
  readonly id: string;
  readonly engine: string;
}

/** Whose sessions an engine means; it knows their ids alone. For a transaction across organisations. */
export function findSessionOwners(tx: Tx, ids: readonly string[]): Promise<SessionOwner[]> {
  return tx.sql<SessionOwner>('SELECT organisation_id, id, engine FROM chat_sessions WHERE id = ANY ($1::uuid[])', [
    uuids(ids),
  ]);
}

export interface WatchedSession {
  readonly organisation_id: string;
  readonly id: string;
  readonly state: SessionState;
  readonly phone_number: string | null;
  readonly revision: number;
  /** Since the engine last confirmed the state; of a session that it never did, since the state began. */
  readonly silent_seconds: number;
}

/** Every session of an engine, for a transaction across organisations. */
export function findSessionsOfEngine(tx: Tx, engine: string): Promise<WatchedSession[]> {
  return tx.sql<WatchedSession>(
    `SELECT organisation_id, id, state, phone_number, revision,
            extract(epoch FROM now() - greatest(confirmed_at, state_since))::float8 AS silent_seconds
     FROM chat_sessions WHERE engine = $1`,
    [engine],
  );
}

/** Phones that are connected and have taken messages, of which no ack has come for so long. Across organisations. */
export function findHangingSessions(tx: Tx, ackTimeoutSeconds: number) {
  return tx.sql<{ organisation_id: string; id: string }>(
    `SELECT organisation_id, id FROM chat_sessions
     WHERE state = 'connected' AND unacked_since < now() - make_interval(secs => $1)`,
    [ackTimeoutSeconds],
  );
}
