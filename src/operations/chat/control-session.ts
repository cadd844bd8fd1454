import type { OrganisationTx } from '../../db/postgres/transaction.js';
import { changeSession, clearPhoneNumber } from '../../db/sql/chat/session-states.js';
import { deleteSessionRow, type SessionRow } from '../../db/sql/chat/sessions.js';
import type { ChatEngine } from '../../domain/chat/engine.js';
import { notFound } from '../../domain/errors.js';
import type { AuditAction } from '../../domain/people/audit.js';
import type { SessionState } from '../../domain/vocabulary.js';
import type { Context } from '../context.js';
import { recordAudit } from '../people/audit-log.js';
import { callEngine, callEngineOf, toEngineSession } from './engine-calls.js';
import { findSession, findSessionToChange } from './sessions.js';

/** Methods of the engine that change a session. */
export type SessionControl = keyof Pick<
  ChatEngine,
  'startSession' | 'stopSession' | 'restartSession' | 'logOutSession'
>;

const ACTIONS = {
  startSession: 'session.started',
  stopSession: 'session.stopped',
  restartSession: 'session.restarted',
  logOutSession: 'session.logged_out',
} as const satisfies Record<SessionControl, AuditAction>;

/** Asks the engine to start, stop, restart or log out a session, and records the new state and an audit entry. */
export async function controlSession(
  context: Context,
  { sessionId }: { readonly sessionId: string },
  control: SessionControl,
): Promise<SessionRow> {
  const { caller } = context;
  await askEngine(context, sessionId, control, (tx, before, after) =>
    recordAudit(tx, caller, { action: ACTIONS[control], subjectId: sessionId, before, after }),
  );
  return findSession(context, sessionId);
}

type Note = (tx: OrganisationTx, before: { state: SessionState }, after: { state: SessionState }) => Promise<void>;

/**
 * Calls the engine first: if this process dies before it stores the answer, the next probe corrects the session. `note`
 * is called only if the session changed; starting a running session changes nothing.
 */
export async function askEngine(
  context: Context,
  sessionId: string,
  control: SessionControl,
  note: Note = async () => undefined,
): Promise<void> {
  const { organisationId } = context.caller;
  const session = await findSessionToChange(context, sessionId);
  const facts = await callEngineOf(context, session, (engine, its) => engine[control](its));
  const isLogOut = control === 'logOutSession';
  await context.db.inOrganisation(organisationId, async (tx) => {
    const changed = await changeSession(tx, sessionId, {
      state: facts.state,
      reason: facts.reason ?? (isLogOut ? 'logged_out' : 'requested'),
      phoneNumber: facts.phoneNumber,
      confirmed: true,
      // A report of the engine may have arrived before its answer, and is newer.
      ifRevision: session.revision,
    });
    if (isLogOut) await clearPhoneNumber(tx, sessionId);
    const wasOvertaken = changed === null;
    const hasLostPhone = isLogOut && session.phone_number !== null;
    const hasChanged = wasOvertaken || hasLostPhone || session.state !== facts.state || control === 'restartSession';
    if (hasChanged) await note(tx, { state: session.state }, { state: facts.state });
  });
}

/**
 * Deletes the session at the engine first: as long as the row exists, the caller can repeat the call. If the engine is
 * no longer configured, only the row is deleted.
 */
export async function deleteSession(
  context: Context,
  { sessionId }: { readonly sessionId: string },
): Promise<SessionRow> {
  const { organisationId } = context.caller;
  const session = await findSessionToChange(context, sessionId);
  const engine = context.engines.get(session.engine);
  if (engine) await callEngine(context, engine, () => engine.deleteSession(toEngineSession(session)));
  await context.db.inOrganisation(organisationId, async (tx) => {
    if (!(await deleteSessionRow(tx, sessionId))) throw notFound('Session');
    const before = { name: session.name, engine: session.engine };
    await recordAudit(tx, context.caller, { action: 'session.deleted', subjectId: sessionId, before });
  });
  return session;
}
