import { changeSession, forgetPhone } from '../../db/queries/chat/change-session.js';
import type { SessionRow } from '../../db/queries/chat/rows.js';
import { inOrganisation } from '../../db/transaction.js';
import type { ChatEngine } from '../../domain/chat/engine.js';
import { REASONS } from '../../domain/chat/session-state.js';
import type { Context } from '../../domain/context.js';
import { answerOf, engineOf, toEngineSession } from './engine-of.js';
import { findSession, findSessionToChange } from './find-session.js';

/** What one can do to a session, in the words of the port. */
export type SessionControl = keyof Pick<
  ChatEngine,
  'startSession' | 'stopSession' | 'restartSession' | 'logOutSession'
>;

export interface ControlSessionInput {
  readonly sessionId: string;
}

/**
 * Has the engine start, stop, restart or log out a session, and writes down what it says then. The engine goes first: if
 * this process dies in between, the next probe puts the record right.
 */
export async function controlSession(
  context: Context,
  { sessionId }: ControlSessionInput,
  control: SessionControl,
): Promise<SessionRow> {
  const { organisationId } = context.caller;
  const session = await findSessionToChange(context, sessionId);
  const facts = await answerOf(context, engineOf(context, session.engine), (engine) =>
    engine[control](toEngineSession(session)),
  );
  const isLogOut = control === 'logOutSession';
  await inOrganisation(context.orm, organisationId, async (tx) => {
    await changeSession(tx, organisationId, sessionId, {
      state: facts.state,
      reason: facts.reason ?? (isLogOut ? REASONS.loggedOut : REASONS.asked),
      phoneNumber: facts.phoneNumber,
      confirmed: true,
      // The engine's own report may have been quicker than its answer, and then says more.
      ifRevision: session.revision,
    });
    if (isLogOut) await forgetPhone(tx, organisationId, sessionId);
  });
  return findSession(context, sessionId);
}
