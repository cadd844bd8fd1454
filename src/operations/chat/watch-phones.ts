import {
  changeSession,
  confirmSessions,
  findHangingSessions,
  findSessionsOfEngine,
  findSessionsOfOtherEngines,
  type SessionChange,
  type WatchedSession,
} from '../../db/sql/chat/session-states.js';
import type { ChatEngine, SessionFacts, SessionReading } from '../../domain/chat/engine.js';
import { REASONS, WATCHED_STATES } from '../../domain/chat/session-state.js';
import type { Services } from '../context.js';
import { answerOf, toEngineSession } from './engine-calls.js';

/** An engine that was silent for so many probes has lost its phones as far as anybody can tell. */
const SILENT_PROBES = 3;

/**
 * Asks an engine what it thinks of its sessions, and puts our record right: after a downtime of ours or of the engine's,
 * and when its events are lost. That nobody has confirmed a phone for long may be our own fault, so an engine is silent
 * only when it has not answered this process either, time after time.
 */
export function createEngineProbe(services: Services, engine: ChatEngine): () => Promise<void> {
  const { db, logger, policy } = services;
  let unanswered = 0;
  return async () => {
    const sessions = await db.acrossOrganisations((tx) => findSessionsOfEngine(tx, engine.name));
    // Another worker has just asked.
    if (sessions.every(({ silent_seconds }) => silent_seconds < policy.chatProbeSeconds / 2)) {
      unanswered = 0;
      return;
    }
    const readings = await answerOf(services, engine, () =>
      engine.readSessions(sessions.map((session) => toEngineSession(session))),
    ).catch(() => null);
    if (readings) {
      unanswered = 0;
      await putRight(services, engine, sessions, readings);
      return;
    }
    unanswered += 1;
    logger.warn({ engine: engine.name, unanswered }, 'a chat engine does not answer');
    if (unanswered >= SILENT_PROBES) await correct(services, sessions, (session) => silence(services, session));
  };
}

/** An engine that is no longer configured is as good as silent. */
export async function letGoOfAbandoned(services: Services): Promise<void> {
  const { engines, db } = services;
  const sessions = await db.acrossOrganisations((tx) => findSessionsOfOtherEngines(tx, [...engines.keys()]));
  await correct(services, sessions, (session) => silence(services, session));
}

async function putRight(
  services: Services,
  engine: ChatEngine,
  sessions: readonly WatchedSession[],
  readings: readonly SessionReading[],
): Promise<void> {
  const { db, logger } = services;
  const unreadable = readings.filter((reading) => reading === 'unreadable').length;
  if (unreadable > 0) logger.warn({ engine: engine.name, unreadable }, 'what an engine says of sessions is unreadable');
  const byId = new Map(sessions.map(({ id }, index) => [id, readings[index] ?? null]));
  const { same = [], other = [] } = Object.groupBy(sessions, (session) =>
    isAsKnown(session, byId.get(session.id) ?? null) ? 'same' : 'other',
  );
  await db.acrossOrganisations((tx) => confirmSessions(tx, same));
  await correct(services, other, (session) => correction(session, byId.get(session.id) ?? null));
}

async function correct(
  { db, logger }: Services,
  sessions: readonly WatchedSession[],
  changeOf: (session: WatchedSession) => SessionChange | null,
): Promise<void> {
  for (const session of sessions) {
    const change = changeOf(session);
    if (!change) continue;
    try {
      await db.inOrganisation(session.organisation_id, (tx) =>
        // What was reported while we asked is newer than the answer.
        changeSession(tx, session.id, { ...change, ifRevision: session.revision }),
      );
    } catch (error) {
      // One that cannot be written down must not keep the others from it.
      logger.error({ err: error, sessionId: session.id }, 'what an engine says of a session could not be kept');
    }
  }
}

const isWatched = ({ state }: WatchedSession) => (WATCHED_STATES as readonly string[]).includes(state);

/** "Connected" is what an engine says of a hanging phone too; acks alone prove it wrong, or a new start. */
function stateAfter(session: WatchedSession, facts: SessionFacts) {
  return session.state === 'stalled' && facts.state === 'connected' ? 'stalled' : facts.state;
}

function isAsKnown(session: WatchedSession, reading: SessionReading): boolean {
  if (reading === null || reading === 'unreadable' || stateAfter(session, reading) !== session.state) return false;
  return reading.phoneNumber === undefined || reading.phoneNumber === session.phone_number;
}

function correction(session: WatchedSession, reading: SessionReading): SessionChange | null {
  if (reading === 'unreadable') return null;
  if (!reading) return isWatched(session) ? { state: 'disconnected', reason: REASONS.engineForgot } : null;
  const { reason, phoneNumber } = reading;
  return { state: stateAfter(session, reading), reason, phoneNumber, confirmed: true };
}

function silence({ policy }: Services, session: WatchedSession): SessionChange | null {
  if (!isWatched(session)) return null;
  const ifSilentForSeconds = SILENT_PROBES * policy.chatProbeSeconds;
  return { state: 'disconnected', reason: REASONS.engineSilent, ifSilentForSeconds };
}

/** Finds phones that take messages and send nothing: those would be swallowed. */
export async function watchPhones({ db, logger, policy }: Services): Promise<void> {
  const { chatAckTimeoutSeconds: timeoutSeconds } = policy;
  const hanging = await db.acrossOrganisations((tx) => findHangingSessions(tx, timeoutSeconds));
  for (const { organisation_id: organisationId, id } of hanging) {
    const stalled = await db.inOrganisation(organisationId, (tx) =>
      changeSession(tx, id, {
        state: 'stalled',
        reason: REASONS.acksMissing,
        from: ['connected'],
        // An ack may have come since: a stalled phone gets nothing to send, so that no other would bring it back.
        ifUnackedForSeconds: timeoutSeconds,
      }),
    );
    if (!stalled) continue;
    logger.warn({ sessionId: id }, 'a phone takes messages, but they are not acknowledged: it counts as stalled');
  }
}
