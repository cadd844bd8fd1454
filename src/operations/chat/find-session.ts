import { findSessions } from '../../db/queries/chat/find-sessions.js';
import type { SessionRow } from '../../db/queries/chat/rows.js';
import { atOnceInOrganisation } from '../../db/transaction.js';
import type { Context } from '../../domain/context.js';
import { livePhoneForTestKey, notFound } from '../../domain/errors.js';

/** A session of the caller's organisation; anybody else's does not exist. */
export async function findSession({ orm, caller }: Context, sessionId: string): Promise<SessionRow> {
  const { organisationId } = caller;
  const [session] = await atOnceInOrganisation(orm, organisationId, (tx) =>
    findSessions(tx, organisationId, [sessionId]),
  );
  if (!session) throw notFound('Session');
  return session;
}

/** The same, to do something to it: a test key leaves real phones alone. */
export async function findSessionToChange(context: Context, sessionId: string): Promise<SessionRow> {
  const session = await findSession(context, sessionId);
  if (context.caller.mode === 'test' && !session.test) throw livePhoneForTestKey();
  return session;
}
