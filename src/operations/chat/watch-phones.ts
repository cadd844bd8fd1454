/**
 * How a phone changes its state. Engines tell states in answers to calls (`control-session.ts`), in reports
 * (`engine-reports.ts`) and in answers to the probes here. All go through `changeSession`, which refuses reports older
 * than the last one. Workers judge two states themselves: `disconnected`, if nothing has confirmed the phone for long
 * and the engine leaves probes unanswered, and `stalled`, if the phone takes messages that are never acknowledged.
 */

import {
  changeSession,
  confirmSessions,
  findSessionsOfEngine,
  findSessionsOfOtherEngines,
  findStalledSessions,
  type SessionChange,
  type WatchedSession,
} from '../../db/sql/chat/session-states.js';
import type { ChatEngine, SessionFacts, SessionReading } from '../../domain/chat/engine.js';
import { WATCHED_STATES } from '../../domain/chat/session-state.js';
import { isAbort } from '../../lib/async/abort.js';
import type { Services } from '../context.js';
import { callEngine, toEngineSession } from './engine-calls.js';

/** After this many unanswered probes the phones of an engine count as disconnected. */
const SILENT_PROBES = 3;

/**
 * Asks an engine for the states of its sessions and corrects the stored ones, since reports are lost while the engine
 * or Postrider is down. Old confirmations alone do not prove that an engine is silent, because Postrider may have been
 * down: this process must also have had no answer several times in a row.
 */
export function createEngineProbe(engine: ChatEngine): (services: Services) => Promise<void> {
  let unanswered = 0;
  return async (services) => {
    const { db, logger, policy } = services;
    const sessions = await db.atOnceAcrossOrganisations((tx) => findSessionsOfEngine(tx, engine.name));
    // Acks, or the worker that did this before, have just confirmed them.
    if (sessions.every(({ silent_seconds }) => silent_seconds < policy.chatProbeSeconds / 2)) {
      unanswered = 0;
      return;
    }
    const readings = await callEngine(services, engine, () =>
      engine.readSessions(sessions.map((session) => toEngineSession(session))),
    ).catch(() => null);
    if (readings) {
      unanswered = 0;
      await applyReadings(services, engine, sessions, readings);
      return;
    }
    unanswered += 1;
    logger.warn({ engine: engine.name, unanswered }, 'chat engine does not answer');
    if (unanswered >= SILENT_PROBES)
      await applyChanges(services, sessions, (session) => silentChange(services, session));
  };
}

/** Treats engines that are no longer configured as silent. */
export async function disconnectAbandonedSessions(services: Services): Promise<void> {
  const { engines, db } = services;
  const sessions = await db.atOnceAcrossOrganisations((tx) => findSessionsOfOtherEngines(tx, [...engines.keys()]));
  await applyChanges(services, sessions, (session) => silentChange(services, session));
}

async function applyReadings(
  services: Services,
  engine: ChatEngine,
  sessions: readonly WatchedSession[],
  readings: readonly SessionReading[],
): Promise<void> {
  const { db, logger } = services;
  const unreadable = readings.filter((reading) => reading === 'unreadable').length;
  if (unreadable > 0) logger.warn({ engine: engine.name, unreadable }, 'chat engine sent unreadable session states');
  const byId = new Map(sessions.map(({ id }, index) => [id, readings[index] ?? null]));
  const { same = [], other = [] } = Object.groupBy(sessions, (session) =>
    isAsKnown(session, byId.get(session.id) ?? null) ? 'same' : 'other',
  );
  await db.acrossOrganisations((tx) => confirmSessions(tx, same));
  await applyChanges(services, other, (session) => changeFor(session, byId.get(session.id) ?? null));
}

async function applyChanges(
  { db, logger }: Services,
  sessions: readonly WatchedSession[],
  changeOf: (session: WatchedSession) => SessionChange | null,
): Promise<void> {
  for (const session of sessions) {
    const change = changeOf(session);
    if (!change) continue;
    try {
      await db.inOrganisation(session.organisation_id, (tx) =>
        // A report that arrived during the probe is newer than its answer.
        changeSession(tx, session.id, { ...change, ifRevision: session.revision }),
      );
    } catch (error) {
      if (isAbort(error)) throw error;
      // An error with one session must not stop the others.
      logger.error({ err: error, sessionId: session.id }, 'could not store the state of a session');
    }
  }
}

const isWatched = ({ state }: WatchedSession) => (WATCHED_STATES as readonly string[]).includes(state);

/** Engines also report stalled phones as connected. Only acks or a restart end `stalled`. */
function stateAfter(session: WatchedSession, facts: SessionFacts) {
  return session.state === 'stalled' && facts.state === 'connected' ? 'stalled' : facts.state;
}

function isAsKnown(session: WatchedSession, reading: SessionReading): boolean {
  if (reading === null || reading === 'unreadable' || stateAfter(session, reading) !== session.state) return false;
  return reading.phoneNumber === undefined || reading.phoneNumber === session.phone_number;
}

function changeFor(session: WatchedSession, reading: SessionReading): SessionChange | null {
  if (reading === 'unreadable') return null;
  if (!reading) return isWatched(session) ? { state: 'disconnected', reason: 'session_unknown' } : null;
  const { reason, phoneNumber } = reading;
  return { state: stateAfter(session, reading), reason, phoneNumber, confirmed: true };
}

function silentChange({ policy }: Services, session: WatchedSession): SessionChange | null {
  if (!isWatched(session)) return null;
  const ifSilentForSeconds = SILENT_PROBES * policy.chatProbeSeconds;
  return { state: 'disconnected', reason: 'engine_silent', ifSilentForSeconds };
}

/** Marks phones as stalled that accept messages but whose acks are missing: their messages would be lost. */
export async function watchPhones({ db, logger, policy }: Services): Promise<void> {
  const { chatAckTimeoutSeconds: timeoutSeconds } = policy;
  const hanging = await db.acrossOrganisations((tx) => findStalledSessions(tx, timeoutSeconds));
  for (const { organisation_id: organisationId, id } of hanging) {
    const stalled = await db.inOrganisation(organisationId, (tx) =>
      changeSession(tx, id, {
        state: 'stalled',
        reason: 'acks_missing',
        from: ['connected'],
        // Checked again because an ack may have arrived since. A stalled phone sends nothing, so no later ack would
        // revive it.
        ifUnackedForSeconds: timeoutSeconds,
      }),
    );
    if (!stalled) continue;
    logger.warn({ sessionId: id }, 'phone accepts messages but sends no acks: marked stalled');
  }
}
