import { sql } from 'kysely';
import type { SessionReason } from '../../../domain/chat/session-state.js';
import { LIMITS } from '../../../domain/limits.js';
import type { SessionState } from '../../../domain/vocabulary.js';
import {
  type EveryOrganisationSql,
  type OrganisationSql,
  type OrganisationTx,
  together,
} from '../../postgres/transaction.js';
import { type RowOf, run, tables } from '../../tables.js';
import { appendEvents } from '../events/append-events.js';
import { logSessionChange, notifySessions, SESSION_COLUMNS, type SessionRow } from './sessions.js';

export interface SessionChange {
  readonly state: SessionState;
  readonly reason?: SessionReason | null | undefined;
  /** Default: unchanged. `scan_qr` removes it. */
  readonly phoneNumber?: string | undefined;
  /** The engine has a new code to scan. */
  readonly hasNewQr?: true;
  /** The engine has confirmed the state now. */
  readonly confirmed?: true;
  /** When the engine reported the state, by its own clock. A report older than the last one changes nothing. */
  readonly reportedAtMs?: number;
  /** Only from these states; default: from any. */
  readonly from?: readonly SessionState[];
  /** Only if the session has not changed since this revision was read. */
  readonly ifRevision?: number;
  /** Only if the session runs on this engine. */
  readonly ifEngine?: string;
  /** Only if messages have waited for an ack for longer than this. */
  readonly ifUnackedForSeconds?: number;
  /** Only if neither the engine nor an ack has confirmed the state for longer than this. */
  readonly ifSilentForSeconds?: number;
}

/**
 * The only function that changes the state of a session, with its history and, if the phone connected or disconnected,
 * its event. It notifies the processes that show the session. Returns the changed session, or null if the conditions
 * did not hold.
 */
export async function changeSession(
  tx: OrganisationTx,
  sessionId: string,
  change: SessionChange,
): Promise<SessionRow | null> {
  const { state, reason = null, phoneNumber, hasNewQr = false, confirmed = false, reportedAtMs = null } = change;
  const { from = null, ifRevision = null, ifEngine = null } = change;
  const { ifUnackedForSeconds = null, ifSilentForSeconds = null } = change;
  const [row] = await tx.sql<SessionRow & { previous_state: SessionState }>(CHANGE, {
    sessionId,
    state,
    reason,
    phoneNumber: phoneNumber ?? null,
    hasNewQr,
    confirmed,
    reportedAt: reportedAtMs === null ? null : new Date(reportedAtMs),
    from,
    ifRevision,
    ifEngine,
    ifUnackedForSeconds,
    ifSilentForSeconds,
  });
  if (!row) return null;
  const { previous_state: before, ...session } = row;
  const hasMoved = session.state !== before;
  const history = hasMoved ? [logSessionChange(tx, session), forgetOldChanges(tx, session)] : [];
  await together([...history, notifySessions(tx)]);
  if (hasMoved && (session.state === 'connected' || before === 'connected')) {
    const type = session.state === 'connected' ? 'session.connected' : 'session.disconnected';
    appendEvents(tx, [{ type, subjectIds: [sessionId], revision: session.revision }]);
  }
  return session;
}

async function forgetOldChanges(tx: OrganisationSql, { id, revision }: SessionRow): Promise<void> {
  const changes = tables.deleteFrom('chat_session_changes').where('organisation_id', '=', tx.organisationId);
  const last = revision - LIMITS.sessionHistoryLength;
  await run(tx, changes.where('session_id', '=', id).where('revision', '<=', last));
}

/**
 * Removes the phone number after a log-out, whatever else has changed meanwhile. Also sets `reported_at`, since an
 * earlier report that arrives late would restore the number.
 */
export async function clearPhoneNumber(tx: OrganisationSql, sessionId: string): Promise<void> {
  const update = tables
    .updateTable('chat_sessions')
    .set({ phone_number: null, reported_at: sql`greatest(reported_at, now())` });
  await run(tx, update.where('organisation_id', '=', tx.organisationId).where('id', '=', sessionId));
}

const CHANGE = `
UPDATE chat_sessions s
SET previous_state = s.state,
    state = :state::session_state,
    reason = CASE WHEN s.state = :state::session_state THEN coalesce(:reason, s.reason) ELSE :reason END,
    phone_number = CASE WHEN :state::session_state <> 'scan_qr' THEN coalesce(:phoneNumber, s.phone_number) END,
    qr_attempt = CASE WHEN :state::session_state <> 'scan_qr' THEN 0
                      WHEN s.state = 'scan_qr' THEN s.qr_attempt + :hasNewQr::boolean::integer
                      ELSE :hasNewQr::boolean::integer END,
    revision = s.revision + (s.state <> :state::session_state)::integer,
    state_since = CASE WHEN s.state = :state::session_state THEN s.state_since ELSE now() END,
    unacked_since = CASE WHEN s.state = :state::session_state THEN s.unacked_since END,
    confirmed_at = CASE WHEN :confirmed THEN now() ELSE s.confirmed_at END,
    reported_at = coalesce(:reportedAt, s.reported_at),
    updated_at = CASE WHEN s.state = :state::session_state THEN s.updated_at ELSE now() END
WHERE s.organisation_id = :organisationId AND s.id = :sessionId
  AND (:reportedAt::timestamptz IS NULL OR s.reported_at IS NULL OR s.reported_at < :reportedAt)
  AND (:from::session_state[] IS NULL OR s.state = ANY (:from))
  AND (:ifRevision::integer IS NULL OR s.revision = :ifRevision)
  AND (:ifEngine::text IS NULL OR s.engine = :ifEngine)
  AND (:ifUnackedForSeconds::float8 IS NULL OR now() - s.unacked_since > make_interval(secs => :ifUnackedForSeconds))
  AND (:ifSilentForSeconds::float8 IS NULL
       OR now() - greatest(s.confirmed_at, s.state_since) > make_interval(secs => :ifSilentForSeconds))
RETURNING s.previous_state, ${SESSION_COLUMNS}`;

export interface WatchedSession
  extends Pick<RowOf<'chat_sessions'>, 'organisation_id' | 'id' | 'state' | 'phone_number' | 'revision'> {
  /** Seconds since the engine last confirmed the state or, if it never did, since the state began. */
  readonly silent_seconds: number;
}

const WATCHED_COLUMNS = `organisation_id, id, state, phone_number, revision,
  extract(epoch FROM now() - greatest(confirmed_at, state_since))::float8 AS silent_seconds`;

export function findSessionsOfEngine(tx: EveryOrganisationSql, engine: string): Promise<WatchedSession[]> {
  return tx.sql<WatchedSession>(OF_ENGINE, { engine });
}

export const OF_ENGINE = `SELECT ${WATCHED_COLUMNS} FROM chat_sessions WHERE engine = :engine`;

export function findSessionsOfOtherEngines(
  tx: EveryOrganisationSql,
  engines: readonly string[],
): Promise<WatchedSession[]> {
  return tx.sql<WatchedSession>(OF_OTHER_ENGINES, { engines });
}

export const OF_OTHER_ENGINES = `SELECT ${WATCHED_COLUMNS} FROM chat_sessions WHERE engine <> ALL (:engines::text[])`;

/** Records that the engine has confirmed these sessions, unless they have changed since. */
export async function confirmSessions(
  tx: EveryOrganisationSql,
  sessions: readonly Pick<WatchedSession, 'id' | 'revision'>[],
) {
  if (sessions.length === 0) return;
  await tx.sql(CONFIRM, { ids: sessions.map(({ id }) => id), revisions: sessions.map(({ revision }) => revision) });
}

export const CONFIRM = `
UPDATE chat_sessions s SET confirmed_at = now()
FROM unnest(:ids::uuid[], :revisions::integer[]) AS n (id, revision) WHERE s.id = n.id AND s.revision = n.revision`;

/**
 * Finds connected phones whose messages have had no ack for too long. Skips engines with unprocessed reports, which may
 * contain the acks.
 */
export function findStalledSessions(tx: EveryOrganisationSql, ackTimeoutSeconds: number) {
  return tx.sql<{ organisation_id: string; id: string }>(STALLED, { ackTimeoutSeconds });
}

export const stalledUnless = (unprocessed: string) => `
SELECT organisation_id, id FROM chat_sessions
WHERE state = 'connected' AND unacked_since < now() - make_interval(secs => :ackTimeoutSeconds)
  AND engine NOT IN (SELECT gateway FROM chat_reports WHERE ${unprocessed})`;

export const STALLED = stalledUnless('due_at <= now() AND tries = 0');

/**
 * Records acks of these phones. Updates only rows that would change noticeably, since sends through a phone wait for
 * the lock of its row.
 */
export async function confirmByAcks(tx: OrganisationSql, sessionIds: readonly string[]): Promise<void> {
  await tx.sql(
    `UPDATE chat_sessions SET unacked_since = NULL, confirmed_at = now()
     WHERE organisation_id = :organisationId AND id = ANY (:sessionIds::uuid[])
       AND (unacked_since IS NOT NULL OR confirmed_at IS NULL OR confirmed_at < now() - interval '10 seconds')`,
    { sessionIds },
  );
}
