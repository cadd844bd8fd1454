import { LIMITS } from '../../../domain/limits.js';
import type { SessionState } from '../../../domain/vocabulary.js';
import { plainArray } from '../../array-parameters.js';
import type { RowOf } from '../../tables.js';
import type { EveryOrganisationSql, OrganisationSql, OrganisationTx } from '../../transaction.js';
import { appendEvents } from '../events/append-events.js';
import { SESSION_COLUMNS, type SessionRow } from './sessions.js';

export interface SessionChange {
  readonly state: SessionState;
  readonly reason?: string | null | undefined;
  /** Left out: stays as it is. A session that waits for a phone to scan its code has none. */
  readonly phoneNumber?: string | undefined;
  /** The engine itself says so, now. */
  readonly confirmed?: true;
  /** The engine's own time of what it says, in milliseconds; what is older than its last word changes nothing. */
  readonly reportedAtMs?: number;
  /** Only from these states; left out: from any. */
  readonly from?: readonly SessionState[];
  /** Only while nothing else has changed the state since it was read. */
  readonly ifRevision?: number;
  /** Only if this engine carries the session. */
  readonly ifEngine?: string;
  /** Only if nothing that the phone has taken was acknowledged for so long. */
  readonly ifUnackedForSeconds?: number;
  /** Only if neither its engine nor an ack has confirmed the state for so long. */
  readonly ifSilentForSeconds?: number;
}

/**
 * The only statement that changes the state of a session, with its history and, if the phone connected or disconnected, its
 * event. Returns the changed session, or null if the conditions did not hold.
 */
export async function changeSession(
  tx: OrganisationTx,
  sessionId: string,
  change: SessionChange,
): Promise<SessionRow | null> {
  const { state, reason = null, phoneNumber, confirmed = false, reportedAtMs = null } = change;
  const { from = null, ifRevision = null, ifEngine = null } = change;
  const { ifUnackedForSeconds = null, ifSilentForSeconds = null } = change;
  const [row] = await tx.sql<SessionRow & { previous_state: SessionState }>(STATEMENT, {
    sessionId,
    state,
    reason,
    phoneNumber: phoneNumber ?? null,
    confirmed,
    reportedAt: reportedAtMs === null ? null : new Date(reportedAtMs),
    from,
    ifRevision,
    ifEngine,
    ifUnackedForSeconds,
    ifSilentForSeconds,
    sessionHistoryLength: LIMITS.sessionHistoryLength,
  });
  if (!row) return null;
  const { previous_state: before, ...session } = row;
  if (session.state !== before && (session.state === 'connected' || before === 'connected')) {
    const type = session.state === 'connected' ? 'session.connected' : 'session.disconnected';
    appendEvents(tx, [{ type, subjectIds: [sessionId], revision: session.revision }]);
  }
  return session;
}

/**
 * After a log-out the session has no phone, whatever else became of it meanwhile. What the engine reported before may
 * still be on its way, and would bring the phone back.
 */
export async function forgetPhone(tx: OrganisationSql, sessionId: string): Promise<void> {
  await tx.sql(
    `UPDATE chat_sessions SET phone_number = NULL, reported_at = greatest(reported_at, now())
     WHERE organisation_id = :organisationId AND id = :sessionId`,
    { sessionId },
  );
}

const STATEMENT = `
WITH changed AS (
  UPDATE chat_sessions s
  SET previous_state = s.state,
      state = :state::session_state,
      reason = CASE WHEN s.state = :state::session_state THEN coalesce(:reason, s.reason) ELSE :reason END,
      phone_number = CASE WHEN :state::session_state <> 'scan_qr' THEN coalesce(:phoneNumber, s.phone_number) END,
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
    AND (:ifUnackedForSeconds::float8 IS NULL OR s.unacked_since < now() - make_interval(secs => :ifUnackedForSeconds))
    AND (:ifSilentForSeconds::float8 IS NULL
         OR greatest(s.confirmed_at, s.state_since) < now() - make_interval(secs => :ifSilentForSeconds))
  RETURNING s.previous_state, ${SESSION_COLUMNS}
),
moved AS (SELECT * FROM changed WHERE state <> previous_state),
noted AS (
  INSERT INTO chat_session_changes (organisation_id, session_id, revision, state, reason)
  SELECT :organisationId, id, revision, state, reason FROM moved
),
forgotten AS (
  DELETE FROM chat_session_changes c USING moved m
  WHERE c.organisation_id = :organisationId AND c.session_id = m.id
    AND c.revision <= m.revision - :sessionHistoryLength::integer
)
SELECT previous_state, ${SESSION_COLUMNS} FROM changed`;

export interface WatchedSession
  extends Pick<RowOf<'chat_sessions'>, 'organisation_id' | 'id' | 'state' | 'phone_number' | 'revision'> {
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
    { ids: plainArray(sessions.map(({ id }) => id)), revisions: sessions.map(({ revision }) => revision) },
  );
}

/**
 * Connected phones that have taken messages, and have had no ack for so long. Leaves out phones of engines with reports
 * that wait to be folded: the acks may be among them.
 */
export function findHangingSessions(tx: EveryOrganisationSql, ackTimeoutSeconds: number) {
  return tx.sql<{ organisation_id: string; id: string }>(
    `SELECT organisation_id, id FROM chat_sessions s
     WHERE state = 'connected' AND unacked_since < now() - make_interval(secs => :ackTimeoutSeconds)
       AND NOT EXISTS (SELECT FROM chat_reports r WHERE r.due_at <= now() AND r.tries = 0 AND r.gateway = s.engine)`,
    { ackTimeoutSeconds },
  );
}

/**
 * Notes that these phones deliver what they take. Updates only rows that change by it, since sends through a phone wait for
 * the lock of its row.
 */
export async function noteAcks(tx: OrganisationSql, sessionIds: readonly string[]): Promise<void> {
  await tx.sql(
    `UPDATE chat_sessions SET unacked_since = NULL, confirmed_at = now()
     WHERE organisation_id = :organisationId AND id = ANY (:sessionIds::uuid[])
       AND (unacked_since IS NOT NULL OR confirmed_at IS NULL OR confirmed_at < now() - interval '10 seconds')`,
    { sessionIds: plainArray(sessionIds) },
  );
}
