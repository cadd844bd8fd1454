import type { SessionRow } from '../../db/sql/chat/sessions.js';
import { deleteSessionRow } from '../../db/sql/chat/sessions.js';
import { notFound } from '../../domain/errors.js';
import type { Context } from '../context.js';
import { recordAudit } from '../people/audit/record-audit.js';
import { answerOf, toEngineSession } from './engine-of.js';
import { findSessionToChange } from './find-session.js';

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
