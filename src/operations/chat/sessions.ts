import { findSessions, listSessionChangeRows, SESSIONS, type SessionRow } from '../../db/sql/chat/sessions.js';
import { notFound, PostriderError } from '../../domain/errors.js';
import { mayUsePhone } from '../../domain/people/api-key.js';
import type { Context } from '../context.js';
import { filteredListForCaller, forCaller, groupedForCaller } from '../kernel/reads.js';

export type { SessionChangeRow, SessionRow } from '../../db/sql/chat/sessions.js';

/** Throws `not_found` unless the session belongs to the caller's organisation. */
export async function findSession({ db, caller }: Context, sessionId: string): Promise<SessionRow> {
  const { organisationId } = caller;
  const [session] = await db.atOnceInOrganisation(organisationId, (tx) => findSessions(tx, [sessionId]));
  if (!session) throw notFound('Session');
  return session;
}

/** Also refuses test keys on live phones, and restricted keys on phones that they do not list. */
export async function findSessionToChange(context: Context, sessionId: string): Promise<SessionRow> {
  const session = await findSession(context, sessionId);
  if (context.caller.mode === 'test' && !session.test) throw new PostriderError('live_for_test_key');
  if (!mayUsePhone(context.caller, sessionId)) throw phoneNotAllowed();
  return session;
}

/** For callers that read the session themselves. Runs no query unless the key is restricted to other phones. */
export async function refuseDisallowedPhone(context: Context, sessionId: string): Promise<void> {
  if (mayUsePhone(context.caller, sessionId)) return;
  // `not_found` takes precedence over the restriction of the key.
  await findSession(context, sessionId);
  throw phoneNotAllowed();
}

const phoneNotAllowed = () => new PostriderError('not_allowed_for_key', 'The API key may not use this phone.');

export const getSessions = forCaller(findSessions);

export const listSessions = filteredListForCaller('sessions', SESSIONS);

/** The last changes of each session, newest first. */
export const listSessionChanges = groupedForCaller('session_id', listSessionChangeRows);
