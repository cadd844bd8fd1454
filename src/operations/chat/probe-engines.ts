import { changeSession, type SessionChange } from '../../db/queries/chat/change-session.js';
import { findSessionsOfEngine, type WatchedSession } from '../../db/queries/chat/find-sessions.js';
import { acrossOrganisations, inOrganisation } from '../../db/transaction.js';
import type { ChatEngine, SessionFacts } from '../../domain/chat/engine.js';
import { REASONS, WATCHED_STATES } from '../../domain/chat/session-state.js';
import type { Services } from '../../domain/context.js';
import { answerOf, toEngineSession } from './engine-of.js';

/** An engine that was silent for so many probes has lost its phones as far as anybody can tell. */
const SILENT_PROBES = 3;

/**
 * Asks every engine what it thinks of its sessions, and puts our record right: after a downtime of ours or of the
 * engine's, and when its events are lost.
 */
export async function probeEngines(services: Services): Promise<void> {
  await Promise.all([...services.engines.values()].map((engine) => probe(services, engine)));
}

async function probe(services: Services, engine: ChatEngine): Promise<void> {
  const sessions = await acrossOrganisations(services.orm, (tx) => findSessionsOfEngine(tx, engine.name));
  if (sessions.length === 0) return;
  const facts = await answerOf(services, engine, () =>
    engine.readSessions(sessions.map((session) => toEngineSession(session))),
  ).catch(() => null);
  if (!facts) services.logger.warn({ engine: engine.name }, 'a chat engine does not answer');
  const silenceAllowed = SILENT_PROBES * services.policy.chatProbeSeconds;
  for (const [index, session] of sessions.entries()) {
    const change = facts ? correction(session, facts[index] ?? null) : silence(session, silenceAllowed);
    if (!change) continue;
    await inOrganisation(services.orm, session.organisation_id, (tx) =>
      // What was reported while we asked is newer than the answer.
      changeSession(tx, session.organisation_id, session.id, { ...change, ifRevision: session.revision }),
    );
  }
}

const isWatched = ({ state }: WatchedSession) => (WATCHED_STATES as readonly string[]).includes(state);

function correction(session: WatchedSession, facts: SessionFacts | null): SessionChange | null {
  if (!facts) return isWatched(session) ? { state: 'disconnected', reason: REASONS.engineForgot } : null;
  // "Connected" is what an engine says of a hanging phone too; acks alone prove it wrong, or a new start.
  const state = session.state === 'stalled' && facts.state === 'connected' ? 'stalled' : facts.state;
  const { reason, phoneNumber } = facts;
  return { state, reason, phoneNumber, confirmed: true };
}

function silence(session: WatchedSession, allowedSeconds: number): SessionChange | null {
  if (!isWatched(session) || session.silent_seconds < allowedSeconds) return null;
  return { state: 'disconnected', reason: REASONS.engineSilent };
}
