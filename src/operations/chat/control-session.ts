import { changeSession, forgetPhone } from '../../db/sql/chat/session-states.js';
import { deleteSessionRow, type SessionRow } from '../../db/sql/chat/sessions.js';
import type { OrganisationTx } from '../../db/transaction.js';
import type { ChatEngine } from '../../domain/chat/engine.js';
import { REASONS } from '../../domain/chat/session-state.js';
import { notFound } from '../../domain/errors.js';
import type { AuditAction } from '../../domain/people/audit.js';
import type { SessionState } from '../../domain/vocabulary.js';
import type { Context } from '../context.js';
import { recordAudit } from '../people/audit-log.js';
import { answerOf, engineOf, toEngineSession } from './engine-calls.js';
import { findSession, findSessionToChange } from './sessions.js';

/** What one can do to a session, in the words of the port. */
export type SessionControl = keyof Pick<
  ChatEngine,
  'startSession' | 'stopSession' | 'restartSession' | 'logOutSession'
>;

export interface ControlSessionInput {
  readonly sessionId: string;
}

/** What the audit log calls it. */
const ACTIONS = {
  startSession: 'session.started',
  stopSession: 'session.stopped',
  restartSession: 'session.restarted',
  logOutSession: 'session.logged_out',
} as const satisfies Record<SessionControl, AuditAction>;

/** Has the engine start, stop, restart or log out a session, and writes down what it says then, and who wanted it. */
export async function controlSession(
  context: Context,
  { sessionId }: ControlSessionInput,
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
 * The engine goes first: if this process dies in between, the next probe puts the record right. `note` is called where
 * the session is not as it was: starting one that runs, or stopping one that does not, changes nothing.
 */
export async function askEngine(
  context: Context,
  sessionId: string,
  control: SessionControl,
  note: Note = async () => undefined,
): Promise<void> {
  const { organisationId } = context.caller;
  const session = await findSessionToChange(context, sessionId);
  const facts = await answerOf(context, engineOf(context, session.engine), (engine) =>
    engine[control](toEngineSession(session)),
  );
  const isLogOut = control === 'logOutSession';
  await context.db.inOrganisation(organisationId, async (tx) => {
    const changed = await changeSession(tx, sessionId, {
      state: facts.state,
      reason: facts.reason ?? (isLogOut ? REASONS.loggedOut : REASONS.asked),
      phoneNumber: facts.phoneNumber,
      confirmed: true,
      // The engine's own report may have been quicker than its answer, and then says more.
      ifRevision: session.revision,
    });
    if (isLogOut) await forgetPhone(tx, sessionId);
    const wasOvertaken = changed === null;
    const hasLostPhone = isLogOut && session.phone_number !== null;
    const isAnother = wasOvertaken || hasLostPhone || session.state !== facts.state || control === 'restartSession';
    if (isAnother) await note(tx, { state: session.state }, { state: facts.state });
  });
}

export interface DeleteSessionInput {
  readonly sessionId: string;
}

/**
 * Forgets a phone, at the engine first: while the row stands, the deletion can be repeated. A session whose engine is no
 * longer configured is forgotten here alone.
 */
export async function deleteSession(context: Context, { sessionId }: DeleteSessionInput): Promise<SessionRow> {
  const { organisationId } = context.caller;
  const session = await findSessionToChange(context, sessionId);
  const engine = context.engines.get(session.engine);
  if (engine) await answerOf(context, engine, () => engine.deleteSession(toEngineSession(session)));
  await context.db.inOrganisation(organisationId, async (tx) => {
    if (!(await deleteSessionRow(tx, sessionId))) throw notFound('Session');
    const before = { name: session.name, engine: session.engine };
    await recordAudit(tx, context.caller, { action: 'session.deleted', subjectId: sessionId, before });
  });
  return session;
}
